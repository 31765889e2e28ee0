#include "causalise/select_states.hpp"

#include <algorithm>
#include <cmath>
#include <memory>
#include <numeric>

#include "base/codes.hpp"
#include "causalise/consistent_point.hpp"
#include "causalise/passes.hpp"
#include "causalise/state_pivots.hpp"
#include "causalise/state_sets.hpp"
#include "causalise/trial_point.hpp"
#include "graph/matching.hpp"
#include "ir/brief.hpp"
#include "symbolic/walk.hpp"

namespace sunder::causalise {

using namespace ir;

namespace {

// The coefficients of one level: rows are equations, columns the variables that may be determined by them.
struct Candidates {
  struct Entry {
    std::uint32_t column = 0;
    symbolic::NodeId coefficient;
  };
  std::vector<EquationId> rows;
  std::vector<std::vector<Entry>> entries;  // by row
  std::vector<VariableId> columns;
  std::vector<int> reluctance;  // by column: what is low is determined first, what is high stays a state
};

class StateSelection {
 public:
  StateSelection(Work& work, const std::vector<DifferentiatedEquation>& differentiated)
      : work_(work), dae_(work.dae()), differentiated_(differentiated) {
    selected_.assign(dae_.variable_count, false);
    eligible_.assign(dae_.variable_count, false);
    column_of_.assign(dae_.variable_count, graph::none);
    reinitialised_.assign(dae_.variable_count, false);
    for (const Reinit& reinit : dae_.reinits) reinitialised_[reinit.target.index()] = true;
  }

  void run() {
    previous_.assign(dae_.initial_begin, EquationId());
    std::vector<bool> has_next(dae_.initial_begin, false);
    for (const auto& [equation, derivative] : differentiated_) {
      previous_[derivative.index()] = equation;
      has_next[equation.index()] = true;
    }
    std::vector<EquationId> rows;
    for (const auto& [equation, derivative] : differentiated_)
      if (!has_next[derivative.index()]) rows.push_back(equation);
    for (std::uint32_t v = 0; v < dae_.variable_count; ++v) {
      const VariableId derivative = derivative_of(VariableId(v));
      eligible_[v] = derivative.valid() && !derivative_of(derivative).valid();
    }
    while (!rows.empty()) {
      std::sort(rows.begin(), rows.end());
      const std::vector<VariableId> chosen = choose(rows);
      if (work_.diagnostics.has_errors()) return;
      descend(rows, chosen);
    }
    assign_roles();
    make_state_sets(work_, open_choices_);
    copy_rates();
    check_wishes();
  }

 private:
  // Invalid: it has none that takes part.
  [[nodiscard]] VariableId derivative_of(VariableId variable) const {
    const VariableId derivative = dae_.derivative_of(variable);
    return derivative.valid() && work_.role(derivative) == Role::derivative ? derivative : VariableId();
  }

  // One level down: the equations before these derivatives, and of what was chosen that of which it is the derivative.
  void descend(std::vector<EquationId>& rows, const std::vector<VariableId>& chosen) {
    std::vector<EquationId> below;
    for (const EquationId row : rows)
      if (previous_[row.index()].valid()) below.push_back(previous_[row.index()]);
    rows = std::move(below);
    eligible_.assign(eligible_.size(), false);
    for (const VariableId variable : chosen) {
      selected_[variable.index()] = true;
      if (const VariableId integral = dae_.integral_of(variable); integral.valid()) eligible_[integral.index()] = true;
    }
  }

  std::vector<VariableId> choose(const std::vector<EquationId>& rows) {
    const Candidates all = collect(rows);
    std::vector<VariableId> chosen;
    for (const std::vector<std::uint32_t>& part : connected(all)) {
      constexpr std::size_t small = 300;
      StatePivots found = part.size() <= small ? eliminate(all, part) : match(all, part);
      reconsider(all, part, found);
      if (found.determined.size() < part.size()) {
        refuse(all, part);
        return {};
      }
      for (const std::uint32_t column : found.determined) chosen.push_back(all.columns[column]);
      for (const OpenPivots& open : found.open) {
        constexpr std::size_t most_rows = 100;
        if (open.rows.size() > most_rows) continue;
        for (const std::uint32_t column : open.states) chosen.push_back(all.columns[column]);
        leave_open(all, open);
      }
    }
    for (const VariableId column : all.columns) column_of_[column.index()] = graph::none;
    return chosen;
  }

