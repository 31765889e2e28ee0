// The elements of a class as stubs of its instance: own and inherited ones, redeclared and modified ones.
#include <algorithm>
#include <array>

#include "base/codes.hpp"
#include "instantiate/builder.hpp"

namespace sunder::instantiate {

const Mod* Builder::own_redeclarations(ir::Instance& instance, ClassInstance& class_) {
  std::vector<std::pair<std::string_view, const Mod*>> own;
  Mod like;
  for (const ast::Section& section : class_.syntax->sections)
    for (const ast::Element* element : section.elements) {
      if (!element->redeclare || element->kind != ast::ElementKind::component_clause) continue;
      like.span = element->span;
      like.scope = {&class_, &instance};
      for (const ast::Component& component : element->components)
        own.emplace_back(component.name.text, mods_.redeclare(component.name.text, *element, like.scope));
    }
  return mods_.only(own, like);
}

void Builder::add_elements(ir::Instance& instance, ClassInstance& class_, const Mod* mod, bool hides) {
  const Nesting level(*this, NestingCost::class_, class_.syntax->name.span);
  if (level.too_deep()) {
    instance.is_incomplete = true;
    return;
  }
  check_class(class_);
  const std::vector<Base> bases = classes_.bases(class_);
  const Mod* redeclared = bases.empty() ? nullptr : own_redeclarations(instance, class_);
  std::size_t next = 0;
  const auto add_base = [&](const ast::Modification* clause, Scope scope, bool hidden, const ast::Name& name) {
    const std::size_t which = next++;
    ClassInstance* base = which < bases.size() ? classes_.base_of_instance(class_, which, instance) : nullptr;
    if (base == nullptr) {
      ClassInstance* self = classes_.lookup_base(name, class_);
      if (self == &class_ || (self != nullptr && self->syntax == class_.syntax))
        error(Code::E0210, instance.span.valid() ? instance.span : name.span,
              "class '" + class_.name + "' contains or extends itself");
      else
        unknown(Code::E0202, name.span, parts_of(name), class_, "unknown class '" + text_of(name) + "'",
                suggestion(text_of(name), classes_.visible_names(class_)));
      instance.is_incomplete = true;
      return;
    }
    if (base->syntax == nullptr) return;
    const Mod* own = mods_.make(clause, scope);
    check_modified_names(instance, *base, own, true);
    if (class_.syntax->form == ast::ClassForm::short_) own = mods_.merge(own, class_.beneath);
    add_elements(instance, *base, mods_.merge(mod, mods_.merge(redeclared, own)), hidden);
  };
  const ast::Class& syntax = *class_.syntax;
  if (syntax.form == ast::ClassForm::short_ || syntax.form == ast::ClassForm::extends) {
    ast::Name name = syntax.base;
    if (syntax.form == ast::ClassForm::extends) {
      name = {};
      name.span = syntax.name.span;
      if (!bases.empty() && bases[0].instance == nullptr) {
        error(Code::E0219, syntax.name.span,
              "there is no inherited class '" + std::string(syntax.name.text) + "' to extend");
        instance.is_incomplete = true;
        return;
      }
    }
    // the modifiers of `model extends M(…)` see what the class inherits, those of a short class what is around it
    const bool inside = syntax.form == ast::ClassForm::extends;
    add_base(syntax.modification, inside ? Scope{&class_, &instance} : Scope{class_.parent, class_.around}, hides,
             name);
  }
  for (const ast::Section& section : syntax.sections)
    for (const ast::Element* element : section.elements) {
      if (element->kind == ast::ElementKind::extends) {
        if (!element->breaks.empty() || !element->break_connections.empty())
          error(Code::E0203, element->span, "deselecting with break is not supported yet");
        add_base(element->modification, {&class_, &instance},
                 hides || element->visibility == ast::Visibility::protected_, element->type);
      }
      if (element->kind == ast::ElementKind::component_clause && !element->redeclare)
        for (const ast::Component& component : element->components)
          add_stub(instance, class_, *element, component, mod, hides);
      if (element->kind == ast::ElementKind::component_clause && element->redeclare)
        for (const ast::Component& component : element->components)
          if (instance.child(component.name.text) == nullptr)
            error(Code::E0219, component.name.span,
                  "there is no inherited '" + std::string(component.name.text) + "' to redeclare");
    }
  bodies_.push_back({&instance, &class_});
}

namespace {

bool same_tree(const ast::Expression* a, const ast::Expression* b) {
  return a == b || (a != nullptr && b != nullptr && ast::print_tree(*a) == ast::print_tree(*b));
}

/// Descriptions do not count, nor do attributes: libraries repeat what they inherit with another start value or wish
/// for a state, and the first one says them.
bool same_tree(const ast::Modification* a, const ast::Modification* b) {
  static constexpr std::array<std::string_view, 10> attributes{
      "start", "fixed", "min", "max", "nominal", "quantity", "unit", "displayUnit", "unbounded", "stateSelect"};
  const auto arguments_of = [](const ast::Modification* one) {
    std::vector<ast::ModificationArgument> counting;
    if (one == nullptr) return counting;
    for (const ast::ModificationArgument& argument : one->arguments)
      if (std::ranges::find(attributes, text_of(argument.name)) == attributes.end()) counting.push_back(argument);
    return counting;
  };
  const auto same_argument = [](const ast::ModificationArgument& x, const ast::ModificationArgument& y) {
    const bool elements = x.element == y.element || (x.element != nullptr && y.element != nullptr &&
                                                     text_of(x.element->type) == text_of(y.element->type));
    return x.each == y.each && x.final_ == y.final_ && text_of(x.name) == text_of(y.name) && elements &&
           same_tree(x.modification, y.modification);
  };
  const bool breaks = (a != nullptr && a->break_) != (b != nullptr && b->break_);
  const ast::Expression* of_a = a != nullptr ? a->value : nullptr;
  const ast::Expression* of_b = b != nullptr ? b->value : nullptr;
  return !breaks && same_tree(of_a, of_b) && std::ranges::equal(arguments_of(a), arguments_of(b), same_argument);
}

}  // namespace

/// What is inherited, or inherited twice, must be the same everywhere: two types may have different names for one
/// class. Says in what the declarations differ; nothing: they are one.
std::string Builder::difference(const Pending& first, ClassInstance& home, const ast::Element& element,
                                const ast::Component& component) {
  const ast::Element& known = *first.element;
  if (text_of(known.type) != text_of(element.type)) {
    const ClassInstance* one = classes_.lookup(known.type, *first.home);
    const ClassInstance* other = classes_.lookup(element.type, home);
    if (one != other && one != nullptr && other != nullptr) return "another type";
  }
  if (known.variability != element.variability || known.causality != element.causality || known.flow != element.flow ||
      known.inner != element.inner || known.outer != element.outer)
    return "other prefixes";
  const auto same = [](const ast::List<ast::Expression*>& a, const ast::List<ast::Expression*>& b) {
    return std::ranges::equal(a, b, [](const auto* x, const auto* y) { return same_tree(x, y); });
  };
  if (!same(known.type_subscripts, element.type_subscripts) || !same(first.component->subscripts, component.subscripts))
    return "other sizes";
  if (!same_tree(first.component->condition, component.condition)) return "another condition";
  if (!same_tree(first.component->modification, component.modification)) return "other values or modifications";
  return "";
}

void Builder::add_stub(ir::Instance& parent, ClassInstance& home, const ast::Element& element,
                       const ast::Component& component, const Mod* mod, bool hides) {
  const std::string_view name = component.name.text;
  ClassInstance* top = pending(parent).class_;
  if (top != nullptr) {
    const auto slot = static_cast<std::uint32_t>(parent.children.size());
    const auto [known, added] = top->slots.try_emplace(name, slot);
    if (!added && known->second != slot) {
      const ir::Instance& first = *parent.children[known->second];
      const Pending& other = pending(first);
      if (other.component == &component) return;
      const std::string differs = other.home == &home ? "" : difference(other, home, element, component);
      if (other.home == &home || !differs.empty())
        error(Code::E0207, component.name.span,
              "'" + std::string(name) + "' is declared twice" + (differs.empty() ? "" : ", with " + differs))
            .notes.push_back({"first declared here", first.span});
      return;
    }
  }
  if (const auto clash = home.own.find(name); clash != home.own.end() && clash->second.kind == Member::Kind::class_)
    error(Code::E0207, component.name.span, "'" + std::string(name) + "' is declared twice")
        .notes.push_back({"as a class here", clash->second.class_->name.span});
  ir::Instance& made = make_instance(&parent, name, component.name.span);
  made.is_protected = hides || element.visibility == ast::Visibility::protected_;
  made.is_final = element.final_;
  made.is_inner = element.inner;
  const Mod* outer = child(mod, name);
  if (outer != nullptr && outer->breaks) outer = mods_.without_value(outer);
  if (made.is_final && outer != nullptr && (has_value(outer) || !outer->inner.empty()) && !outer->value.inherited)
    error(Code::E0212, outer->span, "'" + path_of(made) + "' is final and cannot be modified")
        .notes.push_back({"declared final here", element.span});
  if (made.is_protected && outer != nullptr && outer->scope.instance != &parent && !parent.is_package_constant &&
      outer->scope.instance != nullptr)
    error(Code::E0212, outer->span, "'" + path_of(made) + "' is protected and cannot be modified from outside")
        .notes.push_back({"declared here", made.span});
  Pending& own = pending(made);
  own.home = &home;
  own.element = &element;
  own.component = &component;
  own.mod = outer;
}

/// `each` is for the elements of an array: the modified component is one, or something around it that the modifier was
/// written for.
void Builder::check_each(const ir::Instance& component) {
  const Pending& own = pending(component);
  if (own.mod == nullptr || !own.sizes.empty()) return;
  for (const auto& [name, inner] : own.mod->inner) {
    if (!inner->each || inner->scope.classes == &classes_.root()) continue;
    const ir::Instance* at = component.parent;
    while (at != nullptr && at != inner->scope.instance && !at->is_array) at = at->parent;
    if (at != nullptr && at != inner->scope.instance) continue;
    error(Code::E0205, inner->span, "'each' in a modifier of '" + path_of(component) + "', which is no array").help =
        "leave out 'each'";
  }
}

void Builder::check_modified_names(const ir::Instance& instance, ClassInstance& class_, const Mod* mod, bool of_base) {
  if (mod == nullptr || instance.is_incomplete || class_.syntax == nullptr) return;
  for (const auto& [name, inner] : mod->inner) {
    const Member member = classes_.find(class_, name);
    if (!member.found() && mod->unchecked) continue;
    if (!member.found()) {
      bool incomplete = false;
      const auto missing = [&](ClassInstance& one, const auto& self) -> void {
        for (const Base& base : classes_.bases(one)) {
          incomplete = incomplete || base.instance == nullptr;
          if (base.instance != nullptr && base.instance->syntax != nullptr && !incomplete) self(*base.instance, self);
        }
      };
      missing(class_, missing);
      if (incomplete) continue;
      const std::string path = path_of(instance);
      const std::string model = path.empty() ? "the model" : "'" + path + "'";
      const Span at = inner->name_span.valid() ? inner->name_span : inner->span;
      error(Code::E0206, at,
            (of_base ? "'" + class_.name + "'" : model) + " has no element '" + std::string(name) + "' to modify")
          .help = suggestion(name, classes_.element_names(class_));
      continue;
    }
    const ast::Element* declared = member.element;
    if (member.kind == Member::Kind::class_ && member.is_protected && !of_base)
      error(Code::E0201, inner->name_span.valid() ? inner->name_span : inner->span,
            "'" + std::string(name) + "' is protected: it cannot be modified from outside")
          .notes.push_back({"declared here", declared != nullptr ? declared->span : Span{}});
    if (inner->redeclare != nullptr && declared != nullptr && !declared->replaceable && !declared->redeclare &&
        inner->redeclare->element->redeclare)
      error(Code::E0219, inner->span, "'" + std::string(name) + "' is not replaceable: it cannot be redeclared")
          .notes.push_back({"declared here", declared->span});
    if (inner->redeclare != nullptr && declared != nullptr) {
      if (member.kind == Member::Kind::class_) check_redeclared_class(*inner, member, name);
      if (declared->variability == ast::VariabilityPrefix::constant)
        error(Code::E0219, inner->span, "'" + std::string(name) + "' is a constant: it cannot be redeclared")
            .notes.push_back({"declared here", declared->span});
      const bool class_given = inner->redeclare->element->kind == ast::ElementKind::class_definition;
      if (class_given != (member.kind == Member::Kind::class_))
        error(Code::E0219, inner->span,
              "'" + std::string(name) + "' is a " + (class_given ? "component" : "class") +
                  ": it cannot be redeclared as a " + (class_given ? "class" : "component"))
            .notes.push_back({"declared here", declared->span});
    }
  }
}

}  // namespace sunder::instantiate
