// Restrictions of specialised classes: what may stand in a package, a function, a record, a connector, a block; what
// may extend what; which prefixes fit which classes.
#include <algorithm>
#include <array>
#include <unordered_map>

#include "base/codes.hpp"
#include "instantiate/builder.hpp"
#include "instantiate/resolve.hpp"

namespace sunder::instantiate {
namespace {

using Kind = ast::ClassKind;

const char* name_of(Kind kind) {
  static constexpr const char* names[] = {
      "class", "model",   "record",   "operator record",   "block",   "connector", "expandable connector",
      "type",  "package", "function", "operator function", "operator"};
  return names[static_cast<std::size_t>(kind)];
}

bool is_record(Kind kind) { return kind == Kind::record || kind == Kind::operator_record; }

/// Section 7.1.3 of the specification: which kinds a class of this kind may inherit from.
bool may_extend(Kind derived, Kind base) {
  if (base == Kind::class_ || derived == Kind::class_) return true;
  switch (derived) {
    case Kind::package:
    case Kind::operator_: return base == Kind::package || base == Kind::operator_;
    case Kind::function:
    case Kind::operator_function: return base == Kind::function || base == Kind::operator_function;
    case Kind::type: return base == Kind::type;
    case Kind::record:
    case Kind::operator_record: return is_record(base);
    case Kind::expandable_connector: return base == Kind::expandable_connector;
    case Kind::connector: return is_record(base) || base == Kind::type || base == Kind::connector;
    case Kind::block: return is_record(base) || base == Kind::block;
    case Kind::model: return is_record(base) || base == Kind::block || base == Kind::model;
    default: return true;
  }
}

bool is_predefined(std::string_view name) {
  return name == "Real" || name == "Integer" || name == "Boolean" || name == "String";
}

}  // namespace

void Builder::check_class(ClassInstance& class_) {
  if (class_.is_checked || class_.syntax == nullptr) return;
  class_.is_checked = true;
  const ast::Class& syntax = *class_.syntax;
  const Kind kind = syntax.kind;
  const std::string whole = std::string(name_of(kind)) + " '" + class_.name + "'";
  const auto refuse = [&](Span span, const std::string& message) { error(Code::E0221, span, message); };
  if (is_predefined(syntax.name.text))
    error(Code::E0207, syntax.name.span,
          "'" + std::string(syntax.name.text) + "' is predefined: it cannot be declared again");
  int algorithms = 0;
  const bool data = is_record(kind) || is_connector(kind);
  for (const ast::Section& section : syntax.sections) {
    if (section.kind == ast::Section::Kind::equations) {
      if (data || kind == Kind::package || kind == Kind::type || kind == Kind::operator_)
        refuse(section.equations->span, "the " + whole + " cannot have equations");
      continue;
    }
    if (section.kind == ast::Section::Kind::algorithm) {
      if (data || kind == Kind::package || kind == Kind::type || kind == Kind::operator_)
        refuse(section.algorithm->span, "the " + whole + " cannot have algorithms");
      const bool function = kind == Kind::function || kind == Kind::operator_function;
      if (function && section.algorithm->initial)
        refuse(section.algorithm->span, "a function cannot have an initial algorithm");
      if (function && ++algorithms > 1) refuse(section.algorithm->span, "a function can have one algorithm only");
      continue;
    }
    for (const ast::Element* element : section.elements) {
      if (element->redeclare ||
          (element->kind == ast::ElementKind::class_definition && element->class_->form == ast::ClassForm::extends)) {
        Member old;
        const std::string_view called = element->kind == ast::ElementKind::class_definition ? element->class_->name.text
                                        : element->components.empty()                       ? std::string_view()
                                                                      : element->components[0].name.text;
        for (const Base& base : classes_.bases(class_))
          if (base.instance != nullptr && !old.found()) old = classes_.find(*base.instance, called);
        if (old.element != nullptr && !old.element->replaceable && !old.element->redeclare)
          error(Code::E0219, element->span, "'" + std::string(called) + "' is not replaceable: it cannot be redeclared")
              .notes.push_back({"declared here", old.element->span});
        if (old.element != nullptr && old.element->final_)
          error(Code::E0212, element->span, "'" + std::string(called) + "' is final and cannot be redeclared")
              .notes.push_back({"declared final here", old.element->span});
        if (old.element != nullptr && old.element->variability == ast::VariabilityPrefix::constant)
          error(Code::E0219, element->span, "'" + std::string(called) + "' is a constant: it cannot be redeclared")
              .notes.push_back({"declared here", old.element->span});
        if (old.element != nullptr && old.is_protected != (element->visibility == ast::Visibility::protected_))
          error(Code::E0219, element->span,
                "'" + std::string(called) + "' is " + (old.is_protected ? "protected" : "public") +
                    " and must stay so when it is redeclared")
              .notes.push_back({"declared here", old.element->span});
      }
      if (element->kind == ast::ElementKind::class_definition && is_predefined(element->class_->name.text))
        error(Code::E0207, element->class_->name.span,
              "'" + std::string(element->class_->name.text) + "' is predefined: it cannot be declared again");
      if (element->visibility == ast::Visibility::protected_ && data && element->kind != ast::ElementKind::import_ &&
          element->kind != ast::ElementKind::class_definition)
        refuse(element->span, "the " + whole + " cannot have protected elements");
      if (element->kind == ast::ElementKind::class_definition && element->outer)
        error(Code::E0203, element->span, "classes that are outer are not supported yet").help =
            "a replaceable class can be redeclared from outside";
      if (element->kind == ast::ElementKind::extends && kind == Kind::operator_record)
        refuse(element->span, "an operator record cannot extend another class");
      if (element->kind == ast::ElementKind::component_clause && kind == Kind::operator_)
        refuse(element->span, "an operator holds functions only");
      if (element->kind != ast::ElementKind::component_clause) continue;
      const Span place = element->span;
      for (const ast::Component& component : element->components)
        if (is_predefined(component.name.text))
          error(Code::E0207, component.name.span,
                "'" + std::string(component.name.text) + "' is predefined: it cannot be declared again");
      if (kind == Kind::package && element->variability != ast::VariabilityPrefix::constant)
        refuse(place, "a package holds constants and classes: this is neither");
      if (kind == Kind::type)
        refuse(place, "the " + whole + " is of one of the predefined types: it cannot have elements");
      if (element->flow == ast::FlowPrefix::stream && !is_connector(kind) && kind != Kind::class_)
        refuse(place, "only elements of connectors can be stream variables");
      if (data && (element->inner || element->outer))
        refuse(place, "an element of the " + whole + " cannot be inner or outer");
      if (is_record(kind) &&
          (element->flow != ast::FlowPrefix::none || element->causality != ast::CausalityPrefix::none))
        refuse(place, "an element of a record cannot be flow, stream, input or output");
      const bool function = kind == Kind::function || kind == Kind::operator_function;
      if (function && (element->inner || element->outer))
        refuse(place, "a variable of a function cannot be inner or outer");
      if (kind == Kind::expandable_connector && element->flow == ast::FlowPrefix::flow)
        refuse(place, "an expandable connector cannot have flow variables");
    }
  }
  std::unordered_map<std::string_view, Span> names;
  for (const ast::Section& section : syntax.sections)
    for (const ast::Element* element : section.elements) {
      const auto add = [&](const ast::Identifier& name) {
        const auto [first, added] = names.emplace(name.text, name.span);
        if (!added && !element->redeclare)
          error(Code::E0207, name.span, "'" + std::string(name.text) + "' is declared twice")
              .notes.push_back({"first declared here", first->second});
      };
      if (element->kind == ast::ElementKind::class_definition) {
        add(element->class_->name);
        if (element->constraint == nullptr || element->class_->form == ast::ClassForm::extends) continue;
        ClassInstance* wanted = classes_.lookup(element->constraint->type, class_);
        ClassInstance* given = classes_.get(*element->class_, class_, nullptr, class_.instance);
        if (wanted != nullptr && given != nullptr)
          check_subtype(*given, *wanted, element->class_->name.span, element->constraint->type.span,
                        "'" + std::string(element->class_->name.text) + "'");
      }
      for (const ast::Component& component : element->components) add(component.name);
    }
  if (syntax.form == ast::ClassForm::enumeration) {
    std::vector<std::string_view> seen;
    static constexpr std::array<std::string_view, 5> attributes{"quantity", "min", "max", "start", "fixed"};
    for (const ast::EnumerationLiteral& literal : syntax.literals) {
      if (std::ranges::find(seen, literal.name.text) != seen.end())
        error(Code::E0207, literal.name.span, "'" + std::string(literal.name.text) + "' is declared twice");
      if (std::ranges::find(attributes, literal.name.text) != attributes.end())
        refuse(literal.name.span, "'" + std::string(literal.name.text) + "' is an attribute: it cannot be a literal");
      seen.push_back(literal.name.text);
    }
  }
  const auto& bases = classes_.bases(class_);
  for (const Base& base : bases) {
    if (base.instance == nullptr || base.clause == nullptr) continue;
    const Aliased& alias = base.instance->is_builtin() ? base.instance->alias : classes_.alias(*base.instance);
    const bool simple = alias.base != ir::BaseType::error && alias.base != ir::BaseType::object;
    if (simple) {
      bool more = bases.size() > 1;
      for (const auto& [name, member] : class_.own) more = more || member.kind == Member::Kind::component;
      if (more) refuse(base.clause->span, "a class that extends a simple type cannot have other elements");
      if (kind != Kind::type && kind != Kind::connector && kind != Kind::class_)
        refuse(base.clause->span, "a " + std::string(name_of(kind)) + " cannot extend a simple type");
      continue;
    }
    if (base.instance->syntax != nullptr && !may_extend(kind, base.instance->kind()))
      refuse(base.clause->span, "a " + std::string(name_of(kind)) + " cannot extend the " +
                                    name_of(base.instance->kind()) + " '" + base.instance->name + "'");
    if (!alias.sizes.empty() || alias.causality != ast::CausalityPrefix::none) {
      bool more = bases.size() > 1;
      for (const auto& [name, member] : class_.own) more = more || member.kind == Member::Kind::component;
      if (more)
        refuse(base.clause->span, "a class that extends an array or a class with a prefix cannot have other elements");
    }
    const auto parts = parts_of(base.clause->type);
    const Member named = parts.size() == 1 ? classes_.find(class_, parts[0]) : Member{};
    if (named.kind == Member::Kind::class_ && named.home == &class_ && named.element != nullptr &&
        named.element->replaceable)
      refuse(base.clause->span, "a replaceable class cannot be extended");
  }
}

/// A package around a class that is used.
void Builder::check_package(const ast::Class& package) {
  if (!checked_packages_.insert(&package).second) return;
  for (const ast::Section& section : package.sections)
    for (const ast::Element* element : section.elements)
      if (element->kind == ast::ElementKind::component_clause &&
          element->variability != ast::VariabilityPrefix::constant)
        error(Code::E0221, element->span, "a package holds constants and classes: this is neither");
}

bool Builder::check_subtype(ClassInstance& given, ClassInstance& wanted, Span span, Span declared,
                            const std::string& what) {
  const auto wrong = [&](const std::string& why) {
    error(Code::E0219, span, what + " does not fit its constraining type '" + wanted.name + "': " + why)
        .notes.push_back({"declared here", declared});
    return false;
  };
  if (&given == &wanted || classes_.inherits(given, wanted)) return true;
  const Aliased& a = given.is_builtin() ? given.alias : classes_.alias(given);
  const Aliased& b = wanted.is_builtin() ? wanted.alias : classes_.alias(wanted);
  if (a.base != b.base && !(b.base == ir::BaseType::real && a.base == ir::BaseType::integer))
    return wrong(a.base != ir::BaseType::error && b.base != ir::BaseType::error ? "the base types differ"
                                                                                : "only one of them is a simple type");
  if (a.base != ir::BaseType::error || wanted.syntax == nullptr) return true;
  for (const std::string& name : classes_.element_names(wanted)) {
    const Member want = classes_.find(wanted, name);
    if (!want.found() || want.is_protected ||
        (want.element != nullptr && want.element->kind == ast::ElementKind::import_))
      continue;
    const Member have = classes_.find(given, name);
    if (have.kind == want.kind) continue;
    return wrong("it has no " + std::string(want.kind == Member::Kind::class_ ? "class" : "element") + " '" + name +
                 "'");
  }
  return true;
}

void Builder::check_redeclared_class(const Mod& mod, const Member& member, std::string_view name) {
  const ast::Element& element = *mod.redeclare->element;
  if (element.kind != ast::ElementKind::class_definition || member.element == nullptr) return;
  if (member.element->final_)
    error(Code::E0212, mod.span, "'" + std::string(name) + "' is final and cannot be redeclared")
        .notes.push_back({"declared final here", member.element->span});
  if (element.class_->form == ast::ClassForm::extends) return;
  ClassInstance* given = classes_.redeclared(*mod.redeclare, nullptr);
  ClassInstance& home = *member.home;
  ClassInstance* wanted = member.element->constraint != nullptr
                              ? classes_.lookup(member.element->constraint->type, home)
                              : classes_.get(*member.class_, home, nullptr, home.instance);
  if (given == nullptr || wanted == nullptr) return;
  check_subtype(*given, *wanted, mod.span, member.element->span, "'" + std::string(name) + "'");
}

/// A.B.C: what is protected is not for others.
void Builder::check_access(const ast::Name& name, ClassInstance& from) {
  if (name.parts.size() < 2) return;
  ClassInstance* at = classes_.lookup(name.parts[0].text, name.global ? classes_.root() : from).class_;
  for (std::size_t i = 1; i < name.parts.size() && at != nullptr; ++i) {
    const Member member = classes_.find(*at, name.parts[i].text);
    bool inside = false;
    for (ClassInstance* scope = &from; scope != nullptr && !inside; scope = scope->parent)
      inside = scope->syntax != nullptr && classes_.inherits(*scope, *at);
    if (member.is_protected && !inside) {
      error(Code::E0201, name.parts[i].span,
            "'" + std::string(name.parts[i].text) + "' is protected: it cannot be used from outside");
      return;
    }
    at = classes_.member_class(*at, name.parts[i].text);
  }
}

/// What an outer component stands for must have what its own type promises.
/// Flows of a connection add up to zero: an operator record that is one says what that means.
void Builder::check_sums(ClassInstance& record, const ast::Element& flow) {
  for (const std::string_view needed : {"'+'", "'-'", "'0'"}) {
    if (classes_.member_class(record, needed) != nullptr) continue;
    error(Code::E0221, flow.span, "'" + record.name + "' cannot be a flow: it has no operator " + std::string(needed));
    return;
  }
}

void Builder::check_inner_type(const ir::Instance& outer, const ir::Instance& inner) {
  const Pending& own = pending(outer);
  ClassInstance* wanted = classes_.lookup(own.element->type, *own.home);
  if (wanted == nullptr) return;
  const Aliased& alias = wanted->is_builtin() ? wanted->alias : classes_.alias(*wanted);
  const auto wrong = [&](const std::string& why) {
    error(Code::E0222, outer.span, "'" + std::string(outer.name) + "' does not fit the inner one: " + why)
        .notes.push_back({"the inner one", inner.span});
  };
  if ((alias.base != ir::BaseType::error) != inner.is_leaf() && !inner.is_array)
    return wrong("only one of them is a variable");
  if (inner.is_leaf() && inner.base != alias.base && inner.base != ir::BaseType::error)
    return wrong("the base types differ");
  if (inner.is_leaf() && alias.enumeration != nullptr && inner.enumeration != nullptr &&
      !std::ranges::equal(alias.enumeration->literals, inner.enumeration->literals))
    return wrong("the enumerations differ");
  const std::size_t rank = own.component->subscripts.size() + own.element->type_subscripts.size() + alias.sizes.size();
  const std::size_t other = inner.is_leaf() ? pending(inner).sizes.size() : inner.dimensions.size();
  if (rank != other)
    return wrong("they have " + std::to_string(rank) + " and " + std::to_string(other) + " dimensions");
  std::size_t d = 0;
  for (const ast::Expression* size : own.component->subscripts) {
    const std::size_t at = d++;
    if (size->kind != ast::ExpressionKind::integer) continue;
    const ast::Expression* written = inner.is_leaf() ? pending(inner).sizes[at].first : nullptr;
    const bool differs = written != nullptr
                             ? written->kind == ast::ExpressionKind::integer && written->text != size->text
                             : inner.is_array && std::to_string(inner.dimensions[at]) != std::string(size->text);
    if (differs) return wrong("their sizes differ");
  }
  ClassInstance* given = pending(inner).class_;
  if (inner.is_array && !inner.children.empty()) given = pending(*inner.children[0]).class_;
  if (alias.base == ir::BaseType::error && given != nullptr)
    for (const std::string& name : classes_.element_names(*wanted)) {
      const Member want = classes_.find(*wanted, name);
      if (want.kind == Member::Kind::component && !want.is_protected && !classes_.find(*given, name).found())
        return wrong("it has no element '" + name + "'");
    }
}

/// Prefixes of a component and what its class allows.
void Builder::check_prefixes(const ir::Instance& instance, ClassInstance& class_) {
  const ast::Element& element = *pending(instance).element;
  const Kind kind = class_.kind();
  const bool simple = is_record(kind) || is_connector(kind) || kind == Kind::type || kind == Kind::class_;
  const auto refuse = [&](const std::string& message) { error(Code::E0221, element.span, message); };
  const std::string what = "'" + std::string(instance.name) + "'";
  if (!simple) {
    if (element.variability != ast::VariabilityPrefix::none)
      refuse(what + " is a " + name_of(kind) + ": it cannot be constant, parameter or discrete");
    if (element.causality != ast::CausalityPrefix::none)
      refuse(what + " is a " + name_of(kind) + ": it cannot be input or output");
    if (element.flow != ast::FlowPrefix::none)
      refuse(what + " is a " + name_of(kind) + ": it cannot be flow or stream");
    return;
  }
  const ir::Instance* block = instance.parent;
  if (kind == Kind::connector && block != nullptr && block->class_ != nullptr && block->class_->kind == Kind::block &&
      !instance.is_protected && element.causality == ast::CausalityPrefix::none &&
      classes_.alias(class_).causality == ast::CausalityPrefix::none)  // connector C = input Complex
    for (const ir::Instance* child : instance.children) {
      const ast::Element* own = pending(*child).element;
      ClassInstance* type = own != nullptr ? classes_.lookup(own->type, *pending(*child).home) : nullptr;
      if (type == nullptr || own->causality != ast::CausalityPrefix::none ||
          own->variability == ast::VariabilityPrefix::parameter || own->variability == ast::VariabilityPrefix::constant)
        continue;
      const Aliased& alias = type->is_builtin() ? type->alias : classes_.alias(*type);
      if (alias.base == ir::BaseType::error || alias.causality != ast::CausalityPrefix::none) continue;
      refuse(what + " is a connector of a block: its variables must be inputs or outputs");
      break;
    }
  if (is_connector(kind) && (element.variability == ast::VariabilityPrefix::constant ||
                             element.variability == ast::VariabilityPrefix::parameter))
    refuse(what + " is a connector: it cannot be constant or parameter");
  const bool flows = element.flow != ast::FlowPrefix::none;
  const bool causal = element.causality != ast::CausalityPrefix::none;
  if (!flows && !causal) return;
  const auto conflict = [&](const ir::Instance& one, const auto& self) -> bool {
    for (ir::Instance* child : one.children) {
      const ast::Element* own = pending(*child).element;
      if (own == nullptr) continue;
      if (flows && own->flow != ast::FlowPrefix::none) return true;
      if (causal && own->causality != ast::CausalityPrefix::none) return true;
      if (!child->is_leaf() && self(*child, self)) return true;
    }
    return false;
  };
  if (conflict(instance, conflict))
    refuse(what + " has a prefix that its elements have too: " + (flows ? "flow or stream" : "input or output"));
}

/// A connector has as many flow variables as potentials, and a stream goes with one flow.
void Builder::check_balance_of_connector(ClassInstance& class_, const ir::Instance& instance) {
  std::int64_t flows = 0, potentials = 0, streams = 0;
  bool known = true;
  const auto add = [&](const ir::Instance& one, std::int64_t times, const auto& self) -> void {
    for (ir::Instance* child : one.children) {
      expand(*child);
      if (child->is_absent || child->target != nullptr) continue;
      if (!child->is_leaf()) {
        ClassInstance* own = pending(*child).class_;
        if (own != nullptr && classes_.member_class(*own, "equalityConstraint") != nullptr) {
          known = false;
          continue;
        }
        self(*child, times, self);
        continue;
      }
      ClassInstance* type = pending(*child).class_;
      const bool overconstrained =
          type != nullptr && type->syntax != nullptr && classes_.member_class(*type, "equalityConstraint") != nullptr;
      if (overconstrained || child->base == ir::BaseType::error || !ensure_sizes(*child)) {
        known = false;
        continue;
      }
      const std::int64_t count = times * ir::element_count(child->dimensions);
      if (child->flow == ir::FlowKind::flow)
        flows += count;
      else if (child->flow == ir::FlowKind::stream)
        streams += 1;
      else if (child->causality == ir::Causality::local && child->variability > ir::Variability::parameter)
        potentials += count;
    }
  };
  add(instance, 1, add);
  if (!known || instance.is_incomplete) return;
  if (flows != potentials)
    error(Code::E0223, class_.syntax->name.span,
          "the connector '" + class_.name + "' has " + std::to_string(potentials) + " potential and " +
              std::to_string(flows) + " flow variables: there must be equally many");
  if (streams > 0 && flows != 1)
    error(Code::E0223, class_.syntax->name.span,
          "the connector '" + class_.name + "' has stream variables and needs one scalar flow variable, not " +
              std::to_string(flows));
}

}  // namespace sunder::instantiate