  void leave_open(const Candidates& all, const OpenPivots& open) {
    OpenChoice choice;
    for (const std::uint32_t row : open.rows) choice.rows.push_back(all.rows[row]);
    for (const std::uint32_t column : open.determined) choice.determined.push_back(all.columns[column]);
    // the first are states at the start, and begin at their start values
    for (const std::uint32_t column : open.states) choice.free.push_back(all.columns[column]);
    for (const std::uint32_t column : open.moving) choice.free.push_back(all.columns[column]);
    choice.starts_as_state.assign(choice.free.size(), false);
    std::fill_n(choice.starts_as_state.begin(), open.states.size(), true);
    open_choices_.push_back(std::move(choice));
  }

  Candidates collect(const std::vector<EquationId>& rows) {
    symbolic::ShapeTable& shapes = *dae_.shapes;
    Candidates all;
    all.rows = rows;
    for (const EquationId id : rows) {
      const Equation& equation = dae_.equations[id.index()];
      const auto operands = dae_.operands_of(equation);
      auto& entries = all.entries.emplace_back();
      for (std::uint32_t slot = 0; slot < operands.size(); ++slot) {
        if (!operands[slot].is_variable() || !eligible_[operands[slot].variable().index()]) continue;
        const symbolic::NodeId coefficient = shapes.partial(equation.shape, slot);
        if (shapes.pool().is_constant(coefficient, 0)) continue;
        const VariableId variable = operands[slot].variable();
        std::uint32_t& column = column_of_[variable.index()];
        if (column == graph::none) {
          column = static_cast<std::uint32_t>(all.columns.size());
          all.columns.push_back(variable);
          all.reluctance.push_back(reluctance(variable));
        }
        entries.push_back({column, coefficient});
      }
    }
    return all;
  }

  // How much a variable should stay a state.
  [[nodiscard]] int reluctance(VariableId variable) const {
    const Declaration& d = dae_.declaration(variable);
    const StateSelect wish = work_.wish(variable);
    if (wish == StateSelect::always) return 8;
    if (reinitialised_[variable.index()]) return 7;
    if (wish == StateSelect::prefer) return 6;
    if (wish == StateSelect::never) return 0;
    if (wish == StateSelect::avoid) return 1;
    if (work_.role(variable) != Role::state) return 2;  // nobody asked for its derivative but index reduction
    return d.fixed_at(dae_.element_of(variable)) ? 5 : 4;
  }
  static constexpr int most_reluctant = 8;
  static constexpr int asked_for = 4;  // with a derivative in the model's own equations
  static constexpr int preferred = 6;

  // Rows that have columns in common, directly or by way of others.
  static std::vector<std::vector<std::uint32_t>> connected(const Candidates& all) {
    std::vector<std::uint32_t> parent(all.rows.size());
    std::iota(parent.begin(), parent.end(), 0U);
    const auto find = [&](std::uint32_t row) {
      while (parent[row] != row) row = parent[row] = parent[parent[row]];
      return row;
    };
    std::vector<std::uint32_t> first(all.columns.size(), graph::none);
    for (std::uint32_t row = 0; row < all.rows.size(); ++row) {
      for (const auto& entry : all.entries[row]) {
        if (first[entry.column] == graph::none) first[entry.column] = row;
        parent[find(row)] = find(first[entry.column]);
      }
    }
    std::vector<std::uint32_t> part_of(all.rows.size(), graph::none);
    std::vector<std::vector<std::uint32_t>> parts;
    for (std::uint32_t row = 0; row < all.rows.size(); ++row) {
      std::uint32_t& part = part_of[find(row)];
      if (part == graph::none) {
        part = static_cast<std::uint32_t>(parts.size());
        parts.emplace_back();
      }
      parts[part].push_back(row);
    }
    return parts;
  }

  // What seems to be determined may be so at a point only where the equations do not hold: an angle by which currents
  // are turned forth and back. Then the coefficients at a point where they hold decide.
  void reconsider(const Candidates& all, const std::vector<std::uint32_t>& part, StatePivots& found) {
    constexpr std::size_t most_equations = 150;
    if (found.determined.size() < part.size() || !found.open.empty() || !trial_) return;
    std::vector<EquationId> equations;
    bool moving = false;
    for (const std::uint32_t row : part) {
      for (const auto& entry : all.entries[row])
        moving = moving || (std::ranges::find(found.determined, entry.column) != found.determined.end() &&
                            all.reluctance[entry.column] >= asked_for &&
                            moves(dae_.equations[all.rows[row].index()], entry.coefficient));
      for (EquationId one = all.rows[row]; one.valid(); one = previous_[one.index()]) equations.push_back(one);
    }
    if (!moving || equations.size() > most_equations) return;
    const ConsistentPoint point(dae_, *trial_, equations);
    if (!point.found() || determines(all, part, found.determined, point)) return;
    StatePivots better = eliminate(all, part, &point);
    if (better.determined.size() == part.size() && determines(all, part, better.determined, point))
      found = std::move(better);
  }

