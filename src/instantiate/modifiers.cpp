#include "instantiate/modifiers.hpp"

#include <algorithm>

namespace sunder::instantiate {

const Mod* Mod::find(std::string_view name) const {
  for (const auto& [own, mod] : inner)
    if (own == name) return mod;
  return nullptr;
}

namespace {

std::string_view name_of(const ast::Element& element) {
  if (element.kind == ast::ElementKind::class_definition) return element.class_->name.text;
  return element.components.empty() ? std::string_view() : element.components[0].name.text;
}

/// Whether it means the same wherever it is written: no names, nothing that rules of inheritance look at.
bool says_numbers(const ast::Modification& modification) {
  using Kind = ast::ExpressionKind;
  if (modification.break_ || modification.assign) return false;
  if (const ast::Expression* e = modification.value; e != nullptr) {
    if (e->kind == Kind::unary) e = e->operands[0];
    if (e->kind != Kind::integer && e->kind != Kind::real && e->kind != Kind::string && e->kind != Kind::boolean)
      return false;
  }
  return std::ranges::all_of(modification.arguments, [](const ast::ModificationArgument& one) {
    return one.element == nullptr && !one.final_ && !one.name.parts.empty() &&
           (one.modification == nullptr || says_numbers(*one.modification));
  });
}

}  // namespace

const Mod* Mods::argument(const ast::ModificationArgument& argument, Scope scope, bool of_type) {
  Mod& mod = add();
  mod.span = argument.span;
  mod.name_span = argument.name.parts.empty() ? argument.span : argument.name.parts.back().span;
  mod.each = argument.each;
  mod.final_ = argument.final_;
  mod.scope = scope;
  if (argument.element != nullptr) {
    mod.each = argument.element->each;
    mod.final_ = argument.element->final_;
    redeclarations_.push_back({argument.element, scope});
    mod.redeclare = &redeclarations_.back();
    say_redeclared(mod, *argument.element, {}, scope);
  }
  if (argument.modification != nullptr) {
    if (const Mod* own = make(argument.modification, scope, of_type)) {
      mod.inner = own->inner;
      mod.value = own->value;
      mod.breaks = own->breaks;
    }
    mod.value.each = argument.each;
    mod.value.inherited = of_type;
  }
  return &mod;
}

const Mod* Mods::make(const ast::Modification* modification, Scope scope, bool of_type) {
  if (modification == nullptr) return nullptr;
  const auto [known, fresh] = literal_.try_emplace({modification, of_type}, nullptr);
  if (!fresh && known->second != nullptr) return known->second;
  const Mod* made = make_anew(*modification, scope, of_type);
  if (fresh && says_numbers(*modification)) literal_[{modification, of_type}] = made;
  return made;
}

const Mod* Mods::make_anew(const ast::Modification& written, Scope scope, bool of_type) {
  const ast::Modification* modification = &written;
  Mod& mod = add();
  mod.span = modification->span;
  mod.scope = scope;
  mod.breaks = modification->break_;
  if (modification->value != nullptr) mod.value = {modification->value, scope, {}, false, of_type};
  for (const ast::ModificationArgument& one : modification->arguments) {
    const Mod* made = argument(one, scope, of_type);
    std::string_view name = one.element != nullptr ? name_of(*one.element) : std::string_view();
    if (one.element == nullptr) {
      if (one.name.parts.empty()) continue;
      for (std::size_t i = one.name.parts.size(); i-- > 1;) {
        Mod& around = add();
        around.span = one.span;
        around.name_span = one.name.parts[i - 1].span;
        around.scope = scope;
        around.inner.emplace_back(one.name.parts[i].text, made);
        made = &around;
      }
      name = one.name.parts[0].text;
    }
    const auto known =
        std::find_if(mod.inner.begin(), mod.inner.end(), [&](const auto& other) { return other.first == name; });
    if (known == mod.inner.end()) {
      mod.inner.emplace_back(name, made);
      continue;
    }
    // a(b = 1), a(c = 2) are two parts of one; a = 1, a = 2 is a mistake
    const auto clash = [](const Mod& a, const Mod& b, const auto& self) -> bool {
      if (a.value.expression != nullptr && b.value.expression != nullptr) return true;
      if (a.redeclare != nullptr || b.redeclare != nullptr) return true;
      return std::ranges::any_of(a.inner, [&](const auto& one) {
        const Mod* other = b.find(one.first);
        return other != nullptr && self(*one.second, *other, self);
      });
    };
    const bool plain = one.name.parts.size() == 1 && known->second->value.expression == nullptr &&
                       made->value.expression == nullptr && one.element == nullptr;
    if ((clash(*known->second, *made, clash) || plain) && observer_ != nullptr)
      observer_->twice(one.span, known->second->span, name);
    known->second = merge(known->second, made);
  }
  return &mod;
}

void Mods::uncheck(const Mod* mod) { const_cast<Mod*>(mod)->unchecked = true; }  // NOLINT: made here, not used yet

const Mod* Mods::merge(const Mod* outer, const Mod* inner, std::string_view of) {
  if (outer == nullptr || outer == inner) return inner;
  if (inner == nullptr) return outer;
  Mod& mod = add();
  mod = *outer;
  const auto component = [](const Mod& one) {
    return one.redeclare != nullptr && one.redeclare->element->kind == ast::ElementKind::component_clause;
  };
  const bool replaces = component(*outer);  // then the inner one says something of what is replaced
  const bool both = outer->value.expression != nullptr && inner->value.expression != nullptr;
  if (inner->final_ && (both || outer->redeclare != nullptr) && observer_ != nullptr && !(outer->scope == inner->scope))
    observer_->against_final(outer->span, inner->span, of);
  mod.final_ = outer->final_ || inner->final_;
  if (replaces) {
    const bool again = component(*inner);
    if (again && !inner->redeclare->element->replaceable && outer->redeclare->element != inner->redeclare->element &&
        observer_ != nullptr)
      observer_->redeclared_again(outer->span, inner->span);
    mod.beneath = merge(outer->beneath, again ? merge(constraint_of(*inner), inner->beneath, of) : inner, of);
    return &mod;
  }
  const bool other_class = outer->redeclare != nullptr && inner->redeclare != nullptr;
  mod.beneath =
      merge(outer->beneath, other_class ? merge(constraint_of(*inner), inner->beneath, of) : inner->beneath, of);
  if (mod.value.expression == nullptr && !outer->breaks && inner->value.expression != nullptr) {
    mod.value = inner->value;
    for (auto& one : mod.inner) one.second = before_whole(one.second, true);
  }
  if (outer->redeclare != nullptr && inner->redeclare != nullptr && !inner->redeclare->element->replaceable &&
      outer->redeclare->element != inner->redeclare->element && observer_ != nullptr)
    observer_->redeclared_again(outer->span, inner->span);
  if (mod.redeclare == nullptr) mod.redeclare = inner->redeclare;
  for (const auto& [name, one] : inner->inner) {
    const auto known = std::find_if(mod.inner.begin(), mod.inner.end(),
                                    [name = name](const auto& other) { return other.first == name; });
    if (known == mod.inner.end())
      mod.inner.emplace_back(name, outer->value.expression != nullptr ? before_whole(one, false) : one);
    else
      known->second = merge(known->second, one, name);
  }
  return &mod;
}

const Mod* Mods::before_whole(const Mod* mod, bool goes) {
  const bool same = mod->goes_before_whole == goes || mod->value.expression == nullptr;
  if (same && mod->inner.empty()) return mod;
  Mod& out = add();
  out = *mod;
  out.goes_before_whole = goes && mod->value.expression != nullptr;
  for (auto& one : out.inner) one.second = before_whole(one.second, goes);
  return &out;
}

const Mod* Mods::constraint_of(const Mod& redeclaring) {
  const Redeclaration& given = *redeclaring.redeclare;
  if (given.element->constraint == nullptr) return nullptr;
  return of_redeclaration(make(given.element->constraint->modification, given.scope));
}

/// What a redeclaration itself says of the component is part of the modification, as if it stood there without it.
void Mods::say_redeclared(Mod& mod, const ast::Element& element, std::string_view name, Scope scope) {
  if (element.kind != ast::ElementKind::component_clause || element.components.empty()) return;
  const ast::Component* component = &element.components[0];
  for (const ast::Component& one : element.components)
    if (one.name.text == name) component = &one;
  const Mod* own = of_redeclaration(make(component->modification, scope));
  if (element.constraint != nullptr) own = merge(own, of_redeclaration(make(element.constraint->modification, scope)));
  if (own == nullptr) return;
  mod.inner = own->inner;
  mod.value = own->value;
  mod.breaks = own->breaks;
}

const Mod* Mods::of_redeclaration(const Mod* mod) {
  if (mod == nullptr) return nullptr;
  Mod& out = add();
  out = *mod;
  out.value.redeclares = true;
  for (auto& one : out.inner) one.second = of_redeclaration(one.second);
  return &out;
}

const Mod* Mods::without_beneath(const Mod* mod) {
  if (mod == nullptr || mod->beneath == nullptr) return mod;
  Mod& out = add();
  out = *mod;
  out.beneath = nullptr;
  return &out;
}

const Mod* Mods::without(const Mod* mod, std::string_view name) {
  if (mod == nullptr || mod->find(name) == nullptr) return mod;
  Mod& out = add();
  out = *mod;
  std::erase_if(out.inner, [&](const auto& one) { return one.first == name; });
  return &out;
}

const Mod* Mods::without_redeclaration(const Mod* mod) {
  if (mod == nullptr || mod->redeclare == nullptr) return mod;
  Mod& out = add();
  out = *mod;
  out.redeclare = nullptr;
  return &out;
}

const Mod* Mods::without_value(const Mod* mod) {
  if (mod == nullptr || mod->value.expression == nullptr) return mod;
  Mod& out = add();
  out = *mod;
  out.value = {};
  return &out;
}

const Mod* Mods::only(std::span<const std::pair<std::string_view, const Mod*>> inner, const Mod& like) {
  if (inner.empty()) return nullptr;
  Mod& out = add();
  out.span = like.span;
  out.scope = like.scope;
  out.inner.assign(inner.begin(), inner.end());
  return &out;
}

const Mod* Mods::element(const Mod* mod, std::span<const std::int64_t> subscripts,
                         std::span<const std::int64_t> sizes) {
  if (mod == nullptr) return nullptr;
  bool changes = mod->value.expression != nullptr && !mod->value.each && !mod->each && !mod->value.inherited;
  std::vector<const Mod*> inner;
  if (!mod->each)
    for (const auto& [name, one] : mod->inner) {
      inner.push_back(element(one, subscripts, sizes));
      changes = changes || inner.back() != one;
    }
  const Mod* beneath = element(mod->beneath, subscripts, sizes);
  if (!changes && beneath == mod->beneath) return mod;
  Mod& out = add();
  out = *mod;
  out.beneath = beneath;
  for (std::size_t i = 0; i < inner.size(); ++i) out.inner[i].second = inner[i];
  if (out.value.expression != nullptr && !out.value.each && !out.each && !out.value.inherited)
    out.value.steps.push_back({{}, {subscripts.begin(), subscripts.end()}, sizes, out.value.redeclares});
  return &out;
}

const Mod* Mods::field(const Mod* whole, const Mod* own, std::string_view name) {
  if (whole == nullptr || whole->value.expression == nullptr) return own;
  if (own != nullptr && own->goes_before_whole) return own;
  Mod& out = add();
  if (own != nullptr) out = *own;
  out.span = whole->span;
  out.scope = whole->scope;
  out.value = whole->value;
  out.value.each = false;  // of the arrays around the record, not of those inside
  out.value.steps.push_back({name, {}});
  return &out;
}

const Mod* Mods::of_type(const Mod* mod) {
  if (mod == nullptr) return nullptr;
  Mod& out = add();
  out = *mod;
  out.value.inherited = true;
  out.beneath = of_type(out.beneath);
  for (auto& one : out.inner) one.second = of_type(one.second);
  return &out;
}

const Mod* Mods::redeclare(std::string_view name, const ast::Element& element, Scope scope) {
  redeclarations_.push_back({&element, scope});
  Mod& out = add();
  out.span = element.span;
  out.scope = scope;
  out.final_ = element.final_;
  out.redeclare = &redeclarations_.back();
  say_redeclared(out, element, name, scope);
  return &out;
}

const Mod* Mods::of_value(const ast::Expression& expression, Scope scope, Span span) {
  Mod& out = add();
  out.span = span;
  out.scope = scope;
  out.value = {&expression, scope, {}, true, false};
  out.each = true;
  return &out;
}

const Mod* Mods::nested(std::span<const std::string_view> path, const Mod* mod) {
  for (std::size_t i = path.size(); i-- > 0;) {
    Mod& around = add();
    around.span = mod->span;
    around.scope = mod->scope;
    around.inner.emplace_back(path[i], mod);
    mod = &around;
  }
  return mod;
}

}  // namespace sunder::instantiate
