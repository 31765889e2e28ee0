#include "instantiate/scope.hpp"

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
      if (element->kind == ast::ElementKind::import_) scope.imports.push_back(element);
      if (element->kind == ast::ElementKind::extends) scope.extends.push_back(element);
    }
  by_class_[&class_] = &scope;
  return scope;
}

const ClassScope* ClassTable::member(const ClassScope& scope, std::string_view name, int depth) {
  if (depth > maximum_lookup_depth) return nullptr;
  if (const auto found = scope.classes.find(name); found != scope.classes.end()) return &scope_of(*found->second, scope);
  for (const ast::Element* element : scope.extends) {
    const std::vector<std::string_view> parts = parts_of(element->type);
    // the base class is looked up around the class: a name inherited from the base cannot name the base itself
    const ClassScope* base = scope.parent != nullptr ? dotted(parts, *scope.parent, depth + 1) : nullptr;
    if (base == nullptr || base == &scope) continue;
    if (const ClassScope* found = member(*base, name, depth + 1)) return found;
  }
  if (scope.class_ != nullptr && scope.class_->form == ast::ClassForm::short_ && scope.parent != nullptr) {
    const ClassScope* base = dotted(parts_of(scope.class_->base), *scope.parent, depth + 1);
    if (base != nullptr && base != &scope) return member(*base, name, depth + 1);
  }
  return nullptr;
}

const ClassScope* ClassTable::imported(const ClassScope& scope, std::string_view name, int depth) {
  for (const ast::Element* element : scope.imports) {
    const ast::Import& import = element->import_;
    std::vector<std::string_view> parts = parts_of(import.name);
    if (parts.empty()) continue;
    if (import.wildcard) {
      parts.push_back(name);
    } else if (!import.selected.empty()) {
      bool selected = false;
      for (const ast::Identifier& one : import.selected) selected = selected || one.text == name;
      if (!selected) continue;
      parts.push_back(name);
    } else if ((import.alias.empty() ? parts.back() : import.alias.text) != name) {
      continue;
    }
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