  // Whether these rows determine these columns at the point.
  [[nodiscard]] bool determines(const Candidates& all, const std::vector<std::uint32_t>& rows,
                                const std::vector<std::uint32_t>& columns, const ConsistentPoint& point) const {
    std::vector<std::uint32_t> sorted = columns;
    std::ranges::sort(sorted);
    const std::size_t n = sorted.size();
    std::vector<Coefficient> a(rows.size() * n);
    for (std::size_t i = 0; i < rows.size(); ++i)
      for (const auto& entry : all.entries[rows[i]]) {
        const auto at = std::ranges::lower_bound(sorted, entry.column);
        if (at == sorted.end() || *at != entry.column) continue;
        Coefficient& one = a[i * n + static_cast<std::size_t>(at - sorted.begin())];
        one = {one.value + point.value(dae_.equations[all.rows[rows[i]].index()], entry.coefficient), true, false};
      }
    return StatePivoting(std::move(a), rows.size(), std::vector<int>(n, 0), preferred).run().determined.size() == n;
  }

  // Coefficients that vanish at the start values, though not everywhere, count little.
  StatePivots eliminate(const Candidates& all, const std::vector<std::uint32_t>& rows,
                        const ConsistentPoint* point = nullptr) {
    if (!trial_) trial_ = std::make_unique<TrialPoint>(dae_);
    std::vector<std::uint32_t> columns;
    for (const std::uint32_t row : rows)
      for (const auto& entry : all.entries[row]) columns.push_back(entry.column);
    std::sort(columns.begin(), columns.end());
    columns.erase(std::unique(columns.begin(), columns.end()), columns.end());
    const std::size_t n = columns.size();
    std::vector<Coefficient> a(rows.size() * n);
    for (std::size_t i = 0; i < rows.size(); ++i) {
      const Equation& equation = dae_.equations[all.rows[rows[i]].index()];
      for (const auto& entry : all.entries[rows[i]]) {
        const auto j = static_cast<std::size_t>(std::ranges::lower_bound(columns, entry.column) - columns.begin());
        const double value =
            point != nullptr ? point->value(equation, entry.coefficient) : weight(equation, entry.coefficient);
        a[i * n + j] = {value, true, moves(equation, entry.coefficient)};
      }
    }
    std::vector<int> reluctance;
    for (const std::uint32_t column : columns) reluctance.push_back(all.reluctance[column]);
    StatePivots found = StatePivoting(std::move(a), rows.size(), std::move(reluctance), preferred).run();
    // numbers of this part become numbers of the level
    for (std::uint32_t& column : found.determined) column = columns[column];
    for (OpenPivots& open : found.open) {
      for (std::uint32_t& row : open.rows) row = rows[row];
      for (auto* list : {&open.determined, &open.states, &open.moving})
        for (std::uint32_t& column : *list) column = columns[column];
    }
    return found;
  }

  // Whether a coefficient changes between events.
  [[nodiscard]] bool moves(const Equation& equation, symbolic::NodeId coefficient) const {
    const auto operands = dae_.operands_of(equation);
    return std::ranges::any_of(symbolic::slots_in_order(dae_.shapes->pool(), coefficient), [&](std::uint32_t slot) {
      if (operands[slot].kind() == Operand::Kind::literal) return false;
      return !operands[slot].is_variable() ||
             dae_.declaration(operands[slot].variable()).variability == Variability::continuous;
    });
  }

  [[nodiscard]] double weight(const Equation& equation, symbolic::NodeId coefficient) const {
    const double at_start = trial_->at_start(equation, coefficient);
    constexpr double tiny = 1e-9;
    if (std::isfinite(at_start) && std::fabs(at_start) > tiny) return at_start;
    const double elsewhere = trial_->elsewhere(equation, coefficient);
    constexpr double weak = 1e-6;
    return std::isfinite(elsewhere) ? weak * elsewhere : weak;
  }

  // The same by structure alone, for many rows.
  static StatePivots match(const Candidates& all, const std::vector<std::uint32_t>& rows) {
    const auto columns = static_cast<std::uint32_t>(all.columns.size());
    graph::Matching matching{std::vector(rows.size(), graph::none), std::vector(columns, graph::none), 0};
    for (int class_ = 0; class_ <= most_reluctant; ++class_) {
      graph::Rows allowed;
      for (const std::uint32_t row : rows) {
        for (const auto& entry : all.entries[row])
          if (all.reluctance[entry.column] <= class_) allowed.entries.push_back(entry.column);
        allowed.end_row();
      }
      matching = graph::maximum_matching(allowed, columns, std::move(matching));
    }
    StatePivots found;
    for (const std::uint32_t column : matching.column_of_row)
      if (column != graph::none) found.determined.push_back(column);
    return found;
  }

