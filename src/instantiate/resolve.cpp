#include "instantiate/resolve.hpp"

#include <algorithm>

#include "base/codes.hpp"
#include "base/text.hpp"

namespace sunder::instantiate {

using ir::BaseType;
using ir::Expression;
using ir::ExpressionKind;
using ir::Type;

// ---------------------------------------------------------------- types

bool same_sizes(std::span<const std::int64_t> a, std::span<const std::int64_t> b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](std::int64_t x, std::int64_t y) { return x == y || x == ir::open_size || y == ir::open_size; });
}

bool same_enumeration(const Type& a, const Type& b) {
  if (a.enumeration == nullptr || b.enumeration == nullptr || a.enumeration == b.enumeration) return true;
  return std::ranges::equal(a.enumeration->literals, b.enumeration->literals);
}

bool same_record(const Type& a, const Type& b) {
  if (a.record == b.record) return true;
  if (a.record == nullptr || b.record == nullptr || a.record->fields.size() != b.record->fields.size()) return false;
  for (const ir::RecordField& field : a.record->fields) {
    const auto other = std::ranges::find_if(b.record->fields, [&](const auto& one) { return one.name == field.name; });
    if (other == b.record->fields.end()) return false;
    const bool numeric = field.type.is_numeric() && other->type.is_numeric();
    if (!numeric && field.type.base != other->type.base) return false;
    if (field.type.base == BaseType::record && !same_record(field.type, other->type)) return false;
  }
  return true;
}

BaseType Resolver::common(BaseType a, BaseType b) const {
  if (a == b) return a;
  const bool numeric =
      (a == BaseType::real || a == BaseType::integer) && (b == BaseType::real || b == BaseType::integer);
  return numeric ? BaseType::real : BaseType::error;
}

Type Resolver::common(const Type& a, const Type& b) {
  Type out = a;
  out.base = common(a.base, b.base);
  if (out.base == BaseType::enumeration && !same_enumeration(a, b)) out.base = BaseType::error;
  if (out.base == BaseType::record && !same_record(a, b)) out.base = BaseType::error;
  return out;
}

bool check_assignable(Builder& builder, const Type& target, const Expression& value, const std::string& what,
                      bool spread) {
  const Type& given = value.type;
  if (given.base == BaseType::error || target.base == BaseType::error) return false;
  bool fits = target.base == given.base || (target.base == BaseType::real && given.base == BaseType::integer);
  if (fits && target.base == BaseType::enumeration) fits = same_enumeration(target, given);
  if (fits && target.base == BaseType::record) fits = same_record(target, given);
  if (!fits) {
    builder.error(Code::E0204, value.span, what + " must be " + print(target.with({})) + ", not " + print(given));
    return false;
  }
  if (same_sizes(target.dimensions, given.dimensions) || (spread && given.is_scalar())) return true;
  builder.error(Code::E0205, value.span, what + " is " + print(target) + ", its value " + print(given)).help =
      given.is_scalar() ? "fill(...) gives all elements one value; in a modifier, 'each' does" : "";
  return false;
}

void flatten(Expression* value, std::vector<Expression*>& out) {
  if (value->type.base != BaseType::record || value->kind != ExpressionKind::record) {
    out.push_back(value);
    return;
  }
  for (Expression* operand : value->operands) flatten(operand, out);
}

bool mentions_iterator(const Expression& e) {
  bool found = false;
  ir::walk(e, [&](const Expression& inner) { found = found || inner.kind == ExpressionKind::iterator; });
  return found;
}

bool mentions_function_variable(const Expression& e) {
  if (e.kind == ExpressionKind::function_variable) return true;
  const auto inside = [](const Expression* one) { return one != nullptr && mentions_function_variable(*one); };
  return std::ranges::any_of(e.operands, inside) ||
         std::ranges::any_of(e.subscripts, [&](const ir::Subscript& one) { return inside(one.value); }) ||
         std::ranges::any_of(e.iterators, [&](const ir::IteratorRange& one) { return inside(one.range); });
}

