// What the parser says about wrong text, and where it goes on.
#include "base/codes.hpp"
#include "syntax/parser.hpp"

namespace sunder::syntax {

using namespace ast;

std::string Parser::clipped(std::string_view text) const {
  constexpr std::size_t longest = 40;
  if (text.size() <= longest) return std::string(text);
  std::size_t cut = longest;
  while (cut > 0 && (static_cast<unsigned char>(text[cut]) & 0xC0U) == 0x80U) --cut;
  return std::string(text.substr(0, cut)) + "…";
}

std::string Parser::found() const {
  switch (kind()) {
    case TokenKind::end_of_file: return "the end of the file";
    case TokenKind::string: return "a string";
    case TokenKind::integer:
    case TokenKind::real: return "the number " + clipped(token_text(*current_));
    case TokenKind::identifier: return "'" + clipped(token_text(*current_)) + "'";
    default: break;
  }
  const std::string word = "'" + std::string(spelling(kind())) + "'";
  return is_keyword(kind()) ? "the keyword " + word : word;
}

/// Keeps the diagnostics in source order by letting the lexer speak first, and says one thing per token.
Diagnostic& Parser::report(Code code, Span span, std::string message) {
  constexpr std::size_t enough = 1000;
  if (failed() || stopped_ || current_ == last_reported_) return ignored_ = {};
  last_reported_ = current_;
  const auto& problems = stream_.problems;
  while (next_problem_ < problems.size() && problems[next_problem_].span.begin < span.begin)
    diagnostics_.add(problems[next_problem_++]);
  bool lexer_spoke = at(TokenKind::invalid) || (at(TokenKind::end_of_file) && stream_.truncated);
  for (std::size_t i = next_problem_; i < problems.size() && problems[i].span.begin <= current_->begin; ++i)
    lexer_spoke = lexer_spoke || problems[i].span.begin == current_->begin;
  if (lexer_spoke) return ignored_ = {};
  if (diagnostics_.error_count() > enough) stopped_ = true;
  return diagnostics_.error(code, span, std::move(message));
}

void Parser::fail() {
  if (failed()) return;
  failed_at_ = current_;
  matrix_depth_at_failure_ = matrix_depth_;
  stop_token_ = {TokenKind::stop, current_->begin, current_->begin};
  current_ = &stop_token_;
}

Diagnostic& Parser::fail_with(Code code, Span span, std::string message) {
  Diagnostic& diagnostic = report(code, span, std::move(message));
  fail();
  return diagnostic;
}

Diagnostic& Parser::unexpected(std::string_view expected) {
  if (at(TokenKind::end_of_file) && !open_.empty()) {
    missing_end(open_.back(), here());
    fail();
    return ignored_ = {};
  }
  return fail_with(Code::E0105, here(), "expected " + std::string(expected) + ", found " + found());
}

bool Parser::expect(TokenKind wanted, std::string_view context) {
  if (accept(wanted)) return true;
  if (failed()) return false;
  Diagnostic& diagnostic = unexpected("'" + std::string(spelling(wanted)) + "' " + std::string(context));
  if (failed_at_->kind == TokenKind::equals && wanted == TokenKind::then_) diagnostic.help = "'==' compares two values";
  return false;
}

/// A bracket that closes the one at `opened`, which is worth showing when it is on another line.
void Parser::expect_closing(TokenKind wanted, std::string_view context, std::uint32_t opened) {
  if (accept(wanted) || failed()) return;
  const bool far = text_.substr(opened, current_->begin - opened).find('\n') != std::string_view::npos;
  Diagnostic& diagnostic = unexpected("'" + std::string(spelling(wanted)) + "' " + std::string(context));
  if (far) diagnostic.notes.push_back({"it is opened here", {file_, opened, opened + 1}});
  if (failed_at_->kind == TokenKind::equals && wanted == TokenKind::right_parenthesis)
    diagnostic.help = "'==' compares two values";
}

void Parser::expect_semicolon(std::string_view after) {
  if (accept(TokenKind::semicolon) || failed()) return;
  std::string message = "expected ';' after " + std::string(after);
  const bool item_may_follow = on_new_line() || at(TokenKind::end_of_file) || at_block_end() || at_section();
  if (item_may_follow) {
    report(Code::E0106, after_previous(), std::move(message));
    return;
  }
  const bool wrong_sign = at(TokenKind::equals) || at(TokenKind::assign) || at(TokenKind::equal);
  fail_with(wrong_sign ? Code::E0107 : Code::E0106, wrong_sign ? here() : after_previous(),
            message + ", found " + found());
}

void Parser::enter() {
  if (++depth_ <= maximum_depth || failed()) return;
  report(Code::E0104, here(),
         "nested more than " + std::to_string(maximum_depth) + " levels deep; the rest of the file is not read")
      .help = "split the text into parts of their own";
  stopped_ = true;
  fail();
  failed_at_ = &stream_.tokens.back();
}

bool Parser::at_section() const {
  switch (kind()) {
    case TokenKind::equation_:
    case TokenKind::algorithm_:
    case TokenKind::public_:
    case TokenKind::protected_:
    case TokenKind::external_: return true;
    case TokenKind::initial_: return ahead() == TokenKind::equation_ || ahead() == TokenKind::algorithm_;
    default: return false;
  }
}

/// `end` also stands in subscripts: as the end of a block it is followed by a name or a keyword of a block.
bool Parser::at_block_end() const {
  if (kind() != TokenKind::end_) return false;
  switch (ahead()) {
    case TokenKind::identifier:
    case TokenKind::if_:
    case TokenKind::for_:
    case TokenKind::when_:
    case TokenKind::while_:
    case TokenKind::semicolon:
    case TokenKind::end_of_file: return true;
    default: return false;
  }
}

/// Whether the brackets around the place of the error are closed before something that cannot stand between them:
/// only then a ';' separates rows.
bool Parser::matrix_is_closed() const {
  constexpr int farthest = 1000;  // an error must not cost a look at the whole file
  int brackets = matrix_depth_at_failure_;
  int parentheses = 0;
  const Token* token = current_;
  for (int i = 0; i < farthest && brackets > 0 && token->kind != TokenKind::end_of_file; ++i, ++token) {
    switch (token->kind) {
      case TokenKind::left_bracket: ++brackets; break;
      case TokenKind::right_bracket: --brackets; break;
      case TokenKind::left_parenthesis: ++parentheses; break;
      case TokenKind::right_parenthesis: --parentheses; break;
      case TokenKind::equals:
        if (parentheses <= 0) return false;
        break;
      case TokenKind::assign:
      case TokenKind::equation_:
      case TokenKind::algorithm_: return false;
      default: break;
    }
  }
  return brackets == 0;
}

/// Goes on behind the next ';', or before something that can only start a new item, section or end. `item` is the
/// first token of the item that failed.
void Parser::recover(const Token* item) {
  if (!failed()) return;
  current_ = failed_at_;
  int inside_matrix = matrix_is_closed() ? matrix_depth_at_failure_ : 0;
  ++loose_ends_;
  // a quoted name that is not closed has swallowed the rest of its line, and the ';' with it
  if (at(TokenKind::invalid) && text_[current_->begin] == '\'') {
    advance();
    accept(TokenKind::semicolon);
    return;
  }
  while (!at(TokenKind::end_of_file)) {
    if (at_section() || at_block_end()) return;
    const bool starts_item = at(TokenKind::extends_) || at(TokenKind::import_) || at(TokenKind::parameter_) ||
                             at(TokenKind::constant_) || at(TokenKind::connect_) || at_class();
    if (starts_item && current_ != item && on_new_line() && !at(TokenKind::operator_)) return;
    if (at(TokenKind::left_bracket)) ++inside_matrix;
    if (at(TokenKind::right_bracket) && inside_matrix > 0) --inside_matrix;
    const bool done = at(TokenKind::semicolon) && inside_matrix == 0;
    advance();
    if (done) return;
  }
}

/// `then` and `loop`. When the head before it is broken, the body can still be read.
void Parser::block_header(TokenKind keyword, std::string_view context) {
  if (accept(keyword)) return;
  if (failed()) {
    current_ = failed_at_;
    while (!at(keyword) && !at(TokenKind::semicolon) && !at(TokenKind::end_of_file) && !at_block_end() && !at_section())
      advance();
    if (!accept(keyword)) accept(TokenKind::semicolon);
    return;
  }
  const std::string message = "expected '" + std::string(spelling(keyword)) + "' " + std::string(context);
  if (at(TokenKind::equals) && keyword == TokenKind::then_) {
    fail_with(Code::E0107, here(), message + ", found '='").help = "'==' compares two values";
    return block_header(keyword, context);
  }
  const bool word_of_other_language =
      at(TokenKind::identifier) && !on_new_line() && current_[1].kind != TokenKind::end_of_file &&
      text_.substr(current_->end, current_[1].begin - current_->end).find('\n') != std::string_view::npos;
  report(Code::E0105, word_of_other_language ? here() : after_previous(),
         word_of_other_language ? message + ", found " + found() : message);
  if (word_of_other_language) advance();
}

bool Parser::encloses(TokenKind kind, std::string_view name) const {
  for (std::size_t i = open_.size(); i-- > 1;)
    if (open_[i - 1].kind == kind && open_[i - 1].name == name) return true;
  return false;
}

void Parser::missing_end(const OpenBlock& block, Span where) {
  const bool is_class = block.kind == TokenKind::identifier;
  const std::string what = is_class ? clipped(block.name) : std::string(spelling(block.kind));
  const bool at_end = at(TokenKind::end_of_file);
  const std::string end = what.empty() ? "the end of a class" : "'end " + what + ";'";
  Diagnostic& diagnostic = report(Code::E0109, where, "missing " + end + (at_end ? " before the end of the file" : ""));
  diagnostic.notes.push_back({(what.empty() ? "the class"
                               : is_class   ? "'" + what + "'"
                                            : "the '" + what + "'") +
                                  std::string(" starts here"),
                              block.span});
  if (at_end) stopped_ = true;  // the same can be said of every enclosing block
}

/// Reads `end for` and the like. The token before is the end of the last item of the block.
void Parser::close_block(const OpenBlock& block) {
  if (at_block_end() && ahead() == block.kind) {
    advance();
    advance();
    return;
  }
  if (!at_block_end()) return missing_end(block, at(TokenKind::end_of_file) ? here() : after_previous());
  const Token& word = current_[1];
  const bool of_outer =
      word.kind == TokenKind::identifier ? encloses(TokenKind::identifier, token_text(word)) : encloses(word.kind, {});
  if (of_outer) return missing_end(block, here());
  const std::string expected(spelling(block.kind));
  Diagnostic& diagnostic = report(Code::E0110, {file_, current_->begin, word.end},
                                  "expected 'end " + expected + "', found 'end " + clipped(token_text(word)) + "'");
  diagnostic.notes.push_back({"the '" + expected + "' starts here", block.span});
  advance();
  if (!at(TokenKind::semicolon)) advance();
}

void Parser::close_class(Class& definition, const OpenBlock& block) {
  if (!at(TokenKind::end_)) return missing_end(block, at(TokenKind::end_of_file) ? here() : after_previous());
  const std::string name = clipped(block.name);
  if (ahead() != TokenKind::identifier) {
    advance();
    const bool known = !name.empty();
    Diagnostic& diagnostic =
        report(Code::E0108, after_previous(), "expected the name of the class" + (known ? ": 'end " + name + "'" : ""));
    diagnostic.notes.push_back({(known ? "'" + name + "'" : "the class") + " starts here", block.span});
    if (is_keyword(kind()) && !on_new_line()) advance();
    return;
  }
  const Token& word = current_[1];
  if (token_text(word) != block.name) {
    if (encloses(TokenKind::identifier, token_text(word))) return missing_end(block, here());
    // a class whose own head could not be read has no name to compare with
    if (!block.name.empty()) {
      const Token* keep = current_;
      Diagnostic& diagnostic = report(Code::E0108, span_of(word),
                                      "expected 'end " + name + "', found 'end " + clipped(token_text(word)) + "'");
      diagnostic.notes.push_back({"'" + name + "' starts here", block.span});
      current_ = keep;
    }
  }
  advance();
  definition.end_name = identifier("the name of the class after 'end'");
}

/// An `end` that closes nothing.
void Parser::stray_end() {
  if (loose_ends_ > 0) {
    --loose_ends_;
  } else {
    const bool named = ahead() != TokenKind::semicolon && ahead() != TokenKind::end_of_file;
    const std::string what = named ? " " + clipped(token_text(current_[1])) : "";
    report(Code::E0110, here(), "'end" + what + "' closes nothing that is open");
  }
  advance();
  if (!at(TokenKind::semicolon)) advance();
  accept(TokenKind::semicolon);
}

}  // namespace sunder::syntax
