// Equations and statements.
#include "base/codes.hpp"
#include "syntax/parser.hpp"

namespace sunder::syntax {

using namespace ast;

/// Items separated by ';' up to the end of the block or section.
template <class Item, class Read>
List<Item*> Parser::items(std::string_view what, Read read) {
  auto list = gather<Item*>();
  while (true) {
    switch (kind()) {
      case TokenKind::end_of_file:
      case TokenKind::else_:
      case TokenKind::elseif_:
      case TokenKind::elsewhen_:
      case TokenKind::annotation_: return list.finish(arena_);
      default: break;
    }
    if (at_section() || at_block_end()) return list.finish(arena_);
    const Token* item = current_;
    list.push(read());
    expect_semicolon(what);
    recover(item);
    if (current_ == item) advance();
  }
}

/// if/elseif/else and when/elsewhen, from the opening keyword to the `end`.
template <class Branch, class Read>
List<Branch> Parser::branches(TokenKind opener, Read read) {
  const OpenBlock block{opener, {}, here()};
  const Open open(*this, block);
  const TokenKind again = opener == TokenKind::if_ ? TokenKind::elseif_ : TokenKind::elsewhen_;
  auto list = gather<Branch>();
  advance();
  bool more = true;
  bool closed = false;  // `else` has been seen
  while (more) {
    Branch branch;
    if (!closed) {
      branch.condition = expression();
      block_header(TokenKind::then_, "after the condition");
    }
    branch.body = read();
    list.push(branch);
    if (closed) break;
    closed = opener == TokenKind::if_ && at(TokenKind::else_);
    more = closed || at(again);
    if (more) advance();
  }
  close_block(block);
  return list.finish(arena_);
}

List<Iterator> Parser::iterators() {
  auto list = gather<Iterator>();
  do {
    Iterator next;
    next.name = identifier("the name of a loop variable");
    if (accept(TokenKind::in_)) {
      next.range = expression();
    } else if (at(TokenKind::equals)) {
      fail_with(Code::E0105, here(), "expected 'in' after the loop variable, found '='").help = "write for i in 1:n";
    }
    list.push(next);
  } while (accept(TokenKind::comma));
  return list.finish(arena_);
}

/// A declaration among equations or statements starts with one of these words.
void Parser::misplaced_declaration(std::string_view section) {
  switch (kind()) {
    case TokenKind::parameter_:
    case TokenKind::constant_:
    case TokenKind::discrete_:
    case TokenKind::input_:
    case TokenKind::output_:
    case TokenKind::flow_:
    case TokenKind::stream_:
    case TokenKind::extends_:
    case TokenKind::import_:
    case TokenKind::inner_:
    case TokenKind::outer_:
    case TokenKind::replaceable_:
    case TokenKind::redeclare_:
    case TokenKind::final_: break;
    case TokenKind::pure_:
      if (ahead() == TokenKind::left_parenthesis) return;
      break;
    default:
      if (!at_class()) return;
  }
  fail_with(Code::E0105, here(), "a declaration cannot stand among the " + std::string(section)).help =
      "put it before the section, or open a new one with 'public' or 'protected'";
}

List<Equation*> Parser::equations() {
  return items<Equation>("the equation", [this] { return equation(); });
}

Equation* Parser::equation() {
  const Level level(*this);
  auto* result = arena_.make<Equation>();
  const std::uint32_t start = begin();
  switch (kind()) {
    case TokenKind::if_:
    case TokenKind::when_:
      result->kind = at(TokenKind::if_) ? EquationKind::if_ : EquationKind::when;
      result->branches = branches<EquationBranch>(kind(), [this] { return equations(); });
      break;
    case TokenKind::for_: {
      const OpenBlock block{TokenKind::for_, {}, here()};
      const Open open(*this, block);
      result->kind = EquationKind::for_;
      advance();
      result->iterators = iterators();
      block_header(TokenKind::loop_, "after the range of the loop");
      result->body = equations();
      close_block(block);
      break;
    }
    case TokenKind::connect_: connect(*result); break;
    default: simple_equation(*result);
  }
  result->comment = comment();
  result->span = from(start);
  return result;
}

void Parser::connect(Equation& equation) {
  equation.kind = EquationKind::connect;
  advance();
  expect(TokenKind::left_parenthesis, "after 'connect'");
  equation.left = reference_expression();
  expect(TokenKind::comma, "between the two connectors");
  equation.right = reference_expression();
  expect(TokenKind::right_parenthesis, "to close 'connect'");
}

void Parser::simple_equation(Equation& equation) {
  misplaced_declaration("equations");
  if (failed()) return;
  const Token* first = current_;
  equation.left = simple_expression();
  if (at(TokenKind::assign))
    report(Code::E0107, here(), "an equation is written with '=', found ':='").help = "':=' assigns in an algorithm";
  if (accept(TokenKind::equals) || accept(TokenKind::assign)) {
    equation.right = expression();
    return;
  }
  if (failed()) return;
  if (equation.left->kind == ExpressionKind::call) {
    equation.kind = EquationKind::call;
    return;
  }
  const Expression& left = *equation.left;
  if (left.kind == ExpressionKind::binary && left.operator_ == Operator::equal) {
    const std::uint32_t before = left.operands[0]->span.end;
    const std::uint32_t sign = before + static_cast<std::uint32_t>(text_.substr(before).find("=="));
    report(Code::E0107, {file_, sign, sign + 2}, "an equation is written with '=', found '=='").help =
        "'==' compares two values";
    return;
  }
  if (at(TokenKind::identifier) && first->kind == TokenKind::identifier && !on_new_line()) {
    fail_with(Code::E0105, span_of(*first), "expected an equation, found a declaration").help =
        "declarations stand before 'equation'";
    return;
  }
  fail_with(Code::E0113, after_previous(), "expected '=' and the right-hand side of the equation");
}

List<Statement*> Parser::statements() {
  return items<Statement>("the statement", [this] { return statement(); });
}

Statement* Parser::statement() {
  const Level level(*this);
  auto* result = arena_.make<Statement>();
  const std::uint32_t start = begin();
  switch (kind()) {
    case TokenKind::if_:
    case TokenKind::when_:
      result->kind = at(TokenKind::if_) ? StatementKind::if_ : StatementKind::when;
      result->branches = branches<StatementBranch>(kind(), [this] { return statements(); });
      break;
    case TokenKind::for_:
    case TokenKind::while_: {
      const OpenBlock block{kind(), {}, here()};
      const Open open(*this, block);
      result->kind = at(TokenKind::for_) ? StatementKind::for_ : StatementKind::while_;
      advance();
      if (result->kind == StatementKind::for_)
        result->iterators = iterators();
      else
        result->right = expression();
      block_header(TokenKind::loop_,
                   result->kind == StatementKind::for_ ? "after the range of the loop" : "after the condition");
      result->body = statements();
      close_block(block);
      break;
    }
    case TokenKind::break_:
      result->kind = StatementKind::break_;
      advance();
      break;
    case TokenKind::return_:
      result->kind = StatementKind::return_;
      advance();
      break;
    default: simple_statement(*result);
  }
  result->comment = comment();
  result->span = from(start);
  return result;
}

/// a := b; (a, , b) := f(x); f(x)
void Parser::simple_statement(Statement& statement) {
  misplaced_declaration("statements");
  if (failed()) return;
  if (at(TokenKind::connect_)) {
    fail_with(Code::E0113, here(), "'connect' is an equation and cannot stand in an algorithm");
    return;
  }
  const Token* first = current_;
  const bool several = at(TokenKind::left_parenthesis);
  Expression* left = primary();
  if (failed()) return;
  const bool assigns = at(TokenKind::assign) || at(TokenKind::equals) || at(TokenKind::equal);
  if (assigns && !several && left->kind != ExpressionKind::reference) {
    fail_with(Code::E0113, left->span, "only a variable can be assigned");
    return;
  }
  if (at(TokenKind::equals) || at(TokenKind::equal)) {
    report(Code::E0107, here(), "an assignment is written with ':=', found '" + std::string(spelling(kind())) + "'")
        .help = "'=' stands in equations, '==' compares";
    advance();
  } else if (!accept(TokenKind::assign)) {
    statement.kind = StatementKind::call;
    statement.right = left;
    if (left->kind == ExpressionKind::call) return;
    if (at(TokenKind::identifier) && first->kind == TokenKind::identifier && !on_new_line())
      fail_with(Code::E0105, span_of(*first), "expected a statement, found a declaration").help =
          "declarations stand before 'algorithm'";
    else
      fail_with(Code::E0113, after_previous(), "expected ':=' and a value");
    return;
  }
  statement.left = left;
  if (several) {
    statement.kind = StatementKind::multiple_assignment;
    left->kind = ExpressionKind::tuple;
    const Span where = here();
    statement.right = expression();
    if (!failed() && statement.right->kind != ExpressionKind::call)
      report(Code::E0113, where, "several results can only be assigned from the call of a function");
    return;
  }
  statement.right = expression();
}

}  // namespace sunder::syntax
