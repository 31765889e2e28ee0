#include "model/description.hpp"

namespace sunder::model {

std::optional<VariableIndex> ModelDescription::find(std::string_view variable) const {
  std::call_once(indexed_, [this] {
    by_name_.reserve(variable_count());
    for (const VariableIndex index : indices()) by_name_.emplace(variable_name(index), index);
  });
  const auto found = by_name_.find(std::string(variable));
  if (found == by_name_.end()) return std::nullopt;
  return found->second;
}

void ListedDescription::add(Variable variable) {
  const VariableIndex number(variables.size());
  if (variable.kind == VariableKind::state) states.push_back(number);
  if (variable.causality == VariableCausality::input) inputs.push_back(number);
  if (variable.causality == VariableCausality::output) outputs.push_back(number);
  variables.push_back(std::move(variable));
}

void ListedDescription::add(std::span<const std::string> state_names, std::span<const std::string> input_names,
                            std::span<const std::string> output_names) {
  const auto add_all = [this](std::span<const std::string> names, VariableKind kind, VariableCausality causality) {
    for (const std::string& one : names) {
      Variable variable;
      variable.name = one;
      variable.kind = kind;
      variable.causality = causality;
      add(std::move(variable));
    }
  };
  add_all(state_names, VariableKind::state, VariableCausality::local);
  add_all(input_names, VariableKind::input, VariableCausality::input);
  add_all(output_names, VariableKind::output, VariableCausality::output);
}

}  // namespace sunder::model
