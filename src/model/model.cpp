#include "model/model.hpp"

#include <algorithm>
#include <stdexcept>

#include "base/codes.hpp"

namespace sunder::model {

Context::Context(const Model& model)
    : share_(model.weak_from_this().lock()),
      model_(model),
      states_(model.state_count()),
      inputs_(model.input_count()) {}

namespace {

struct SavedInputs final : Snapshot {
  InputSignals inputs;
};

}  // namespace

double PlainContext::parameter(VariableIndex variable) const {
  throw std::logic_error("'" + model().description().variable_name(variable) + "' is no parameter");
}

Status PlainContext::set_parameter(VariableIndex variable, double /*value*/) {
  Fault fault;
  fault.code = Code::E0510;
  fault.variable = model().description().variable_name(variable);
  fault.message = "'" + fault.variable + "' is no parameter: it cannot be set";
  return fault;
}

std::unique_ptr<Snapshot> PlainContext::save() const {
  auto saved = std::make_unique<SavedInputs>();
  saved->inputs = inputs();
  return saved;
}

void PlainContext::restore(const Snapshot& snapshot) { inputs() = static_cast<const SavedInputs&>(snapshot).inputs; }

std::vector<std::string> state_names(const Model& model, const StateSet& states) {
  std::vector<std::string> names;
  names.reserve(states.size());
  for (const StateIndex state : states) names.push_back(model.state_name(state));
  return names;
}

std::vector<std::string> state_names(const Model& model) { return state_names(model, all_states(model.state_count())); }

Status initialise(const Model& model, Context& context, double time, std::span<double> x) {
  Status done = model.initialise(context, time);
  std::copy(context.states().begin(), context.states().end(), x.begin());
  return done;
}

std::unique_ptr<Evaluator> evaluator(const Model& model, Context& context, const StateSet& wanted,
                                     const StateSet& varying) {
  return model.evaluator(context, {wanted, {}}, {varying, {}});
}

std::unique_ptr<Evaluator> full_evaluator(const Model& model, Context& context) {
  const StateSet all = all_states(model.state_count());
  return evaluator(model, context, all, all);
}

std::unique_ptr<Evaluator> open_evaluator(const Model& model, Context& context) {
  const ModelDescription& description = model.description();
  const auto real = [&](VariableIndex variable) { return description.variable(variable).type == VariableType::real; };
  OutputSet outputs = all_outputs(model.output_count());
  InputSet inputs = all_inputs(model.input_count());
  std::erase_if(outputs, [&](OutputIndex i) { return !real(description.outputs[i.index()]); });
  std::erase_if(inputs, [&](InputIndex i) { return !real(description.inputs[i.index()]); });
  const StateSet all = all_states(model.state_count());
  return model.evaluator(context, {all, std::move(outputs)}, {all, std::move(inputs)});
}

}  // namespace sunder::model
