#include "instantiate/scope.hpp"

#include <algorithm>

namespace sunder::instantiate {
namespace {

// Inheritance and imports may refer to each other in circles; lookups give up beyond this depth.
constexpr int maximum_lookup_depth = 64;

ir::BaseType builtin_type(std::string_view name) {
  if (name == "Real") return ir::BaseType::real;
  if (name == "Integer") return ir::BaseType::integer;
  if (name == "Boolean") return ir::BaseType::boolean;
  if (name == "String") return ir::BaseType::string;
  return ir::BaseType::error;
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
  scope.name = parent.class_ != nullptr ? parent.name + "." + std::string(class_.name.text) : std::string(class_.name.text);
  for (const ast::Section& section : class_.sections)
    for (const ast::Element* element : section.elements) {
      if (element->kind == ast::ElementKind::class_definition) scope.classes.emplace(element->class_->name.text, element->class_);
      for (const ast::Component& component : element->components)
        scope.components.try_emplace(component.name.text, DeclaredComponent{element, &component});
      if (element->kind == ast::ElementKind::import_) scope.imports.push_back(element);
      if (element->kind == ast::ElementKind::extends) scope.extends.push_back(element);
    }
  by_class_[&class_] = &scope;
  return scope;
}

std::vector<const ClassScope*> ClassTable::bases(const ClassScope& scope, int depth) {
  std::vector<const ClassScope*> out;
  if (scope.class_ == nullptr || scope.parent == nullptr) return out;
  const auto add = [&](const ast::Name& name) {
    // looked up around the class: a name inherited from the base cannot name the base itself
    const ClassScope* base = dotted(parts_of(name), name.global ? *root_ : *scope.parent, depth + 1);
    if (base != nullptr && base != &scope) out.push_back(base);
  };
  for (const ast::Element* element : scope.extends) add(element->type);
  if (scope.class_->form == ast::ClassForm::short_) add(scope.class_->base);
  return out;
}

const ClassScope* ClassTable::member(const ClassScope& scope, std::string_view name, int depth) {
  if (depth > maximum_lookup_depth) return nullptr;
  if (const auto found = scope.classes.find(name); found != scope.classes.end()) return &scope_of(*found->second, scope);
  for (const ClassScope* base : bases(scope, depth))
    if (const ClassScope* found = member(*base, name, depth + 1)) return found;
  return nullptr;
}

FoundComponent ClassTable::member_component(const ClassScope& scope, std::string_view name, int depth) {
  if (depth > maximum_lookup_depth) return {};
  if (const auto found = scope.components.find(name); found != scope.components.end()) return {&scope, found->second};
  for (const ClassScope* base : bases(scope, depth))
    if (const FoundComponent found = member_component(*base, name, depth + 1); found.found()) return found;
  return {};
}

FoundComponent ClassTable::imported_component(const ClassScope& scope, std::string_view name) {
  for (const ast::Element* element : scope.imports) {
    const std::vector<std::string_view> parts = imported_name(element->import_, name);
    if (parts.size() < 2) continue;
    const ClassScope* holder = dotted(std::span(parts).first(parts.size() - 1), *root_, 0);
    if (holder == nullptr) continue;
    if (const FoundComponent found = member_component(*holder, parts.back(), 0); found.found()) return found;
  }
  return {};
}

FoundComponent ClassTable::find_component(std::span<const std::string_view> parts, const ClassScope& from) {
  if (parts.size() > 1) {
    const ClassScope* holder = dotted(parts.first(parts.size() - 1), from, 0);
    return holder != nullptr ? member_component(*holder, parts.back(), 0) : FoundComponent{};
  }
  for (const ClassScope* scope = &from; scope != nullptr; scope = scope->parent) {
    if (const FoundComponent found = member_component(*scope, parts[0], 0); found.found()) return found;
    if (const FoundComponent found = imported_component(*scope, parts[0]); found.found()) return found;
    if (scope->class_ != nullptr && scope->class_->encapsulated) break;
  }
  return {};
}

const ClassScope* ClassTable::imported(const ClassScope& scope, std::string_view name, int depth) {
  for (const ast::Element* element : scope.imports) {
    const std::vector<std::string_view> parts = imported_name(element->import_, name);
    if (parts.empty()) continue;
    if (const ClassScope* found = dotted(parts, *root_, depth + 1)) return found;  // imports start at the top
  }
  return nullptr;
}

const ClassScope* ClassTable::simple(std::string_view name, const ClassScope& from, int depth) {
  if (depth > maximum_lookup_depth) return nullptr;
  for (const ClassScope* scope = &from; scope != nullptr; scope = scope->parent) {
    if (const ClassScope* found = member(*scope, name, depth + 1)) return found;
    if (const ClassScope* found = imported(*scope, name, depth + 1)) return found;
    if (scope->class_ != nullptr && scope->class_->encapsulated) return nullptr;
  }
  return nullptr;
}

const ClassScope* ClassTable::dotted(std::span<const std::string_view> parts, const ClassScope& from, int depth) {
  if (parts.empty() || depth > maximum_lookup_depth) return nullptr;
  const ClassScope* scope = simple(parts[0], from, depth + 1);
  for (std::size_t i = 1; i < parts.size() && scope != nullptr; ++i) scope = member(*scope, parts[i], depth + 1);
  return scope;
}

FoundClass ClassTable::find(std::span<const std::string_view> parts, const ClassScope& from) {
  if (parts.size() == 1) {
    if (const ir::BaseType builtin = builtin_type(parts[0]); builtin != ir::BaseType::error) return {nullptr, builtin, false};
    if (parts[0] == "StateSelect") return {nullptr, ir::BaseType::enumeration, true};
  }
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
