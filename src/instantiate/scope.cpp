#include "instantiate/scope.hpp"

#include <algorithm>

namespace sunder::instantiate {
namespace {

// Imports may refer to each other in circles; lookups give up beyond this depth.
constexpr int maximum_lookup_depth = 16;
// Every class lists all the classes it inherits from: longer chains would need memory that grows with their square.
constexpr std::size_t maximum_base_depth = 500;

FoundClass find_builtin(std::string_view name) {
  if (name == "Real") return {nullptr, ir::BaseType::real, false};
  if (name == "Integer") return {nullptr, ir::BaseType::integer, false};
  if (name == "Boolean") return {nullptr, ir::BaseType::boolean, false};
  if (name == "String") return {nullptr, ir::BaseType::string, false};
  if (name == "StateSelect") return {nullptr, ir::BaseType::enumeration, true};
  return {};
}

}  // namespace

std::vector<std::string_view> parts_of(const ast::Name& name) {
  std::vector<std::string_view> parts;
  for (const ast::Identifier& part : name.parts) parts.push_back(part.text);
  return parts;
}

std::string text_of(const ast::Name& name) {
  std::string text = name.global ? "." : "";
  for (std::size_t i = 0; i < name.parts.size(); ++i) {
    if (i > 0) text += '.';
    text += name.parts[i].text;
  }
  return text;
}

namespace {

/// The full name of what an import would make visible under `name`; empty: it does not.
std::vector<std::string_view> imported_name(const ast::Import& import, std::string_view name) {
  std::vector<std::string_view> parts = parts_of(import.name);
  if (parts.empty()) return parts;
  const bool selected = std::any_of(import.selected.begin(), import.selected.end(),
                                    [&](const ast::Identifier& one) { return one.text == name; });
  if (import.wildcard || selected) {
    parts.push_back(name);
  } else if (!import.selected.empty() || (import.alias.empty() ? parts.back() : import.alias.text) != name) {
    parts.clear();
  }
  return parts;
}

}  // namespace

ClassTable::ClassTable(std::span<const ast::File* const> files) {
  scopes_.push_back(std::make_unique<ClassScope>());
  root_ = scopes_.back().get();
  for (const ast::File* file : files)
    for (const ast::Class* class_ : file->classes) root_->classes.emplace(class_->name.text, class_);
}

const ClassScope& ClassTable::scope_of(const ast::Class& class_, const ClassScope& parent) {
  if (const auto found = by_class_.find(&class_); found != by_class_.end()) return *found->second;
  scopes_.push_back(std::make_unique<ClassScope>());
  ClassScope& scope = *scopes_.back();
  scope.class_ = &class_;
  scope.parent = &parent;
  scope.name =
      parent.class_ != nullptr ? parent.name + "." + std::string(class_.name.text) : std::string(class_.name.text);
  for (const ast::Section& section : class_.sections)
    for (const ast::Element* element : section.elements) {
      if (element->kind == ast::ElementKind::class_definition)
        scope.classes.emplace(element->class_->name.text, element->class_);
      for (const ast::Component& component : element->components)
        scope.components.try_emplace(component.name.text, DeclaredComponent{element, &component});
      if (element->kind == ast::ElementKind::import_) scope.imports.push_back(element);
      if (element->kind == ast::ElementKind::extends) scope.extends.push_back(element);
    }
  by_class_[&class_] = &scope;
  return scope;
}

const ClassScope* ClassTable::base(const ast::Name& name, const ClassScope& scope, int depth) {
  const std::vector<std::string_view> parts = parts_of(name);
  if (parts.empty()) return nullptr;
  if (name.global) return dotted(parts, *root_, depth);
  const ClassScope* found = nullptr;
  if (const auto own = scope.classes.find(parts[0]); own != scope.classes.end()) found = &scope_of(*own->second, scope);
  if (found == nullptr) found = imported(scope, parts[0], depth);
  const bool closed = scope.class_ != nullptr && scope.class_->encapsulated;
  if (found == nullptr) return scope.parent != nullptr && !closed ? dotted(parts, *scope.parent, depth) : nullptr;
  for (std::size_t i = 1; i < parts.size() && found != nullptr; ++i) found = member(*found, parts[i]);
  return found;
}

std::vector<ClassTable::Base> ClassTable::bases(const ClassScope& scope) {
  std::vector<Base> found;
  const auto add = [&](const ClassScope* one, const ast::Modification* modification) {
    if (one != nullptr && one != &scope) found.push_back({one, modification});
  };
  for (const ast::Element* element : scope.extends) add(base(element->type, scope, 0), element->modification);
  if (scope.class_->form == ast::ClassForm::short_ && scope.parent != nullptr)
    add(dotted(parts_of(scope.class_->base), scope.class_->base.global ? *root_ : *scope.parent, 0),
        scope.class_->modification);
  return found;
}

/// The base and its ancestors become ancestors of the class, unless they are already.
void ClassTable::inherit(ClassScope& own, const Base& from) {
  std::vector<Ancestor> fresh{{from.scope, {}}};
  fresh.insert(fresh.end(), from.scope->ancestors.begin(), from.scope->ancestors.end());
  for (Ancestor& one : fresh) {
    const bool known = one.scope == &own || std::any_of(own.ancestors.begin(), own.ancestors.end(),
                                                        [&](const Ancestor& a) { return a.scope == one.scope; });
    if (known) continue;
    if (from.modification != nullptr) one.modifications.push_back(from.modification);
    own.ancestors.push_back(std::move(one));
  }
}

/// All classes this one extends or is short for, directly or not, each once, the nearest first. Without recursion
/// along the chain of base classes, which may be long.
const std::vector<Ancestor>& ClassTable::ancestors(const ClassScope& scope) {
  struct Visit {
    ClassScope* own;
    std::vector<Base> bases;
    std::size_t next = 0;
  };
  if (scope.has_ancestors || scope.class_ == nullptr) return scope.ancestors;
  std::vector<Visit> stack;
  const auto open = [&](const ClassScope& one) {
    ClassScope& own = *by_class_.at(one.class_);
    own.has_ancestors = true;  // asking again while working, in a circle of extends, finds what is there so far
    stack.push_back({&own, bases(own)});
  };
  open(scope);
  while (!stack.empty()) {
    Visit& top = stack.back();
    if (top.next == top.bases.size()) {
      stack.pop_back();
      continue;
    }
    const Base& from = top.bases[top.next];
    if (!from.scope->has_ancestors && stack.size() < maximum_base_depth) {
      open(*from.scope);
      continue;
    }
    if (!from.scope->has_ancestors && on_too_deep_) on_too_deep_(from.scope->class_->name.span);
    inherit(*top.own, from);
    ++top.next;
  }
  return scope.ancestors;
}

void ClassTable::check_modified(const Ancestor& through, std::string_view name) {
  for (const ast::Modification* modification : through.modifications)
    for (const ast::ModificationArgument& argument : modification->arguments) {
      bool changes = !argument.name.parts.empty() && argument.name.parts[0].text == name;
      if (argument.element != nullptr) {
        changes = argument.element->class_ != nullptr && argument.element->class_->name.text == name;
        for (const ast::Component& component : argument.element->components)
          changes = changes || component.name.text == name;
      }
      if (changes && on_modified_) on_modified_(argument.span);
    }
}

const ClassScope* ClassTable::member(const ClassScope& scope, std::string_view name) {
  if (const auto found = scope.classes.find(name); found != scope.classes.end())
    return &scope_of(*found->second, scope);
  const std::vector<Ancestor>& all = ancestors(scope);
  for (std::size_t i = 0; i < all.size(); ++i) {  // by position: the list may grow while we look
    const ClassScope& one = *all[i].scope;
    const auto found = one.classes.find(name);
    if (found == one.classes.end()) continue;
    check_modified(all[i], name);
    return &scope_of(*found->second, one);
  }
  return nullptr;
}

FoundComponent ClassTable::member_component(const ClassScope& scope, std::string_view name) {
  if (const auto found = scope.components.find(name); found != scope.components.end()) return {&scope, found->second};
  for (const Ancestor& one : ancestors(scope)) {
    const auto found = one.scope->components.find(name);
    if (found == one.scope->components.end()) continue;
    if (found->second.element->variability == ast::VariabilityPrefix::constant) check_modified(one, name);
    return {one.scope, found->second};
  }
  return {};
}

FoundClass ClassTable::find_base(const ast::Name& name, const ClassScope& scope) {
  const std::vector<std::string_view> parts = parts_of(name);
  const FoundClass builtin = parts.size() == 1 ? find_builtin(parts[0]) : FoundClass{};
  return builtin.is_builtin() ? builtin : FoundClass{base(name, scope, 0), ir::BaseType::error, false};
}

FoundComponent ClassTable::imported_component(const ClassScope& scope, std::string_view name) {
  for (const bool wildcard : {false, true})  // what is named is nearer than what is just there
    for (const ast::Element* element : scope.imports) {
      if (element->import_.wildcard != wildcard) continue;
      const std::vector<std::string_view> parts = imported_name(element->import_, name);
      if (parts.size() < 2) continue;
      const ClassScope* holder = dotted(std::span(parts).first(parts.size() - 1), *root_, 0);
      if (holder == nullptr) continue;
      if (const FoundComponent found = member_component(*holder, parts.back()); found.found()) return found;
    }
  return {};
}

FoundComponent ClassTable::find_component(std::span<const std::string_view> parts, const ClassScope& from) {
  if (parts.size() > 1) {
    const ClassScope* holder = dotted(parts.first(parts.size() - 1), from, 0);
    return holder != nullptr ? member_component(*holder, parts.back()) : FoundComponent{};
  }
  for (const ClassScope* scope = &from; scope != nullptr; scope = scope->parent) {
    if (const FoundComponent found = member_component(*scope, parts[0]); found.found()) return found;
    if (const FoundComponent found = imported_component(*scope, parts[0]); found.found()) return found;
    if (scope->class_ != nullptr && scope->class_->encapsulated) break;
  }
  return {};
}

const ClassScope* ClassTable::imported(const ClassScope& scope, std::string_view name, int depth) {
  for (const bool wildcard : {false, true})
    for (const ast::Element* element : scope.imports) {
      if (element->import_.wildcard != wildcard) continue;
      const std::vector<std::string_view> parts = imported_name(element->import_, name);
      if (parts.empty()) continue;
      if (const ClassScope* found = dotted(parts, *root_, depth + 1)) return found;  // imports start at the top
    }
  return nullptr;
}

const ClassScope* ClassTable::simple(std::string_view name, const ClassScope& from, int depth) {
  if (depth > maximum_lookup_depth) return nullptr;
  for (const ClassScope* scope = &from; scope != nullptr; scope = scope->parent) {
    if (const ClassScope* found = member(*scope, name)) return found;
    if (const ClassScope* found = imported(*scope, name, depth + 1)) return found;
    if (scope->class_ != nullptr && scope->class_->encapsulated) return nullptr;
  }
  return nullptr;
}

const ClassScope* ClassTable::dotted(std::span<const std::string_view> parts, const ClassScope& from, int depth) {
  if (parts.empty() || depth > maximum_lookup_depth) return nullptr;
  const ClassScope* scope = simple(parts[0], from, depth + 1);
  for (std::size_t i = 1; i < parts.size() && scope != nullptr; ++i) scope = member(*scope, parts[i]);
  return scope;
}

FoundClass ClassTable::find(std::span<const std::string_view> parts, const ClassScope& from) {
  if (parts.size() == 1)
    if (const FoundClass builtin = find_builtin(parts[0]); builtin.is_builtin()) return builtin;
  return {dotted(parts, from, 0), ir::BaseType::error, false};
}

FoundClass ClassTable::find(const ast::Name& name, const ClassScope& from) {
  return find(parts_of(name), name.global ? *root_ : from);
}

std::vector<std::string> ClassTable::visible_names(const ClassScope& from) const {
  std::vector<std::string> names{"Real", "Integer", "Boolean", "String"};
  for (const ClassScope* scope = &from; scope != nullptr; scope = scope->parent)
    for (const auto& entry : scope->classes) names.emplace_back(entry.first);
  return names;
}

}  // namespace sunder::instantiate
