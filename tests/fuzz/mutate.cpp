#include "mutate.hpp"

#include <algorithm>
#include <cctype>
#include <optional>

namespace sunder::fuzz {
namespace {

using Tokens = std::vector<std::string>;

bool is_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }
bool is_space(char c) { return std::isspace(static_cast<unsigned char>(c)) != 0; }
bool is_digit(char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; }

std::size_t end_of_number(std::string_view text, std::size_t at) {
  while (at < text.size() && (is_digit(text[at]) || text[at] == '.')) ++at;
  if (at < text.size() && (text[at] == 'e' || text[at] == 'E')) {
    std::size_t end = at + 1;
    if (end < text.size() && (text[end] == '+' || text[end] == '-')) ++end;
    if (end < text.size() && is_digit(text[end])) {
      while (end < text.size() && is_digit(text[end])) ++end;
      return end;
    }
  }
  return at;
}

std::size_t end_of_string(std::string_view text, std::size_t at) {
  std::size_t end = at + 1;
  while (end < text.size() && text[end] != '"' && text[end] != '\n') end += text[end] == '\\' ? 2 : 1;
  return std::min(end + 1, text.size());
}

std::size_t end_of_token(std::string_view text, std::size_t at) {
  const char c = text[at];
  if (is_digit(c)) return end_of_number(text, at);
  if (c == '"') return end_of_string(text, at);
  const auto kind = is_word(c) ? is_word : is_space;
  std::size_t end = at + 1;
  if (kind(c))
    while (end < text.size() && kind(text[end])) ++end;
  return end;
}

std::string joined(const Tokens& tokens, std::size_t begin, std::size_t end) {
  std::string text;
  for (std::size_t i = begin; i < end; ++i) text += tokens[i];
  return text;
}

std::size_t meaningful(Random& random, const Tokens& tokens) {
  std::size_t at = random.below(tokens.size());
  for (std::size_t tries = 0; tries < 8 && is_space(tokens[at][0]); ++tries) at = random.below(tokens.size());
  return at;
}

struct Piece {
  std::size_t begin = 0, end = 0;  // of tokens
};

/// From one `;` (or line end, where there are none) to the next: a statement, a declaration, a key with its value.
Piece item(Random& random, const Tokens& tokens) {
  const auto ends = [&](std::size_t i) {
    return tokens[i] == ";" || (is_space(tokens[i][0]) && tokens[i].find('\n') != std::string::npos);
  };
  Piece piece;
  piece.begin = random.below(tokens.size());
  while (piece.begin > 0 && !ends(piece.begin - 1)) --piece.begin;
  piece.end = piece.begin;
  while (piece.end < tokens.size() && !ends(piece.end)) ++piece.end;
  piece.end = std::min(piece.end + 1, tokens.size());
  return piece;
}

/// What a pair of brackets holds, with them; or one token where no bracket was met.
Piece bracketed(Random& random, const Tokens& tokens) {
  static const std::string open = "([{", closed = ")]}";
  const std::size_t first = meaningful(random, tokens);
  for (std::size_t begin = first; begin < std::min(first + 60, tokens.size()); ++begin) {
    if (open.find(tokens[begin]) == std::string::npos) continue;
    std::size_t depth = 0;
    for (std::size_t end = begin; end < tokens.size(); ++end) {
      if (open.find(tokens[end]) != std::string::npos) ++depth;
      if (closed.find(tokens[end]) != std::string::npos && --depth == 0) return {begin, end + 1};
    }
  }
  return {first, first + 1};
}

std::string nested(Random& random, const std::string& inner) {
  static const std::vector<std::pair<std::string, std::string>> shells = {
      {"(", ")"},     {"-(", ")"},       {"{", "}"},
      {"[", "]"},     {"sin(", ")"},     {"if a then ", " else b"},
      {"not (", ")"}, {"abs(1 + ", ")"}, {"1 + ", ""},
      {"x[", "]"},    {"", "^2"},        {"{\"a\": ", "}"},
      {"a.", ""},     {"", ".a"},        {"model M ", " end M;"}};
  static const std::vector<std::size_t> depths = {2, 5, 40, 300, 3000, 40000};
  const auto& [before, after] = random.of(shells);
  const std::size_t depth = random.of(depths);
  std::string text;
  for (std::size_t i = 0; i < depth; ++i) text += before;
  text += inner;
  for (std::size_t i = 0; i < depth; ++i) text += after;
  return text;
}

std::string bad_text(Random& random) {
  static const std::vector<std::string> list = {"\xff",
                                                "\xc3",
                                                std::string(1, '\0'),
                                                "\xf0\x9f\x98\x80",
                                                "\xed\xa0\x80",
                                                "\x1b[31m",
                                                "\r",
                                                "\xef\xbb\xbf",
                                                "ä",
                                                "\"",
                                                "/*",
                                                "'",
                                                "\\"};
  return random.of(list);
}

std::string replaced_word(Random& random, const Tokens& tokens, const Tokens& other) {
  static const std::vector<std::string> words = {
      "der",     "pre",     "when",      "reinit",  "sample",   "edge",      "if",       "then", "else",
      "end",     "for",     "loop",      "in",      "time",     "parameter", "constant", "Real", "Integer",
      "Boolean", "String",  "model",     "initial", "equation", "=",         "==",       "<",    "*",
      "/",       "^",       ".*",        "-",       "(",        ")",         "[",        "]",    "{",
      "}",       ",",       ";",         ":",       ".",        "true",      "false",    "null", "nan",
      "inf",     "extends", "each",      "final",   "fixed",    "start",     "mod",      "div",  "floor",
      "smooth",  "noEvent", "terminate", "assert",  "min",      "max",       "sum",      "size", "zeros",
      "ones",    "fill",    "linspace",  "cat",     "delay",    "abs",       "sqrt",     "log",  "exp"};
  switch (random.below(3)) {
    case 0: return random.of(words);
    case 1: return other[meaningful(random, other)];
    default: return tokens[meaningful(random, tokens)];
  }
}

void replace(Tokens& tokens, Piece piece, const std::string& text) {
  tokens.erase(tokens.begin() + static_cast<std::ptrdiff_t>(piece.begin),
               tokens.begin() + static_cast<std::ptrdiff_t>(piece.end));
  const Tokens added = tokens_of(text);
  tokens.insert(tokens.begin() + static_cast<std::ptrdiff_t>(piece.begin), added.begin(), added.end());
}

std::optional<std::size_t> some_number(Random& random, const Tokens& tokens) {
  const std::size_t first = random.below(tokens.size());
  for (std::size_t k = 0; k < tokens.size(); ++k) {
    const std::size_t at = (first + k) % tokens.size();
    if (is_digit(tokens[at][0])) return at;
  }
  return std::nullopt;
}

void change_once(Random& random, Tokens& tokens, const Tokens& other) {
  const std::size_t at = meaningful(random, tokens);
  const Piece here{at, at + 1};
  switch (random.below(14)) {
    case 0: return replace(tokens, here, "");
    case 1: return replace(tokens, here, tokens[at] + " " + tokens[at]);
    case 2: return std::swap(tokens[at], tokens[meaningful(random, tokens)]);
    case 3:
    case 4: return replace(tokens, here, replaced_word(random, tokens, other));
    case 5:
    case 6:
      if (const auto number = some_number(random, tokens)) tokens[*number] = extreme_number(random);
      return;
    case 7:
    case 8: {  // an item of another file, after an item of this one
      const Piece mine = item(random, tokens), theirs = item(random, other);
      return replace(tokens, {mine.end, mine.end}, joined(other, theirs.begin, theirs.end) + "\n");
    }
    case 9: return replace(tokens, item(random, tokens), "");
    case 10: {
      const Piece mine = item(random, tokens);
      return replace(tokens, {mine.end, mine.end}, joined(tokens, mine.begin, mine.end));
    }
    case 11: {
      const Piece theirs = bracketed(random, other);
      return replace(tokens, bracketed(random, tokens), joined(other, theirs.begin, theirs.end));
    }
    case 12:
      if (random.once_in(4)) return replace(tokens, here, nested(random, tokens[at]));
      return replace(tokens, here, "(" + tokens[at] + ")");
    default:
      if (random.once_in(3)) return replace(tokens, here, tokens[at] + bad_text(random));
      return replace(tokens, here, tokens[at] + " " + replaced_word(random, tokens, other));
  }
}

}  // namespace