ir::Variability variability_of(const Expression& e) {
  ir::Variability highest = ir::Variability::constant;
  const auto raise = [&](ir::Variability to) { highest = std::max(highest, to); };
  switch (e.kind) {
    case ExpressionKind::variable: raise(e.variable->variability); break;
    case ExpressionKind::time: raise(ir::Variability::continuous); break;
    case ExpressionKind::builtin:
      if (e.builtin == ir::Builtin::size || e.builtin == ir::Builtin::ndims) {
        if (e.operands.size() > 1) raise(variability_of(*e.operands[1]));
        return std::max(highest, ir::Variability::constant);
      }
      if (e.builtin == ir::Builtin::cardinality || e.builtin == ir::Builtin::is_root ||
          e.builtin == ir::Builtin::rooted)
        return ir::Variability::parameter;
      if (ir::speaks_of_events(e.builtin)) return ir::Variability::discrete;
      if (e.builtin == ir::Builtin::floor || e.builtin == ir::Builtin::ceil || e.builtin == ir::Builtin::integer ||
          e.builtin == ir::Builtin::div || e.builtin == ir::Builtin::sign) {
        for (const Expression* operand : e.operands) raise(variability_of(*operand));
        return std::min(highest, ir::Variability::discrete);
      }
      break;
    case ExpressionKind::relation:
      for (const Expression* operand : e.operands) raise(variability_of(*operand));
      return std::min(highest, ir::Variability::discrete);
    case ExpressionKind::call:
      if (e.function != nullptr && e.function->impure) raise(ir::Variability::discrete);
      break;
    default: break;
  }
  for (const Expression* operand : e.operands)
    if (operand != nullptr) raise(variability_of(*operand));
  for (const ir::Subscript& subscript : e.subscripts)
    if (subscript.value != nullptr) raise(variability_of(*subscript.value));
  for (const ir::IteratorRange& range : e.iterators) raise(variability_of(*range.range));
  return highest;
}

// ---------------------------------------------------------------- building

Expression* Resolver::make(ExpressionKind kind, Span span, Type type) {
  auto* e = builder_.arena().make<Expression>();
  e->kind = kind;
  e->span = span;
  e->type = type;
  return e;
}

Expression* Resolver::number(double value, BaseType base, Span span) {
  Expression* e = make(base == BaseType::boolean ? ExpressionKind::boolean : ExpressionKind::number, span, {base, {}});
  e->number = value;
  return e;
}

Type Resolver::type_of(Type like, const std::vector<std::int64_t>& dimensions) {
  return like.with(builder_.arena().copy(dimensions));
}

/// One array of equally typed items, records field by field.
Expression* Resolver::stack(const std::vector<Expression*>& items, Span span) {
  const Type& item = items.front()->type;
  std::vector<std::int64_t> dimensions{static_cast<std::int64_t>(items.size())};
  dimensions.insert(dimensions.end(), item.dimensions.begin(), item.dimensions.end());
  if (item.base == BaseType::record && items.front()->kind == ExpressionKind::record) {
    Expression* out = make(ExpressionKind::record, span, type_of(item, dimensions));
    std::vector<Expression*> fields;
    for (std::size_t f = 0; f < items.front()->operands.size(); ++f) {
      std::vector<Expression*> column;
      for (Expression* one : items) {
        Expression* value = one->kind == ExpressionKind::record ? field(one, item.record->fields[f].name, span) : one;
        column.push_back(value);
      }
      fields.push_back(stack(column, span));
    }
    out->operands = copy(fields);
    return out;
  }
  Type type = item;
  for (const Expression* one : items) {
    const BaseType base = common(type.base, one->type.base);
    if (base != BaseType::error) type.base = base;
  }
  Expression* out = make(ExpressionKind::array, span, type_of(type, dimensions));
  out->operands = copy(items);
  return out;
}

