// Pass: the system that holds at the start. Its unknowns are the states too; its equations are the continuous ones,
// the initial ones and `x = start` where fixed; what is then still open takes its start value, and we say so.
#include <algorithm>
#include <optional>
#include <set>
#include <utility>

#include "base/codes.hpp"
#include "base/text.hpp"
#include "causalise/incidence.hpp"
#include "causalise/passes.hpp"
#include "graph/dulmage_mendelsohn.hpp"
#include "ir/brief.hpp"

namespace sunder::causalise {

using namespace ir;

namespace {

bool is_unknown(Role role) { return role == Role::state || role == Role::derivative || role == Role::algebraic; }

class Initialiser {
 public:
  explicit Initialiser(Work& work) : work_(work), dae_(work.dae()) {}

  void run() {
    unknowns();
    match_given();
    if (is_reduced()) set_surplus_aside();
    impose_fixed();
    complete_with_start_values();
    if (system_.matching.size != system_.unknowns.size() || system_.equations.size() != system_.unknowns.size()) {
      system_.incidence = std::move(solvable_);
      diagnose();
      return;
    }
    work_.plan.initial = make_section(dae_, system_, column_of_, work_.iterate_above);
    add_homotopy();
  }

 private:
  // The same equations, but for those with homotopy(): these as mixtures. They read what the others read and more, so
  // that the matching stays valid.
  void add_homotopy() {
    System mixed = system_;
    bool any = false;
    for (EquationId& id : mixed.equations) {
      const Equation equation = dae_.equations[id.index()];
      if (equation.blended == Equation::not_blended || !is_computable(dae_.blended[equation.blended])) continue;
      Equation mixture;
      static_cast<Row&>(mixture) = dae_.blended[equation.blended];
      mixture.origin = equation.origin;
      id = EquationId(dae_.equations.size());
      dae_.equations.push_back(mixture);
      any = true;
    }
    if (!any) return;
    build_incidence(dae_, mixed, column_of_);
    work_.plan.homotopy = make_section(dae_, mixed, column_of_, work_.iterate_above);
  }

  // A derivative that only the simplified part reads is no variable of the model.
  [[nodiscard]] bool is_computable(const Row& row) const {
    return std::ranges::all_of(dae_.operands_of(row), [&](Operand operand) {
      return !operand.is_variable() || work_.role(operand.variable()) != Role::unused;
    });
  }

  // `x = start` where fixed: of states first, so that of too many conditions those of other variables are left over.
  void impose_fixed() {
    std::vector<VariableId> states, others, taken;
    for (const Declaration& d : dae_.declarations) {
      // of discrete variables the value before the start is meant, see `impose_fixed_memories`
      if (d.variability <= Variability::discrete || d.fixed.empty()) continue;
      for (std::uint32_t k = 0; k < d.count; ++k) {
        const VariableId variable(d.first.value + k);
        if (!d.fixed_at(k) || !is_unknown(work_.role(variable))) continue;
        (work_.role(variable) == Role::state ? states : others).push_back(variable);
      }
    }
    impose_fixed_memories();
    add_start_values(states, taken, fixed_rule);
    add_start_values(others, taken, fixed_rule);
    if (taken.size() == states.size() + others.size()) return;
    std::sort(taken.begin(), taken.end());
    states.insert(states.end(), others.begin(), others.end());
    std::erase_if(states, [&](VariableId v) { return std::ranges::binary_search(taken, v); });
    is_reduced() ? keep_as_surplus(states) : add_unmatched(states);
  }

  // Of discrete variables: beside an initial equation for pre(v) it is one condition too many.
  void impose_fixed_memories() {
    std::vector<VariableId> fixed, taken;
    for (const VariableId memory : work_.plan.initial_memories) {
      const VariableId variable = declared(memory);
      const Declaration& d = dae_.declaration(variable);
      // a discrete variable that equals a derivative was merged into that: its start is imposed as that of a variable
      if (d.variability == Variability::discrete && d.fixed_at(dae_.element_of(variable))) fixed.push_back(memory);
    }
    add_start_values(fixed, taken, fixed_rule);
    std::sort(taken.begin(), taken.end());
    std::erase_if(fixed, [&](VariableId v) { return std::ranges::binary_search(taken, v); });
    add_unmatched(fixed);
  }

