#include "fmi/layout.hpp"

#include <map>

namespace sunder::fmi {

ValueList::ValueList(const FmuDescription& description, const std::vector<std::size_t>& variables) {
  std::map<Type, Group> groups;
  for (const std::size_t index : variables) {
    const Variable& variable = description.variables[index];
    Group& group = groups[variable.type];
    group.type = variable.type;
    group.references.push_back(variable.reference);
    for (std::uint64_t i = 0; i < variable.elements; ++i) group.places.push_back(size_++);
  }
  for (auto& [type, group] : groups) {
    group.count = group.places.size();
    if (groups.size() == 1) group.places.clear();
    groups_.push_back(std::move(group));
  }
}

model::Status ValueList::get(Calls& calls, std::span<double> values, std::vector<double>& scratch) const {
  for (const Group& group : groups_) {
    if (group.places.empty()) return calls.get(group.type, group.references, values);
    scratch.resize(group.count);
    if (model::Status got = calls.get(group.type, group.references, scratch); !got) return got;
    for (std::size_t i = 0; i < group.count; ++i) values[group.places[i]] = scratch[i];
  }
  return {};
}

model::Status ValueList::set(Calls& calls, std::span<const double> values, std::vector<double>& scratch) const {
  for (const Group& group : groups_) {
    if (group.places.empty()) return calls.set(group.type, group.references, values);
    scratch.resize(group.count);
    for (std::size_t i = 0; i < group.count; ++i) scratch[i] = values[group.places[i]];
    if (model::Status set = calls.set(group.type, group.references, scratch); !set) return set;
  }
  return {};
}

namespace {

std::vector<Element> elements_of(const FmuDescription& description, const std::vector<std::size_t>& variables) {
  std::vector<Element> elements;
  for (const std::size_t index : variables)
    for (std::uint64_t i = 0; i < description.variables[index].elements; ++i) elements.push_back({index, i});
  return elements;
}

}  // namespace

Layout::Layout(const FmuDescription& description, Use use) {
  for (const Unknown& derivative : description.derivatives) {
    if (use == Use::co_simulation) break;
    derivative_variables.push_back(derivative.variable);
    state_variables.push_back(*description.variables[derivative.variable].derivative_of);
  }
  for (std::size_t i = 0; i < description.variables.size(); ++i) {
    const Variable& variable = description.variables[i];
    if (is_text(variable.type) && !variable.clocked) text_variables.push_back(i);
    if (!is_number(variable.type) || variable.clocked) continue;
    if (variable.causality == Causality::independent) continue;
    recorded_variables.push_back(i);
    if (variable.causality == Causality::input) input_variables.push_back(i);
    if (variable.causality == Causality::output) output_variables.push_back(i);
  }
  states = elements_of(description, state_variables);
  inputs = elements_of(description, input_variables);
  outputs = elements_of(description, output_variables);
  recorded = elements_of(description, recorded_variables);
  texts = elements_of(description, text_variables);
  input_values = ValueList(description, input_variables);
  output_values = ValueList(description, output_variables);
  recorded_values = ValueList(description, recorded_variables);
  std::vector<std::size_t> continuous;
  for (const std::size_t i : input_variables)
    if (description.variables[i].variability == Variability::continuous) continuous.push_back(i);
  continuous_input_values = ValueList(description, continuous);
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    const bool moves = description.variables[inputs[i].variable].variability == Variability::continuous;
    continuous_input.push_back(moves ? 1 : 0);
    if (moves) continuous_inputs.push_back(i);
  }
}

std::string element_name(const Variable& variable, std::uint64_t offset) {
  if (variable.dimensions.empty()) return variable.name;
  std::string subscripts;
  for (std::size_t d = variable.dimensions.size(); d-- > 0;) {
    const std::uint64_t size = variable.dimensions[d].size;
    subscripts = std::to_string(offset % size + 1) + (subscripts.empty() ? "" : ",") + subscripts;
    offset /= size;
  }
  return variable.name + "[" + subscripts + "]";
}

}  // namespace sunder::fmi
