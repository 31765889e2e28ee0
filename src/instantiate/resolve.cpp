#include "instantiate/resolve.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>

#include "base/text.hpp"

namespace sunder::instantiate {

using ir::BaseType;
using ir::Expression;
using ir::ExpressionKind;
using ir::Operation;
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
  const bool numeric = (a == BaseType::real || a == BaseType::integer) && (b == BaseType::real || b == BaseType::integer);
  return numeric ? BaseType::real : BaseType::error;
}

Expression* Resolver::resolve(const ast::Expression& e) {
  using Kind = ast::ExpressionKind;
  switch (e.kind) {
    case Kind::error: return failed(e.span);
    case Kind::integer: case Kind::real: return number(e);
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
    case Kind::comprehension: return comprehension(e, *e.operands[0], e.iterators);
    case Kind::parentheses: return resolve(*e.operands[0]);
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
  double value = 0;
  const auto result = std::from_chars(e.text.data(), e.text.data() + e.text.size(), value);
  if (result.ec == std::errc::result_out_of_range || !std::isfinite(value)) {
    builder_.error(Code::E0204, e.span, "the number '" + std::string(e.text.substr(0, 40)) + "' is outside the range of Real");
    return failed(e.span);
  }
  Expression* n = make(ExpressionKind::number, e.span,
                       {e.kind == ast::ExpressionKind::integer ? BaseType::integer : BaseType::real, {}});
  n->number = value;
  return n;
}

void Resolver::unknown_name(const ast::Expression& e, std::string_view name) {
  std::vector<std::string> names{"time"};
  for (const ir::IteratorSymbol* symbol : iterators_) names.emplace_back(symbol->name);
  for (const ir::FunctionVariable* variable : variables_) names.emplace_back(variable->name);
  if (place_.instance != nullptr)
    for (const auto& child : place_.instance->children) names.push_back(child->name);
  Diagnostic& d = builder_.error(Code::E0201, e.span, "unknown name '" + std::string(name) + "'");
  const std::vector<std::string> near = closest(name, names);
  if (!near.empty()) d.help = "did you mean '" + near.front() + "'?";
}

Expression* Resolver::reference(const ast::Expression& e) {
  const std::span<ast::ReferencePart> parts = e.reference.parts;
  const std::string_view first = parts[0].name.text;
  if (parts.size() == 1 && !e.reference.global) {
    const auto symbol = std::find_if(iterators_.rbegin(), iterators_.rend(), [&](const auto* s) { return s->name == first; });
    if (symbol != iterators_.rend()) {
      Expression* it = make(ExpressionKind::iterator, e.span, {BaseType::integer, {}});
      it->iterator = *symbol;
      return it;
    }
    const auto variable = std::find_if(variables_.begin(), variables_.end(), [&](const auto* v) { return v->name == first; });
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
  if (parts.size() == 1 && first == "time") return make(ExpressionKind::time, e.span, {BaseType::real, {}});
  if (parts.size() == 2 && first == "StateSelect") {
    Expression* literal_ = make(ExpressionKind::enumeration, e.span, {BaseType::enumeration, {}});
    literal_->text = parts[1].name.text;
    return literal_;
  }
  std::vector<std::string_view> names;
  for (const ast::ReferencePart& part : parts) names.push_back(part.name.text);
  const ClassScope& from = e.reference.global ? builder_.classes().root() : *place_.classes;
  if (ir::Instance* leaf = builder_.package_constant(names, from)) return constant(e, *leaf);
  unknown_name(e, first);
  return failed(e.span);
}

Expression* Resolver::component(const ast::Expression& e, ir::Instance& first) {
  const std::span<ast::ReferencePart> parts = e.reference.parts;
  ir::Instance* instance = &first;
  for (std::size_t i = 1; i < parts.size(); ++i) {
    if (!parts[i - 1].subscripts.empty()) {
      builder_.error(Code::E0205, parts[i - 1].span, "'" + instance->path + "' is not an array");
      return failed(e.span);
    }
    const auto found = instance->by_name.find(parts[i].name.text);
    if (found == instance->by_name.end()) {
      if (instance->base == BaseType::error && instance->is_leaf()) return failed(e.span);
      std::vector<std::string> names;
      for (const auto& child : instance->children) names.push_back(child->name);
      Diagnostic& d = builder_.error(Code::E0201, parts[i].span,
                                     "'" + instance->path + "' has no element '" + std::string(parts[i].name.text) + "'");
      const std::vector<std::string> near = closest(parts[i].name.text, names);
      if (!near.empty()) d.help = "did you mean '" + near.front() + "'?";
      return failed(e.span);
    }
    if (found->second->is_protected)
      builder_.error(Code::E0201, parts[i].span, "'" + found->second->path + "' is protected: it cannot be used from outside")
          .notes.push_back({"declared here", found->second->span});
    instance = found->second;
  }
  if (!instance->is_leaf()) {
    builder_.error(Code::E0204, e.span, "'" + instance->path + "' is a component, not a variable");
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
  const std::vector<std::int64_t> rest(value.dimensions.begin() + static_cast<std::ptrdiff_t>(dimension), value.dimensions.end());
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

Expression* Resolver::subscripted(Expression* whole, std::span<const std::int64_t> sizes,
                                  std::span<ast::Expression* const> subscripts, const std::string& name) {
  if (subscripts.empty()) return whole;
  if (subscripts.size() > sizes.size()) {
    builder_.error(Code::E0205, whole->span, "'" + name + "' has " + counted(sizes.size(), "dimension") + ", not " +
                                                 std::to_string(subscripts.size()));
    return failed(whole->span);
  }
  std::vector<ir::Subscript> resolved;
  std::vector<std::int64_t> dimensions;
  for (std::size_t d = 0; d < sizes.size(); ++d) {
    if (d >= subscripts.size() || subscripts[d]->kind == ast::ExpressionKind::colon) {
      resolved.push_back({nullptr});
      dimensions.push_back(sizes[d]);
      continue;
    }
    end_sizes_.push_back(sizes[d]);
    Expression* index = resolve(*subscripts[d]);
    end_sizes_.pop_back();
    if (index->type.base == BaseType::error) return index;
    if (index->type.base != BaseType::integer || index->type.dimensions.size() > 1) {
      builder_.error(Code::E0204, subscripts[d]->span, "a subscript must be an Integer, not " + print(index->type));
      return failed(whole->span);
    }
    if (!index->type.is_scalar()) {
      if (index->type.dimensions[0] < 0) {
        builder_.error(Code::E0203, subscripts[d]->span, "slices whose length depends on a loop variable are not supported yet");
        return failed(whole->span);
      }
      dimensions.push_back(index->type.dimensions[0]);
    }
    resolved.push_back({index});
  }
  whole->subscripts = builder_.arena().copy(resolved);
  whole->type = type_of(whole->type.base, dimensions);
  return whole;
}

Expression* Resolver::unary(const ast::Expression& e) {
  Expression* operand = resolve(*e.operands[0]);
  if (operand->type.base == BaseType::error) return operand;
  if (e.operator_ == ast::Operator::logical_not) {
    if (operand->type.base != BaseType::boolean) {
      builder_.error(Code::E0204, operand->span, "'not' needs a Boolean, not " + print(operand->type));
      return failed(e.span);
    }
  } else if (!operand->type.is_numeric()) {
    builder_.error(Code::E0204, operand->span, "a sign needs a number, not " + print(operand->type));
    return failed(e.span);
  }
  if (e.operator_ == ast::Operator::add || e.operator_ == ast::Operator::element_add) return operand;
  const bool negates = e.operator_ != ast::Operator::logical_not;
  Expression* out = make(negates ? ExpressionKind::negate : ExpressionKind::logical_not, e.span, operand->type);
  out->operands = builder_.arena().copy(std::vector<Expression*>{operand});
  return out;
}

namespace {

Operation operation_of(ast::Operator op) {
  switch (op) {
    case ast::Operator::add: return Operation::add;
    case ast::Operator::subtract: return Operation::subtract;
    case ast::Operator::multiply: return Operation::multiply;
    case ast::Operator::divide: return Operation::divide;
    case ast::Operator::power: return Operation::power;
    case ast::Operator::element_add: return Operation::element_add;
    case ast::Operator::element_subtract: return Operation::element_subtract;
    case ast::Operator::element_multiply: return Operation::element_multiply;
    case ast::Operator::element_divide: return Operation::element_divide;
    case ast::Operator::element_power: return Operation::element_power;
    case ast::Operator::logical_and: case ast::Operator::logical_not: return Operation::logical_and;
    case ast::Operator::logical_or: return Operation::logical_or;
    case ast::Operator::less: return Operation::less;
    case ast::Operator::less_equal: return Operation::less_equal;
    case ast::Operator::greater: return Operation::greater;
    case ast::Operator::greater_equal: return Operation::greater_equal;
    case ast::Operator::equal: return Operation::equal;
    case ast::Operator::not_equal: return Operation::not_equal;
  }
  return Operation::add;
}

bool same_sizes(std::span<const std::int64_t> a, std::span<const std::int64_t> b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end());
}

}  // namespace

Type Resolver::product(const Expression& a, const Expression& b, BaseType base, Span span) {
  const auto& x = a.type.dimensions;
  const auto& y = b.type.dimensions;
  if (x.empty()) return {base, y};
  if (y.empty()) return {base, x};
  if (x.size() > 2 || y.size() > 2 || x.back() != y.front()) {
    builder_.error(Code::E0205, span, "the sizes do not fit for '*': " + print(a.type) + " and " + print(b.type));
    return {};
  }
  std::vector<std::int64_t> dimensions;
  if (x.size() == 2) dimensions.push_back(x[0]);
  if (y.size() == 2) dimensions.push_back(y[1]);
  return type_of(base, dimensions);
}

Type Resolver::combine(Operation operation, const Expression& a, const Expression& b, Span span) {
  if (a.type.base == BaseType::error || b.type.base == BaseType::error) return {};
  const auto wrong = [&](const std::string& needs) {
    const Expression& culprit = (needs == "a Boolean" ? a.type.base != BaseType::boolean : !a.type.is_numeric()) ? a : b;
    builder_.error(Code::E0204, culprit.span, "this operand must be " + needs + ", not " + print(culprit.type));
    return Type{};
  };
  if (operation == Operation::logical_and || operation == Operation::logical_or) {
    if (a.type.base != BaseType::boolean || b.type.base != BaseType::boolean) return wrong("a Boolean");
    return {BaseType::boolean, {}};
  }
  if (operation >= Operation::less) {
    if (!a.type.is_scalar() || !b.type.is_scalar()) {
      builder_.error(Code::E0205, span, "only scalars can be compared, not " + print(a.type) + " and " + print(b.type));
      return {};
    }
    if (common(a.type.base, b.type.base) == BaseType::error) {
      builder_.error(Code::E0204, span, print(a.type) + " and " + print(b.type) + " cannot be compared");
      return {};
    }
    return {BaseType::boolean, {}};
  }
  if (operation == Operation::add && a.type.base == BaseType::string && b.type.base == BaseType::string) return a.type;
  if (!a.type.is_numeric() || !b.type.is_numeric()) return wrong("a number");
  const bool divides = operation == Operation::divide || operation == Operation::element_divide ||
                       operation == Operation::power || operation == Operation::element_power;
  const BaseType base = divides ? BaseType::real : common(a.type.base, b.type.base);
  const auto& x = a.type.dimensions;
  const auto& y = b.type.dimensions;
  if (operation == Operation::multiply) return product(a, b, base, span);
  if (operation == Operation::divide) {
    if (y.empty()) return {base, x};
    builder_.error(Code::E0205, b.span, "'/' divides by a scalar, not by " + print(b.type)).help = "'./' divides element by element";
    return {};
  }
  if (operation == Operation::power) {
    if (x.empty() && y.empty()) return {base, {}};
    builder_.error(x.size() == 2 ? Code::E0203 : Code::E0205, span,
                   x.size() == 2 ? "powers of matrices are not supported yet" : "'^' needs scalars, not " + print(a.type) + " and " + print(b.type))
        .help = "'.^' works element by element";
    return {};
  }
  const bool spread = operation >= Operation::element_add;
  if (same_sizes(x, y) || (spread && y.empty())) return {base, x};
  if (spread && x.empty()) return {base, y};
  builder_.error(Code::E0205, span, "the sizes of the operands differ: " + print(a.type) + " and " + print(b.type));
  return {};
}

Expression* Resolver::binary(const ast::Expression& e) {
  Expression* a = resolve(*e.operands[0]);
  Expression* b = resolve(*e.operands[1]);
  const Operation operation = operation_of(e.operator_);
  const Type type = combine(operation, *a, *b, e.span);
  if (type.base == BaseType::error) return failed(e.span);
  const bool relation = operation >= Operation::less;
  Expression* out = make(relation ? ExpressionKind::relation : ExpressionKind::power, e.span, type);
  out->operands = builder_.arena().copy(std::vector<Expression*>{a, b});
  out->operations = builder_.arena().copy(std::vector<Operation>{operation});
  return out;
}

Expression* Resolver::chain(const ast::Expression& e) {
  std::vector<Expression*> operands;
  std::vector<Operation> operations;
  operands.push_back(resolve(*e.operands[0]));
  Expression so_far = *operands[0];  // carries the type of what has been combined
  for (std::size_t i = 0; i < e.operators.size(); ++i) {
    operations.push_back(operation_of(e.operators[i]));
    operands.push_back(resolve(*e.operands[i + 1]));
    const Span span = join(e.operands[0]->span, e.operands[i + 1]->span);
    so_far.type = combine(operations.back(), so_far, *operands.back(), span);
    so_far.span = span;
    if (so_far.type.base == BaseType::error) {
      for (std::size_t k = i + 2; k < e.operands.size(); ++k) resolve(*e.operands[k]);  // report what is wrong there too
      return failed(e.span);
    }
  }
  Expression* out = make(ExpressionKind::chain, e.span, so_far.type);
  out->operands = builder_.arena().copy(operands);
  out->operations = builder_.arena().copy(operations);
  return out;
}

Expression* Resolver::conditional(const ast::Expression& e) {
  std::vector<Expression*> operands;
  bool good = true;
  for (std::size_t i = 0; i < e.operands.size(); ++i) {
    operands.push_back(resolve(*e.operands[i]));
    const Type& type = operands.back()->type;
    const bool condition = i % 2 == 0 && i + 1 < e.operands.size();
    if (type.base == BaseType::error) good = false;
    else if (condition && (type.base != BaseType::boolean || !type.is_scalar())) {
      builder_.error(Code::E0204, e.operands[i]->span, "the condition must be Boolean, not " + print(type));
      good = false;
    }
  }
  if (!good) return failed(e.span);
  Type type = operands[1]->type;
  for (std::size_t i = 3; i <= operands.size(); i += 2) {
    const Expression* branch = i < operands.size() ? operands[i] : operands.back();
    const BaseType base = common(type.base, branch->type.base);
    if (base == BaseType::error || !same_sizes(type.dimensions, branch->type.dimensions)) {
      builder_.error(base == BaseType::error ? Code::E0204 : Code::E0205, branch->span,
                     "the branches differ: " + print(type) + " and " + print(branch->type));
      return failed(e.span);
    }
    type.base = base;
  }
  Expression* out = make(ExpressionKind::if_, e.span, type);
  out->operands = builder_.arena().copy(operands);
  return out;
}

Expression* Resolver::array(const ast::Expression& e) {
  std::vector<Expression*> items;
  bool good = true;
  for (const ast::Expression* operand : e.operands) {
    items.push_back(resolve(*operand));
    good = good && items.back()->type.base != BaseType::error;
  }
  if (!good) return failed(e.span);
  Type item = items.front()->type;
  for (const Expression* other : items) {
    const BaseType base = common(item.base, other->type.base);
    if (base == BaseType::error || !same_sizes(item.dimensions, other->type.dimensions)) {
      builder_.error(base == BaseType::error ? Code::E0204 : Code::E0205, other->span,
                     "the elements of an array must be alike: " + print(item) + " and " + print(other->type));
      return failed(e.span);
    }
    item.base = base;
  }
  std::vector<std::int64_t> dimensions{static_cast<std::int64_t>(items.size())};
  dimensions.insert(dimensions.end(), item.dimensions.begin(), item.dimensions.end());
  Expression* out = make(ExpressionKind::array, e.span, type_of(item.base, dimensions));
  out->operands = builder_.arena().copy(items);
  return out;
}

/// [a, b; c, d] with scalar entries is {{a, b}, {c, d}}; joining of arrays is not supported yet.
Expression* Resolver::matrix(const ast::Expression& e) {
  std::vector<Expression*> rows;
  std::size_t at = 0;
  BaseType base = BaseType::integer;
  for (const std::uint32_t length : e.row_lengths) {
    std::vector<Expression*> row;
    for (std::uint32_t i = 0; i < length; ++i) {
      row.push_back(resolve(*e.operands[at++]));
      if (row.back()->type.base == BaseType::error) return failed(e.span);
      if (!row.back()->type.is_scalar()) {
        builder_.error(Code::E0203, row.back()->span, "joining arrays with [ ] is not supported yet").help = "write { } with scalars";
        return failed(e.span);
      }
      base = rows.empty() && i == 0 ? row.back()->type.base : common(base, row.back()->type.base);
      if (base == BaseType::error) {
        builder_.error(Code::E0204, row.back()->span, "the elements of a matrix must be alike");
        return failed(e.span);
      }
    }
    if (length != e.row_lengths[0]) {
      builder_.error(Code::E0205, row.front()->span, "the rows of the matrix have different lengths");
      return failed(e.span);
    }
    rows.push_back(make(ExpressionKind::array, row.front()->span, type_of(base, {length})));
    rows.back()->operands = builder_.arena().copy(row);
  }
  for (Expression* row : rows) row->type.base = base;
  Expression* out = make(ExpressionKind::array, e.span,
                         type_of(base, {static_cast<std::int64_t>(rows.size()), static_cast<std::int64_t>(e.row_lengths[0])}));
  out->operands = builder_.arena().copy(rows);
  return out;
}

Expression* Resolver::range(const ast::Expression& e, bool for_iterator) {
  std::vector<Expression*> limits;
  BaseType base = BaseType::integer;
  for (const ast::Expression* operand : e.operands) {
    limits.push_back(resolve(*operand));
    const Type& type = limits.back()->type;
    if (type.base == BaseType::error) return failed(e.span);
    if (!type.is_numeric() || !type.is_scalar()) {
      builder_.error(Code::E0204, operand->span, "the limits of a range must be numbers, not " + print(type));
      return failed(e.span);
    }
    base = common(base, type.base);
  }
  Expression* out = make(ExpressionKind::range, e.span, type_of(base, {-1}));
  out->operands = builder_.arena().copy(limits);
  // a range around loop variables has no size of its own: only loops may use it
  const auto value = builder_.evaluate(*out, for_iterator || !iterators_.empty() ? "" : "the range");
  if (value) out->type = type_of(base, value->dimensions);
  else if (!for_iterator && iterators_.empty()) return failed(e.span);
  return out;
}

ir::IteratorRange Resolver::open_iterator(const ast::Iterator& iterator) {
  auto* symbol = builder_.arena().make<ir::IteratorSymbol>();
  symbol->name = iterator.name.text;
  symbol->span = iterator.name.span;
  Expression* values = nullptr;
  if (iterator.range == nullptr) {
    builder_.error(Code::E0203, iterator.name.span, "loops without a range are not supported yet").help =
        "write 'for " + std::string(iterator.name.text) + " in 1:n'";
    values = failed(iterator.name.span);
  } else {
    values = iterator.range->kind == ast::ExpressionKind::range ? range(*iterator.range, true) : resolve(*iterator.range);
    if (values->type.base != BaseType::error && (values->type.dimensions.size() != 1 || values->type.base != BaseType::integer)) {
      builder_.error(Code::E0204, iterator.range->span, "a loop runs over a vector of Integers, not over " + print(values->type));
      values = failed(iterator.range->span);
    }
  }
  iterators_.push_back(symbol);
  return {symbol, values};
}

Expression* Resolver::comprehension(const ast::Expression& e, const ast::Expression& body, std::span<const ast::Iterator> iterators) {
  std::vector<ir::IteratorRange> ranges;
  for (const ast::Iterator& iterator : iterators) ranges.push_back(open_iterator(iterator));
  Expression* item = resolve(body);
  for (std::size_t i = 0; i < iterators.size(); ++i) close_iterator();
  if (item->type.base == BaseType::error) return failed(e.span);
  std::vector<std::int64_t> dimensions;
  for (auto it = ranges.rbegin(); it != ranges.rend(); ++it) {
    if (it->range->type.base == BaseType::error) return failed(e.span);
    const auto count = builder_.evaluate(*it->range, "the range of '" + std::string(it->symbol->name) + "'");
    if (!count) return failed(e.span);
    dimensions.push_back(count->dimensions[0]);
  }
  dimensions.insert(dimensions.end(), item->type.dimensions.begin(), item->type.dimensions.end());
  Expression* out = make(ExpressionKind::comprehension, e.span, type_of(item->type.base, dimensions));
  out->operands = builder_.arena().copy(std::vector<Expression*>{item});
  out->iterators = builder_.arena().copy(ranges);
  return out;
}

bool check_assignable(Builder& builder, const Type& target, const Expression& value, const std::string& what, bool spread) {
  const Type& given = value.type;
  if (given.base == BaseType::error || target.base == BaseType::error) return false;
  const bool fits = target.base == given.base || (target.base == BaseType::real && given.base == BaseType::integer);
  if (!fits) {
    builder.error(Code::E0204, value.span, what + " must be " + print(Type{target.base, {}}) + ", not " + print(given));
    return false;
  }
  if (same_sizes(target.dimensions, given.dimensions) || (spread && given.is_scalar())) return true;
  builder.error(Code::E0205, value.span, what + " has the size " + print(target) + ", its value " + print(given));
  return false;
}

}  // namespace sunder::instantiate