  // The variable whose past is held, or the variable itself.
  [[nodiscard]] VariableId declared(VariableId variable) const {
    return dae_.is_held(variable) ? dae_.operands_of(dae_.held_of(variable))[0].variable() : variable;
  }

  [[nodiscard]] bool is_reduced() const { return work_.plan.index > 0; }

  // Equations between states make some of the conditions follow from others: the run will show whether they agree.
  void keep_as_surplus(const std::vector<VariableId>& variables) {
    std::vector<std::string> names;
    for (const VariableId variable : variables) {
      work_.plan.surplus_conditions.emplace_back(dae_.equations.size());
      append_start_equation(dae_, variable, add_origin(dae_.declaration(variable).span, fixed_rule));
      if (names.size() < most_named) names.push_back(dae_.name_of(variable));
    }
    if (variables.size() > most_named) names.push_back(std::to_string(variables.size() - most_named) + " more");
    work_.diagnostics
        .warning(Code::W0415, dae_.declaration(variables.front()).span,
                 "more initial conditions than needed: the fixed start " +
                     std::string(variables.size() == 1 ? "value of " : "values of ") + enumerated(names) +
                     (variables.size() == 1 ? " follows" : " follow") + " from the others by equations between states")
        .help = "remove fixed = true where the value follows from others";
  }

  // The same of initial equations that say what a variable is, and found no unknown.
  void set_surplus_aside() {
    graph::Rows kept_incidence, kept_solvable;
    graph::Matching kept = system_.matching;
    kept.column_of_row.clear();
    std::vector<EquationId> equations;
    std::vector<std::string> names;
    Span first;
    for (std::uint32_t row = 0; row < system_.equations.size(); ++row) {
      const EquationId id = system_.equations[row];
      const std::uint32_t column = system_.matching.column_of_row[row];
      std::optional<Equation> told;
      if (column == graph::none && id.index() >= dae_.initial_begin) told = as_told(dae_.equations[id.index()]);
      if (told) {
        work_.plan.surplus_conditions.emplace_back(dae_.equations.size());
        if (work_.plan.surplus_conditions.size() == 1) first = dae_.origins[told->origin.index()].span;
        names.push_back("'" + brief(dae_, *told) + "'");
        dae_.equations.push_back(*told);
        continue;
      }
      const auto kept_row = static_cast<std::uint32_t>(equations.size());
      equations.push_back(id);
      if (column != graph::none) kept.row_of_column[column] = kept_row;
      kept.column_of_row.push_back(column);
      for (const auto& [from, to] : {std::pair(&system_.incidence, &kept_incidence), {&solvable_, &kept_solvable}}) {
        to->entries.insert(to->entries.end(), (*from)[row].begin(), (*from)[row].end());
        to->end_row();
      }
    }
    if (names.empty()) return;
    system_.equations = std::move(equations);
    system_.incidence = std::move(kept_incidence);
    system_.matching = std::move(kept);
    solvable_ = std::move(kept_solvable);
    const bool one = names.size() == 1;
    const std::size_t more = names.size() - std::min(names.size(), most_named);
    names.resize(names.size() - more);
    if (more > 0) names.push_back(std::to_string(more) + " more");
    work_.diagnostics
        .warning(Code::W0415, first,
                 "more initial conditions than needed: the initial " + std::string(one ? "equation " : "equations ") +
                     enumerated(names) + (one ? " follows" : " follow") +
                     " from the others by equations between states")
        .help = "remove initial equations that follow from others";
  }

