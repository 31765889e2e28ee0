// Tokens, names, descriptions, and the outermost production.
#include "syntax/parser.hpp"

#include "base/codes.hpp"

namespace sunder::syntax {

using namespace ast;

Parser::Parser(std::string_view text, FileId file, const TokenStream& stream, Arena& arena, Diagnostics& diagnostics)
    : text_(text),
      file_(file),
      stream_(stream),
      arena_(arena),
      diagnostics_(diagnostics),
      current_(stream.tokens.data()) {}

TokenKind Parser::ahead() const {
  if (kind() == TokenKind::stop || kind() == TokenKind::end_of_file) return kind();
  return current_[1].kind;
}

void Parser::advance() {
  if (kind() == TokenKind::stop || kind() == TokenKind::end_of_file) return;
  previous_end_ = current_->end;
  ++current_;
}

bool Parser::accept(TokenKind wanted) {
  if (kind() != wanted) return false;
  advance();
  return true;
}

bool Parser::on_new_line() const {
  const std::string_view between = text_.substr(previous_end_, current_->begin - previous_end_);
  return between.find('\n') != std::string_view::npos;
}

Identifier Parser::identifier(std::string_view what) {
  if (at(TokenKind::identifier)) {
    const Identifier found{token_text(*current_), here()};
    advance();
    return found;
  }
  if (is_keyword(kind()) && !on_new_line() && kind() != TokenKind::end_) {
    const std::string word(spelling(kind()));
    fail_with(Code::E0111, here(), "'" + word + "' is a keyword of Modelica and cannot be " + std::string(what)).help =
        "choose another name";
  } else {
    unexpected(what);
  }
  return {};
}

Name Parser::name(std::string_view what) {
  Name result;
  const std::uint32_t start = begin();
  result.global = accept(TokenKind::dot);
  auto parts = gather<Identifier>();
  do {
    const Identifier part = identifier(what);
    if (failed()) break;
    parts.push(part);
  } while (at(TokenKind::dot) && ahead() != TokenKind::left_brace && accept(TokenKind::dot));
  result.parts = parts.finish(arena_);
  result.span = from(start);
  return result;
}

List<Expression*> Parser::description() {
  if (!at(TokenKind::string)) return {};
  auto strings = gather<Expression*>();
  do {
    if (!at(TokenKind::string)) {
      unexpected("a string after '+'");
      break;
    }
    strings.push(literal(ExpressionKind::string));
  } while (accept(TokenKind::plus));
  return strings.finish(arena_);
}

Comment Parser::comment() {
  Comment result;
  result.strings = description();
  if (at(TokenKind::annotation_)) result.annotation = annotation();
  return result;
}

Annotation* Parser::annotation() {
  const std::uint32_t start = begin();
  advance();
  auto* result = arena_.make<Annotation>();
  if (expect(TokenKind::left_parenthesis, "after 'annotation'")) {
    const std::uint32_t opened = previous_end_ - 1;
    auto list = gather<ModificationArgument>();
    modification_arguments(list);
    result->arguments = list.finish(arena_);
    expect_closing(TokenKind::right_parenthesis, "to close the annotation", opened);
  }
  result->span = from(start);
  return result;
}

Expression* Parser::single_expression() {
  Expression* result = expression();
  if (!failed() && !at(TokenKind::end_of_file)) unexpected("the end of the expression");
  remaining_problems();
  return result;
}

void Parser::file(File& file) {
  if (accept(TokenKind::within_)) {
    file.has_within = true;
    if (!at(TokenKind::semicolon)) file.within = name("a package name after 'within'");
    expect_semicolon("'within'");
    recover(nullptr);
  }
  auto classes = gather<Class*>();
  while (!at(TokenKind::end_of_file)) {
    const Token* item = current_;
    if (at(TokenKind::end_)) {
      stray_end();
    } else if (at_class() || at(TokenKind::final_)) {
      const bool final = accept(TokenKind::final_);
      Class* definition = class_definition();
      definition->final_ = final;
      classes.push(definition);
      expect_semicolon("the class");
    } else {
      unexpected("a class definition (model, package, block, function, …)");
    }
    recover(item);
    if (current_ == item) advance();  // a section keyword outside of every class
  }
  file.classes = classes.finish(arena_);
  remaining_problems();
}

/// What the lexer found after the last error of the parser.
void Parser::remaining_problems() {
  while (next_problem_ < stream_.problems.size()) diagnostics_.add(stream_.problems[next_problem_++]);
}

}  // namespace sunder::syntax
