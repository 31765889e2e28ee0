#include "instantiate/resolve.hpp"

#include <algorithm>

#include "base/codes.hpp"
#include "base/text.hpp"

namespace sunder::instantiate {

using ir::BaseType;
using ir::Expression;
using ir::ExpressionKind;
using ir::Type;

Expression* Resolver::make(ExpressionKind kind, Span span, Type type) {
  auto* e = builder_.arena().make<Expression>();
  e->kind = kind;
  e->span = span;
  e->type = type;
  return e;
}

Type Resolver::type_of(BaseType base, const std::vector<std::int64_t>& dimensions) {
  return {base, builder_.arena().copy(dimensions)};
}

BaseType Resolver::common(BaseType a, BaseType b) const {
  if (a == b) return a;
  const bool numeric =
      (a == BaseType::real || a == BaseType::integer) && (b == BaseType::real || b == BaseType::integer);
  return numeric ? BaseType::real : BaseType::error;
}

Expression* Resolver::resolve(const ast::Expression& written) {
  using Kind = ast::ExpressionKind;
  const ast::Expression* e = &written;
  while (e->kind == Kind::parentheses) e = e->operands[0];
  const bool wide = e->kind == Kind::call || e->kind == Kind::matrix || e->kind == Kind::array ||
                    e->kind == Kind::comprehension || e->kind == Kind::reference;
  const Builder::Nesting level(builder_, wide ? NestingCost::wide_expression : NestingCost::expression, e->span);
  return level.too_deep() ? failed(e->span) : any(*e);
}

Expression* Resolver::any(const ast::Expression& e) {
  using Kind = ast::ExpressionKind;
  switch (e.kind) {
    case Kind::error: return failed(e.span);
    case Kind::integer:
    case Kind::real: return number(e);
    case Kind::string: {
      Expression* s = make(ExpressionKind::string, e.span, {BaseType::string, {}});
      s->text = builder_.arena().copy(std::string_view(unescaped(e.text)));
      return s;
    }
    case Kind::boolean: {
      Expression* b = make(ExpressionKind::boolean, e.span, {BaseType::boolean, {}});
      b->number = e.boolean ? 1 : 0;
      return b;
    }
    case Kind::reference: return reference(e);
    case Kind::unary: return unary(e);
    case Kind::binary: return binary(e);
    case Kind::chain: return chain(e);
    case Kind::if_: return conditional(e);
    case Kind::call: return call(e);
    case Kind::array: return array(e);
    case Kind::matrix: return matrix(e);
    case Kind::range: return range(e, false);
    case Kind::comprehension: return comprehension(e, false);
    case Kind::parentheses: break;  // taken off before
    case Kind::end:
      if (end_sizes_.empty()) {
        builder_.error(Code::E0201, e.span, "'end' means a size only inside a subscript");
        return failed(e.span);
      } else {
        Expression* n = make(ExpressionKind::number, e.span, {BaseType::integer, {}});
        n->number = static_cast<double>(end_sizes_.back());
        return n;
      }
    case Kind::colon:
      builder_.error(Code::E0204, e.span, "':' stands only in subscripts and sizes");
      return failed(e.span);
    case Kind::tuple:
      builder_.error(Code::E0203, e.span, "lists of results are not supported yet");
      return failed(e.span);
    case Kind::function_argument:
      builder_.error(Code::E0203, e.span, "functions as arguments are not supported yet");
      return failed(e.span);
  }
  return failed(e.span);
}

Expression* Resolver::number(const ast::Expression& e) {
  const std::optional<double> value = number_in(e.text);
  if (e.kind == ast::ExpressionKind::integer && !(value && *value <= ir::largest_integer)) {
    builder_
        .error(Code::E0204, e.span,
               "the number '" + std::string(e.text.substr(0, 40)) + "' is too large for an Integer, which ends at " +
                   shortest(ir::largest_integer))
        .help = "write '" + std::string(e.text.substr(0, 40)) + ".0' for a Real";
    return failed(e.span);
  }
  if (!value) {
    builder_.error(Code::E0204, e.span,
                   "the number '" + std::string(e.text.substr(0, 40)) + "' is outside the range of Real");
    return failed(e.span);
  }
  Expression* n = make(ExpressionKind::number, e.span,
                       {e.kind == ast::ExpressionKind::integer ? BaseType::integer : BaseType::real, {}});
  n->number = *value;
  return n;
}

void Resolver::unknown_name(const ast::Expression& e) {
  const std::span<ast::ReferencePart> parts = e.reference.parts;
  const std::string first(parts[0].name.text);
  const FoundClass found = builder_.classes().find(std::vector<std::string_view>{parts[0].name.text}, *place_.classes);
  if (found.found()) {
    const bool enumeration = found.scope != nullptr && found.scope->class_->form == ast::ClassForm::enumeration;
    const std::string missing =
        parts.size() == 1 ? "'" + first + "' is a class, not a value"
                          : "class '" + first + "' has no constant '" + std::string(parts.back().name.text) + "'";
    const bool unsupported = enumeration || found.is_builtin();
    builder_.error(unsupported ? Code::E0203 : Code::E0201, e.span,
                   enumeration          ? "enumerations are not supported yet"
                   : found.is_builtin() ? "types as values or sizes are not supported yet"
                                        : missing);
    return;
  }
  std::vector<std::string> names{"time"};
  for (const ir::IteratorSymbol* symbol : iterators_) names.emplace_back(symbol->name);
  for (const ir::FunctionVariable* variable : variables_) names.emplace_back(variable->name);
  if (place_.instance != nullptr)
    for (const auto& child : place_.instance->children) names.push_back(child->name);
  std::vector<std::string_view> all;
  for (const ast::ReferencePart& part : parts) all.push_back(part.name.text);
  builder_.unknown(Code::E0201, e.span, all, *place_.classes, "unknown name '" + first + "'", suggestion(first, names));
}

/// The name is not one of the component's own: a constant of a package or of a class around.
Expression* Resolver::outer_name(const ast::Expression& e) {
  std::vector<std::string_view> names;
  for (const ast::ReferencePart& part : e.reference.parts) names.push_back(part.name.text);
  const ClassScope& from = e.reference.global ? builder_.classes().root() : *place_.classes;
  if (place_.instance != nullptr && builder_.is_absent(*place_.instance, names.front())) {
    builder_.error(Code::E0201, e.span, "'" + std::string(names.front()) + "' is not there: its condition is false");
    return failed(e.span);
  }
  const FoundComponent found = builder_.classes().find_component(names, from);
  if (!found.found()) {
    if (place_.instance == nullptr || !place_.instance->is_incomplete) unknown_name(e);
    return failed(e.span);
  }
  const std::string name(names.back());
  if (found.declared.element->variability != ast::VariabilityPrefix::constant) {
    builder_
        .error(Code::E0201, e.span,
               "'" + name + "' of '" + found.scope->name + "' is not a constant: it cannot be used here")
        .notes.push_back({"declared here", found.declared.component->name.span});
    return failed(e.span);
  }
  if (names.size() > 1 && found.declared.element->visibility == ast::Visibility::protected_)
    builder_.error(Code::E0201, e.span, "'" + name + "' is protected: it cannot be used from outside")
        .notes.push_back({"declared here", found.declared.component->name.span});
  ir::Instance* leaf = builder_.package_constant(found);
  return leaf != nullptr ? constant(e, *leaf) : failed(e.span);
}

Expression* Resolver::reference(const ast::Expression& e) {
  const std::span<ast::ReferencePart> parts = e.reference.parts;
  const std::string_view first = parts[0].name.text;
  if (parts.size() == 1 && !e.reference.global) {
    const auto symbol =
        std::find_if(iterators_.rbegin(), iterators_.rend(), [&](const auto* s) { return s->name == first; });
    if (symbol != iterators_.rend()) {
      Expression* it = make(ExpressionKind::iterator, e.span, {BaseType::integer, {}});
      it->iterator = *symbol;
      if (!parts[0].subscripts.empty()) {
        builder_.error(Code::E0205, e.span, "the loop variable '" + std::string(first) + "' is not an array");
        return failed(e.span);
      }
      return it;
    }
    const auto variable =
        std::find_if(variables_.begin(), variables_.end(), [&](const auto* v) { return v->name == first; });
    if (variable != variables_.end()) {
      Expression* v = make(ExpressionKind::function_variable, e.span, (*variable)->type);
      v->function_variable = *variable;
      return subscripted(v, (*variable)->type.dimensions, parts[0].subscripts, std::string(first));
    }
  }
  if (place_.instance != nullptr && variables_.empty() && !e.reference.global) {
    const auto found = place_.instance->by_name.find(first);
    if (found != place_.instance->by_name.end()) return component(e, *found->second);
  }
  if (parts.size() == 1 && first == "time" && !variables_.empty()) {
    builder_.error(Code::E0201, e.span, "a function does not know the time: make it an input");
    return failed(e.span);
  }
  if (parts.size() == 1 && first == "time") return make(ExpressionKind::time, e.span, {BaseType::real, {}});
  if (parts.size() == 2 && first == "StateSelect") {
    Expression* literal_ = make(ExpressionKind::enumeration, e.span, {BaseType::enumeration, {}});
    literal_->text = parts[1].name.text;
    return literal_;
  }
  return outer_name(e);
}

Expression* Resolver::component(const ast::Expression& e, ir::Instance& first) {
  const std::span<ast::ReferencePart> parts = e.reference.parts;
  ir::Instance* instance = &first;
  for (std::size_t i = 1; i < parts.size(); ++i) {
    if (instance->base == BaseType::error && instance->is_leaf()) return failed(e.span);
    if (!parts[i - 1].subscripts.empty()) {
      builder_.error(Code::E0205, parts[i - 1].span, "'" + instance->path + "' is not an array");
      return failed(e.span);
    }
    const auto found = instance->by_name.find(parts[i].name.text);

    if (found == instance->by_name.end() && instance->is_incomplete) return failed(e.span);
    if (found == instance->by_name.end()) {
      std::vector<std::string> names;
      for (const auto& child : instance->children) names.push_back(child->name);
      const bool absent = builder_.is_absent(*instance, parts[i].name.text);
      builder_
          .error(Code::E0201, parts[i].span,
                 absent ? "'" + std::string(parts[i].name.text) + "' of '" + instance->path +
                              "' is not there: its condition is false"
                        : "'" + instance->path + "' has no element '" + std::string(parts[i].name.text) + "'")
          .help = absent ? "" : suggestion(parts[i].name.text, names);
      return failed(e.span);
    }
    if (found->second->is_protected)
      builder_
          .error(Code::E0201, parts[i].span,
                 "'" + found->second->path + "' is protected: it cannot be used from outside")
          .notes.push_back({"declared here", found->second->span});
    instance = found->second;
  }
  if (!instance->is_leaf()) {
    const bool record = instance->class_->kind == ast::ClassKind::record;
    builder_.error(record ? Code::E0203 : Code::E0204, e.span,
                   record ? "whole records as values are not supported yet"
                          : "'" + instance->path + "' is a component, not a variable");
    return failed(e.span);
  }
  if (!builder_.ensure_sizes(*instance) || instance->base == BaseType::error) return failed(e.span);
  Expression* v = make(ExpressionKind::variable, e.span, instance->type());
  v->variable = instance;
  return subscripted(v, instance->dimensions, parts.back().subscripts, instance->path);
}

/// A package constant becomes its value: it never changes and needs no place in the model.
Expression* Resolver::constant(const ast::Expression& e, ir::Instance& leaf) {
  if (!builder_.ensure_sizes(leaf) || leaf.base == BaseType::error) return failed(e.span);
  Expression* v = make(ExpressionKind::variable, e.span, leaf.type());
  v->variable = &leaf;
  Expression* picked = subscripted(v, leaf.dimensions, e.reference.parts.back().subscripts, leaf.path);
  if (picked->type.base == BaseType::error) return picked;
  const auto value = builder_.evaluate(*picked, "the constant '" + leaf.path + "'");
  if (!value) return failed(e.span);
  std::size_t at = 0;
  return literal(*value, 0, at, e.span);
}

Expression* Resolver::literal(const ir::Value& value, std::size_t dimension, std::size_t& at, Span span) {
  const std::vector<std::int64_t> rest(value.dimensions.begin() + static_cast<std::ptrdiff_t>(dimension),
                                       value.dimensions.end());
  if (rest.empty()) {
    const ExpressionKind kind = value.base == BaseType::string    ? ExpressionKind::string
                                : value.base == BaseType::boolean ? ExpressionKind::boolean
                                                                  : ExpressionKind::number;
    Expression* e = make(kind, span, {value.base, {}});
    if (kind == ExpressionKind::string) {
      e->text = builder_.arena().copy(std::string_view(value.strings[at++]));
    } else {
      e->number = value.numbers[at++];
    }
    return e;
  }
  Expression* e = make(ExpressionKind::array, span, type_of(value.base, rest));
  std::vector<Expression*> items;
  for (std::int64_t i = 0; i < rest[0]; ++i) items.push_back(literal(value, dimension + 1, at, span));
  e->operands = builder_.arena().copy(items);
  return e;
}

bool same_sizes(std::span<const std::int64_t> a, std::span<const std::int64_t> b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end());
}

bool check_assignable(Builder& builder, const Type& target, const Expression& value, const std::string& what,
                      bool spread) {
  const Type& given = value.type;
  if (given.base == BaseType::error || target.base == BaseType::error) return false;
  const bool fits = target.base == given.base || (target.base == BaseType::real && given.base == BaseType::integer);
  if (!fits) {
    builder.error(Code::E0204, value.span, what + " must be " + print(Type{target.base, {}}) + ", not " + print(given));
    return false;
  }
  if (same_sizes(target.dimensions, given.dimensions) || (spread && given.is_scalar())) return true;
  builder.error(Code::E0205, value.span, what + " is " + print(target) + ", its value " + print(given)).help =
      given.is_scalar() ? "fill(...) gives all elements one value; in a modifier, 'each' does" : "";
  return false;
}

}  // namespace sunder::instantiate
