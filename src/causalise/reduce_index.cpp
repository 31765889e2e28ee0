// Pass: index reduction. Equations that constrain states are differentiated (Pantelides decides which and how often)
// until all highest derivatives are determined; then `select_states` decides which variables stay states.
#include <set>

#include "base/codes.hpp"
#include "base/text.hpp"
#include "causalise/differentiate_rows.hpp"
#include "causalise/passes.hpp"
#include "causalise/select_states.hpp"
#include "graph/pantelides.hpp"
#include "ir/brief.hpp"

namespace sunder::causalise {

using namespace ir;

namespace {

bool is_unknown(Role role) { return role == Role::state || role == Role::derivative || role == Role::algebraic; }

class IndexReduction {
 public:
  explicit IndexReduction(Work& work) : work_(work), dae_(work.dae()), number_of_equations_(dae_.initial_begin) {}

  void run() {
    graph::Differentiation found = differentiate_structure(work_, variables_);
    if (found.stuck != graph::none) return refuse(found.stuck);
    declare(found.variables);
    differentiate(found.equations);
    if (work_.diagnostics.has_errors()) return;
    select_states(work_, chains(found));
    work_.plan.index = highest_order(found);
  }

 private:
  void refuse(std::uint32_t row) {
    const Equation& equation = dae_.equations[row];
    Diagnostic& error = work_.diagnostics.error(
        Code::E0402, dae_.origins[equation.origin.index()].span,
        "the model is structurally singular: no derivative of '" + brief(dae_, equation) + "' determines an unknown");
    error.help = "the equation is implied by others, or contradicts them";
  }

  // Only the elements that are asked for take part.
  void declare(const std::vector<std::uint32_t>& of) {
    for (const std::uint32_t number : of) {
      const VariableId derivative = declare_derivative(work_, variables_[number]);
      work_.roles[derivative.index()] = Role::derivative;
      variables_.push_back(derivative);
    }
  }

  void differentiate(const std::vector<std::uint32_t>& of) {
    std::vector<Equation> made;
    made.reserve(of.size());
    EquationId current;
    RowDifferentiator differentiator(dae_, [&](VariableId variable) {
      if (work_.role(variable) == Role::input) need_input(variable, current);
      if (!is_unknown(work_.role(variable)) || dae_.declaration(variable).variability == Variability::discrete)
        return VariableId();
      return dae_.derivative_of(variable);
    });
    const std::uint32_t begin = dae_.initial_begin;
    for (const std::uint32_t from : of) {
      current = EquationId(from);
      const Equation base = from < begin ? dae_.equations[from] : made[from - begin];
      Equation equation;
      static_cast<Row&>(equation) = differentiator.differentiate(base);
      Origin origin = dae_.origins[base.origin.index()];
      origin.rule = "differentiated";
      equation.origin = OriginId(dae_.origins.size());
      dae_.origins.push_back(std::move(origin));
      made.push_back(equation);
    }
    dae_.equations.insert(dae_.equations.begin() + begin, made.begin(), made.end());
    dae_.initial_begin += static_cast<std::uint32_t>(made.size());
  }

  void need_input(VariableId input, EquationId equation) {
    if (!needed_inputs_.insert(input.value).second) return;
    // an equation that is itself a derivative is told by the one the user wrote
    const Span span = equation.index() < dae_.initial_begin
                          ? dae_.origins[dae_.equations[equation.index()].origin.index()].span
                          : dae_.declaration(input).span;
    Diagnostic& error = work_.diagnostics.error(
        Code::E0411, span, "the derivative of the input '" + dae_.name_of(input) + "' is needed and not known");
    error.notes.push_back({"the input is declared here", dae_.declaration(input).span});
    error.help = "an equation makes states follow the input: filter the input, or make its derivative an input too";
  }

  // How often the equation was differentiated that was so most often.
  [[nodiscard]] std::uint32_t highest_order(const graph::Differentiation& found) const {
    const std::size_t given = number_of_equations_;
    std::vector<std::uint32_t> order(given + found.equations.size(), 0);
    std::uint32_t highest = 0;
    for (std::size_t k = 0; k < found.equations.size(); ++k)
      highest = std::max(highest, order[given + k] = order[found.equations[k]] + 1);
    return highest;
  }