std::vector<std::string> tokens_of(std::string_view text) {
  Tokens tokens;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = end_of_token(text, at);
    tokens.emplace_back(text.substr(at, end - at));
    at = end;
  }
  return tokens;
}

std::string extreme_number(Random& random) {
  static const std::vector<std::string> list = {"0",
                                                "0.0",
                                                "1",
                                                "-1",
                                                "1e308",
                                                "1e-308",
                                                "4.9e-324",
                                                "1e999",
                                                "1e-999",
                                                "2147483647",
                                                "2147483648",
                                                "-2147483649",
                                                "9007199254740993",
                                                "18446744073709551616",
                                                "1e18",
                                                "-1e30",
                                                "0.5",
                                                "3",
                                                "7",
                                                "100",
                                                "1000000",
                                                "1e-12",
                                                "-0.0",
                                                "1e16",
                                                "99999999999999999999999999999999999999"};
  return random.of(list);
}

std::string mutate_text(Random& random, const std::string& text, const std::vector<std::string>& others) {
  Tokens tokens = tokens_of(text);
  const std::size_t changes = 1 + random.below(random.once_in(6) ? 10 : 2);
  for (std::size_t i = 0; i < changes; ++i) {
    if (tokens.empty()) tokens.emplace_back(" ");
    Tokens other = tokens_of(random.of(others));
    if (other.empty()) other.emplace_back(" ");
    change_once(random, tokens, other);
  }
  return joined(tokens, 0, tokens.size());
}

std::string mutate_bytes(Random& random, std::string bytes) {
  static const std::vector<std::string> numbers = {std::string("\0\0\0\0", 4),         "\xff\xff\xff\xff",
                                                   std::string("\xff\xff\xff\x7f", 4), std::string("\0\0\0\x80", 4),
                                                   std::string("\1\0\0\0", 4),         std::string("\0\0\0\1", 4),
                                                   std::string("\0\0\xf0\x7f", 4),     std::string("\0\0\1\0", 4)};
  const std::size_t changes = 1 + random.below(6);
  for (std::size_t i = 0; i < changes && !bytes.empty(); ++i) {
    // the heads of matrices stand near the beginning of a file, and say how long everything is
    const std::size_t at = random.below(random.once_in(2) ? std::min<std::size_t>(bytes.size(), 200) : bytes.size());
    const std::size_t length = std::min<std::size_t>(1 + random.below(16), bytes.size() - at);
    switch (random.below(6)) {
      case 0: bytes[at] = static_cast<char>(random.bits()); break;
      case 1: bytes[at] = static_cast<char>(bytes[at] ^ (1 << random.below(8))); break;
      case 2: bytes.erase(at, length); break;
      case 3: bytes.insert(at, bytes.substr(at, length)); break;
      case 4: bytes.resize(at); break;
      default: {
        const std::size_t aligned = at / 4 * 4;
        bytes.replace(aligned, std::min<std::size_t>(4, bytes.size() - aligned), random.of(numbers));
      }
    }
  }
  return bytes;
}

}  // namespace sunder::fuzz
