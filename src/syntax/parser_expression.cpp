// Expressions. One function per level of precedence; long sums, products and logical chains stay flat.
#include <array>
#include <utility>

#include "base/codes.hpp"
#include "syntax/parser.hpp"

namespace sunder::syntax {

using namespace ast;

namespace {

/// Levels of the chains, weakest first; 0: not an operator of a chain.
enum Strength : std::uint8_t { none = 0, disjunction, conjunction, addition, multiplication };

struct OperatorInfo {
  Strength level = none;
  bool relation = false;
  bool power = false;
  bool any = false;  // continues an expression in some way
  Operator operator_ = Operator::add;
};

constexpr std::array<OperatorInfo, 256> make_operators() {
  std::array<OperatorInfo, 256> table{};
  const auto set = [&](TokenKind kind, Operator op, Strength level, bool relation = false, bool power = false) {
    table[static_cast<std::size_t>(kind)] = {level, relation, power, true, op};
  };
  set(TokenKind::or_, Operator::logical_or, disjunction);
  set(TokenKind::and_, Operator::logical_and, conjunction);
  set(TokenKind::plus, Operator::add, addition);
  set(TokenKind::minus, Operator::subtract, addition);
  set(TokenKind::element_plus, Operator::element_add, addition);
  set(TokenKind::element_minus, Operator::element_subtract, addition);
  set(TokenKind::times, Operator::multiply, multiplication);
  set(TokenKind::slash, Operator::divide, multiplication);
  set(TokenKind::element_times, Operator::element_multiply, multiplication);
  set(TokenKind::element_slash, Operator::element_divide, multiplication);
  set(TokenKind::power, Operator::power, none, false, true);
  set(TokenKind::element_power, Operator::element_power, none, false, true);
  set(TokenKind::less, Operator::less, none, true);
  set(TokenKind::less_equal, Operator::less_equal, none, true);
  set(TokenKind::greater, Operator::greater, none, true);
  set(TokenKind::greater_equal, Operator::greater_equal, none, true);
  set(TokenKind::equal, Operator::equal, none, true);
  set(TokenKind::not_equal, Operator::not_equal, none, true);
  table[static_cast<std::size_t>(TokenKind::colon)].any = true;
  return table;
}

constexpr auto operators = make_operators();

const OperatorInfo& info(TokenKind kind) { return operators[static_cast<std::size_t>(kind)]; }

}  // namespace

Expression* Parser::make(ExpressionKind kind, std::uint32_t start) {
  auto* result = arena_.make<Expression>();
  result->kind = kind;
  result->span = from(start);
  return result;
}

Expression* Parser::expression() {
  const Level level(*this);
  if (at(TokenKind::if_)) return if_expression();
  return simple_expression();
}

Expression* Parser::if_expression() {
  const std::uint32_t start = begin();
  auto operands = gather<Expression*>();
  do {
    advance();  // if, elseif
    operands.push(expression());
    expect(TokenKind::then_, "after the condition");
    operands.push(expression());
  } while (at(TokenKind::elseif_));
  if (expect(TokenKind::else_, "(an if-expression has a value in every case)")) operands.push(expression());
  Expression* result = make(ExpressionKind::if_, start);
  result->operands = operands.finish(arena_);
  return failed() ? make(ExpressionKind::error, start) : result;
}

Expression* Parser::simple_expression() {
  Expression* first = nullptr;
  switch (kind()) {
    case TokenKind::not_:
    case TokenKind::plus:
    case TokenKind::minus:
    case TokenKind::element_plus:
    case TokenKind::element_minus: break;
    default:
      first = primary();
      if (!info(kind()).any) return first;  // most expressions are one name or number
  }
  first = logical_or(first);
  if (!at(TokenKind::colon)) return first;
  auto operands = gather<Expression*>();
  operands.push(first);
  while (operands.size() < 3 && accept(TokenKind::colon)) operands.push(logical_or(nullptr));
  Expression* result = make(ExpressionKind::range, first->span.begin);
  result->operands = operands.finish(arena_);
  return result;
}

Expression* Parser::chain(Expression* first, Expression* (Parser::*operand)(Expression*), int level) {
  first = (this->*operand)(first);
  if (info(kind()).level != level) return first;
  auto operands = gather<Expression*>();
  auto signs = gather<Operator>();
  operands.push(first);
  while (info(kind()).level == level) {
    signs.push(info(kind()).operator_);
    advance();
    operands.push((this->*operand)(nullptr));
  }
  Expression* result = make(ExpressionKind::chain, first->span.begin);
  result->operands = operands.finish(arena_);
  result->operators = signs.finish(arena_);
  result->operator_ = result->operators[0];
  return result;
}

Expression* Parser::logical_or(Expression* first) { return chain(first, &Parser::logical_and, disjunction); }

Expression* Parser::logical_and(Expression* first) { return chain(first, &Parser::logical_not, conjunction); }

Expression* Parser::logical_not(Expression* first) {
  if (first != nullptr || !at(TokenKind::not_)) return relation(first);
  const std::uint32_t start = begin();
  advance();
  if (at(TokenKind::not_)) {
    fail_with(Code::E0112, here(), "'not' cannot follow 'not' directly").help = "write not (not …)";
  }
  return unary(Operator::logical_not, start, relation(nullptr));
}

Expression* Parser::relation(Expression* first) {
  Expression* left = sum(first);
  if (!info(kind()).relation) return left;
  const Operator op = info(kind()).operator_;
  advance();
  Expression* result = binary(op, left, sum(nullptr));
  if (info(kind()).relation) {
    fail_with(Code::E0112, here(), "comparisons cannot be chained").help = "write a < b and b < c";
  }
  return result;
}

Expression* Parser::sum(Expression* first) {
  if (first != nullptr || info(kind()).level != addition) return chain(first, &Parser::product, addition);
  const Operator op = info(kind()).operator_;
  const std::uint32_t start = begin();
  advance();
  return chain(unary(op, start, product(nullptr)), &Parser::product, addition);
}

Expression* Parser::product(Expression* first) {
  // a signed first term has been read completely by sum
  if (first != nullptr && first->kind == ExpressionKind::unary) return first;
  return chain(first, &Parser::factor, multiplication);
}

Expression* Parser::factor(Expression* first) {
  const auto operand = [&] {
    if (info(kind()).level == addition) {
      fail_with(Code::E0112, here(), "a sign after an operator needs parentheses").help = "write a*(-b), a^(-b)";
    }
    return primary();
  };
  Expression* base = first != nullptr ? first : operand();
  if (!info(kind()).power) return base;
  const Operator op = info(kind()).operator_;
  advance();
  Expression* result = binary(op, base, operand());
  if (info(kind()).power) {
    fail_with(Code::E0112, here(), "powers cannot be chained").help = "write (a^b)^c or a^(b^c)";
  }
  return result;
}

Expression* Parser::unary(Operator op, std::uint32_t start, Expression* operand) {
  auto operands = gather<Expression*>();
  operands.push(operand);
  Expression* result = make(ExpressionKind::unary, start);
  result->operator_ = op;
  result->operands = operands.finish(arena_);
  return result;
}

Expression* Parser::binary(Operator op, Expression* left, Expression* right) {
  auto operands = gather<Expression*>();
  operands.push(left);
  operands.push(right);
  Expression* result = make(ExpressionKind::binary, left->span.begin);
  result->operator_ = op;
  result->operands = operands.finish(arena_);
  return result;
}

Expression* Parser::literal(ExpressionKind literal_kind) {
  const Token& token = *current_;
  advance();
  Expression* result = make(literal_kind, token.begin);
  result->text = token_text(token);
  return result;
}

Expression* Parser::primary() {
  switch (kind()) {
    case TokenKind::integer: return literal(ExpressionKind::integer);
    case TokenKind::real: return literal(ExpressionKind::real);
    case TokenKind::string: return literal(ExpressionKind::string);
    case TokenKind::true_:
    case TokenKind::false_: {
      const bool value = at(TokenKind::true_);
      Expression* result = literal(ExpressionKind::boolean);
      result->boolean = value;
      return result;
    }
    case TokenKind::identifier:
    case TokenKind::dot: return reference_or_call();
    case TokenKind::der_:
    case TokenKind::initial_:
    case TokenKind::pure_: return keyword_call();
    case TokenKind::left_parenthesis: return parenthesised();
    case TokenKind::left_bracket: return matrix();
    case TokenKind::left_brace: return array();
    case TokenKind::end_:
      if (subscript_depth_ > 0) return literal(ExpressionKind::end);
      break;
    default: break;
  }
  const std::uint32_t start = begin();
  if (!failed()) unexpected("an expression");
  return make(ExpressionKind::error, start);
}

void Parser::reference(Reference& reference) {
  reference.global = accept(TokenKind::dot);
  auto parts = gather<ReferencePart>();
  do {
    ReferencePart part;
    const std::uint32_t start = begin();
    part.name = identifier("a name");
    if (failed()) break;
    if (at(TokenKind::left_bracket)) part.subscripts = subscripts();
    part.span = from(start);
    parts.push(part);
  } while (accept(TokenKind::dot));
  reference.parts = parts.finish(arena_);
}

Expression* Parser::reference_expression() {
  const std::uint32_t start = begin();
  auto* result = arena_.make<Expression>();
  result->kind = ExpressionKind::reference;
  reference(result->reference);
  result->span = from(start);
  if (failed()) result->kind = ExpressionKind::error;
  return result;
}

Expression* Parser::reference_or_call() {
  Expression* result = reference_expression();
  if (!at(TokenKind::left_parenthesis)) return result;
  result->kind = ExpressionKind::call;
  result->arguments = arguments();
  result->span = from(result->span.begin);
  return result;
}

/// der(…), initial() and pure(…): keywords that are called like functions.
Expression* Parser::keyword_call() {
  const Token& token = *current_;
  advance();
  auto parts = gather<ReferencePart>();
  parts.push({{token_text(token), span_of(token)}, {}, span_of(token)});
  if (!at(TokenKind::left_parenthesis)) {
    if (!failed()) unexpected("'(' after '" + std::string(token_text(token)) + "'");
    return make(ExpressionKind::error, token.begin);
  }
  const List<Argument> list = arguments();
  Expression* result = make(ExpressionKind::call, token.begin);
  result->reference.parts = parts.finish(arena_);
  result->arguments = list;
  return result;
}

/// (a), (a, b), (a, , b), ()
Expression* Parser::parenthesised() {
  const std::uint32_t start = begin();
  advance();
  auto operands = gather<Expression*>();
  bool tuple = at(TokenKind::right_parenthesis);
  while (!at(TokenKind::right_parenthesis)) {
    if (at(TokenKind::comma)) {
      operands.push(nullptr);
    } else {
      operands.push(expression());
    }
    if (!accept(TokenKind::comma)) break;
    tuple = true;
    if (at(TokenKind::right_parenthesis)) operands.push(nullptr);
  }
  expect_closing(TokenKind::right_parenthesis, "to close the parenthesis", start);
  Expression* result = make(tuple ? ExpressionKind::tuple : ExpressionKind::parentheses, start);
  result->operands = operands.finish(arena_);
  if (failed()) result->kind = ExpressionKind::error;
  return result;
}

Expression* Parser::matrix() {
  const std::uint32_t start = begin();
  const int subscript_depth = std::exchange(subscript_depth_, 0);
  advance();
  ++matrix_depth_;
  auto operands = gather<Expression*>();
  auto lengths = gather<std::uint32_t>();
  do {
    const std::size_t before = operands.size();
    do operands.push(expression());
    while (accept(TokenKind::comma));
    lengths.push(static_cast<std::uint32_t>(operands.size() - before));
  } while (accept(TokenKind::semicolon));
  expect_closing(TokenKind::right_bracket, "to close the matrix", start);
  --matrix_depth_;
  subscript_depth_ = subscript_depth;
  Expression* result = make(ExpressionKind::matrix, start);
  result->operands = operands.finish(arena_);
  result->row_lengths = lengths.finish(arena_);
  if (failed()) result->kind = ExpressionKind::error;
  return result;
}

Expression* Parser::array() {
  const std::uint32_t start = begin();
  advance();
  if (at(TokenKind::right_brace)) {
    fail_with(Code::E0105, here(), "expected an expression: an array has at least one element").help =
        "an empty array is written fill(0.0, 0)";
    return make(ExpressionKind::error, start);
  }
  auto operands = gather<Expression*>();
  operands.push(expression());
  if (at(TokenKind::for_)) return comprehension(operands[0], true, start);
  while (accept(TokenKind::comma)) operands.push(expression());
  expect_closing(TokenKind::right_brace, "to close the array", start);
  Expression* result = make(ExpressionKind::array, start);
  result->operands = operands.finish(arena_);
  if (failed()) result->kind = ExpressionKind::error;
  return result;
}

Expression* Parser::comprehension(Expression* value, bool braces, std::uint32_t start) {
  advance();
  auto operands = gather<Expression*>();
  operands.push(value);
  const List<Iterator> list = iterators();
  if (braces) expect(TokenKind::right_brace, "to close the array");
  Expression* result = make(ExpressionKind::comprehension, start);
  result->boolean = !braces;
  result->operands = operands.finish(arena_);
  result->iterators = list;
  return result;
}

List<Expression*> Parser::subscripts() {
  const Level level(*this);
  advance();
  ++subscript_depth_;
  auto list = gather<Expression*>();
  do list.push(subscript());
  while (accept(TokenKind::comma));
  expect(TokenKind::right_bracket, "to close the subscripts");
  --subscript_depth_;
  return list.finish(arena_);
}

Expression* Parser::subscript() {
  if (at(TokenKind::colon) && (ahead() == TokenKind::comma || ahead() == TokenKind::right_bracket))
    return literal(ExpressionKind::colon);
  return expression();
}

List<Argument> Parser::arguments() {
  const std::uint32_t opened = begin();
  advance();
  auto list = gather<Argument>();
  if (!at(TokenKind::right_parenthesis)) {
    bool named = false;
    do {
      const std::uint32_t start = begin();
      Argument next = argument();
      if (named && next.name.empty() && !failed()) {
        fail_with(Code::E0105, {file_, start, previous_end_}, "a positional argument cannot follow a named one");
      }
      named = !next.name.empty();
      if (at(TokenKind::for_) && list.empty() && !named) next.value = comprehension(next.value, false, start);
      list.push(next);
    } while (accept(TokenKind::comma));
  }
  expect_closing(TokenKind::right_parenthesis, "to close the arguments", opened);
  return list.finish(arena_);
}

Argument Parser::argument() {
  Argument result;
  if (at(TokenKind::identifier) && ahead() == TokenKind::equals) {
    result.name = identifier("an argument name");
    advance();
  }
  result.value = at(TokenKind::function_) ? function_argument() : expression();
  return result;
}

/// function f(a = 1): a function with some arguments bound, as an argument of a call.
Expression* Parser::function_argument() {
  const Level level(*this);
  const std::uint32_t start = begin();
  advance();
  auto* result = arena_.make<Expression>();
  result->kind = ExpressionKind::function_argument;
  reference(result->reference);
  if (at(TokenKind::left_parenthesis)) {
    result->arguments = arguments();
  } else if (!failed()) {
    unexpected("'(' after the name of the function");
  }
  result->span = from(start);
  return result;
}

}  // namespace sunder::syntax
