#include "model/description.hpp"

namespace sunder::model {

std::optional<std::size_t> ModelDescription::find(std::string_view variable) const {
  std::call_once(indexed_, [this] {
    by_name_.reserve(variable_count());
    for (std::size_t i = 0; i < variable_count(); ++i) by_name_.emplace(variable_name(i), i);
  });
  const auto found = by_name_.find(std::string(variable));
  if (found == by_name_.end()) return std::nullopt;
  return found->second;
}

void ListedDescription::add(Variable variable) {
  const auto number = static_cast<std::uint32_t>(variables.size());
  if (variable.kind == VariableKind::state) states.push_back(number);
  if (variable.causality == VariableCausality::input) inputs.push_back(number);
  if (variable.causality == VariableCausality::output) outputs.push_back(number);
  variables.push_back(std::move(variable));
}

}  // namespace sunder::model
