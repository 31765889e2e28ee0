// Modifications, redeclarations and the arguments of annotations.
#include "base/codes.hpp"
#include "syntax/parser.hpp"

namespace sunder::syntax {

using namespace ast;

/// (…) = value, = value, := value; null when there is none.
Modification* Parser::modification() {
  switch (kind()) {
    case TokenKind::left_parenthesis: {
      Modification* result = class_modification();
      if (at(TokenKind::equals) || at(TokenKind::assign) || at(TokenKind::equal)) modification_value(*result);
      return result;
    }
    case TokenKind::equals:
    case TokenKind::assign:
    case TokenKind::equal: {
      auto* result = arena_.make<Modification>();
      result->span = here();
      modification_value(*result);
      return result;
    }
    default: return nullptr;
  }
}

void Parser::modification_value(Modification& modification) {
  if (at(TokenKind::equal))
    report(Code::E0107, here(), "expected '=', found '=='").help = "'=' gives a value, '==' compares";
  modification.assign = at(TokenKind::assign);
  advance();
  if (accept(TokenKind::break_)) {
    modification.break_ = true;
  } else {
    modification.value = expression();
  }
  modification.span = from(modification.span.begin);
}

Modification* Parser::class_modification() {
  const Level level(*this);
  const std::uint32_t start = begin();
  auto* result = arena_.make<Modification>();
  result->has_arguments = true;
  advance();
  auto list = gather<ModificationArgument>();
  modification_arguments(list);
  result->arguments = list.finish(arena_);
  expect_closing(TokenKind::right_parenthesis, "to close the modification", start);
  result->span = from(start);
  return result;
}

void Parser::modification_arguments(Gather<ModificationArgument>& list) {
  if (at(TokenKind::right_parenthesis)) return;
  do list.push(modification_argument());
  while (accept(TokenKind::comma));
}

ModificationArgument Parser::modification_argument() {
  ModificationArgument result;
  const std::uint32_t start = begin();
  if (at(TokenKind::redeclare_)) {
    result.element = redeclaration(result);
  } else {
    result.each = accept(TokenKind::each_);
    result.final_ = accept(TokenKind::final_);
    if (at(TokenKind::replaceable_)) {
      result.element = redeclaration(result);
    } else {
      result.name = name("the name of an element to modify");
      result.modification = modification();
      result.description = description();
    }
  }
  result.span = from(start);
  return result;
}

/// Prefixes, a name and '='.
bool Parser::at_short_class() const {
  const Token* token = current_;
  while (is_keyword(token->kind)) ++token;
  return token->kind != TokenKind::identifier || token[1].kind == TokenKind::equals;
}

/// redeclare [each] [final] [replaceable] declaration; `each` and `final` before `replaceable` have been read.
Element* Parser::redeclaration(ModificationArgument& argument) {
  const Level level(*this);
  const std::uint32_t start = begin();
  auto* element = arena_.make<Element>();
  element->redeclare = accept(TokenKind::redeclare_);
  if (element->redeclare) {
    argument.each = accept(TokenKind::each_);
    argument.final_ = accept(TokenKind::final_);
  }
  element->each = argument.each;
  element->final_ = argument.final_;
  element->replaceable = accept(TokenKind::replaceable_);
  if (at_class() && !at_short_class()) {
    fail_with(Code::E0105, here(), "a class in a modification must be of the short form").help =
        "write redeclare model A = B";
  } else if (at_class()) {
    element->kind = ElementKind::class_definition;
    element->class_ = class_definition();
  } else {
    component_clause(*element, true);
  }
  if (at(TokenKind::constrainedby_)) {
    element->constraint = constraint();
    element->comment = element->constraint->comment;
  }
  element->span = from(start);
  return element;
}

/// constrainedby type(modification) "comment" annotation(…)
Constraint* Parser::constraint() {
  advance();
  auto* result = arena_.make<Constraint>();
  result->type = name("a class after 'constrainedby'");
  if (at(TokenKind::left_parenthesis)) result->modification = class_modification();
  result->comment = comment();
  return result;
}

}  // namespace sunder::syntax
