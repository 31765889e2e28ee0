// Modifiers on their way inwards: the outermost comes first and wins.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "instantiate/scope.hpp"
#include "ir/ast.hpp"

namespace sunder::instantiate {

/// Where an expression was written: the instance whose components it sees, and the class around it.
struct Place {
  ir::Instance* instance = nullptr;
  const ClassScope* classes = nullptr;
};

/// `path` names what is modified, relative to the element at hand; empty: the element itself.
struct Modifier {
  std::span<const ast::Identifier> path;
  const ast::Modification* modification = nullptr;
  Place place;
  bool each = false;  ///< one value for every element of an array: said so, or part of the element's type
  bool final_ = false;
  Span span;
};
using Modifiers = std::vector<Modifier>;

/// Those that concern the named child, one step further in.
Modifiers for_child(const Modifiers& modifiers, std::string_view child);
/// The first modifier that gives the element itself a value, or null.
const Modifier* value_of(const Modifiers& modifiers);
const Modifier* value_of(Modifiers&&) = delete;  // the answer points into the list
/// The children that are named, each with the span to complain at.
std::vector<ast::Identifier> named_children(const Modifiers& modifiers);
/// Adds a declaration's own modification behind what is there already.
void add_inner(Modifiers& modifiers, const ast::Modification* modification, Place place, bool each = false);
/// The modifier that comes from further out than a final one, or null.
const Modifier* against_final(const Modifiers& modifiers);
/// The redeclarations among the arguments (not supported yet).
std::vector<Span> redeclarations(const Modifiers& modifiers);

}  // namespace sunder::instantiate
