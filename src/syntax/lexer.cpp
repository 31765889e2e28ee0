#include "syntax/lexer.hpp"

#include <array>
#include <cstring>
#include <string>

#include "base/codes.hpp"

namespace sunder::syntax {

namespace {

// ---------------------------------------------------------------- keywords

constexpr std::string_view keyword_texts[] = {
#define X(word) #word,
    SUNDER_KEYWORDS(X)
#undef X
};

constexpr std::uint32_t keyword_key(std::string_view word) {
  const auto byte = [](char c) { return static_cast<std::uint32_t>(static_cast<unsigned char>(c)); };
  return byte(word[0]) | byte(word[1]) << 8 | byte(word.back()) << 16 | static_cast<std::uint32_t>(word.size()) << 24;
}

constexpr std::size_t table_bits = 9;

struct KeywordTable {
  std::uint32_t multiplier = 1;
  std::array<std::uint8_t, 1U << table_bits> slots{};  // index into keyword_texts plus one
};

constexpr std::size_t slot_of(std::uint32_t key, std::uint32_t multiplier) {
  return (key * multiplier) >> (32 - table_bits);
}

/// Searched by the compiler: a multiplier that sends every keyword to a slot of its own.
consteval KeywordTable make_keyword_table() {
  KeywordTable table;
  for (std::uint32_t multiplier = 0x9E3779B1U;; multiplier += 2 * 0x3C6EF35FU) {
    table = {};
    table.multiplier = multiplier;
    bool free = true;
    std::uint8_t index = 0;
    for (const std::string_view word : keyword_texts) {
      std::uint8_t& slot = table.slots[slot_of(keyword_key(word), multiplier)];
      if (slot != 0) {
        free = false;
        break;
      }
      slot = ++index;
    }
    if (free) return table;
  }
}

constexpr KeywordTable keyword_table = make_keyword_table();

TokenKind keyword_or_identifier(std::string_view word) {
  if (word.size() < 2 || word.size() > 13) return TokenKind::identifier;
  const std::uint8_t index = keyword_table.slots[slot_of(keyword_key(word), keyword_table.multiplier)];
  if (index == 0 || keyword_texts[index - 1] != word) return TokenKind::identifier;
  return static_cast<TokenKind>(static_cast<int>(TokenKind::algorithm_) + index - 1);
}

// ---------------------------------------------------------------- characters

enum CharacterClass : std::uint8_t { other = 0, letter = 1, digit = 2, blank = 4 };

constexpr std::array<std::uint8_t, 256> make_classes() {
  std::array<std::uint8_t, 256> classes{};
  for (int c = 'a'; c <= 'z'; ++c) classes[static_cast<std::size_t>(c)] = letter;
  for (int c = 'A'; c <= 'Z'; ++c) classes[static_cast<std::size_t>(c)] = letter;
  for (int c = '0'; c <= '9'; ++c) classes[static_cast<std::size_t>(c)] = digit;
  classes['_'] = letter;
  for (const unsigned char c : {' ', '\t', '\r', '\n', '\f', '\v'}) classes[c] = blank;
  return classes;
}

constexpr auto classes = make_classes();

bool is(char c, int wanted) { return (classes[static_cast<unsigned char>(c)] & wanted) != 0; }

// ---------------------------------------------------------------- the lexer

class Lexer {
 public:
  Lexer(std::string_view text, FileId file) : text_(text), file_(file) {}

  TokenStream run() {
    out_.tokens.reserve(text_.size() / 3 + 16);  // pages that are not touched cost nothing
    if (text_.starts_with("\xEF\xBB\xBF")) at_ = 3;
    while (next()) {
    }
    const auto end = static_cast<std::uint32_t>(text_.size());
    out_.tokens.push_back({TokenKind::end_of_file, end, end});
    return std::move(out_);
  }

 private:
  [[nodiscard]] char look(std::size_t ahead = 0) const {
    return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0';
  }

  Diagnostic& problem(Code code, std::size_t begin, std::size_t end, std::string message) {
    // a file of a million wrong characters needs no million sentences
    constexpr std::size_t kept = 100;
    if (out_.problems.size() >= kept) {
      ignored_ = {};
      return ignored_;
    }
    const Span span{file_, static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(end)};
    out_.problems.push_back({code, Severity::error, std::move(message), span, {}, {}});
    return out_.problems.back();
  }

  void push(TokenKind kind, std::size_t begin) {
    out_.tokens.push_back({kind, static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(at_)});
  }

  void symbol(TokenKind kind, std::size_t length) {
    const std::size_t begin = at_;
    at_ += length;
    push(kind, begin);
  }

  bool next() {
    while (at_ < text_.size() && is(text_[at_], blank)) ++at_;
    if (at_ >= text_.size()) return false;
    const char c = text_[at_];
    if (is(c, letter)) {
      word();
    } else if (is(c, digit) || (c == '.' && is(look(1), digit))) {
      number();
    } else {
      punctuation(c);
    }
    return true;
  }

