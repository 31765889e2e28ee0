#include "ir/dae.hpp"

#include <algorithm>

namespace sunder::ir {

std::string Check::outline() const {
  if (!known.empty()) return known;
  std::string text = message.empty() ? std::string() : message.front();
  for (std::size_t i = 1; i < message.size(); ++i) text += "…" + message[i];
  return text;
}

DeclarationId Dae::declaration_of(VariableId variable) const {
  const auto after = std::upper_bound(declarations.begin(), declarations.end(), variable,
                                      [](VariableId id, const Declaration& d) { return id < d.first; });
  return DeclarationId(static_cast<std::size_t>(after - declarations.begin()) - 1);
}

namespace {

// "[2,3]" for an element of an array, counted row by row.
std::string subscripts(const std::vector<std::uint32_t>& dimensions, std::size_t element) {
  if (dimensions.empty()) return {};
  std::string text;
  for (std::size_t d = dimensions.size(); d-- > 0;) {
    text = std::to_string(element % dimensions[d] + 1) + (text.empty() ? "]" : ",") + text;
    element /= dimensions[d];
  }
  return "[" + text;
}

}  // namespace

std::string Dae::name_of(VariableId variable) const {
  if (is_held(variable)) return print(*this, held_of(variable));
  const Declaration& own = declaration(variable);
  const std::size_t element = variable.value - own.first.value;
  if (!own.derivative_of.valid()) return own.name + subscripts(own.dimensions, element);
  const Declaration& integral = declarations[own.derivative_of.index()];
  return "der(" + name_of(VariableId(integral.first.index() + element)) + ")";
}

VariableId Dae::derivative_of(VariableId variable) const {
  const Declaration& own = declaration(variable);
  if (!own.derivative.valid()) return {};
  return VariableId(declarations[own.derivative.index()].first.value + variable.value - own.first.value);
}

VariableId Dae::integral_of(VariableId variable) const {
  const Declaration& own = declaration(variable);
  if (!own.derivative_of.valid()) return {};
  return VariableId(declarations[own.derivative_of.index()].first.value + variable.value - own.first.value);
}

}  // namespace sunder::ir
