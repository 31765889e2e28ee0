// Components of a class: what type they are of, which modifiers reach them, what becomes of them.
#include <algorithm>
#include <utility>

#include "base/codes.hpp"
#include "instantiate/builder.hpp"
#include "instantiate/resolve.hpp"

namespace sunder::instantiate {
namespace {

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

/// What stands in an input is input.
ir::Causality causality_of(ast::CausalityPrefix prefix, const ir::Instance& parent) {
  if (parent.causality != ir::Causality::local) return parent.causality;
  if (prefix == ast::CausalityPrefix::input) return ir::Causality::input;
  return prefix == ast::CausalityPrefix::output ? ir::Causality::output : ir::Causality::local;
}

}  // namespace

void Builder::add_clause(ir::Instance& instance, const ClassScope& scope, const ast::Element& element,
                         const Modifiers& outer) {
  if (element.outer || element.inner) error(Code::E0203, element.span, "inner and outer are not supported yet");
  if (element.constraint != nullptr && element.constraint->modification != nullptr)
    error(Code::E0203, element.span, "modifiers of a constraining type are not supported yet");
  if (element.redeclare) error(Code::E0203, element.span, "redeclarations are not supported yet");
  if (element.flow != ast::FlowPrefix::none)
    error(Code::E0203, element.span, "connector variables (flow, stream) are not supported yet");
  for (const ast::Component& component : element.components) add_component(instance, scope, element, component, outer);
}

bool Builder::present(const ast::Component& component, Place place) {
  if (component.condition == nullptr) return true;
  const ir::Expression* condition = Resolver(*this, place).resolve(*component.condition);
  if (condition->type.base == ir::BaseType::error) return false;
  if (condition->type.base != ir::BaseType::boolean || !condition->type.is_scalar()) {
    error(Code::E0204, component.condition->span,
          "the condition of a component must be Boolean, not " + print(condition->type));
    return false;
  }
  const auto value = evaluate(*condition, "the condition of '" + std::string(component.name.text) + "'");
  return value && value->number() != 0;
}

void Builder::add_component(ir::Instance& parent, const ClassScope& scope, const ast::Element& element,
                            const ast::Component& component, const Modifiers& outer) {
  const Place place{&parent, &scope};
  if (const auto clash = scope.classes.find(component.name.text); clash != scope.classes.end())
    error(Code::E0207, component.name.span, "'" + std::string(component.name.text) + "' is declared twice")
        .notes.push_back({"as a class here", clash->second->name.span});
  if (const auto twice = parent.by_name.find(component.name.text); twice != parent.by_name.end()) {
    error(Code::E0207, component.name.span, "'" + std::string(component.name.text) + "' is declared twice")
        .notes.push_back({"first declared here", twice->second->span});
    return;
  }
  if (!present(component, place)) {
    absent_.emplace(&parent, component.name.text);
    return;
  }
  auto owned = std::make_unique<ir::Instance>();
  ir::Instance& child = *owned;
  child.name = std::string(component.name.text);
  child.path = parent.path.empty() ? child.name : parent.path + "." + child.name;
  child.parent = &parent;
  child.span = component.name.span;
  child.description = description_of(component.comment);
  child.is_protected = hides_ || element.visibility == ast::Visibility::protected_;
  child.is_final = element.final_;
  parent.children.push_back(std::move(owned));
  parent.by_name.emplace(child.name, &child);

  Pending pending;
  pending.modifiers = for_child(outer, child.name);
  if (element.final_ && !pending.modifiers.empty())
    error(Code::E0212, pending.modifiers.front().span, "'" + child.path + "' is final and cannot be modified")
        .notes.push_back({"declared final here", element.span});
  for (const Modifier& modifier : pending.modifiers) {  // whoever extends the class may modify it, others may not
    if (!child.is_protected || modifier.place.instance == &parent) continue;
    error(Code::E0212, modifier.span, "'" + child.path + "' is protected and cannot be modified from outside")
        .notes.push_back({"declared here", child.span});
  }
  add_inner(pending.modifiers, component.modification, place);
  check_final(pending.modifiers, "'" + child.path + "'");
  for (const ast::Expression* size : component.subscripts) pending.sizes.emplace_back(size, place);
  for (const ast::Expression* size : element.type_subscripts) pending.sizes.emplace_back(size, place);

  const FoundClass found = classes_.find(element.type, scope);
  if (!found.found()) {
    unknown(Code::E0202, element.type.span, parts_of(element.type), scope,
            "unknown type '" + text_of(element.type) + "'",
            suggestion(text_of(element.type), classes_.visible_names(scope)));
    child.base = ir::BaseType::error;
    pending_.emplace(&child, std::move(pending));
    return;
  }
  if (!become_leaf(child, found, pending, element.type.span)) {
    become_class(child, *found.scope, element, component, pending);
    return;
  }
  child.variability = std::min(variability_of(element.variability, child.base), parent.variability);
  child.causality =
      causality_of(element.causality != ast::CausalityPrefix::none ? element.causality : pending.causality, parent);
  leaves_.push_back(&child);
  pending_.emplace(&child, std::move(pending));
}

void Builder::become_class(ir::Instance& child, const ClassScope& scope, const ast::Element& element,
                           const ast::Component& component, const Pending& pending) {
  const ast::Class& class_ = *scope.class_;
  const auto refuse = [&](Code code, Span span, std::string message) {
    error(code, span, std::move(message));
    child.base = ir::BaseType::error;  // diagnosed: uses of it stay silent
  };
  using Kind = ast::ClassKind;
  if (class_.kind == Kind::package || class_.kind == Kind::function || class_.kind == Kind::operator_function ||
      class_.kind == Kind::operator_)
    return refuse(Code::E0204, element.type.span,
                  "'" + scope.name + "' is a package or a function: a component cannot be of it");
  if (class_.partial)
    return refuse(Code::E0215, element.type.span, "'" + scope.name + "' is partial: a component cannot be of it");
  if (class_.kind == Kind::connector || class_.kind == Kind::expandable_connector)
    return refuse(Code::E0203, element.type.span, "connectors are not supported yet");
  if (!pending.sizes.empty()) return refuse(Code::E0203, component.span, "arrays of components are not supported yet");
  if (value_of(pending.modifiers) != nullptr)
    return refuse(Code::E0203, component.span, "values of whole components are not supported yet");
  child.class_ = &class_;
  child.variability = std::min(variability_of(element.variability, ir::BaseType::real), child.parent->variability);
  child.causality = causality_of(element.causality, *child.parent);
  const bool around = std::exchange(hides_, false);
  add_class(child, scope, pending.modifiers);
  hides_ = around;
  check_names(child, scope, pending.modifiers);
}

bool Builder::become_leaf(ir::Instance& leaf, FoundClass found, Pending& pending, Span span) {
  Pending collected = pending;  // what the types on the way say counts only when a base type is at their end
  std::unordered_set<const ClassScope*> seen;
  while (found.is_builtin() || seen.insert(found.scope).second) {
    if (found.is_builtin()) {
      if (found.is_state_select) error(Code::E0203, span, "variables of type StateSelect are not supported yet");
      leaf.base = found.is_state_select ? ir::BaseType::error : found.builtin;
      pending = std::move(collected);
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
    add_inner(collected.modifiers, class_.modification, place, true);
    for (const ast::Expression* size : class_.base_subscripts) collected.sizes.emplace_back(size, place);
    if (collected.causality == ast::CausalityPrefix::none) collected.causality = class_.base_causality;
    const FoundClass base = classes_.find(class_.base, *found.scope->parent);
    if (!base.found()) {
      unknown(Code::E0202, class_.base.span, parts_of(class_.base), *found.scope->parent,
              "unknown type '" + text_of(class_.base) + "'",
              suggestion(text_of(class_.base), classes_.visible_names(*found.scope->parent)));
      leaf.base = ir::BaseType::error;
      return true;
    }
    found = base;
  }
  error(Code::E0210, span, "the type is defined by itself");
  leaf.base = ir::BaseType::error;
  return true;
}

ir::Instance* Builder::package_constant(const FoundComponent& found) {
  const ast::Component& component = *found.declared.component;
  if (const auto known = constant_by_component_.find(&component); known != constant_by_component_.end())
    return known->second;
  const Nesting level(*this, NestingCost::constant, component.name.span);
  if (level.too_deep()) return nullptr;
  tree_->constants.push_back(std::make_unique<ir::Instance>());
  ir::Instance& holder = *tree_->constants.back();
  holder.path = found.scope->name;
  add_component(holder, *found.scope, *found.declared.element, component, {});
  ir::Instance* leaf = holder.children.empty() ? nullptr : holder.children.front().get();
  if (leaf != nullptr) leaf->parent = nullptr;
  if (leaf != nullptr && !leaf->is_leaf()) {
    error(Code::E0203, component.span, "constants that are whole components are not supported yet");
    leaf = nullptr;
  }
  constant_by_component_[&component] = leaf;
  return leaf;
}

}  // namespace sunder::instantiate
