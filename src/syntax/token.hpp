// Tokens of Modelica text.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "base/diagnostic.hpp"
#include "base/source.hpp"

namespace sunder::syntax {

#define SUNDER_KEYWORDS(X)                                                                                        \
  X(algorithm) X(and) X(annotation) X(block) X(break) X(class) X(connect) X(connector) X(constant)               \
  X(constrainedby) X(der) X(discrete) X(each) X(else) X(elseif) X(elsewhen) X(encapsulated) X(end) X(enumeration) \
  X(equation) X(expandable) X(extends) X(external) X(false) X(final) X(flow) X(for) X(function) X(if) X(import)  \
  X(impure) X(in) X(initial) X(inner) X(input) X(loop) X(model) X(not) X(operator) X(or) X(outer) X(output)      \
  X(package) X(parameter) X(partial) X(protected) X(public) X(pure) X(record) X(redeclare) X(replaceable)        \
  X(return) X(stream) X(then) X(true) X(type) X(when) X(while) X(within)

// One entry would move with every run of the formatter.
// clang-format off
#define SUNDER_SYMBOLS(X) \
  X(left_parenthesis, "(") X(right_parenthesis, ")") X(left_bracket, "[") X(right_bracket, "]") \
  X(left_brace, "{") X(right_brace, "}") X(semicolon, ";") X(comma, ",") X(dot, ".") X(colon, ":") \
  X(equals, "=") X(assign, ":=") X(plus, "+") X(minus, "-") X(times, "*") X(slash, "/") X(power, "^") \
  X(element_plus, ".+") X(element_minus, ".-") X(element_times, ".*") X(element_slash, "./") \
  X(element_power, ".^") X(less, "<") X(less_equal, "<=") X(greater, ">") X(greater_equal, ">=") \
  X(equal, "==") X(not_equal, "<>")
// clang-format on

enum class TokenKind : std::uint8_t {
  stop,  ///< what the parser sees after an error until it has found a place to go on: it matches nothing
  end_of_file,
  invalid,  ///< the lexer has already said what is wrong
  identifier,
  integer,
  real,
  string,
#define X(word) word##_,
  SUNDER_KEYWORDS(X)
#undef X
#define X(name, text) name,
      SUNDER_SYMBOLS(X)
#undef X
};

struct Token {
  TokenKind kind = TokenKind::stop;
  std::uint32_t begin = 0;
  std::uint32_t end = 0;
};

/// A comment of the source: `// …` or `/* … */`. The tree does not hold them; the formatter puts them back.
struct SourceComment {
  std::uint32_t begin = 0;
  std::uint32_t end = 0;
  std::uint32_t next_token = 0;  ///< index of the first token after it
  bool to_line_end = false;      ///< `//`
  bool first = false;            ///< nothing but space before it on its line
  bool alone = false;            ///< first, and nothing but space after it on its line
};

struct TokenStream {
  std::vector<Token> tokens;  ///< ends with end_of_file
  std::vector<SourceComment> comments;
  std::vector<Diagnostic> problems;
  bool truncated = false;  ///< something unterminated swallowed the rest of the file
};

constexpr bool is_keyword(TokenKind kind) { return kind >= TokenKind::algorithm_ && kind <= TokenKind::within_; }
std::string_view spelling(TokenKind kind);  ///< of keywords and symbols; empty for the others

}  // namespace sunder::syntax
