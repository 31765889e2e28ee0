// Components: their declarations become instances, whose types, conditions and children are found when first asked for.
#include <algorithm>
#include <optional>
#include <set>

#include "base/codes.hpp"
#include "base/text.hpp"
#include "instantiate/builder.hpp"
#include "instantiate/resolve.hpp"

namespace sunder::instantiate {
namespace {

using Kind = ast::ClassKind;

ir::Variability variability_of(ast::VariabilityPrefix prefix, ir::BaseType base) {
  switch (prefix) {
    case ast::VariabilityPrefix::constant: return ir::Variability::constant;
    case ast::VariabilityPrefix::parameter: return ir::Variability::parameter;
    case ast::VariabilityPrefix::discrete: return ir::Variability::discrete;
    case ast::VariabilityPrefix::none: break;
  }
  if (base == ir::BaseType::object) return ir::Variability::parameter;  // it is what it was made, all the time
  return base == ir::BaseType::real || base == ir::BaseType::error ? ir::Variability::continuous
                                                                   : ir::Variability::discrete;
}

ir::Causality causality_of(ast::CausalityPrefix prefix) {
  if (prefix == ast::CausalityPrefix::input) return ir::Causality::input;
  return prefix == ast::CausalityPrefix::output ? ir::Causality::output : ir::Causality::local;
}

/// Of an `inner outer` component, which stands for the one around it: the inner one, made beside it.
ir::Instance& inner_part(ir::Instance& component) {
  const auto& beside = component.parent->children;
  const auto at = std::ranges::find_if(
      beside, [&](const ir::Instance* one) { return one->name == component.name && one->target == nullptr; });
  return at != beside.end() ? **at : component;
}

/// annotation(__OpenModelica_tearingSelect = TearingSelect.prefer); other words are not ours, and say nothing.
std::optional<ir::StateSelect> tearing_select(const ast::Annotation* annotation) {
  if (annotation == nullptr) return std::nullopt;
  for (const ast::ModificationArgument& argument : annotation->arguments) {
    const auto& parts = argument.name.parts;
    const bool ours =
        parts.size() == 1 && (parts[0].text == "__OpenModelica_tearingSelect" || parts[0].text == "tearingSelect");
    const ast::Expression* value = argument.modification != nullptr ? argument.modification->value : nullptr;
    if (!ours || value == nullptr || value->kind != ast::ExpressionKind::reference) continue;
    static constexpr std::string_view words[] = {"never", "avoid", "default", "prefer", "always"};
    const auto word = std::ranges::find(words, value->reference.parts.back().name.text);
    if (word != std::end(words)) return static_cast<ir::StateSelect>(word - std::begin(words));
  }
  return std::nullopt;
}

}  // namespace

ir::Instance* Builder::child_of(ir::Instance& instance, std::string_view name) {
  if (!expand(instance)) return nullptr;
  ir::Instance* of = instance.target != nullptr ? instance.target : &instance;
  ir::Instance* found = nullptr;
  if (ClassInstance* class_ = pending(*of).class_; class_ != nullptr && class_->has_slots) {
    const auto slot = class_->slots.find(name);
    if (slot != class_->slots.end())
      found = of->children[slot->second];
    else if (pending(*of).is_expandable)
      found = of->child(name);
  } else {
    found = of->child(name);
  }
  if (found == nullptr) return nullptr;
  expand(*found);
  return found->target != nullptr ? found->target : found;
}

void Builder::expand_all(ir::Instance& instance) {
  if (!expand(instance) || instance.target != nullptr) return;
  for (std::size_t i = 0; i < instance.children.size(); ++i) expand_all(*instance.children[i]);
}

bool Builder::expand(ir::Instance& instance) {
  Pending& own = pending(instance);
  if (own.expanded == Pending::State::done) return !(instance.is_leaf() && instance.base == ir::BaseType::error);
  if (own.expanded == Pending::State::working) {
    if (!own.element) return true;
    error(Code::E0210, instance.span, "the type or condition of '" + path_of(instance) + "' depends on itself");
    return false;
  }
  own.expanded = Pending::State::working;
  const bool good = expand_now(instance);
  pending(instance).expanded = Pending::State::done;
  return good;
}

bool Builder::present(ir::Instance& instance, const ast::Component& component, Scope scope) {
  if (component.condition == nullptr) return true;
  const ir::Expression* condition = Resolver(*this, scope).resolve(*component.condition);
  if (condition->type.base == ir::BaseType::error) return false;
  if (condition->type.base != ir::BaseType::boolean || !condition->type.is_scalar()) {
    error(Code::E0204, component.condition->span,
          "the condition of a component must be Boolean, not " + print(condition->type));
    return false;
  }
  const auto value = evaluate(*condition, "the condition of '" + std::string(instance.name) + "'");
  return value && value->number() != 0;
}

bool Builder::find_inner(ir::Instance& outer) {
  for (ir::Instance* at = outer.parent != nullptr ? outer.parent->parent : nullptr; at != nullptr; at = at->parent) {
    if (at->is_array) continue;
    ClassInstance* class_ = pending(*at).class_;
    if (class_ == nullptr) continue;
    const auto slot = class_->slots.find(outer.name);
    if (slot == class_->slots.end() || slot->second >= at->children.size()) continue;
    ir::Instance* candidate = at->children[slot->second];
    if (!candidate->is_inner) continue;
    if (!expand(*candidate)) return false;
    if (candidate->target != nullptr) candidate = &inner_part(*candidate);
    outer.target = candidate;
    return true;
  }
  return false;
}

/// Without an inner one around it an outer component stands for one at the top of the model, made of what it declares.
bool Builder::make_inner(ir::Instance& outer) {
  const Pending declared = pending(outer);
  ir::Instance& root = *tree_->root;
  ClassInstance* top = pending(root).class_;
  ClassInstance* type = classes_.lookup(declared.element->type, *declared.home);
  const bool possible = top != nullptr && type != nullptr && type->syntax != nullptr && !type->syntax->partial &&
                        classes_.alias(*type).base == ir::BaseType::error && declared.component->subscripts.empty() &&
                        declared.element->type_subscripts.empty() && root.child(outer.name) == nullptr;
  if (!possible || outer.parent == &root) return false;
  top->slots.try_emplace(outer.name, static_cast<std::uint32_t>(root.children.size()));
  ir::Instance& made = make_instance(&root, outer.name, outer.span);
  made.is_inner = true;
  Pending& own = pending(made);
  own.home = declared.home;
  own.element = declared.element;
  own.component = declared.component;
  own.is_made_inner = true;
  warning(Code::W0203, outer.span,
          "there is no inner '" + std::string(outer.name) + "': one with its default values is made at the top")
      .help = "declare it in the model: inner " + text_of(declared.element->type) + " " + std::string(outer.name) + ";";
  if (!expand(made)) return false;
  outer.target = &made;
  return true;
}

/// The new declaration counts; what the old one says stays where the new one does not say otherwise.
bool Builder::apply_redeclaration(ir::Instance& instance, ast::Name& type, ClassInstance*& scope) {
  Pending& own = pending(instance);
  while (own.mod != nullptr && own.mod->redeclare != nullptr &&
         own.mod->redeclare->element->kind == ast::ElementKind::component_clause &&
         !own.mod->redeclare->element->components.empty()) {
    const Redeclaration given = *own.mod->redeclare;
    const ast::Element& element = *given.element;
    const ast::Component& component = element.components[0];
    if (own.element->final_) {
      error(Code::E0212, element.span, "'" + path_of(instance) + "' is final and cannot be redeclared")
          .notes.push_back({"declared final here", own.element->span});
      return false;
    }
    const Scope declared{own.home, instance.parent};
    const Mod* constraint = own.element->constraint != nullptr
                                ? mods_.make(own.element->constraint->modification, declared)
                                : mods_.make(own.component->modification, declared);  // its value, too
    const Mod* said = mods_.without_redeclaration(own.mod);
    own.mod = mods_.merge(mods_.without_beneath(said), mods_.merge(said->beneath, constraint));
    type = element.type;
    scope = given.scope.classes;
    const bool resized = !component.subscripts.empty() || !element.type_subscripts.empty();
    if (resized) {
      own.sizes.clear();
      for (const ast::Expression* size : component.subscripts) own.sizes.emplace_back(size, given.scope);
      for (const ast::Expression* size : element.type_subscripts) own.sizes.emplace_back(size, given.scope);
    }
    if (element.variability != ast::VariabilityPrefix::none && element.variability > own.element->variability)
      instance.variability = variability_of(element.variability, ir::BaseType::real);
    instance.is_inner = instance.is_inner || element.inner;
    if (component.condition != nullptr) instance.is_absent = !present(instance, component, given.scope);
  }
  return true;
}

/// Whether the record that is given has a constant of that name, as far as that can be seen.
bool Builder::has_constant(const ModValue& record, std::string_view name) {
  const ir::Expression* whole = value_of(record);
  if (whole->kind != ir::ExpressionKind::record || !whole->type.is_scalar()) return false;
  const auto& fields = whole->type.record->fields;
  for (std::size_t i = 0; i < fields.size(); ++i) {
    if (fields[i].name != name) continue;
    const ir::Expression& field = *whole->operands[i];
    return field.kind == ir::ExpressionKind::number || field.kind == ir::ExpressionKind::boolean ||
           (field.kind == ir::ExpressionKind::variable && field.variable->variability == ir::Variability::constant);
  }
  return false;
}

bool Builder::expand_now(ir::Instance& instance) {
  Pending* own = &pending(instance);
  const ast::Element& element = *own->element;
  const ast::Component& component = *own->component;
  ir::Instance& parent = *instance.parent;
  const bool sees = !parent.is_package_constant || parent.is_record;
  const Scope scope{own->home, sees ? &parent : nullptr};
  const auto wrong = [&] {
    instance.base = ir::BaseType::error;  // diagnosed: uses of it stay silent
    return false;
  };
  const bool outer = element.outer && !own->is_made_inner;
  if (!own->is_made_inner && !present(instance, component, scope)) {
    instance.is_absent = true;
    instance.base = ir::BaseType::error;
    return true;
  }
  if (outer && !element.inner && (component.modification != nullptr || own->mod != nullptr))
    error(Code::E0222, component.modification != nullptr ? component.modification->span : own->mod->span,
          "an outer component cannot be modified: modify the inner one");
  if (outer && find_inner(instance)) {
    check_inner_type(instance, *instance.target);
    if (!element.inner) return true;
    // who names it here means the one around it; what stands inside of this class finds one of its own, with the
    // modifications that are written here
    const Pending declared = pending(instance);
    ir::Instance& made = make_instance(&parent, instance.name, instance.span);
    made.is_inner = true;
    made.is_protected = instance.is_protected;
    made.is_final = instance.is_final;
    pending(made) = declared;
    pending(made).expanded = Pending::State::untouched;
    pending(made).is_made_inner = true;
    return expand(made);
  }
  if (outer && !element.inner && !parent.is_package_constant) {
    if (make_inner(instance)) return true;
    error(Code::E0222, component.name.span,
          "there is no inner '" + std::string(instance.name) + "' around " +
              (path_of(parent).empty() ? "the model" : "'" + path_of(parent) + "'"))
        .help = "declare it in the model: inner " + text_of(element.type) + " " + std::string(instance.name) + ";";
    return wrong();
  }
  instance.variability = ir::Variability::continuous;
  for (const ast::Expression* size : component.subscripts) own->sizes.emplace_back(size, scope);
  for (const ast::Expression* size : element.type_subscripts) own->sizes.emplace_back(size, scope);
  ast::Name type = element.type;
  ClassInstance* from = own->home;
  const bool redeclared = own->mod != nullptr && own->mod->redeclare != nullptr;
  if (!apply_redeclaration(instance, type, from)) return wrong();
  if (instance.is_absent) return true;
  if (!redeclared) {
    const Mod* declared = mods_.make(component.modification, scope);
    if (element.constraint != nullptr)
      declared = mods_.merge(declared, mods_.make(element.constraint->modification, scope));
    own->mod = mods_.merge(own->mod, declared);
  }
  ClassInstance* class_ = classes_.lookup(type, *from);
  own = &pending(instance);
  if (class_ == nullptr) {
    unknown(Code::E0202, type.span, parts_of(type), *from, "unknown type '" + text_of(type) + "'",
            suggestion(text_of(type), classes_.visible_names(*from)));
    return wrong();
  }
  check_access(type, *from);
  if (redeclared && own->element->constraint == nullptr) {
    ClassInstance* old = classes_.lookup(own->element->type, *own->home);
    if (old != nullptr &&
        !check_subtype(*class_, *old, type.span, own->element->span, "'" + std::string(instance.name) + "'"))
      return wrong();
  }
  if (own->element->constraint != nullptr) {
    ClassInstance* constraint = classes_.lookup(own->element->constraint->type, *own->home);
    if (constraint == nullptr) {
      unknown(Code::E0202, own->element->constraint->type.span, parts_of(own->element->constraint->type), *own->home,
              "unknown class '" + text_of(own->element->constraint->type) + "'", {});
      return wrong();
    }
    if (!check_subtype(*class_, *constraint, type.span, own->element->span, "'" + std::string(instance.name) + "'"))
      return wrong();
  }
  if (parent.is_record || pending(parent).mod != nullptr) {
    const Mod* whole = pending(parent).mod;
    // a constant that is declared with its value has that one in all records of the type, but for those of another type
    const bool settled = own->element->variability == ast::VariabilityPrefix::constant && has_value(own->mod);
    if (has_value(whole) && parent.class_ != nullptr && parent.is_record &&
        (!settled || has_constant(whole->value, instance.name))) {
      own = &pending(instance);
      own->mod = mods_.field(pending(parent).mod, own->mod, instance.name);
    }
  }
  const Aliased alias = class_->is_builtin() ? class_->alias : classes_.alias(*class_);
  for (const auto& size : alias.sizes) own->sizes.push_back(size);
  check_each(instance);
  if (alias.base == ir::BaseType::error) {
    if (class_->syntax == nullptr) return wrong();
    prefixes(instance, alias.causality);
    if (element.flow == ast::FlowPrefix::flow && class_->kind() == Kind::operator_record) check_sums(*class_, element);
    return own->sizes.empty() ? become_class(instance, *class_, type.span) : become_array(instance, *class_, type.span);
  }
  own->class_ = class_;
  if (class_->syntax != nullptr) check_class(*class_);
  if (element.flow != ast::FlowPrefix::none && alias.base != ir::BaseType::real)
    error(Code::E0221, element.span, "'" + std::string(instance.name) + "' is not a Real: it cannot be flow or stream");
  if (element.causality != ast::CausalityPrefix::none && alias.causality != ast::CausalityPrefix::none &&
      element.causality != alias.causality)
    error(Code::E0221, element.span,
          "'" + std::string(instance.name) + "' is an " +
              (element.causality == ast::CausalityPrefix::input ? "input" : "output") + ", its type an " +
              (alias.causality == ast::CausalityPrefix::input ? "input" : "output"));
  if (!become_leaf(instance, alias)) return wrong();
  prefixes(instance, alias.causality);
  instance.is_connector = alias.is_connector;
  return true;
}

/// Variability, causality and flow: its own, or those of what it stands in.
void Builder::prefixes(ir::Instance& instance, ast::CausalityPrefix of_type) {
  const Pending& own = pending(instance);
  const ast::Element& element = *own.element;
  const ir::Instance& parent = *instance.parent;
  const ir::BaseType base =
      instance.is_leaf() && instance.base != ir::BaseType::error ? instance.base : ir::BaseType::real;
  const ir::Variability around =
      parent.parent == nullptr && !parent.is_package_constant ? ir::Variability::continuous : parent.variability;
  ir::Variability written = variability_of(element.variability, base);
  if (instance.variability < written) written = instance.variability;  // of a redeclaration
  instance.variability = std::min(written, around);
  if (parent.is_package_constant && parent.parent == nullptr && element.variability == ast::VariabilityPrefix::none &&
      instance.is_leaf())
    instance.variability = written;
  const ast::CausalityPrefix prefix = element.causality != ast::CausalityPrefix::none ? element.causality : of_type;
  instance.causality =
      parent.causality != ir::Causality::local && parent.parent != nullptr ? parent.causality : causality_of(prefix);
  if (element.flow != ast::FlowPrefix::none)
    instance.flow = element.flow == ast::FlowPrefix::flow ? ir::FlowKind::flow : ir::FlowKind::stream;
  else if (parent.flow != ir::FlowKind::potential)
    instance.flow = parent.flow;
}

bool Builder::become_leaf(ir::Instance& leaf, const Aliased& alias) {
  Pending& own = pending(leaf);
  leaf.base = alias.base;
  leaf.enumeration = alias.enumeration;
  own.mod = mods_.merge(own.mod, alias.mod);
  if (const auto select = tearing_select(own.component->comment.annotation)) attributes(leaf).tearing_select = *select;
  const std::string description = description_of(own.component->comment);
  if (!description.empty()) attributes(leaf).description = arena().copy(std::string_view(description));
  if (!leaf.is_package_constant) leaves_.push_back(&leaf);
  return true;
}

bool Builder::become_array(ir::Instance& instance, ClassInstance& class_, Span type_span) {
  const auto written = pending(instance).sizes;
  std::vector<std::int64_t> sizes(written.size());
  for (std::size_t d = 0; d < written.size(); ++d) {
    if (!find_size(instance, d, *written[d].first, written[d].second, sizes[d])) {
      instance.base = ir::BaseType::error;
      return false;
    }
  }
  const std::int64_t count = ir::element_count(sizes);
  if (count > 1'000'000) {
    error(Code::E0305, instance.span, "'" + path_of(instance) + "' has more than a million elements");
    instance.base = ir::BaseType::error;
    return false;
  }
  instance.is_array = true;
  instance.dimensions = arena().copy(sizes);
  instance.is_connector = is_connector(class_.kind());
  instance.is_record = is_record_class(class_);
  pending(instance).class_ = nullptr;
  std::vector<std::int64_t> at(sizes.size(), 1);
  bool good = true;
  for (std::int64_t n = 0; n < count; ++n) {
    std::int64_t rest = n;
    std::string name = "[";
    for (std::size_t d = sizes.size(); d-- > 0;) {
      at[d] = rest % sizes[d] + 1;
      rest /= sizes[d];
    }
    for (std::size_t d = 0; d < at.size(); ++d) name += (d > 0 ? "," : "") + std::to_string(at[d]);
    ir::Instance& element = make_instance(&instance, arena().copy(std::string_view(name + "]")), instance.span);
    element.is_protected = instance.is_protected;
    element.is_inner = instance.is_inner;
    element.variability = instance.variability;
    element.causality = instance.causality;
    element.flow = instance.flow;
    Pending& own = pending(element);
    const Pending& whole = pending(instance);
    own.home = whole.home;
    own.element = whole.element;
    own.component = whole.component;
    own.mod = mods_.element(whole.mod, at, instance.dimensions);
    own.expanded = Pending::State::working;
    good = become_class(element, class_, type_span) && good;
    pending(element).expanded = Pending::State::done;
    if (!good) break;
  }
  if (!good) instance.is_incomplete = true;
  return good;
}

/// `type A = B; type B = A;`: a chain of short classes that comes back to one of them.
bool Builder::goes_in_a_circle(ClassInstance& class_) {
  std::set<const ast::Class*> seen;
  for (ClassInstance* at = &class_;
       at != nullptr && at->syntax != nullptr && at->syntax->form == ast::ClassForm::short_;) {
    if (!seen.insert(at->syntax).second) return true;
    const std::vector<Base>& bases = classes_.bases(*at);
    at = bases.empty() ? nullptr : bases.front().instance;
  }
  return false;
}

/// Also `connector C = output R`, which has a value like the record R.
bool Builder::is_record_class(ClassInstance& class_) {
  std::set<const ast::Class*> seen;
  for (ClassInstance* at = &class_; at != nullptr && at->syntax != nullptr && seen.insert(at->syntax).second;) {
    if (at->kind() == Kind::record || at->kind() == Kind::operator_record) return true;
    if (at->kind() != Kind::connector || at->syntax->form != ast::ClassForm::short_) return false;
    const std::vector<Base>& bases = classes_.bases(*at);
    at = bases.empty() ? nullptr : bases.front().instance;
  }
  return false;
}

bool Builder::become_class(ir::Instance& instance, ClassInstance& found, Span type_span) {
  const auto refuse = [&](Code code, std::string message) {
    error(code, type_span, std::move(message));
    instance.base = ir::BaseType::error;  // diagnosed: uses of it stay silent
    return false;
  };
  const ast::Class& syntax = *found.syntax;
  const Kind kind = syntax.kind;
  if (kind == Kind::package || kind == Kind::function || kind == Kind::operator_function || kind == Kind::operator_)
    return refuse(Code::E0204, "'" + found.name + "' is a package or a function: a component cannot be of it");
  if (syntax.partial && instance.parent != nullptr && !instance.is_package_constant)
    return refuse(Code::E0215, "'" + found.name + "' is partial: a component cannot be of it");
  int again = 0;
  for (const ir::Instance* at = instance.parent; at != nullptr; at = at->parent)
    if (at->class_ == &syntax) ++again;
  if (again > 0) {
    error(Code::E0210, instance.span, "class '" + found.name + "' contains or extends itself");
    instance.base = ir::BaseType::error;
    return false;
  }
  for (const ClassInstance* around = found.parent; around != nullptr; around = around->parent)
    if (around->syntax != nullptr && around->kind() == Kind::package) check_package(*around->syntax);
  // what a short class says itself goes before its constraining clause (see add_elements)
  if (syntax.form == ast::ClassForm::long_) pending(instance).mod = mods_.merge(pending(instance).mod, found.beneath);
  ClassInstance* class_ = classes_.with_mod(found, pending(instance).mod);
  class_ = classes_.of_instance(*class_, instance);
  instance.class_ = &syntax;
  instance.is_connector = is_connector(kind);
  instance.is_record = is_record_class(found);
  Pending& own = pending(instance);
  own.class_ = class_;
  own.is_expandable = kind == Kind::expandable_connector;
  if (has_value(own.mod) && own.mod->value.scope.classes == &classes_.root()) {
    own.mod = mods_.without_value(own.mod);  // check_overrides says so
  } else if (has_value(own.mod) && !instance.is_record) {
    error(Code::E0204, own.mod->value.expression->span,
          "'" + path_of(instance) + "' is a component: only variables and records have a value");
    own.mod = mods_.without_value(own.mod);
  }
  if (goes_in_a_circle(*class_)) return refuse(Code::E0210, "class '" + found.name + "' contains or extends itself");
  if (class_->bases_state == ClassInstance::State::working) {
    error(Code::E0210, instance.span, "class '" + found.name + "' contains or extends itself");
    instance.base = ir::BaseType::error;
    return false;
  }
  check_imports(*class_);
  const std::size_t first = bodies_.size();
  add_elements(instance, *class_, own.mod, false);
  if (instance.is_package_constant) bodies_.resize(first);
  class_->has_slots = true;
  check_modified_names(instance, *class_, pending(instance).mod, false);
  if (own.element != nullptr) check_prefixes(instance, *class_);
  if (kind == Kind::connector && !syntax.partial && !class_->is_balance_checked && !instance.is_package_constant &&
      instance.parent != nullptr) {
    class_->is_balance_checked = true;
    connectors_.emplace_back(class_, &instance);
  }
  return true;
}

}  // namespace sunder::instantiate