  // variable = number or parameter, written as start values are; nothing where the equation says something else.
  [[nodiscard]] std::optional<Equation> as_told(const Equation& equation) {
    symbolic::ShapeTable& shapes = *dae_.shapes;
    symbolic::Pool& pool = shapes.pool();
    std::vector<Operand> operands(dae_.operands_of(equation).begin(), dae_.operands_of(equation).end());
    if (operands.size() != 2) return std::nullopt;
    const auto sign = [&](std::uint32_t slot, double value) {
      return pool.is_constant(shapes.partial(equation.shape, slot), value);
    };
    const std::vector<symbolic::NodeId> zeros(2, pool.constant(0));
    if (!(sign(0, 1) && sign(1, -1)) && !(sign(0, -1) && sign(1, 1))) return std::nullopt;
    if (!pool.is_constant(pool.substitute(shapes.root(equation.shape), zeros), 0)) return std::nullopt;
    if (!is_told(operands[1])) std::swap(operands[0], operands[1]);
    if (!is_told(operands[1]) || !operands[0].is_variable()) return std::nullopt;
    Equation told = equation;
    told.operands_begin = static_cast<std::uint32_t>(dae_.operands.size());
    dae_.operands.insert(dae_.operands.end(), operands.begin(), operands.end());
    told.shape = shapes.intern(pool.subtract(pool.slot(0), pool.slot(1)), 2U);
    return told;
  }
  [[nodiscard]] bool is_told(Operand operand) const {
    return operand.kind() == Operand::Kind::literal ||
           (operand.is_variable() && !dae_.is_held(operand.variable()) &&
            work_.role(operand.variable()) == Role::known &&
            dae_.declaration(operand.variable()).variability <= Variability::parameter);
  }

  void add_unmatched(const std::vector<VariableId>& variables) {
    for (const VariableId variable : variables) {
      add_start_row(variable, add_origin(dae_.declaration(declared(variable)).span, fixed_rule));
      system_.matching.column_of_row.push_back(graph::none);
    }
  }

  /// `x = start` is solved for x, but reads its start value, which the start may have to determine first (a parameter
  /// that is not fixed, or follows from one).
  void add_start_row(VariableId variable, OriginId origin) {
    system_.equations.emplace_back(dae_.equations.size());
    append_start_equation(dae_, variable, origin);
    for (const Operand operand : dae_.operands_of(dae_.equations.back()))
      if (operand.is_variable() && column_of_[operand.variable().index()] != graph::none)
        system_.incidence.entries.push_back(column_of_[operand.variable().index()]);
    solvable_.entries.push_back(column_of_[variable.index()]);
    for (graph::Rows* rows : {&system_.incidence, &solvable_}) rows->end_row();
  }

  OriginId add_origin(Span span, std::string rule) {
    dae_.origins.push_back({span, {}, std::move(rule)});
    return OriginId(dae_.origins.size() - 1);
  }

  void unknowns() {
    for (std::uint32_t v = 0; v < dae_.variable_count; ++v) {
      if (is_unknown(work_.roles[v])) system_.unknowns.emplace_back(v);
    }
    first_known_later_ = system_.unknowns.size();
    for (std::uint32_t v = 0; v < dae_.variable_count; ++v)
      if (work_.roles[v] == Role::free_parameter) system_.unknowns.emplace_back(v);
    for (std::size_t i = 0; i < dae_.held.size(); ++i) {
      if (remembers_variable(dae_.held[i])) work_.plan.initial_memories.push_back(dae_.held_variable(i));
    }
    const auto& memories = work_.plan.initial_memories;
    system_.unknowns.insert(system_.unknowns.end(), memories.begin(), memories.end());
  }

  // pre(v) at the start: its start value, unless an initial equation says otherwise.
  [[nodiscard]] bool remembers_variable(const Held& held) const {
    if (held.kind != HeldKind::memory || dae_.shapes->pool()[dae_.shapes->root(held.shape)].op != symbolic::Op::slot)
      return false;
    const Operand operand = dae_.operands_of(held)[0];
    return operand.is_variable() && is_unknown(work_.role(operand.variable()));
  }