  void word() {
    const std::size_t begin = at_;
    while (at_ < text_.size() && is(text_[at_], letter | digit)) ++at_;
    push(keyword_or_identifier(text_.substr(begin, at_ - begin)), begin);
  }

  void digits() {
    while (at_ < text_.size() && is(text_[at_], digit)) ++at_;
  }

  void number() {
    const std::size_t begin = at_;
    TokenKind kind = TokenKind::integer;
    digits();
    if (look() == '.') {
      kind = TokenKind::real;
      ++at_;
      digits();
    }
    if (look() == 'e' || look() == 'E') {
      const std::size_t sign = look(1) == '+' || look(1) == '-' ? 1 : 0;
      if (is(look(1 + sign), digit)) {
        kind = TokenKind::real;
        at_ += 1 + sign;
        digits();
      }
    }
    if (is(look(), letter)) {
      while (is(look(), letter | digit)) ++at_;
      problem(Code::E0103, begin, at_, "a number is followed directly by letters").help =
          "a name cannot start with a digit; a product needs '*', an exponent needs digits";
      kind = TokenKind::invalid;
    }
    push(kind, begin);
  }

  void punctuation(char c) {
    switch (c) {
      case '"': return string();
      case '\'': return quoted_identifier();
      case '(': return symbol(TokenKind::left_parenthesis, 1);
      case ')': return symbol(TokenKind::right_parenthesis, 1);
      case '[': return symbol(TokenKind::left_bracket, 1);
      case ']': return symbol(TokenKind::right_bracket, 1);
      case '{': return symbol(TokenKind::left_brace, 1);
      case '}': return symbol(TokenKind::right_brace, 1);
      case ';': return symbol(TokenKind::semicolon, 1);
      case ',': return symbol(TokenKind::comma, 1);
      case '+': return symbol(TokenKind::plus, 1);
      case '-': return symbol(TokenKind::minus, 1);
      case '^': return symbol(TokenKind::power, 1);
      case ':': return look(1) == '=' ? symbol(TokenKind::assign, 2) : symbol(TokenKind::colon, 1);
      case '=': return look(1) == '=' ? symbol(TokenKind::equal, 2) : symbol(TokenKind::equals, 1);
      case '>': return look(1) == '=' ? symbol(TokenKind::greater_equal, 2) : symbol(TokenKind::greater, 1);
      case '<':
        if (look(1) == '=') return symbol(TokenKind::less_equal, 2);
        return look(1) == '>' ? symbol(TokenKind::not_equal, 2) : symbol(TokenKind::less, 1);
      case '*':
        if (look(1) == '*') return foreign(TokenKind::power, 2, "'**' is not an operator of Modelica", "write '^'");
        return symbol(TokenKind::times, 1);
      case '/':
        if (look(1) == '/') return line_comment();
        if (look(1) == '*') return block_comment();
        return symbol(TokenKind::slash, 1);
      case '.': return dot();
      default: return unknown(c);
    }
  }

  void dot() {
    switch (look(1)) {
      case '+': return symbol(TokenKind::element_plus, 2);
      case '-': return symbol(TokenKind::element_minus, 2);
      case '*': return symbol(TokenKind::element_times, 2);
      case '/': return symbol(TokenKind::element_slash, 2);
      case '^': return symbol(TokenKind::element_power, 2);
      default: return symbol(TokenKind::dot, 1);
    }
  }

  /// An operator of other languages: reported, and understood as what was meant so that nothing else goes wrong.
  void foreign(TokenKind meant, std::size_t length, const char* message, const char* help) {
    problem(Code::E0101, at_, at_ + length, message).help = help;
    symbol(meant, length);
  }

  void unknown(char c) {
    if (c == '!' && look(1) == '=')
      return foreign(TokenKind::not_equal, 2, "'!=' is not an operator of Modelica", "write '<>'");
    if (c == '!') return foreign(TokenKind::not_, 1, "'!' is not an operator of Modelica", "write 'not'");
    if (c == '&' && look(1) == '&')
      return foreign(TokenKind::and_, 2, "'&&' is not an operator of Modelica", "write 'and'");
    if (c == '|' && look(1) == '|')
      return foreign(TokenKind::or_, 2, "'||' is not an operator of Modelica", "write 'or'");
    const std::size_t begin = at_;
    ++at_;
    while (at_ < text_.size() && (static_cast<unsigned char>(text_[at_]) & 0xC0U) == 0x80U) ++at_;
    Diagnostic& diagnostic = problem(Code::E0101, begin, at_,
                                     "the character '" + std::string(text_.substr(begin, at_ - begin)) +
                                         "' has no meaning in Modelica outside of strings and comments");
    if (c == '%' || c == '#') diagnostic.help = "a comment starts with '//'";
    if (static_cast<unsigned char>(c) >= 0x80) diagnostic.help = "a name with such characters needs quotes: 'name'";
    push(TokenKind::invalid, begin);
  }

