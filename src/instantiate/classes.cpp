#include "instantiate/classes.hpp"

#include <algorithm>

namespace sunder::instantiate {

namespace {

// Imports may refer to each other in circles, and base classes too; lookups give up beyond this depth.
constexpr int maximum_depth = 200;
/// Types that are named after each other: one small step each.
constexpr int maximum_aliases = 6000;

constexpr std::string_view state_select_names[] = {"never", "avoid", "default", "prefer", "always"};
constexpr std::string_view assertion_level_names[] = {"warning", "error"};

/// A text that is equal for modifications that mean the same.
void append_key(const Mod* mod, std::string& out) {
  if (mod == nullptr) return;
  const auto pointer = [&](const void* p) { out.append(reinterpret_cast<const char*>(&p), sizeof p); };
  out += mod->final_ ? 'f' : ' ';
  if (mod->value.expression != nullptr) {
    out += '=';
    pointer(mod->value.expression);
    pointer(mod->value.scope.classes);
    pointer(mod->value.scope.instance);
    for (const Step& step : mod->value.steps) {
      out += step.field;
      for (const std::int64_t s : step.subscripts) out += "," + std::to_string(s);
    }
  }
  if (mod->redeclare != nullptr) {
    out += '!';
    pointer(mod->redeclare->element);
    pointer(mod->redeclare->scope.classes);
    pointer(mod->redeclare->scope.instance);
  }
  if (mod->beneath != nullptr) {
    out += '_';
    append_key(mod->beneath, out);
    out += ';';
  }
  for (const auto& [name, inner] : mod->inner) {
    out += '(';
    out += name;
    append_key(inner, out);
    out += ')';
  }
}

/// Whether some value in it may speak of components.
bool speaks(const ast::Expression* e) {
  if (e == nullptr) return false;
  if (e->kind == ast::ExpressionKind::reference || e->kind == ast::ExpressionKind::call) return true;
  return std::ranges::any_of(e->operands, [](const ast::Expression* one) { return speaks(one); });
}
bool speaks(const ast::Modification* modification) {
  if (modification == nullptr) return false;
  if (speaks(modification->value)) return true;
  return std::ranges::any_of(modification->arguments, [](const ast::ModificationArgument& one) {
    if (one.element != nullptr && one.element->kind == ast::ElementKind::class_definition)
      return speaks(one.element->class_->modification);
    return speaks(one.modification);
  });
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

ClassTable::ClassTable(ir::ClassSource& source, Mods& mods, Arena& arena)
    : source_(source), mods_(mods), arena_(arena) {
  root_ = &all_.emplace_back();
  root_->own_state = root_->bases_state = ClassInstance::State::done;
  const auto add = [&](std::string_view name, ir::BaseType base) {
    ClassInstance& made = all_.emplace_back();
    made.name = name;
    made.builtin = base;
    made.parent = root_;
    made.own_state = made.bases_state = made.alias_state = ClassInstance::State::done;
    made.alias.base = base;
    builtin_names_.emplace(name, &made);
    builtins_.emplace(base, &made);
    return &made;
  };
  add("Real", ir::BaseType::real);
  add("Integer", ir::BaseType::integer);
  add("Boolean", ir::BaseType::boolean);
  add("String", ir::BaseType::string);
  add("Clock", ir::BaseType::clock);
  add("ExternalObject", ir::BaseType::object);
  const auto enumeration = [&](std::string_view name, std::span<const std::string_view> literals) {
    ClassInstance* made = add(name, ir::BaseType::enumeration);
    auto* type = arena_.make<ir::EnumerationType>();
    type->name = name;
    type->literals = literals;
    made->alias.enumeration = type;
  };
  enumeration("StateSelect", state_select_names);
  enumeration("AssertionLevel", assertion_level_names);
}

namespace {
/// Whether modifications of its elements decide what its names mean.
bool keeps_all(const ast::Class& syntax) {
  using Kind = ast::ClassKind;
  return syntax.kind != Kind::model && syntax.kind != Kind::block && syntax.kind != Kind::class_ &&
         !(syntax.kind == Kind::connector && syntax.form == ast::ClassForm::long_) &&
         syntax.kind != Kind::expandable_connector && syntax.kind != Kind::record &&
         syntax.kind != Kind::operator_record;
}

/// Equal for classes whose elements have the same modifications, as far as classes keep them.
std::string key_of(const Mod* mod, const Mod* beneath) {
  std::string text;
  append_key(mod, text);
  if (beneath != nullptr) text += '|';
  append_key(beneath, text);
  return text;
}
}  // namespace

ClassInstance* ClassTable::get(const ast::Class& syntax, ClassInstance& parent, const Mod* mod, ir::Instance* around,
                               const Mod* beneath) {
  mod = relevant(syntax, parent, mod);
  if (keeps_all(syntax)) beneath = nullptr;  // all of it is in `mod`
  const std::string text = key_of(mod, beneath);
  const bool bound = around != nullptr && syntax.form != ast::ClassForm::long_ && speaks(syntax.modification);
  ir::Instance* const own = bound ? around : nullptr;
  ClassInstance*& known = known_[{&syntax, &parent, own, nullptr, text}];
  if (known != nullptr) return known;
  known = &all_.emplace_back();
  known->syntax = &syntax;
  known->parent = &parent;
  known->mod = mod;
  known->beneath = beneath;
  known->around = around;
  known->name = parent.name.empty() ? std::string(syntax.name.text) : parent.name + "." + std::string(syntax.name.text);
  return known;
}

ClassInstance* ClassTable::with_mod(ClassInstance& class_, const Mod* mod) {
  if (class_.syntax == nullptr || mod == nullptr) return &class_;
  return get(*class_.syntax, *class_.parent, mods_.merge(mod, class_.mod), class_.around, class_.beneath);
}

ClassInstance* ClassTable::of_instance(ClassInstance& class_, ir::Instance& instance) {
  if (class_.syntax == nullptr || class_.instance != nullptr || !needs_instance(class_, 0)) return &class_;
  ClassInstance*& known =
      known_[{class_.syntax, class_.parent, class_.around, &instance, key_of(class_.mod, class_.beneath)}];
  if (known != nullptr) return known;
  known = &all_.emplace_back();
  known->syntax = class_.syntax;
  known->parent = class_.parent;
  known->mod = class_.mod;
  known->beneath = class_.beneath;
  known->around = class_.around;
  known->instance = &instance;
  known->name = class_.name;
  return known;
}

bool ClassTable::needs_instance(ClassInstance& class_, int depth) {
  if (class_.needs_instance >= 0) return class_.needs_instance != 0;
  if (class_.syntax == nullptr || depth > maximum_depth) return false;
  class_.needs_instance = 0;
  bool needs = false;
  for (const ast::Section& section : class_.syntax->sections)
    for (const ast::Element* element : section.elements) {
      if (element->kind == ast::ElementKind::class_definition)
        needs = needs || (element->class_->form != ast::ClassForm::long_ && speaks(element->class_->modification)) ||
                (element->constraint != nullptr && speaks(element->constraint->modification));
      if (element->kind == ast::ElementKind::extends && element->modification != nullptr)
        for (const ast::ModificationArgument& argument : element->modification->arguments)
          needs = needs || (argument.element != nullptr && argument.element->class_ != nullptr &&
                            speaks(argument.element->class_->modification));
    }
  for (const Base& base : bases(class_))
    needs = needs || (base.instance != nullptr && needs_instance(*base.instance, depth + 1));
  class_.needs_instance = needs ? 1 : 0;
  return needs;
}

/// Values of components decide nothing about what names mean: they are left out, so that all resistors are one class.
const Mod* ClassTable::relevant(const ast::Class& syntax, ClassInstance& parent, const Mod* mod) {
  if (mod == nullptr || mod->inner.empty()) return nullptr;
  const bool all = keeps_all(syntax);
  std::vector<std::pair<std::string_view, const Mod*>> kept;
  ClassInstance* plain = all ? nullptr : get(syntax, parent, nullptr, nullptr);
  for (const auto& [name, inner] : mod->inner) {
    if (!all) {
      const Member member = find(*plain, name);
      const bool constant =
          member.kind == Member::Kind::component && member.element->variability == ast::VariabilityPrefix::constant;
      if (member.kind != Member::Kind::class_ && !constant) continue;
    }
    kept.emplace_back(name, inner);
  }
  return mods_.only(kept, *mod);
}

void ClassTable::read(ClassInstance& class_) {
  if (class_.own_state != ClassInstance::State::untouched) return;
  class_.own_state = ClassInstance::State::done;
  for (const ast::Section& section : class_.syntax->sections)
    for (const ast::Element* element : section.elements) {
      const bool hidden = element->visibility == ast::Visibility::protected_;
      if (element->kind == ast::ElementKind::class_definition)
        class_.own.try_emplace(element->class_->name.text,
                               Member{Member::Kind::class_, element, nullptr, element->class_, &class_, hidden});
      for (const ast::Component& component : element->components)
        class_.own.try_emplace(component.name.text,
                               Member{Member::Kind::component, element, &component, nullptr, &class_, hidden});
      if (element->kind == ast::ElementKind::import_) class_.imports.push_back(element);
    }
}

/// What is said of the elements of a base class: from outside, by the redeclarations of the class itself, by the
/// clause.
const Mod* ClassTable::base_mod(ClassInstance& class_, const ast::Modification* clause, Scope scope,
                                std::string_view skip) {
  const Mod* outer = skip.empty() ? class_.mod : mods_.without(class_.mod, skip);
  std::vector<std::pair<std::string_view, const Mod*>> own;
  Mod like;
  for (const ast::Section& section : class_.syntax->sections)
    for (const ast::Element* element : section.elements) {
      if (!element->redeclare) continue;
      like.span = element->span;
      like.scope = {&class_, class_.instance};
      const auto add = [&](std::string_view name) {
        if (name != skip) own.emplace_back(name, mods_.redeclare(name, *element, like.scope));
      };
      if (element->kind == ast::ElementKind::class_definition) add(element->class_->name.text);
      for (const ast::Component& component : element->components) add(component.name.text);
    }
  const Mod* inner = mods_.merge(mods_.only(own, like), mods_.make(clause, scope));
  return mods_.merge(outer, inner);
}

/// `model extends M`: the M that the class around inherits.
ClassInstance* ClassTable::extended_class(ClassInstance& class_) {
  ClassInstance& around = *class_.parent;
  const std::string_view name = class_.syntax->name.text;
  if (around.syntax == nullptr) return nullptr;
  for (const Base& base : bases(around)) {
    if (base.instance == nullptr) continue;
    if (!find(*base.instance, name).found()) continue;
    const ast::Modification* clause = base.clause != nullptr ? base.clause->modification : around.syntax->modification;
    const Mod* mod = base_mod(around, clause, {&around, around.instance}, name);
    ClassInstance* plain = base.instance;
    if (base.clause != nullptr)
      plain = lookup_base(base.clause->type, around);
    else if (around.syntax->form == ast::ClassForm::short_)
      plain = lookup(around.syntax->base, *around.parent);
    else if (around.syntax->form == ast::ClassForm::extends)
      plain = extended_class(around);
    if (plain == nullptr || plain->syntax == nullptr) return nullptr;
    ClassInstance* clean = get(*plain->syntax, *plain->parent, mods_.merge(mod, plain->mod), plain->around);
    return member_class(*clean, name);
  }
  return nullptr;
}

void ClassTable::find_bases(ClassInstance& class_) {
  class_.bases_state = ClassInstance::State::working;
  if (depth_ > maximum_depth) {
    if (on_too_deep_) on_too_deep_(class_.syntax->name.span);
    class_.bases_state = ClassInstance::State::done;
    return;
  }
  ++depth_;
  const ast::Class& syntax = *class_.syntax;
  std::vector<Base> found;
  const auto add = [&](ClassInstance* base, const ast::Element* clause, const ast::Modification* modification,
                       Scope scope) {
    if (base != nullptr && base->syntax != nullptr) base = with_mod(*base, base_mod(class_, modification, scope, {}));
    found.push_back({clause, base == &class_ ? nullptr : base});
  };
  if (syntax.form == ast::ClassForm::short_)
    add(lookup(syntax.base, *class_.parent), nullptr, syntax.modification, {class_.parent, class_.around});
  if (syntax.form == ast::ClassForm::extends)
    add(extended_class(class_), nullptr, syntax.modification, {&class_, class_.instance});
  for (const ast::Section& section : syntax.sections)
    for (const ast::Element* element : section.elements)
      if (element->kind == ast::ElementKind::extends)
        add(lookup_base(element->type, class_), element, element->modification, {&class_, class_.instance});
  class_.bases = std::move(found);
  class_.bases_state = ClassInstance::State::done;
  class_.inherited.clear();
  --depth_;
}

const std::vector<Base>& ClassTable::bases(ClassInstance& class_) {
  if (class_.bases_state == ClassInstance::State::untouched) find_bases(class_);
  return class_.bases;
}

Member ClassTable::find(ClassInstance& class_, std::string_view name) {
  if (class_.syntax == nullptr) return {};
  read(class_);
  if (const auto own = class_.own.find(name); own != class_.own.end()) return own->second;
  if (const ast::Class* stored = source_.member(*class_.syntax, name)) {
    const Member member{Member::Kind::class_, nullptr, nullptr, stored, &class_, false};
    class_.own.emplace(stored->name.text, member);
    return member;
  }
  const bool settled = class_.bases_state == ClassInstance::State::done;
  if (settled)
    if (const auto known = class_.inherited.find(name); known != class_.inherited.end()) return known->second;
  Member member;
  if (depth_ > maximum_depth) return member;
  ++depth_;
  for (const Base& base : bases(class_)) {
    if (base.instance == nullptr) continue;
    member = find(*base.instance, name);
    if (!member.found()) continue;
    member.is_protected =
        member.is_protected || (base.clause != nullptr && base.clause->visibility == ast::Visibility::protected_);
    break;
  }
  --depth_;
  if (settled && class_.bases_state == ClassInstance::State::done) class_.inherited.emplace(arena_.copy(name), member);
  return member;
}

/// `package Medium = Water` means Water itself, not a copy of it.
ClassInstance* ClassTable::transparent(const ast::Class& syntax, ClassInstance& parent, const Mod* mod,
                                       const Mod* beneath) {
  using Kind = ast::ClassKind;
  const bool plain = syntax.form == ast::ClassForm::short_ && syntax.modification == nullptr && !syntax.partial &&
                     syntax.base_subscripts.empty() && syntax.base_causality == ast::CausalityPrefix::none &&
                     (syntax.kind == Kind::package || syntax.kind == Kind::function || syntax.kind == Kind::model ||
                      syntax.kind == Kind::block || syntax.kind == Kind::record);
  if (!plain || depth_ > maximum_depth) return nullptr;
  ++depth_;
  ClassInstance* target = lookup(syntax.base, parent);
  --depth_;
  if (target == nullptr || target->syntax == nullptr) return nullptr;
  if (mod == nullptr) return target;
  return get(*target->syntax, *target->parent, mods_.merge(mod, target->mod), target->around,
             mods_.merge(target->beneath, beneath));
}

ClassInstance* ClassTable::redeclared(const Redeclaration& redeclaration, const Mod* mod, const Mod* beneath) {
  const ast::Class& syntax = *redeclaration.element->class_;
  ClassInstance& parent = *redeclaration.scope.classes;
  if (ClassInstance* same = transparent(syntax, parent, mod, beneath)) return same;
  return get(syntax, parent, mod, redeclaration.scope.instance, beneath);
}

ClassInstance* ClassTable::member_class(ClassInstance& class_, std::string_view name) {
  if (const auto known = class_.classes.find(name); known != class_.classes.end()) return known->second;
  const Member member = find(class_, name);
  if (member.kind != Member::Kind::class_) return nullptr;
  // what is inherited may speak of components of this instance, too
  const bool inherited = member.home != &class_ && member.home->instance == nullptr && class_.instance != nullptr;
  ClassInstance& home = inherited ? *of_instance(*member.home, *class_.instance) : *member.home;
  if (const auto known = home.classes.find(name); known != home.classes.end()) return known->second;
  const Mod* constraint = member.element != nullptr && member.element->constraint != nullptr
                              ? mods_.make(member.element->constraint->modification, {&home, home.instance})
                              : nullptr;
  const Mod* mod = mods_.merge(child(home.mod, name), constraint);
  ClassInstance* found = nullptr;
  if (depth_ > maximum_depth) return nullptr;
  ++depth_;
  if (mod != nullptr && mod->redeclare != nullptr &&
      mod->redeclare->element->kind == ast::ElementKind::class_definition) {
    constraint = mods_.merge(mods_.merge(mods_.constraint_of(*mod), mod->beneath), constraint);
    const bool own = mod->redeclare->element->class_ == member.class_;
    const Mod* rest = mods_.without_redeclaration(mod);
    // where no constraining clause says so, what is said of the class that is replaced holds for the other one
    if (!own && member.element != nullptr && member.element->constraint == nullptr &&
        member.class_->form == ast::ClassForm::short_ && !keeps_all(*member.class_)) {
      const Mod* said = mods_.make(member.class_->modification, {&home, home.instance});
      constraint = mods_.merge(constraint, said);
      rest = mods_.merge(rest, said);
    }
    found = redeclared(*mod->redeclare, rest, constraint);
  } else {
    found = transparent(*member.class_, home, mod, constraint);
    if (found == nullptr) found = get(*member.class_, home, mod, home.instance, constraint);
  }
  --depth_;
  if (home.bases_state != ClassInstance::State::working) home.classes.emplace(member.class_->name.text, found);
  return found;
}

Found ClassTable::imported(ClassInstance& class_, std::string_view name) {
  if (class_.syntax == nullptr) return {};
  read(class_);
  if (class_.imports.empty() || depth_ > maximum_depth) return {};
  ++depth_;
  Found found;
  Found first;  // of those by wildcards, among which names must be unique
  for (const bool wildcards : {false, true}) {
    for (const ast::Element* element : class_.imports) {
      found = {};
      const ast::Import& import = element->import_;
      std::vector<std::string_view> parts = parts_of(import.name);
      if (parts.empty() || import.wildcard != wildcards) continue;
      const bool selected = std::ranges::any_of(import.selected, [&](const auto& one) { return one.text == name; });
      if (wildcards || selected)
        parts.push_back(name);
      else if (!import.selected.empty() || (import.alias.empty() ? parts.back() : import.alias.text) != name)
        continue;
      ClassInstance* package = parts.size() == 1 ? root_ : lookup(std::span(parts).first(parts.size() - 1), *root_);
      if (package == nullptr) continue;
      if (package == root_) {
        found.class_ = lookup(parts, *root_);
      } else {
        found.member = find(*package, parts.back());
        if (wildcards && found.member.is_protected) found.member = {};
        if (found.member.kind == Member::Kind::class_) found.class_ = member_class(*package, parts.back());
        found.in = package;
      }
      found.imported = true;
      if (!found.found()) continue;
      if (!wildcards) break;
      if (!first.found()) {
        first = found;
      } else if (found.member.element != first.member.element || found.member.class_ != first.member.class_) {
        if (on_ambiguous_) on_ambiguous_(element->span, name, first, found);
      }
    }
    if (found.found()) break;
  }
  --depth_;
  if (first.found()) return first;
  return found.found() ? found : Found{};
}

Found ClassTable::lookup(std::string_view name, ClassInstance& from) {
  Found found;
  for (ClassInstance* at = &from; at != nullptr; at = at->parent) {
    if (at->syntax != nullptr) {
      found.member = find(*at, name);
      if (found.member.found()) {
        found.in = at;
        if (found.member.kind == Member::Kind::class_) found.class_ = member_class(*at, name);
        return found;
      }
      found = imported(*at, name);
      if (found.found()) return found;
      if (at->syntax->encapsulated) break;
    } else if (at == root_) {
      if (const ast::Class* top = source_.top_level(name)) {
        found.member = {Member::Kind::class_, nullptr, nullptr, top, root_, false};
        found.class_ = transparent(*top, *root_, nullptr);
        if (found.class_ == nullptr) found.class_ = get(*top, *root_, nullptr, nullptr);
        return found;
      }
    }
  }
  if (const auto type = builtin_names_.find(name); type != builtin_names_.end()) found.class_ = type->second;
  return found;
}

ClassInstance* ClassTable::lookup(std::span<const std::string_view> parts, ClassInstance& from) {
  if (parts.empty()) return nullptr;
  if (depth_ > maximum_depth) return nullptr;
  ++depth_;
  ClassInstance* class_ = lookup(parts[0], from).class_;
  for (std::size_t i = 1; i < parts.size() && class_ != nullptr; ++i) class_ = member_class(*class_, parts[i]);
  --depth_;
  return class_;
}

ClassInstance* ClassTable::lookup(const ast::Name& name, ClassInstance& from) {
  return lookup(parts_of(name), name.global ? *root_ : from);
}

ClassInstance* ClassTable::lookup_base(const ast::Name& name, ClassInstance& class_) {
  const std::vector<std::string_view> parts = parts_of(name);
  if (parts.empty()) return nullptr;
  if (name.global) return lookup(parts, *root_);
  read(class_);
  ClassInstance* found = nullptr;
  if (const auto own = class_.own.find(parts[0]); own != class_.own.end() && own->second.kind == Member::Kind::class_ &&
                                                  (own->second.element == nullptr || !own->second.element->redeclare))
    found = member_class(class_, parts[0]);
  if (found == nullptr)
    found = source_.member(*class_.syntax, parts[0]) != nullptr ? member_class(class_, parts[0]) : nullptr;
  if (found == nullptr) found = imported(class_, parts[0]).class_;
  if (found == nullptr) {
    if (!class_.syntax->encapsulated) return lookup(parts, *class_.parent);
    const auto type = builtin_names_.find(parts[0]);
    found = type != builtin_names_.end() ? type->second : nullptr;
  }
  for (std::size_t i = 1; i < parts.size() && found != nullptr; ++i) found = member_class(*found, parts[i]);
  return found;
}

ClassInstance* ClassTable::base_of_instance(ClassInstance& class_, std::size_t which, ir::Instance& instance) {
  ClassInstance* base = bases(class_)[which].instance;
  if (base == nullptr || class_.instance == nullptr) return base;
  return of_instance(*base, instance);
}

const Aliased& ClassTable::alias(ClassInstance& class_) {
  if (class_.alias_state != ClassInstance::State::untouched) return class_.alias;
  if (alias_depth_ > maximum_aliases) {
    if (on_too_deep_) on_too_deep_(class_.syntax->name.span);
    return class_.alias;
  }
  ++alias_depth_;
  class_.alias_state = ClassInstance::State::working;
  const ast::Class& syntax = *class_.syntax;
  Aliased out;
  if (syntax.form == ast::ClassForm::enumeration) {
    out.base = ir::BaseType::enumeration;
    auto* type = arena_.make<ir::EnumerationType>();
    type->name = arena_.copy(std::string_view(class_.name));
    std::vector<std::string_view> literals;
    for (const ast::EnumerationLiteral& literal : syntax.literals) literals.push_back(literal.name.text);
    type->literals = arena_.copy(literals);
    out.enumeration = type;
    out.mod = class_.mod;
  } else if (syntax.form == ast::ClassForm::short_) {
    if (ClassInstance* base = lookup(syntax.base, *class_.parent); base != nullptr && base != &class_) {
      const Aliased inner = alias(*base);
      out = inner;
      const Scope scope{class_.parent, class_.around};
      if (inner.base != ir::BaseType::error)
        out.mod = mods_.merge(mods_.of_type(class_.mod),
                              mods_.merge(mods_.make(syntax.modification, scope, true), inner.mod));
      std::vector<std::pair<const ast::Expression*, Scope>> sizes;
      for (const ast::Expression* size : syntax.base_subscripts) sizes.emplace_back(size, scope);
      sizes.insert(sizes.end(), inner.sizes.begin(), inner.sizes.end());
      out.sizes = std::move(sizes);
      if (syntax.base_causality != ast::CausalityPrefix::none) out.causality = syntax.base_causality;
    }
  } else if (syntax.form == ast::ClassForm::long_) {
    for (const Base& base : bases(class_)) {
      if (base.instance == nullptr || base.clause == nullptr) continue;
      const Aliased& inner = alias(*base.instance);
      if (inner.base == ir::BaseType::error || inner.base == ir::BaseType::object) continue;
      out = inner;
      out.mod = mods_.merge(
          class_.mod, mods_.merge(mods_.make(base.clause->modification, {&class_, class_.instance}, true), inner.mod));
    }
    if (!bases(class_).empty() && bases(class_)[0].instance == builtins_.at(ir::BaseType::object))
      out.base = ir::BaseType::object;
  }
  out.is_connector = out.is_connector || syntax.kind == ast::ClassKind::connector;
  class_.alias = std::move(out);
  class_.alias_state = ClassInstance::State::done;
  --alias_depth_;
  return class_.alias;
}

bool ClassTable::inherits(ClassInstance& class_, const ClassInstance& base) {
  if (&class_ == &base || (class_.syntax != nullptr && class_.syntax == base.syntax)) return true;
  if (class_.syntax == nullptr || depth_ > maximum_depth) return false;
  ++depth_;
  const bool found = std::ranges::any_of(
      bases(class_), [&](const Base& one) { return one.instance != nullptr && inherits(*one.instance, base); });
  --depth_;
  return found;
}

std::vector<std::string> ClassTable::element_names(ClassInstance& class_) {
  std::vector<std::string> names;
  if (class_.syntax == nullptr || depth_ > maximum_depth) return names;
  read(class_);
  for (const auto& [name, member] : class_.own) names.emplace_back(name);
  for (const std::string& name : source_.member_names(*class_.syntax)) names.push_back(name);
  ++depth_;
  for (const Base& base : bases(class_))
    if (base.instance != nullptr)
      for (std::string& name : element_names(*base.instance)) names.push_back(std::move(name));
  --depth_;
  return names;
}

std::vector<std::string> ClassTable::visible_names(ClassInstance& from) {
  std::vector<std::string> names{"Real", "Integer", "Boolean", "String"};
  for (ClassInstance* at = &from; at != nullptr; at = at->parent) {
    if (at == root_) {
      for (std::string& name : source_.top_level_names()) names.push_back(std::move(name));
      break;
    }
    for (const std::string& name : element_names(*at))
      if (find(*at, name).kind == Member::Kind::class_) names.push_back(name);
    if (at->syntax != nullptr && at->syntax->encapsulated) break;
  }
  std::ranges::sort(names);
  names.erase(std::unique(names.begin(), names.end()), names.end());
  return names;
}

}  // namespace sunder::instantiate
