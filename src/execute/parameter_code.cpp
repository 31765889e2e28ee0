#include "execute/parameter_code.hpp"

#include <algorithm>
#include <cmath>

#include "base/codes.hpp"
#include "base/text.hpp"
#include "emit/interpret/interpreter.hpp"
#include "emit/program.hpp"
#include "execute/plan_description.hpp"
#include "ir/brief.hpp"
#include "symbolic/apply.hpp"

namespace sunder::execute {

using emit::Frame;
using emit::Space;

ParameterCode::ParameterCode(const ir::Plan& plan, emit::ScheduleOptions options)
    : plan_(plan),
      continuous_(emit::assemble_divisors(plan, emit::make_schedule(plan, plan.continuous, options))),
      initial_(emit::assemble_divisors(plan, emit::make_schedule(plan, plan.initial, options))) {
  compute_own(options);
  own_fault_ = examine(own_);
}

void ParameterCode::compute_own(emit::ScheduleOptions options) {
  const ir::Dae& dae = plan_.dae;
  own_.assign(plan_.held_begin() + dae.held.size(), 0.0);
  std::copy(dae.literals.begin(), dae.literals.end(), own_.begin() + plan_.parameter_count);
  const emit::Schedule schedule = emit::make_parameter_schedule(plan_, options);
  const emit::Program program(std::make_shared<emit::Assembly>(emit::assemble_values(plan_, schedule)),
                              emit::BackEnd::interpreter);
  Frame frame;
  frame[Space::parameter] = own_.data();
  emit::Workspace workspace = program.make_workspace();
  emit::Failure failure;
  [[maybe_unused]] const bool ran = program.run(frame, frame, workspace, failure);
}

void ParameterCode::follow(const std::map<ir::VariableId, double>& given, std::vector<double>& parameters) const {
  const ir::Dae& dae = plan_.dae;
  std::vector<std::pair<std::size_t, double>> found;  // by the initial system, or by the choice of states
  const auto keep = [&](ir::VariableId variable) {
    const std::size_t place = plan_.addresses[variable.index()].index;
    found.emplace_back(place, parameters[place]);
  };
  for (const ir::VariableId variable : plan_.initial_parameters) keep(variable);
  for (const ir::StateSet& set : plan_.state_sets)
    for (std::uint32_t i = 0; i < set.selector_count(); ++i) keep(ir::VariableId(set.selectors.value + i));
  std::copy_n(own_.begin(), plan_.held_begin(), parameters.begin());
  for (const auto& [place, value] : found) parameters[place] = value;
  std::vector<bool> other(dae.variable_count, false);  // not what the model's text says
  for (const auto& [variable, value] : given) {
    other[variable.index()] = true;
    parameters[plan_.addresses[variable.index()].index] = value;
  }
  std::vector<double> values;
  for (const ir::Assignment& row : dae.parameters) {
    const ir::Address target = plan_.addresses[row.target.index()];
    if (target.space != ir::Space::parameter || given.contains(row.target)) continue;
    const auto operands = dae.operands_of(row);
    const bool follows = std::ranges::any_of(operands, [&](ir::Operand operand) {
      if (!operand.is_variable()) return false;
      const ir::Operand behind = resolve(plan_, operand.variable()).first;
      return behind.is_variable() && other[behind.variable().index()];
    });
    if (!follows) continue;
    values.clear();
    for (const ir::Operand operand : operands) values.push_back(constant_value(plan_, parameters, operand));
    parameters[target.index] = symbolic::evaluate(dae.shapes->pool(), dae.shapes->root(row.shape), values);
    other[row.target.index()] = true;
  }
}

std::optional<model::Fault> ParameterCode::examine(std::vector<double>& parameters) const {
  if (auto fault = find_not_finite(parameters)) return fault;
  if (auto fault = find_zero_divisor(continuous_, parameters)) return fault;
  return find_zero_divisor(initial_, parameters);
}

// The user knows the parameters that were declared, not those that were derived from them; these may belong to a branch
// that is never taken, and if not, the equation that reads them will tell.
std::optional<model::Fault> ParameterCode::find_not_finite(const std::vector<double>& parameters) const {
  const ir::Assignment* worst = nullptr;
  for (const ir::Assignment& row : plan_.dae.parameters) {
    const ir::Address address = plan_.addresses[row.target.index()];
    if (address.space != ir::Space::parameter || std::isfinite(parameters[address.index])) continue;
    if (!plan_.dae.declaration(row.target).generated && worst == nullptr) worst = &row;
  }
  if (worst == nullptr) return std::nullopt;
  const double value = parameters[plan_.addresses[worst->target.index()].index];
  model::Fault fault;
  fault.code = Code::E0505;
  fault.variable = plan_.dae.name_of(worst->target);
  fault.equation = fault.variable + " = " + ir::brief(plan_.dae, static_cast<const ir::Row&>(*worst));
  fault.message = "the parameter '" + fault.variable + "' is " + shortest(value);
  fault.span =
      worst->origin.valid() ? plan_.dae.origins[worst->origin.index()].span : plan_.dae.declaration(worst->target).span;
  return fault;
}

std::optional<model::Fault> ParameterCode::find_zero_divisor(const emit::DivisorListing& divisors,
                                                             std::vector<double>& parameters) const {
  std::vector<double> values(divisors.count);
  Frame frame;
  frame[Space::parameter] = parameters.data();
  frame[Space::residual] = values.data();
  emit::Interpreter(divisors.listing).run(0, frame, 0, 0);
  const auto zero = std::find(values.begin(), values.end(), 0.0);
  if (zero == values.end()) return std::nullopt;
  const ir::Equation& equation = plan_.dae.equations[divisors.rows[zero - values.begin()]];
  model::Fault fault;
  fault.code = Code::E0504;
  fault.equation = ir::brief(plan_.dae, equation);
  if (equation.origin.valid()) fault.span = plan_.dae.origins[equation.origin.index()].span;
  fault.message =
      "the equation '" + fault.equation + "' cannot be solved for its unknown: a factor of parameters is zero";
  return fault;
}

}  // namespace sunder::execute