  void string() {
    const std::size_t begin = at_++;
    while (at_ < text_.size() && text_[at_] != '"') {
      if (text_[at_] == '\\') escape("a string");
      ++at_;
    }
    if (at_ >= text_.size()) return unterminated(begin, 1, "this string is never closed", "close it with '\"'");
    ++at_;
    push(TokenKind::string, begin);
  }

  /// Standing on a backslash; leaves at_ on the last byte of the escape.
  void escape(const char* where) {
    const std::size_t begin = at_;
    if (at_ + 1 >= text_.size()) return;
    ++at_;
    if (text_[at_] == '\0' || std::strchr("'\"?\\abfnrtv", text_[at_]) == nullptr)
      problem(Code::E0103, begin, begin + 2, std::string("unknown escape sequence in ") + where).help =
          "the escapes are \\' \\\" \\? \\\\ \\a \\b \\f \\n \\r \\t \\v; a backslash itself is written \\\\";
  }

  void quoted_identifier() {
    const std::size_t begin = at_++;
    while (at_ < text_.size() && text_[at_] != '\'' && text_[at_] != '\n') {
      if (text_[at_] == '\\') escape("a quoted name");
      ++at_;
    }
    if (look() == '\'' && at_ > begin + 1) {
      ++at_;
      return push(TokenKind::identifier, begin);
    }
    if (look() == '\'') {
      ++at_;
      problem(Code::E0103, begin, at_, "a quoted name needs at least one character");
    } else {
      if (at_ > text_.size()) at_ = text_.size();
      problem(Code::E0102, begin, begin + 1, "this quoted name is not closed on its line").help = "close it with \"'\"";
    }
    push(TokenKind::invalid, begin);
  }

  void unterminated(std::size_t begin, std::size_t length, const char* message, const char* help) {
    at_ = text_.size();
    problem(Code::E0102, begin, begin + length, message).help = help;
    out_.truncated = true;
    push(TokenKind::invalid, begin);
  }

  void line_comment() {
    const std::size_t begin = at_;
    at_ = std::min(text_.find('\n', at_), text_.size());
    std::size_t end = at_;
    while (end > begin + 2 && is(text_[end - 1], blank)) --end;
    comment(begin, end, true);
  }

  void block_comment() {
    const std::size_t begin = at_;
    const std::size_t close = text_.find("*/", at_ + 2);
    if (close == std::string_view::npos)
      return unterminated(begin, 2, "this comment is never closed", "close it with '*/'");
    at_ = close + 2;
    comment(begin, at_, false);
  }

  void comment(std::size_t begin, std::size_t end, bool to_line_end) {
    std::size_t before = begin;
    while (before > 0 && is(text_[before - 1], blank) && text_[before - 1] != '\n') --before;
    const bool first = before == 0 || text_[before - 1] == '\n' || (before == 3 && text_.starts_with("\xEF\xBB\xBF"));
    std::size_t after = end;
    while (after < text_.size() && is(text_[after], blank) && text_[after] != '\n') ++after;
    const bool last = after == text_.size() || text_[after] == '\n';
    out_.comments.push_back({static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(end),
                             static_cast<std::uint32_t>(out_.tokens.size()), to_line_end, first, first && last});
  }

  std::string_view text_;
  FileId file_;
  std::size_t at_ = 0;
  TokenStream out_;
  Diagnostic ignored_;
};

}  // namespace

std::string_view spelling(TokenKind kind) {
  if (is_keyword(kind)) return keyword_texts[static_cast<int>(kind) - static_cast<int>(TokenKind::algorithm_)];
  switch (kind) {
#define X(name, text) \
  case TokenKind::name: return text;
    SUNDER_SYMBOLS(X)
#undef X
    default: return {};
  }
}

std::size_t first_byte_that_is_not_text(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(i < text.size() ? text[i] : '\0'); };
  std::size_t i = 0;
  while (i < text.size()) {
    const unsigned char lead = byte(i);
    if (lead < 0x80) {
      if ((lead < 0x20 && !is(text[i], blank)) || lead == 0x7F) return i;
      ++i;
      continue;
    }
    std::size_t follow = 3;
    if (lead >= 0xC2 && lead <= 0xDF)
      follow = 1;
    else if ((lead & 0xF0U) == 0xE0U)
      follow = 2;
    else if (lead < 0xF0 || lead > 0xF4)
      return i;
    for (std::size_t k = 1; k <= follow; ++k)
      if ((byte(i + k) & 0xC0U) != 0x80U) return i;
    i += follow + 1;
  }
  return std::string_view::npos;
}

TokenStream lex(std::string_view text, FileId file) { return Lexer(text, file).run(); }

}  // namespace sunder::syntax