  // Extends the matching of the continuous system: its equations keep their unknowns or trade them.
  void match_given() {
    system_.equations.reserve(system_.unknowns.size());
    for (std::size_t i = 0; i < dae_.equations.size(); ++i) {
      if (i < dae_.initial_begin || (!is_decided(dae_.equations[i]) && is_new(dae_.equations[i])))
        system_.equations.emplace_back(i);
    }
    build_incidence(dae_, system_, column_of_);
    find_solvable();
    graph::Matching start;
    start.column_of_row.assign(system_.equations.size(), graph::none);
    start.row_of_column.assign(system_.unknowns.size(), graph::none);
    const graph::Matching& known = work_.continuous.matching;
    for (std::uint32_t row = 0; row < work_.continuous.equations.size(); ++row) {
      const std::uint32_t column = column_of_[work_.continuous.unknowns[known.column_of_row[row]].index()];
      start.column_of_row[row] = column;
      start.row_of_column[column] = row;
    }
    start.size = known.size;
    system_.matching = graph::maximum_matching(solvable_, column_count(), std::move(start));
  }

  // What an equation may be solved for: all unknowns it reads, but not a pre(b) that only decides between branches.
  void find_solvable() {
    const auto solvable = [&](const Equation& equation, std::uint32_t slot, std::uint32_t column) {
      const bool decides = column >= first_known_later_ &&
                           dae_.shapes->pool().is_constant(dae_.shapes->partial(equation.shape, slot), 0);
      return !decides;
    };
    solvable_ = incidence_of(dae_, system_.equations, column_of_, solvable);
  }

  // Conditions of variables that are equal say the same thing twice.
  bool is_new(const Equation& equation) {
    std::vector<std::uint32_t> key{equation.shape.value};
    for (const Operand operand : dae_.operands_of(equation)) key.push_back(operand.bits());
    return known_.insert(std::move(key)).second;
  }

  // An initial equation that says 0 = 0 (after aliasing, say) is no condition; 0 = 1 is a contradiction.
  bool is_decided(const Equation& equation) {
    const symbolic::Pool& pool = dae_.shapes->pool();
    const symbolic::NodeId root = dae_.shapes->root(equation.shape);
    if (!pool.is_constant(root)) return false;
    if (!pool.is_constant(root, 0)) {
      work_.diagnostics.error(
          Code::E0406, dae_.origins[equation.origin.index()].span,
          "this initial equation contradicts the other equations: it reduces to 0 = " + shortest(pool[root].value));
    }
    return true;
  }

  [[nodiscard]] std::uint32_t column_count() const { return static_cast<std::uint32_t>(system_.unknowns.size()); }

  // Which states take their start value first, if not all can: preferred states with a start value (1: variables that
  // the model prefers as states, with a start value, whether they became states or not), states with a start value, the
  // others.
  [[nodiscard]] int preference(VariableId state) const {
    const Declaration& d = dae_.declaration(state);
    const bool given = d.variability == Variability::continuous && d.start.at(dae_.element_of(state)).valid();
    if (given && work_.wish(state) >= StateSelect::prefer) return 0;
    return given ? 2 : 3;
  }

  void complete_with_start_values() {
    if (system_.matching.size == system_.unknowns.size()) return;
    std::vector<VariableId> unsaid;
    add_start_values(work_.plan.initial_memories, unsaid, "start value");
    std::vector<VariableId> candidates[5];
    std::vector<bool> in_set(dae_.variable_count, false);
    for (const StateSet& set : work_.plan.state_sets) {
      for (const VariableId state : set.states) in_set[state.index()] = true;
      for (std::size_t i = set.determined; i < set.candidates.size(); ++i) {
        const VariableId candidate = set.candidates[i];
        if (dae_.declaration(candidate).fixed_at(dae_.element_of(candidate))) continue;
        candidates[i < set.determined + set.states.size() ? preference(candidate) : 3].push_back(candidate);
      }
    }
    for (const VariableId unknown : system_.unknowns) {
      if (in_set[unknown.index()]) continue;
      if (work_.role(unknown) == Role::free_parameter) candidates[4].push_back(unknown);
      const bool wished = work_.role(unknown) == Role::algebraic && preference(unknown) == 0;
      if (work_.role(unknown) != Role::state && !wished) continue;
      if (dae_.declaration(unknown).fixed_at(dae_.element_of(unknown))) continue;
      if (wished) {
        candidates[1].push_back(unknown);
        continue;
      }
      candidates[preference(unknown)].push_back(unknown);
    }
    std::vector<VariableId> taken;
    for (const auto& list : candidates) add_start_values(list, taken, "start value");
    if (!taken.empty()) warn(taken);
  }