  void refuse(const Candidates& all, const std::vector<std::uint32_t>& rows) {
    Diagnostic error;
    error.code = Code::E0402;
    error.message = "constraints between states repeat or contradict each other";
    constexpr std::size_t most_named = 10;
    for (std::size_t i = 0; i < std::min(most_named, rows.size()); ++i) {
      const Equation& equation = dae_.equations[all.rows[rows[i]].index()];
      const Span span = dae_.origins[equation.origin.index()].span;
      if (!error.span.valid()) error.span = span;
      error.notes.push_back({"among them: " + brief(dae_, equation), span});
    }
    error.help = "of these equations one follows from the others: remove it";
    work_.diagnostics.add(std::move(error));
  }

  void assign_roles() {
    std::vector<bool> is_state(dae_.variable_count, false);
    for (std::uint32_t v = 0; v < dae_.variable_count; ++v)
      is_state[v] = !selected_[v] && derivative_of(VariableId(v)).valid();
    for (std::uint32_t v = 0; v < dae_.variable_count; ++v) {
      Role& role = work_.roles[v];
      if (role != Role::state && role != Role::derivative && role != Role::algebraic) continue;
      const VariableId integral = role == Role::derivative ? dae_.integral_of(VariableId(v)) : VariableId();
      const bool of_state = integral.valid() && is_state[integral.index()];
      if (is_state[v] && of_state) both_.emplace_back(v);
      if (role == Role::state && !is_state[v]) work_.plan.dummies.emplace_back(v);
      role = is_state[v] ? Role::state : of_state ? Role::derivative : Role::algebraic;
    }
  }

  // A derivative that is a state too: the rate of change of what it is the derivative of needs a place of its own.
  void copy_rates() {
    if (both_.empty()) return;
    const auto count = static_cast<std::uint32_t>(both_.size());
    Declaration made;
    made.name = "$rate";
    made.dimensions = {count};
    made.first = VariableId(dae_.variable_count);
    made.count = count;
    made.generated = true;
    made.span = dae_.declaration(both_.front()).span;
    dae_.declarations.push_back(made);
    dae_.variable_count += count;
    work_.roles.resize(dae_.variable_count, Role::derivative);
    symbolic::Pool& pool = dae_.shapes->pool();
    const ShapeId shape = dae_.shapes->intern(pool.subtract(pool.slot(0), pool.slot(1)), 2U);
    std::vector<Equation> equations;
    for (std::uint32_t i = 0; i < count; ++i) {
      const VariableId rate(made.first.value + i);
      work_.rates.emplace(dae_.integral_of(both_[i]), rate);
      Equation equation;
      equation.shape = shape;
      equation.operands_begin = static_cast<std::uint32_t>(dae_.operands.size());
      equation.origin = OriginId(dae_.origins.size());
      dae_.origins.push_back({dae_.declaration(both_[i]).span, {}, "derivative of a state"});
      dae_.operands.push_back(Operand::of(rate));
      dae_.operands.push_back(Operand::of(both_[i]));
      equations.push_back(equation);
    }
    dae_.equations.insert(dae_.equations.begin() + dae_.initial_begin, equations.begin(), equations.end());
    dae_.initial_begin += count;
  }

  void check_wishes() {
    for (const Reinit& reinit : dae_.reinits) {
      if (work_.role(reinit.target) == Role::state) continue;
      Diagnostic& error = work_.diagnostics.error(
          Code::E0412, dae_.origins[reinit.origin.index()].span,
          "reinit of '" + dae_.name_of(reinit.target) + "', which follows from other states by an equation");
      error.help = "give another variable the new value, or write stateSelect = StateSelect.always for this one";
    }
    for (std::uint32_t v = 0; v < selected_.size(); ++v) {
      if (!selected_[v] || work_.wish(VariableId(v)) != StateSelect::always) continue;
      work_.diagnostics.warning(
          Code::W0413, dae_.declaration(VariableId(v)).span,
          "'" + dae_.name_of(VariableId(v)) +
              "' cannot be a state (StateSelect.always): an equation makes it follow from others");
    }
  }

  Work& work_;
  Dae& dae_;
  const std::vector<DifferentiatedEquation>& differentiated_;
  std::vector<EquationId> previous_;  // by equation: of which it is the derivative
  std::vector<bool> selected_, eligible_, reinitialised_;
  std::vector<std::uint32_t> column_of_;
  std::vector<VariableId> both_;
  std::vector<OpenChoice> open_choices_;
  std::unique_ptr<TrialPoint> trial_;
};

}  // namespace

void select_states(Work& work, const std::vector<DifferentiatedEquation>& differentiated) {
  StateSelection(work, differentiated).run();
}

}  // namespace sunder::causalise