Expression* Resolver::value_of(ir::Instance& instance, Span span) {
  if (instance.target != nullptr) return value_of(*instance.target, span);
  if (!builder_.expand(instance) || instance.is_absent) return failed(span);
  if (instance.is_array) {
    if (instance.children.empty()) {
      // none of them: an array without elements still has a type, which only records can tell here
      Expression* none = make(ExpressionKind::array, span, {BaseType::real, instance.dimensions});
      return none;
    }
    std::vector<Expression*> level;
    for (ir::Instance* child : instance.children) {
      level.push_back(value_of(*child, span));
      if (level.back()->type.is_error()) return failed(span);
    }
    for (std::size_t d = instance.dimensions.size(); d-- > 0;) {
      std::vector<Expression*> next;
      const auto size = static_cast<std::size_t>(instance.dimensions[d]);
      for (std::size_t at = 0; at < level.size(); at += size)
        next.push_back(stack(
            {level.begin() + static_cast<std::ptrdiff_t>(at), level.begin() + static_cast<std::ptrdiff_t>(at + size)},
            span));
      level = std::move(next);
    }
    return level.front();
  }
  if (instance.is_leaf()) {
    if (instance.base == BaseType::error || !builder_.ensure_sizes(instance)) return failed(span);
    Expression* v = make(ExpressionKind::variable, span, instance.type());
    v->variable = &instance;
    return v;
  }
  Type type{BaseType::record, {}, nullptr, builder_.record_type(instance)};
  Expression* out = make(ExpressionKind::record, span, type);
  std::vector<Expression*> fields;
  for (ir::Instance* child : instance.children) {
    builder_.expand(*child);
    if (child->is_absent) continue;
    fields.push_back(value_of(*child, span));
    if (fields.back()->type.is_error()) return failed(span);
  }
  out->operands = copy(fields);
  return out;
}

Expression* Resolver::field(Expression* record, std::string_view name, Span span) {
  if (record->type.is_error()) return record;
  if (record->type.base != BaseType::record) {
    builder_.error(Code::E0201, span, print(record->type) + " has no element '" + std::string(name) + "'");
    return failed(span);
  }
  const auto& fields = record->type.record->fields;
  for (std::size_t i = 0; i < fields.size(); ++i) {
    if (fields[i].name != name) continue;
    if (record->kind == ExpressionKind::record) return record->operands[i];
    if (record->kind == ExpressionKind::if_) {
      std::vector<Expression*> operands(record->operands.begin(), record->operands.end());
      for (std::size_t k = 0; k < operands.size(); ++k)
        if (k % 2 == 1 || k + 1 == operands.size()) operands[k] = field(operands[k], name, span);
      Expression* out = make(ExpressionKind::if_, span, operands.back()->type);
      out->operands = copy(operands);
      return out;
    }
    if (record->kind == ExpressionKind::comprehension) {
      Expression* item = field(record->operands[0], name, span);
      // of the loops; those that the record has in each turn are its field's too
      std::vector<std::int64_t> dimensions(
          record->type.dimensions.begin(),
          record->type.dimensions.begin() + static_cast<std::ptrdiff_t>(record->iterators.size()));
      dimensions.insert(dimensions.end(), item->type.dimensions.begin(), item->type.dimensions.end());
      Expression* out = make(ExpressionKind::comprehension, span, type_of(item->type, dimensions));
      out->operands = copy({item});
      out->iterators = record->iterators;
      return out;
    }
    if (record->kind == ExpressionKind::index)  // the field of an element is the element of the field
      return indexed(field(record->operands[0], name, span), {record->subscripts.begin(), record->subscripts.end()},
                     span);
    if (record->kind == ExpressionKind::array && !record->operands.empty()) {
      std::vector<Expression*> column;
      for (Expression* item : record->operands) column.push_back(field(item, name, span));
      return column.front()->type.is_error() ? column.front() : stack(column, span);
    }
    break;
  }
  std::vector<std::string> names;
  for (const ir::RecordField& one : fields) names.emplace_back(one.name);
  builder_
      .error(Code::E0201, span,
             "'" + std::string(record->type.record->name) + "' has no element '" + std::string(name) + "'")
      .help = suggestion(name, names);
  return failed(span);
}

