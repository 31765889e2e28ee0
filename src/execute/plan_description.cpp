#include "execute/plan_description.hpp"

#include <algorithm>
#include <cmath>

#include "emit/schedule.hpp"

namespace sunder::execute {

double constant_value(const ir::Plan& plan, std::span<const double> parameters, ir::Operand operand) {
  if (operand.kind() == ir::Operand::Kind::literal) return plan.dae.literals[operand.literal_index()];
  if (!operand.is_variable()) return 0;
  const auto [target, negated] = resolve(plan, operand.variable());
  if (target.kind() == ir::Operand::Kind::time) return 0;
  const emit::Place place = emit::place_of(plan, target);
  if (place.space != emit::Space::parameter) return 0;
  return negated ? -parameters[place.index] : parameters[place.index];
}

PlanDescription::PlanDescription(const ir::Plan& plan, const std::vector<double>& parameters)
    : plan_(plan), parameters_(parameters), list_(plan) {
  name = plan.dae.name;
  const ir::Experiment& given = plan.dae.experiment;
  experiment = {given.start, given.stop, given.tolerance, given.interval};
  hybrid = !plan.dae.held.empty() || !plan.dae.checks.empty() || !plan.state_sets.empty() || !plan.dae.delays.empty();
  const auto number = [this](const std::vector<ir::VariableId>& variables, std::vector<model::VariableIndex>& numbers) {
    numbers.reserve(variables.size());
    for (const ir::VariableId v : variables) numbers.push_back(list_.index_of(v));
  };
  number(plan.states, states);
  number(plan.inputs, inputs);
  number(plan.outputs, outputs);
  for (const ir::Declaration& declaration : plan.dae.declarations) {
    if (declaration.base != ir::BaseType::string) continue;
    for (std::uint32_t k = 0; k < declaration.count; ++k) {
      text_variables.emplace_back(declaration.first.value + k);
      texts.push_back({plan.dae.name_of(text_variables.back()), declaration.span});
    }
  }
}

double PlanDescription::value(const ir::OperandColumn& column, ir::VariableId variable, double otherwise) const {
  const ir::Operand operand = column.given() ? column.at(plan_.dae.element_of(variable)) : ir::Operand();
  return operand.valid() ? constant_value(plan_, parameters_, operand) : otherwise;
}

double PlanDescription::nominal(model::VariableIndex index) const {
  const ir::VariableId variable = list_.at(index);
  const double value = std::fabs(this->value(plan_.dae.declaration(variable).nominal, variable, 1));
  return value > 0 && std::isfinite(value) ? value : 1;
}

model::Variable PlanDescription::variable(model::VariableIndex index) const {
  const ir::VariableId id = list_.at(index);
  const ir::Declaration& declaration = plan_.dae.declaration(id);
  model::Variable made;
  made.name = plan_.dae.name_of(id);
  made.type = declaration.base == ir::BaseType::boolean   ? model::VariableType::boolean
              : declaration.base == ir::BaseType::integer ? model::VariableType::integer
                                                          : model::VariableType::real;
  made.unit = declaration.unit;
  made.display_unit = declaration.display_unit;
  made.description = declaration.description;
  made.causality = declaration.is_open_input()                      ? model::VariableCausality::input
                   : declaration.causality == ir::Causality::output ? model::VariableCausality::output
                                                                    : model::VariableCausality::local;
  made.variability = static_cast<model::VariableVariability>(declaration.variability);
  const ir::Operand target = resolve(plan_, id).first;
  made.unchanging = target.kind() == ir::Operand::Kind::literal ||
                    (target.is_variable() && plan_.addresses[target.variable().index()].space == ir::Space::parameter);
  const ir::Space space = plan_.addresses[id.index()].space;
  if (space == ir::Space::state) {
    made.kind = model::VariableKind::state;
  } else if (space == ir::Space::derivative || declaration.derivative_of.valid()) {
    made.kind = model::VariableKind::derivative;
  } else if (declaration.variability <= ir::Variability::parameter) {
    made.kind = model::VariableKind::parameter;
  } else if (made.causality == model::VariableCausality::input) {
    made.kind = model::VariableKind::input;
  } else if (made.causality == model::VariableCausality::output) {
    made.kind = model::VariableKind::output;
  }
  made.structural = declaration.structural_at.valid();
  made.structural_at = declaration.structural_at;
  made.tunable = declaration.variability == ir::Variability::parameter && !declaration.generated &&
                 !declaration.is_final && !made.structural && !std::ranges::binary_search(plan_.initial_parameters, id);
  made.start = made.kind == model::VariableKind::parameter ? constant_value(plan_, parameters_, ir::Operand::of(id))
                                                           : value(declaration.start, id, 0);
  made.nominal = nominal(index);
  made.minimum = value(declaration.minimum, id, made.minimum);
  made.maximum = value(declaration.maximum, id, made.maximum);
  made.origin = declaration.span;
  return made;
}

}  // namespace sunder::execute