  // Tries the candidates as rows of the system and keeps those that found an unknown. Rows that had an unknown before
  // keep one, so earlier candidates are never pushed out.
  void add_start_values(const std::vector<VariableId>& candidates, std::vector<VariableId>& taken,
                        const std::string& rule) {
    if (candidates.empty() || system_.matching.size == system_.unknowns.size()) return;
    const std::uint32_t first = solvable_.size();
    for (const VariableId candidate : candidates) {
      solvable_.entries.push_back(column_of_[candidate.index()]);
      solvable_.end_row();
    }
    graph::Matching matching = graph::maximum_matching(solvable_, column_count(), std::move(system_.matching));
    solvable_.entries.resize(solvable_.starts[first]);
    solvable_.starts.resize(first + 1);
    DeclarationId current;
    OriginId origin;
    std::uint32_t row = first;
    for (std::uint32_t i = 0; i < candidates.size(); ++i) {
      const std::uint32_t column = matching.column_of_row[first + i];
      if (column == graph::none) continue;
      const DeclarationId declaration = dae_.declaration_of(candidates[i]);
      if (declaration != current) origin = add_origin(dae_.declarations[declaration.index()].span, rule);
      current = declaration;
      add_start_row(candidates[i], origin);
      matching.column_of_row[row] = column;
      matching.row_of_column[column] = row++;
      taken.push_back(candidates[i]);
    }
    matching.column_of_row.resize(row);
    system_.matching = std::move(matching);
  }

  void warn(std::vector<VariableId>& taken) {
    std::sort(taken.begin(), taken.end());
    std::vector<std::string> names;
    for (std::size_t i = 0; i < std::min(taken.size(), most_named); ++i) names.push_back(dae_.name_of(taken[i]));
    if (taken.size() > most_named) names.push_back(std::to_string(taken.size() - most_named) + " more");
    const auto parameters = static_cast<std::size_t>(std::ranges::count_if(
        taken, [&](VariableId one) { return dae_.declaration(one).variability == Variability::parameter; }));
    const std::size_t states = taken.size() - parameters;
    std::vector<std::string> kinds;
    if (states > 0) kinds.push_back(counted(states, "state") + " of " + std::to_string(work_.plan.states.size()));
    if (parameters > 0) kinds.push_back(counted(parameters, "parameter") + " with fixed = false");
    Diagnostic& warning = work_.diagnostics.warning(Code::W0404, dae_.declaration(taken[0]).span,
                                                    "the initial conditions are not complete: " + enumerated(kinds) +
                                                        (taken.size() == 1 ? " takes its" : " take their") +
                                                        " start value: " + enumerated(names));
    warning.help = "write fixed = true next to the start value, or give an initial equation";
  }

  void diagnose() {
    const std::size_t rows = system_.equations.size();
    const std::size_t columns = system_.unknowns.size();
    Diagnostic error;
    error.code = Code::E0403;
    const std::size_t surplus = rows - system_.matching.size;
    error.message =
        surplus > 0 ? "the initial conditions are over-determined: " + counted(surplus, "condition") + " too many (" +
                          counted(rows, "equation") + " for " + counted(columns, "unknown") + " at the start)"
                    : "the initial system is singular: " + counted(columns - system_.matching.size, "unknown") +
                          " cannot be determined at the start";
    const auto parts = graph::dulmage_mendelsohn(system_.incidence, column_count(), system_.matching);
    error.help = surplus > 0 ? what_to_free(parts.over_rows) : what_to_fix(parts.under_columns);
    prefer_initial_rows(parts.over_rows, error);
    name_suspects(work_, system_, error);
    work_.diagnostics.add(std::move(error));
  }

  /// Of the start alone, and none that a library writes.
  [[nodiscard]] bool is_own_condition(std::uint32_t row) const {
    const EquationId id = system_.equations[row];
    return id.index() >= dae_.initial_begin &&
           !work_.libraries.contains(dae_.origins[dae_.equations[id.index()].origin.index()].span.file);
  }

