#include "instantiate/builder.hpp"

#include <algorithm>

#include "base/text.hpp"
#include "instantiate/resolve.hpp"

namespace sunder::instantiate {
namespace {

std::vector<std::string> child_names(const ir::Instance& instance) {
  std::vector<std::string> names;
  for (const auto& child : instance.children) names.push_back(child->name);
  return names;
}

ir::Variability variability_of(ast::VariabilityPrefix prefix, ir::BaseType base) {
  switch (prefix) {
    case ast::VariabilityPrefix::constant: return ir::Variability::constant;
    case ast::VariabilityPrefix::parameter: return ir::Variability::parameter;
    case ast::VariabilityPrefix::discrete: return ir::Variability::discrete;
    case ast::VariabilityPrefix::none: break;
  }
  return base == ir::BaseType::real || base == ir::BaseType::error ? ir::Variability::continuous
                                                                   : ir::Variability::discrete;
}

std::string suggestion(std::string_view written, const std::vector<std::string>& candidates) {
  const std::vector<std::string> near = closest(written, candidates);
  if (near.empty()) return {};
  return "did you mean '" + near.front() + "'?";
}

}  // namespace

Builder::Builder(std::span<const ast::File* const> files, const MakeValueSource& make_value_source)
    : classes_(files), values_(make_value_source(*this)) {}

void Builder::build(const std::string& class_name, std::span<const Override> overrides) {
  std::vector<std::string_view> parts;
  for (std::size_t at = 0; at <= class_name.size();) {
    const std::size_t dot = std::min(class_name.find('.', at), class_name.size());
    parts.push_back(std::string_view(class_name).substr(at, dot - at));
    at = dot + 1;
  }
  const FoundClass found = classes_.find(parts, classes_.root());
  if (found.scope == nullptr) {
    error(Code::E0202, {}, "there is no class '" + class_name + "'");
    return;
  }
  const ast::Class& class_ = *found.scope->class_;
  const bool simulates = class_.kind == ast::ClassKind::model || class_.kind == ast::ClassKind::block ||
                         class_.kind == ast::ClassKind::class_;
  if (class_.partial || !simulates) {
    error(Code::E0215, class_.name.span, "'" + class_name + "' is " + (class_.partial ? "partial" : "not a model") +
                                             ": it cannot be simulated by itself");
    return;
  }
  tree_->root = std::make_unique<ir::Instance>();
  ir::Instance& root = *tree_->root;
  root.name = class_name;
  root.class_ = &class_;
  root.span = class_.name.span;
  root.description = description_of(class_.comment);

  Modifiers modifiers;
  for (const Override& override_ : overrides) {  // written as if by whoever uses the model
    std::vector<ast::Identifier> path;
    const std::string_view text = arena().copy(std::string_view(override_.path));
    for (std::size_t at = 0; at <= text.size();) {
      const std::size_t dot = std::min(text.find('.', at), text.size());
      path.push_back({text.substr(at, dot - at), override_.span});
      at = dot + 1;
    }
    auto* modification = arena().make<ast::Modification>();
    modification->value = override_.value;
    modification->span = override_.span;
    modifiers.push_back({arena().copy(path), modification, {&root, &classes_.root()}, false, false, override_.span});
  }
  add_class(root, *found.scope, modifiers);
  check_names(root, modifiers);
  for (std::size_t i = 0; i < leaves_.size(); ++i) ensure_sizes(*leaves_[i]);
  for (std::size_t i = 0; i < leaves_.size(); ++i) finish_leaf(*leaves_[i]);
  for (const Body& body : bodies_) add_equations(body);
  tree_->experiment = read_experiment(class_, diagnostics_);
}

void Builder::check_names(const ir::Instance& instance, const Modifiers& modifiers) {
  for (const ast::Identifier& name : named_children(modifiers)) {
    if (instance.by_name.contains(name.text)) continue;
    const std::string where = instance.path.empty() ? "the model" : "'" + instance.path + "'";
    error(Code::E0206, name.span, where + " has no element '" + std::string(name.text) + "' to modify").help =
        suggestion(name.text, child_names(instance));
  }
  for (const Span span : redeclarations(modifiers)) error(Code::E0203, span, "redeclarations are not supported yet");
}

void Builder::add_class(ir::Instance& instance, const ClassScope& scope, const Modifiers& modifiers) {
  if (std::find(open_classes_.begin(), open_classes_.end(), &scope) != open_classes_.end()) {
    error(Code::E0210, instance.span, "class '" + scope.name + "' contains or extends itself");
    return;
  }
  open_classes_.push_back(&scope);
  const ast::Class& class_ = *scope.class_;
  if (class_.form == ast::ClassForm::short_) {
    const FoundClass base = classes_.find(class_.base, *scope.parent);
    Modifiers all = modifiers;
    add_inner(all, class_.modification, {&instance, scope.parent});
    if (base.scope != nullptr) {
      add_class(instance, *base.scope, all);
    } else {
      error(Code::E0202, class_.base.span, "unknown class '" + text_of(class_.base) + "'");
    }
  } else if (class_.form != ast::ClassForm::long_) {
    error(Code::E0203, class_.name.span, "classes of this form are not supported yet");
  }
  for (const ast::Section& section : class_.sections) {
    for (const ast::Element* element : section.elements) {
      if (element->kind == ast::ElementKind::extends) add_extends(instance, scope, *element, modifiers);
      if (element->kind == ast::ElementKind::component_clause) add_clause(instance, scope, *element, modifiers);
    }
  }
  bodies_.push_back({&instance, &scope});
  open_classes_.pop_back();
}

void Builder::add_extends(ir::Instance& instance, const ClassScope& scope, const ast::Element& element,
                          const Modifiers& outer) {
  // the base is looked up outside the class itself, so that a nested class of the same name is not taken
  FoundClass base = classes_.find(element.type, *scope.parent);
  if (base.scope == nullptr && !base.is_builtin()) base = classes_.find(element.type, scope);
  if (base.scope == nullptr) {
    error(base.is_builtin() ? Code::E0203 : Code::E0202, element.type.span,
          base.is_builtin() ? "extending '" + text_of(element.type) + "' is not supported yet"
                            : "unknown class '" + text_of(element.type) + "'")
        .help = suggestion(text_of(element.type), classes_.visible_names(scope));
    return;
  }
  if (!element.breaks.empty()) error(Code::E0203, element.span, "deselecting with break is not supported yet");
  Modifiers modifiers = outer;
  Modifiers own;
  add_inner(own, element.modification, {&instance, &scope});
  modifiers.insert(modifiers.end(), own.begin(), own.end());
  add_class(instance, *base.scope, modifiers);
  check_names(instance, own);
}

void Builder::add_clause(ir::Instance& instance, const ClassScope& scope, const ast::Element& element,
                         const Modifiers& outer) {
  if (element.outer || element.inner) error(Code::E0203, element.span, "inner and outer are not supported yet");
  if (element.flow != ast::FlowPrefix::none) error(Code::E0203, element.span, "connector variables (flow, stream) are not supported yet");
  for (const ast::Component& component : element.components) add_component(instance, scope, element, component, outer);
}

bool Builder::present(const ast::Component& component, Place place) {
  if (component.condition == nullptr) return true;
  const ir::Expression* condition = Resolver(*this, place).resolve(*component.condition);
  if (condition->type.base == ir::BaseType::error) return false;
  if (condition->type.base != ir::BaseType::boolean) {
    error(Code::E0204, component.condition->span, "the condition of a component must be Boolean, not " + print(condition->type));
    return false;
  }
  const auto value = evaluate(*condition, "the condition of '" + std::string(component.name.text) + "'");
  return value && value->number() != 0;
}

void Builder::add_component(ir::Instance& parent, const ClassScope& scope, const ast::Element& element,
                            const ast::Component& component, const Modifiers& outer) {
  const Place place{&parent, &scope};
  if (const auto twice = parent.by_name.find(component.name.text); twice != parent.by_name.end()) {
    error(Code::E0207, component.name.span, "'" + std::string(component.name.text) + "' is declared twice")
        .notes.push_back({"first declared here", twice->second->span});
    return;
  }
  if (!present(component, place)) return;
  auto owned = std::make_unique<ir::Instance>();
  ir::Instance& child = *owned;
  child.name = std::string(component.name.text);
  child.path = parent.path.empty() ? child.name : parent.path + "." + child.name;
  child.parent = &parent;
  child.span = component.name.span;
  child.description = description_of(component.comment);
  child.is_protected = element.visibility == ast::Visibility::protected_;
  child.is_final = element.final_;
  parent.children.push_back(std::move(owned));
  parent.by_name.emplace(child.name, &child);

  Pending pending;
  pending.modifiers = for_child(outer, child.name);
  if (element.final_ && !pending.modifiers.empty())
    error(Code::E0212, pending.modifiers.front().span, "'" + child.path + "' is final and cannot be modified")
        .notes.push_back({"declared final here", element.span});
  add_inner(pending.modifiers, component.modification, place);
  for (const ast::Expression* size : component.subscripts) pending.sizes.emplace_back(size, place);
  for (const ast::Expression* size : element.type_subscripts) pending.sizes.emplace_back(size, place);

  const FoundClass found = classes_.find(element.type, scope);
  if (!found.found()) {
    error(Code::E0202, element.type.span, "unknown type '" + text_of(element.type) + "'").help =
        suggestion(text_of(element.type), classes_.visible_names(scope));
    child.base = ir::BaseType::error;
    pending_.emplace(&child, std::move(pending));
    return;
  }
  if (become_leaf(child, found, pending, element.type.span)) {
    child.variability = variability_of(element.variability, child.base);
    if (element.causality == ast::CausalityPrefix::input) child.causality = ir::Causality::input;
    if (element.causality == ast::CausalityPrefix::output) child.causality = ir::Causality::output;
    leaves_.push_back(&child);
    pending_.emplace(&child, std::move(pending));
    return;
  }
  if (found.scope == nullptr) return;
  const ast::Class& class_ = *found.scope->class_;
  if (class_.partial) error(Code::E0215, element.type.span, "'" + found.scope->name + "' is partial: a component cannot be of it");
  if (!pending.sizes.empty()) error(Code::E0203, component.span, "arrays of components are not supported yet");
  if (class_.kind == ast::ClassKind::connector || class_.kind == ast::ClassKind::expandable_connector)
    error(Code::E0203, element.type.span, "connectors are not supported yet");
  child.class_ = &class_;
  add_class(child, *found.scope, pending.modifiers);
  check_names(child, pending.modifiers);
}

bool Builder::become_leaf(ir::Instance& leaf, FoundClass found, Pending& pending, Span span) {
  for (int steps = 0; steps < 100; ++steps) {
    if (found.is_builtin()) {
      if (found.is_state_select) error(Code::E0203, span, "variables of type StateSelect are not supported yet");
      leaf.base = found.builtin;
      return true;
    }
    const ast::Class& class_ = *found.scope->class_;
    if (class_.form == ast::ClassForm::enumeration) {
      error(Code::E0203, span, "enumerations are not supported yet");
      leaf.base = ir::BaseType::error;
      return true;
    }
    if (class_.form != ast::ClassForm::short_) return false;
    const Place place{nullptr, found.scope->parent};
    add_inner(pending.modifiers, class_.modification, place);
    for (const ast::Expression* size : class_.base_subscripts) pending.sizes.emplace_back(size, place);
    const FoundClass base = classes_.find(class_.base, *found.scope->parent);
    if (!base.found()) {
      error(Code::E0202, class_.base.span, "unknown type '" + text_of(class_.base) + "'");
      leaf.base = ir::BaseType::error;
      return true;
    }
    if (!base.is_builtin() && base.scope->class_->form == ast::ClassForm::long_) return false;
    found = base;
  }
  error(Code::E0210, span, "the type is defined by itself");
  leaf.base = ir::BaseType::error;
  return true;
}

ir::Instance* Builder::package_constant(std::span<const std::string_view> parts, const ClassScope& from) {
  const auto component_in = [&](const ClassScope& scope) -> ir::Instance* {
    if (scope.class_ == nullptr) return nullptr;
    for (const ast::Section& section : scope.class_->sections)
      for (const ast::Element* element : section.elements) {
        if (element->kind != ast::ElementKind::component_clause) continue;
        if (element->variability != ast::VariabilityPrefix::constant) continue;
        for (const ast::Component& component : element->components) {
          if (component.name.text != parts.back()) continue;
          if (const auto known = constant_by_component_.find(&component); known != constant_by_component_.end())
            return known->second;
          package_constants_.push_back(std::make_unique<ir::Instance>());
          ir::Instance& holder = *package_constants_.back();
          holder.path = scope.name;
          add_component(holder, scope, *element, component, {});
          if (holder.children.empty()) return nullptr;
          ir::Instance* leaf = holder.children.front().get();
          leaf->parent = nullptr;
          constant_by_component_[&component] = leaf;
          return leaf;
        }
      }
    return nullptr;
  };
  if (parts.size() > 1) {
    const FoundClass holder = classes_.find(parts.first(parts.size() - 1), from);
    return holder.scope != nullptr ? component_in(*holder.scope) : nullptr;
  }
  for (const ClassScope* scope = &from; scope != nullptr; scope = scope->parent)
    if (ir::Instance* found = component_in(*scope)) return found;
  return nullptr;
}

std::optional<ir::Value> Builder::evaluate(const ir::Expression& expression, const std::string& what) {
  ir::EvaluationFailure failure;
  std::optional<ir::Value> value = values_->value_of(expression, {}, failure);
  if (!value && !what.empty())
    error(Code::E0208, expression.span, what + " must be known at compile time: " + failure.message)
        .notes.push_back({"because of this", failure.span});
  return value;
}

}  // namespace sunder::instantiate
