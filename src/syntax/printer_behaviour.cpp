// Equations, statements, expressions, modifications.
#include <algorithm>

#include "syntax/printer.hpp"

namespace sunder::syntax {

using namespace ast;

using Group = Layout::Group;

// ---------------------------------------------------------------- equations and statements

template <class Item>
void Printer::block(List<Item*> items) {
  indent();
  bool first = true;
  for (const Item* next_item : items) {
    hard(first);
    item(*next_item);
    token();
    first = false;
  }
  hard(first, true);
  outdent();
}

template <class Branch>
void Printer::branches(List<Branch> branches) {
  for (const Branch& branch : branches) {
    if (branch.condition != nullptr) {
      open_item();
      word();  // if, elseif, when, elsewhen
      expression(*branch.condition);
      space();
      token();  // then
      close_item();
    } else {
      token();  // else
    }
    block(branch.body);
  }
  word();  // end
  token();
}

void Printer::iterators(List<Iterator> iterators) {
  for (std::size_t i = 0; i < iterators.size(); ++i) {
    token();
    if (iterators[i].range != nullptr) {
      space();
      word();  // in
      expression(*iterators[i].range);
    }
    if (i + 1 == iterators.size()) break;
    word();  // comma
  }
}

void Printer::equation(const Equation& equation) {
  switch (equation.kind) {
    case EquationKind::if_:
    case EquationKind::when: branches(equation.branches); break;
    case EquationKind::for_:
      word();
      iterators(equation.iterators);
      space();
      token();  // loop
      block(equation.body);
      word();
      token();
      break;
    default: break;
  }
  open_item();
  if (equation.kind == EquationKind::connect) {
    token();
    list(2, Group::all, [&](std::size_t i) { expression(i == 0 ? *equation.left : *equation.right); });
  } else if (equation.left != nullptr) {
    expression(*equation.left);
    if (equation.right != nullptr) {
      space();
      word();  // =
      expression(*equation.right);
    }
  }
  comment(equation.comment);
  close_item();
}

void Printer::statement(const Statement& statement) {
  const bool loop = statement.kind == StatementKind::for_ || statement.kind == StatementKind::while_;
  if (statement.kind == StatementKind::if_ || statement.kind == StatementKind::when) branches(statement.branches);
  if (loop) {
    word();
    statement.right != nullptr ? expression(*statement.right) : iterators(statement.iterators);
    space();
    token();  // loop
    block(statement.body);
    word();
    token();
  }
  open_item();
  if (statement.left != nullptr) {
    expression(*statement.left);
    space();
    word();  // :=
  }
  if (statement.right != nullptr && !loop) expression(*statement.right);
  if (statement.kind == StatementKind::break_ || statement.kind == StatementKind::return_) token();
  comment(statement.comment);
  close_item();
}

// ---------------------------------------------------------------- expressions

namespace {

bool tight(Operator op) { return op == Operator::multiply || op == Operator::divide || op == Operator::power; }

/// Numbers, names and points: many of them on a line read better than one a line.
bool plain(const Expression& expression) {
  switch (expression.kind) {
    case ExpressionKind::integer:
    case ExpressionKind::real:
    case ExpressionKind::boolean:
    case ExpressionKind::string:
    case ExpressionKind::reference: return true;
    case ExpressionKind::unary:
    case ExpressionKind::array:
      return std::all_of(expression.operands.begin(), expression.operands.end(),
                         [](const Expression* e) { return plain(*e); });
    default: return false;
  }
}

}  // namespace

void Printer::expression(const Expression& expression) {
  const auto operand = [&](std::size_t i) {
    if (expression.operands[i] != nullptr) this->expression(*expression.operands[i]);
  };
  switch (expression.kind) {
    case ExpressionKind::error: break;  // files with errors are not formatted
    case ExpressionKind::integer:
    case ExpressionKind::real:
    case ExpressionKind::string:
    case ExpressionKind::boolean:
    case ExpressionKind::end:
    case ExpressionKind::colon: token(); break;
    case ExpressionKind::reference: reference(expression.reference); break;
    case ExpressionKind::unary:
      token();
      if (expression.operator_ == Operator::logical_not) space();
      operand(0);
      break;
    case ExpressionKind::binary:
      operand(0);
      if (!tight(expression.operator_)) space();
      token();
      if (!tight(expression.operator_)) space();
      operand(1);
      break;
    case ExpressionKind::chain: chain(expression); break;
    case ExpressionKind::if_: if_(expression); break;
    case ExpressionKind::function_argument: word(); [[fallthrough]];
    case ExpressionKind::call:
      reference(expression.reference);
      arguments(expression.arguments);
      break;
    case ExpressionKind::array:
      list(expression.operands.size(), plain(expression) ? Group::fill : Group::all, operand);
      break;
    case ExpressionKind::matrix: matrix(expression); break;
    case ExpressionKind::range:
      for (std::size_t i = 0; i < expression.operands.size(); ++i) {
        if (i > 0) token();
        operand(i);
      }
      break;
    case ExpressionKind::comprehension:
      if (!expression.boolean) token();
      operand(0);
      space();
      word();  // for
      iterators(expression.iterators);
      if (!expression.boolean) token();
      break;
    case ExpressionKind::tuple: list(expression.operands.size(), Group::fill, operand); break;
    case ExpressionKind::parentheses: list(1, Group::fill, operand); break;
  }
}

void Printer::chain(const Expression& expression_) {
  open_item();
  expression(*expression_.operands[0]);
  for (std::size_t i = 0; i < expression_.operators.size(); ++i) {
    const bool spaced = !tight(expression_.operators[i]);
    soft(spaced);
    token();
    if (spaced) space();
    expression(*expression_.operands[i + 1]);
  }
  close_item();
}

void Printer::if_(const Expression& expression_) {
  open(Group::all);
  layout_.hang();
  const std::size_t count = expression_.operands.size();
  for (std::size_t i = 0; i + 1 < count; i += 2) {
    if (i > 0) soft(true);
    word();  // if, elseif
    expression(*expression_.operands[i]);
    space();
    word();  // then
    expression(*expression_.operands[i + 1]);
  }
  soft(true);
  word();  // else
  expression(*expression_.operands[count - 1]);
  close_item();
}

void Printer::matrix(const Expression& expression_) {
  token();
  open_entries(Group::all);
  soft(false);
  std::size_t index = 0;
  for (std::size_t row = 0; row < expression_.row_lengths.size(); ++row) {
    if (row > 0) {
      token();  // ;
      soft(true);
    }
    open_item();
    for (std::size_t i = 0; i < expression_.row_lengths[row]; ++i) {
      if (i > 0) {
        token();  // comma
        soft(true);
      }
      expression(*expression_.operands[index++]);
    }
    close_item();
  }
  soft(false);
  close_entries();
}

void Printer::reference(const Reference& reference) {
  if (reference.global) token();
  for (std::size_t i = 0; i < reference.parts.size(); ++i) {
    if (i > 0) token();  // dot
    token();
    subscripts(reference.parts[i].subscripts);
  }
}

void Printer::subscripts(List<Expression*> subscripts) {
  if (!subscripts.empty()) list(subscripts.size(), Group::fill, [&](std::size_t i) { expression(*subscripts[i]); });
}

void Printer::arguments(List<Argument> arguments) {
  list(arguments.size(), Group::all, [&](std::size_t i) {
    if (!arguments[i].name.empty()) {
      token();
      token();  // =
    }
    expression(*arguments[i].value);
  });
}

// ---------------------------------------------------------------- modifications and comments

void Printer::modification(const Modification* modification, bool spaced) {
  if (modification == nullptr) return;
  if (modification->has_arguments)
    list(modification->arguments.size(), Group::all,
         [&](std::size_t i) { modification_argument(modification->arguments[i]); });
  if (modification->value == nullptr && !modification->break_) return;
  if (spaced) space();
  token();  // =, :=
  if (spaced) space();
  modification->value != nullptr ? expression(*modification->value) : token();
}

void Printer::modification_argument(const ModificationArgument& argument) {
  if (argument.element != nullptr) {
    while (next() == TokenKind::each_ || next() == TokenKind::final_ || next() == TokenKind::redeclare_ ||
           next() == TokenKind::replaceable_)
      word();
    return element(*argument.element);
  }
  words_until(argument.name.span.begin);
  tokens_until(argument.name.span.end);
  modification(argument.modification, false);
  if (argument.description.empty()) return;
  open(Group::fill);
  description(argument.description);
  close();
}

void Printer::description(List<Expression*> strings) {
  if (strings.empty()) return;
  soft(true);
  for (std::size_t i = 0; i < strings.size(); ++i) {
    if (i > 0) {
      soft(true);
      word();  // +
    }
    token();
  }
}

void Printer::comment(const Comment& comment) {
  description(comment.strings);
  if (comment.annotation == nullptr) return;
  soft(true);
  annotation(*comment.annotation);
}

void Printer::annotation(const Annotation& annotation) {
  token();
  list(annotation.arguments.size(), Group::all, [&](std::size_t i) { modification_argument(annotation.arguments[i]); });
}

}  // namespace sunder::syntax