  // The conditions of which one is too many: those of the model, if there are some, can be changed.
  [[nodiscard]] std::string what_to_free(const std::vector<std::uint32_t>& rows) const {
    std::vector<std::string> fixed, equations;
    const bool has_own = std::ranges::any_of(rows, [&](std::uint32_t row) { return is_own_condition(row); });
    for (const std::uint32_t row : rows) {
      const EquationId id = system_.equations[row];
      if (id.index() < dae_.initial_begin || (has_own && !is_own_condition(row))) continue;
      const Equation& equation = dae_.equations[id.index()];
      if (dae_.origins[equation.origin.index()].rule == fixed_rule)
        fixed.push_back(dae_.name_of(declared(dae_.operands_of(equation).front().variable())));
      else
        equations.push_back("'" + brief(dae_, equation) + "'");
    }
    std::string text;
    if (!fixed.empty()) text = "remove fixed = true from " + one_of(fixed);
    if (!equations.empty()) text += (text.empty() ? "remove " : ", or ") + one_of(equations, "the initial equation");
    return text.empty() ? "remove fixed = true from a start value, or an initial equation" : text;
  }

  // The unknowns of which one more has to be given.
  [[nodiscard]] std::string what_to_fix(const std::vector<std::uint32_t>& columns) const {
    std::vector<std::string> parameters, variables;
    for (const std::uint32_t column : columns) {
      const VariableId unknown = system_.unknowns[column];
      const Role role = work_.role(unknown);
      if (role == Role::free_parameter) parameters.push_back(dae_.name_of(unknown));
      if ((role == Role::state || role == Role::algebraic) && !dae_.is_held(unknown))
        variables.push_back(dae_.name_of(unknown));
    }
    std::string text = "give initial equations that determine these unknowns";
    if (!variables.empty()) text += ", or fixed = true and a start value to " + one_of(variables);
    if (!parameters.empty()) text += ", or a value to the parameter " + one_of(parameters);
    return text;
  }

  // "x", "one of x and y", "one of the conditions x and y"
  static std::string one_of(std::vector<std::string>& names, const std::string& what = {}) {
    constexpr std::size_t most_named = 6;
    const std::size_t count = names.size();
    names.resize(std::min(count, most_named));
    if (count > most_named) names.push_back(std::to_string(count - most_named) + " more");
    if (count == 1) return (what.empty() ? "" : what + " ") + names.front();
    return "one of " + (what.empty() ? "" : what + "s ") + enumerated(names);
  }

  // The place of the error is a condition that found no unknown, not an innocent continuous equation.
  void prefer_initial_rows(const std::vector<std::uint32_t>& over_rows, Diagnostic& error) const {
    const std::vector<std::uint32_t>& partner = system_.matching.column_of_row;
    const auto left = static_cast<std::size_t>(std::ranges::find(partner, graph::none) - partner.begin());
    if (left == partner.size()) return;
    auto row = static_cast<std::uint32_t>(left);
    if (!is_own_condition(row))
      if (const auto own = std::ranges::find_if(over_rows, [&](std::uint32_t one) { return is_own_condition(one); });
          own != over_rows.end())
        row = *own;
    const Equation& equation = dae_.equations[system_.equations[row].index()];
    error.span = dae_.origins[equation.origin.index()].span;
  }

  static constexpr const char* fixed_rule = "fixed start value";
  static constexpr std::size_t most_named = 10;

  Work& work_;
  Dae& dae_;
  System system_;
  graph::Rows solvable_;  // the rows of system_.incidence without what a row cannot be solved for
  std::vector<std::uint32_t> column_of_;
  std::set<std::vector<std::uint32_t>> known_;  // initial equations by shape and operands
  std::size_t first_known_later_ = 0;           // column: from here on what is an unknown at the start alone
};

}  // namespace

void initialise(Work& work) {
  for (std::uint32_t v = 0; v < work.dae().variable_count; ++v) {
    if (work.roles[v] == Role::state) {
      work.plan.states.emplace_back(v);
      work.plan.derivatives.push_back(work.rate_of(VariableId(v)));
    }
  }
  Initialiser(work).run();
}

}  // namespace sunder::causalise
