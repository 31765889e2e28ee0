#include "instantiate/modifiers.hpp"

namespace sunder::instantiate {

Modifiers for_child(const Modifiers& modifiers, std::string_view child) {
  Modifiers inner;
  for (const Modifier& modifier : modifiers) {
    if (!modifier.path.empty()) {
      if (modifier.path[0].text != child) continue;
      Modifier next = modifier;
      next.path = modifier.path.subspan(1);
      inner.push_back(next);
      continue;
    }
    if (modifier.modification == nullptr) continue;
    for (const ast::ModificationArgument& argument : modifier.modification->arguments) {
      if (argument.element != nullptr || argument.name.parts.empty() || argument.name.parts[0].text != child) continue;
      inner.push_back({argument.name.parts.subspan(1), argument.modification, modifier.place,
                       modifier.each || argument.each, argument.final_, argument.span});
    }
  }
  return inner;
}

const Modifier* value_of(const Modifiers& modifiers) {
  for (const Modifier& modifier : modifiers)
    if (modifier.path.empty() && modifier.modification != nullptr && modifier.modification->value != nullptr)
      return &modifier;
  return nullptr;
}

std::vector<ast::Identifier> named_children(const Modifiers& modifiers) {
  std::vector<ast::Identifier> names;
  for (const Modifier& modifier : modifiers) {
    if (!modifier.path.empty()) {
      names.push_back(modifier.path[0]);
    } else if (modifier.modification != nullptr) {
      for (const ast::ModificationArgument& argument : modifier.modification->arguments)
        if (argument.element == nullptr && !argument.name.parts.empty()) names.push_back(argument.name.parts[0]);
    }
  }
  return names;
}

void add_inner(Modifiers& modifiers, const ast::Modification* modification, Place place, bool each) {
  if (modification != nullptr) modifiers.push_back({{}, modification, place, each, false, modification->span});
}

const Modifier* against_final(const Modifiers& modifiers) {
  for (std::size_t i = 1; i < modifiers.size(); ++i)
    if (modifiers[i].final_ && modifiers[i].path.empty()) return &modifiers.front();
  return nullptr;
}

std::vector<Span> redeclarations(const Modifiers& modifiers) {
  std::vector<Span> spans;
  for (const Modifier& modifier : modifiers) {
    if (!modifier.path.empty() || modifier.modification == nullptr) continue;
    for (const ast::ModificationArgument& argument : modifier.modification->arguments)
      if (argument.element != nullptr) spans.push_back(argument.span);
  }
  return spans;
}

}  // namespace sunder::instantiate