/// As many subscripts as there are dimensions, or fewer: the rest is whole.
Expression* Resolver::indexed(Expression* whole, std::vector<ir::Subscript> subscripts, Span span) {
  if (subscripts.empty() || whole->type.is_error()) return whole;
  if (whole->kind == ExpressionKind::record) {
    std::vector<Expression*> fields;
    for (Expression* operand : whole->operands) fields.push_back(indexed(operand, subscripts, span));
    std::vector<std::int64_t> dimensions;
    for (std::size_t d = 0; d < whole->type.dimensions.size(); ++d) {
      if (d >= subscripts.size() || subscripts[d].value == nullptr)
        dimensions.push_back(whole->type.dimensions[d]);
      else if (!subscripts[d].value->type.is_scalar())
        dimensions.push_back(subscripts[d].value->type.dimensions[0]);
    }
    Expression* out = make(ExpressionKind::record, span, type_of(whole->type, dimensions));
    out->operands = copy(fields);
    return out;
  }
  const auto& sizes = whole->type.dimensions;
  std::vector<std::int64_t> dimensions;
  subscripts.resize(sizes.size());
  bool constant = true;
  for (std::size_t d = 0; d < sizes.size(); ++d) {
    if (subscripts[d].value == nullptr) {
      dimensions.push_back(sizes[d]);
      constant = false;
    } else {
      if (!subscripts[d].value->type.is_scalar()) dimensions.push_back(subscripts[d].value->type.dimensions[0]);
      constant = constant && subscripts[d].value->kind == ExpressionKind::number;
    }
  }
  // one element of what is spelled out is that element
  if (whole->kind == ExpressionKind::array && subscripts[0].value != nullptr &&
      subscripts[0].value->kind == ExpressionKind::number) {
    const double at = subscripts[0].value->number;
    if (at >= 1 && at <= static_cast<double>(whole->operands.size())) {
      Expression* item = whole->operands[static_cast<std::size_t>(at) - 1];
      subscripts.erase(subscripts.begin());
      while (!subscripts.empty() && subscripts.back().value == nullptr) subscripts.pop_back();
      return indexed(item, std::move(subscripts), span);
    }
  }
  const bool plain = (whole->kind == ExpressionKind::variable || whole->kind == ExpressionKind::function_variable) &&
                     whole->subscripts.empty();
  Expression* out = make(plain ? whole->kind : ExpressionKind::index, span, type_of(whole->type, dimensions));
  if (plain) {
    out->variable = whole->variable;
    out->function_variable = whole->function_variable;
  } else {
    out->operands = copy({whole});
  }
  out->subscripts = builder_.arena().copy(subscripts);
  return out;
}

// ---------------------------------------------------------------- expressions

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
    case Kind::real: return literal(e);
    case Kind::string: {
      Expression* s = make(ExpressionKind::string, e.span, {BaseType::string, {}});
      s->text = builder_.arena().copy(std::string_view(unescaped(e.text)));
      return s;
    }
    case Kind::boolean: return number(e.boolean ? 1 : 0, BaseType::boolean, e.span);
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
    case Kind::end: {
      if (ends_.empty()) {
        builder_.error(Code::E0201, e.span, "'end' means a size only inside a subscript");
        return failed(e.span);
      }
      const End& end = ends_.back();
      if (end.size != ir::open_size) return number(static_cast<double>(end.size), BaseType::integer, e.span);
      Expression* out = make(ExpressionKind::builtin, e.span, {BaseType::integer, {}});
      out->builtin = ir::Builtin::size;
      out->operands = copy({end.whole, number(static_cast<double>(end.dimension + 1), BaseType::integer, e.span)});
      return out;
    }
    case Kind::colon:
      builder_.error(Code::E0204, e.span, "':' stands only in subscripts and sizes");
      return failed(e.span);
    case Kind::tuple:
      builder_.error(Code::E0204, e.span, "a list of results stands only on the left of an equation or assignment");
      return failed(e.span);
    case Kind::function_argument: return function_argument(e);
  }
  return failed(e.span);
}

Expression* Resolver::literal(const ast::Expression& e) {
  const std::optional<double> value = number_in(e.text);
  if (!value) {
    builder_.error(Code::E0204, e.span,
                   "the number '" + std::string(e.text.substr(0, 40)) + "' is outside the range of Real");
    return failed(e.span);
  }
  const bool fits = *value <= ir::largest_integer;
  if (e.kind == ast::ExpressionKind::integer && !fits)
    builder_
        .warning(Code::W0227, e.span,
                 "the number '" + std::string(e.text.substr(0, 40)) + "' is too large for an Integer, which ends at " +
                     shortest(ir::largest_integer) + ": it is a Real")
        .help = "write '" + std::string(e.text.substr(0, 40)) + ".0'";
  return number(*value, e.kind == ast::ExpressionKind::integer && fits ? BaseType::integer : BaseType::real, e.span);
}

}  // namespace sunder::instantiate
