// Operators: which operands they take, and the type of their result.
#include <algorithm>

#include "base/codes.hpp"
#include "instantiate/resolve.hpp"

namespace sunder::instantiate {

using ir::BaseType;
using ir::Expression;
using ir::ExpressionKind;
using ir::Operation;
using ir::Type;

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
    case ast::Operator::logical_and:
    case ast::Operator::logical_not: return Operation::logical_and;
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
    const Expression& culprit =
        (needs == "a Boolean" ? a.type.base != BaseType::boolean : !a.type.is_numeric()) ? a : b;
    builder_.error(Code::E0204, culprit.span, "this operand must be " + needs + ", not " + print(culprit.type));
    return Type{};
  };
  if (operation == Operation::logical_and || operation == Operation::logical_or) {
    if (a.type.base != BaseType::boolean || b.type.base != BaseType::boolean) return wrong("a Boolean");
    if (same_sizes(a.type.dimensions, b.type.dimensions)) return a.type;
    builder_.error(Code::E0205, span, "the sizes of the operands differ: " + print(a.type) + " and " + print(b.type));
    return {};
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
  const bool texts = a.type.base == BaseType::string && b.type.base == BaseType::string;
  if (operation == Operation::add && texts && a.type.is_scalar() && b.type.is_scalar()) return a.type;
  if (!a.type.is_numeric() || !b.type.is_numeric()) return wrong("a number");
  const bool divides = operation == Operation::divide || operation == Operation::element_divide ||
                       operation == Operation::power || operation == Operation::element_power;
  const BaseType base = divides ? BaseType::real : common(a.type.base, b.type.base);
  const auto& x = a.type.dimensions;
  const auto& y = b.type.dimensions;
  if (operation == Operation::multiply) return product(a, b, base, span);
  if (operation == Operation::divide) {
    if (y.empty()) return {base, x};
    builder_.error(Code::E0205, b.span, "'/' divides by a scalar, not by " + print(b.type)).help =
        "'./' divides element by element";
    return {};
  }
  if (operation == Operation::power) {
    if (x.empty() && y.empty()) return {base, {}};
    builder_
        .error(x.size() == 2 ? Code::E0203 : Code::E0205, span,
               x.size() == 2 ? "powers of matrices are not supported yet"
                             : "'^' needs scalars, not " + print(a.type) + " and " + print(b.type))
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
      for (std::size_t k = i + 2; k < e.operands.size(); ++k)
        resolve(*e.operands[k]);  // report what is wrong there too
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
    if (type.base == BaseType::error)
      good = false;
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

}  // namespace sunder::instantiate
