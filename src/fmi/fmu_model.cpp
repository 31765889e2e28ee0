#include "fmi/fmu_model.hpp"

#include <algorithm>
#include <limits>
#include <unordered_map>

#include "base/codes.hpp"
#include "base/text.hpp"

namespace sunder::fmi {

namespace {

FmuContext& own(model::Context& context) { return static_cast<FmuContext&>(context); }

model::VariableType type_of(Type type) {
  if (is_real(type)) return model::VariableType::real;
  return type == Type::boolean ? model::VariableType::boolean : model::VariableType::integer;
}

model::VariableVariability variability_of(const Variable& variable) {
  switch (variable.variability) {
    case Variability::constant: return model::VariableVariability::constant;
    case Variability::fixed:
    case Variability::tunable: return model::VariableVariability::parameter;
    case Variability::discrete: return model::VariableVariability::discrete;
    case Variability::continuous: break;
  }
  return model::VariableVariability::continuous;
}

model::Variable described(const Variable& variable, std::uint64_t offset) {
  model::Variable out;
  out.name = element_name(variable, offset);
  out.type = type_of(variable.type);
  out.unit = variable.unit;
  out.display_unit = variable.display_unit;
  out.description = variable.description;
  out.variability = variability_of(variable);
  out.origin = variable.span;
  if (!variable.start.empty()) out.start = variable.start.size() == 1 ? variable.start.front() : variable.start[offset];
  if (variable.nominal && *variable.nominal > 0) out.nominal = *variable.nominal;
  if (variable.minimum) out.minimum = *variable.minimum;
  if (variable.maximum) out.maximum = *variable.maximum;
  switch (variable.causality) {
    case Causality::parameter:
    case Causality::structural_parameter:
      out.kind = model::VariableKind::parameter;
      out.structural = variable.causality == Causality::structural_parameter;
      out.structural_at = out.structural ? variable.span : Span();
      out.tunable = !out.structural;
      break;
    case Causality::input:
      out.kind = model::VariableKind::input;
      out.causality = model::VariableCausality::input;
      break;
    case Causality::output:
      out.kind = model::VariableKind::output;
      out.causality = model::VariableCausality::output;
      break;
    case Causality::calculated_parameter: break;
    case Causality::local:
    case Causality::independent: break;
  }
  out.unchanging = out.variability == model::VariableVariability::constant ||
                   out.variability == model::VariableVariability::parameter;
  return out;
}

}  // namespace

FmuModel::FmuModel(std::shared_ptr<const Fmu> fmu, Use use, InstanceMaker maker, std::vector<TextSetting> texts)
    : fmu_(std::move(fmu)),
      use_(use),
      maker_(std::move(maker)),
      texts_(std::move(texts)),
      layout_(fmu_->description, use) {
  describe();
  find_structure();
}

/// Every number of the FMU is a variable; lists of states, inputs and outputs in the order of the vectors.
void FmuModel::describe() {
  const FmuDescription& d = of_fmu();
  description_.name = d.model_name;
  description_.experiment = {d.start_time, d.stop_time, d.tolerance, std::nullopt};
  std::unordered_map<std::size_t, std::size_t> first;  // place of the first element of each variable
  for (const Element& element : layout_.recorded) {
    if (element.offset == 0) first.emplace(element.variable, description_.variables.size());
    description_.variables.push_back(described(d.variables[element.variable], element.offset));
  }
  for (std::size_t i = 0; i < layout_.states.size(); ++i) {
    const Element& state = layout_.states[i];
    const std::size_t place = first.at(state.variable) + state.offset;
    description_.variables[place].kind = model::VariableKind::state;
    description_.states.emplace_back(place);
  }
  for (const std::size_t derivative : layout_.derivative_variables)
    for (std::uint64_t k = 0; k < d.variables[derivative].elements; ++k) {
      model::Variable& one = description_.variables[first.at(derivative) + k];
      if (one.kind == model::VariableKind::algebraic) one.kind = model::VariableKind::derivative;
    }
  for (const Element& input : layout_.inputs) description_.inputs.emplace_back(first.at(input.variable) + input.offset);
  for (const Element& output : layout_.outputs)
    description_.outputs.emplace_back(first.at(output.variable) + output.offset);
  description_.hybrid =
      fmu_indicators() > 0 || std::ranges::any_of(d.variables, [](const Variable& one) {
        return one.variability == Variability::discrete && one.causality != Causality::input && is_number(one.type);
      });
  if (steps_itself()) description_.hybrid = false;  // its events are its own
}

/// Rows and columns of [A B; C D] that declared dependencies connect; what declares none depends on everything.
void FmuModel::find_structure() {
  const FmuDescription& d = of_fmu();
  std::unordered_map<std::size_t, std::vector<std::size_t>> columns;  // of a variable
  std::size_t column = 0;
  for (const auto* list : {&layout_.states, &layout_.inputs})
    for (const Element& element : *list) columns[element.variable].push_back(column++);
  std::vector<std::size_t> all(column);
  for (std::size_t i = 0; i < column; ++i) all[i] = i;
  std::unordered_map<std::size_t, const Unknown*> outputs;
  for (const Unknown& one : d.outputs) outputs.emplace(one.variable, &one);
  const auto add = [&](const Unknown* unknown, std::uint64_t rows, std::size_t own) {
    std::vector<std::size_t> found;
    if (unknown == nullptr || !unknown->dependencies) {
      found = all;
    } else {
      for (const Dependency& one : *unknown->dependencies)
        if (const auto at = columns.find(one.variable); at != columns.end())
          found.insert(found.end(), at->second.begin(), at->second.end());
      // an output that is a state depends on itself, which not every tool declares
      if (const auto itself = columns.find(own); itself != columns.end())
        found.insert(found.end(), itself->second.begin(), itself->second.end());
      std::ranges::sort(found);
      found.erase(std::unique(found.begin(), found.end()), found.end());
    }
    for (std::uint64_t i = 0; i < rows; ++i) columns_of_row_.push_back(found);
  };
  for (const Unknown& derivative : d.derivatives)
    if (!steps_itself()) add(&derivative, d.variables[derivative.variable].elements, derivative.variable);
  for (const std::size_t output : layout_.output_variables) {
    const auto known = outputs.find(output);
    add(known == outputs.end() ? nullptr : known->second, d.variables[output].elements, output);
  }
  const auto scalar = [&](const std::vector<std::size_t>& variables) {
    return std::ranges::all_of(variables, [&](std::size_t i) { return d.variables[i].dimensions.empty(); });
  };
  exact_derivatives_ = kind().directional_derivatives && scalar(layout_.state_variables) &&
                       scalar(layout_.input_variables) && scalar(layout_.output_variables);
}

std::unique_ptr<model::Context> FmuModel::create_context() const { return std::make_unique<FmuContext>(*this); }

model::Status FmuModel::initialise(model::Context& context, double time) const { return own(context).initialise(time); }

model::Status FmuModel::resume(model::Context& /*context*/, double time, std::span<double> /*x*/,
                               std::span<const model::GivenValue> given) const {
  const auto discrete = std::ranges::find_if(given, [this](const model::GivenValue& one) {
    return description_.variable(one.variable).variability == model::VariableVariability::discrete;
  });
  if (discrete == given.end()) return {};
  model::Fault fault;
  fault.code = Code::E1212;
  fault.time = time;
  fault.message = fmu_->path + ": discrete variables of an FMU (here '" +
                  description_.variable_name(discrete->variable) +
                  "') cannot be set: it can only be started from its own initial values";
  return fault;
}

std::unique_ptr<model::Evaluator> FmuModel::evaluator(model::Context& context, const model::Wanted& wanted,
                                                      const model::Varying& varying) const {
  return make_fmu_evaluator(*this, own(context), wanted, varying);
}

model::Status FmuModel::record(model::Context& context, double time, std::span<const double> x,
                               std::span<double> values) const {
  return own(context).record(time, x, values);
}

model::ZeroCrossing FmuModel::crossing(std::size_t indicator) const {
  if (indicator == fmu_indicators()) return {"the end of a step of " + std::string(name()), {}};
  std::size_t first = 0;
  for (const Unknown& one : of_fmu().event_indicators) {
    const Variable& variable = of_fmu().variables[one.variable];
    if (indicator < first + variable.elements)
      return {element_name(variable, indicator - first) + " crosses zero", variable.span};
    first += variable.elements;
  }
  return {"event indicator " + std::to_string(indicator + 1) + " of " + std::string(name()), {}};
}

std::vector<model::EventFeedback> FmuModel::feedback() const {
  if (fmu_indicators() == 0 || state_count() == 0) return {};
  return {{model::all_states(state_count()), {counted(fmu_indicators(), "event indicator") + " of the FMU"}, {}}};
}

model::Status FmuModel::indicators(model::Context& context, double time, std::span<const double> x,
                                   std::span<double> z) const {
  return own(context).indicators(time, x, z);
}

double FmuModel::next_time_event(model::Context& context, double /*time*/) const {
  return own(context).next_time_event();
}

model::Status FmuModel::handle(model::Context& context, double time, std::span<double> x, model::EventCause cause,
                               model::EventOutcome& outcome) const {
  return own(context).handle(time, x, cause == model::EventCause::terminal, outcome);
}

}  // namespace sunder::fmi