  [[nodiscard]] std::vector<DifferentiatedEquation> chains(const graph::Differentiation& found) const {
    std::vector<DifferentiatedEquation> chains;
    for (std::uint32_t k = 0; k < found.equations.size(); ++k)
      chains.push_back({EquationId(found.equations[k]), EquationId(number_of_equations_ + k)});
    return chains;
  }

  Work& work_;
  Dae& dae_;
  std::uint32_t number_of_equations_;  // before any was differentiated
  std::vector<VariableId> variables_;  // by number in the graph
  std::set<std::uint32_t> needed_inputs_;
};

}  // namespace

graph::Differentiation differentiate_structure(const Work& work, std::vector<VariableId>& variables) {
  constexpr std::uint32_t most_derivatives = 20;
  const Dae& dae = work.plan.dae;
  std::vector<std::uint32_t> number(dae.variable_count, graph::none);
  variables.clear();
  for (std::uint32_t v = 0; v < dae.variable_count; ++v) {
    if (!is_unknown(work.roles[v])) continue;
    number[v] = static_cast<std::uint32_t>(variables.size());
    variables.emplace_back(v);
  }
  graph::DerivativeGraph graph;
  graph.derivative.assign(variables.size(), graph::none);
  graph.rigid.assign(variables.size(), false);
  for (std::uint32_t i = 0; i < variables.size(); ++i) {
    const VariableId derivative = dae.derivative_of(variables[i]);
    if (derivative.valid() && work.role(derivative) == Role::derivative)
      graph.derivative[i] = number[derivative.index()];
    graph.rigid[i] = dae.declaration(variables[i]).variability == Variability::discrete;
  }
  for (std::uint32_t e = 0; e < dae.initial_begin; ++e) {
    const Equation& equation = dae.equations[e];
    const auto operands = dae.operands_of(equation);
    for (std::uint32_t slot = 0; slot < operands.size(); ++slot) {
      if (!operands[slot].is_variable() || number[operands[slot].variable().index()] == graph::none) continue;
      if (dae.shapes->incidence(equation.shape, slot) == symbolic::Incidence::absent) continue;
      // what an equation reads in a condition alone it does not determine, and its derivative does not read
      if (dae.shapes->pool().is_constant(dae.shapes->partial(equation.shape, slot), 0)) continue;
      graph.rows.entries.push_back(number[operands[slot].variable().index()]);
    }
    graph.rows.end_row();
  }
  return graph::differentiate_until_solvable(std::move(graph), most_derivatives);
}

// Of whole declarations.
VariableId declare_derivative(Work& work, VariableId variable) {
  Dae& dae = work.dae();
  const DeclarationId of = dae.declaration_of(variable);
  const Declaration& base = dae.declarations[of.index()];
  if (base.derivative.valid()) return dae.derivative_of(variable);
  Declaration made;
  made.name = "der(" + base.name + ")";
  made.dimensions = base.dimensions;
  made.first = VariableId(dae.variable_count);
  made.count = base.count;
  made.generated = true;
  made.is_protected = base.is_protected;
  made.derivative_of = of;
  if (!base.unit.empty()) made.unit = base.unit.ends_with("/s") ? base.unit + "2" : base.unit + "/s";
  made.span = base.span;
  dae.variable_count += made.count;
  work.roles.resize(dae.variable_count, Role::unused);
  dae.declarations[of.index()].derivative = DeclarationId(dae.declarations.size());
  dae.declarations.push_back(std::move(made));
  return dae.derivative_of(variable);
}

void reduce_index(Work& work) {
  reduce_dependent_sums(work);
  match_highest(work);
  const System& system = work.continuous;
  const bool regular =
      system.matching.size == system.unknowns.size() && system.unknowns.size() == system.equations.size();
  if (!regular && !check_structure(work)) return;
  const bool promoted = promote_wished_states(work);
  if (regular && !promoted) return;
  IndexReduction(work).run();
  if (!work.diagnostics.has_errors()) match_highest(work);
}

}  // namespace sunder::causalise
