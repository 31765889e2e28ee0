// Random texts. Law 1: formatting keeps tree and comments and is idempotent, however the text was spaced and commented.
// Law 2: a damaged text never hurts: it gives a tree without errors, or diagnostics in source order.
#include <doctest/doctest.h>

#include <functional>
#include <random>

#include "helpers.hpp"
#include "syntax/lexer.hpp"

using namespace sunder;
using sunder::test::Parsed;

namespace {

/// Writes random sentences of the grammar as a list of tokens.
class Author {
 public:
  explicit Author(unsigned seed) : random_(seed) {}

  std::vector<std::string> file() {
    if (chance(3)) put({"within", "P", ".", "Q", ";"});
    for (int i = pick(3); i >= 0; --i) {
      definition(2);
      put({";"});
    }
    return std::move(tokens_);
  }

  int pick(int n) { return static_cast<int>(random_() % static_cast<unsigned>(n)); }
  bool chance(int n) { return pick(n) == 0; }

 private:
  void put(std::initializer_list<std::string> tokens) { tokens_.insert(tokens_.end(), tokens); }
  void one(const std::string& token) { tokens_.push_back(token); }
  std::string any(std::initializer_list<const char*> words) {
    return *(words.begin() + pick(static_cast<int>(words.size())));
  }
  std::string name() { return any({"a", "b", "xyz", "'quoted name'", "aVeryLongNameThatFillsTheLineQuickly", "T"}); }

  void sequence(int most, const std::string& between, const std::function<void()>& item) {
    for (int i = pick(most); i >= 0; --i) {
      item();
      if (i > 0) one(between);
    }
  }

  void type() {
    if (chance(8)) one(".");
    sequence(3, ".", [&] { one(name()); });
  }

  void comment(int depth) {
    if (chance(4))
      sequence(2, "+", [&] { one(any({"\"d\"", "\"a longer description of the thing\"", "\"two\nlines\""})); });
    if (chance(6)) {
      put({"annotation"});
      modifiers(depth - 1);
    }
  }

  void subscripts(int depth) {
    one("[");
    sequence(2, ",", [&] { chance(3) ? one(":") : expression(depth - 1, true); });
    one("]");
  }

  void reference(int depth, bool end) {
    if (end && chance(6)) return one("end");
    sequence(2, ".", [&] {
      one(name());
      if (depth > 0 && chance(4)) subscripts(depth);
    });
  }

  void arguments(int depth) {
    one("(");
    if (chance(5)) {
      expression(depth - 1);
      put({"for", "i", "in"});
      expression(depth - 1);
    } else if (!chance(5)) {
      sequence(4, ",", [&] { expression(depth - 1); });
      if (chance(2)) {
        put({",", name(), "="});
        expression(depth - 1);
      }
    }
    one(")");
  }

  void primary(int depth, bool end) {
    switch (depth <= 0 || tokens_.size() > 1500 ? pick(4) : pick(14)) {
      case 0: return one(any({"1", "2.5", "1e-3", ".5", "100000"}));
      case 1: return one(any({"true", "false", "\"s\""}));
      case 2:
      case 3: return reference(depth, end);
      case 4: one(any({"f", "der", "sin"})); return arguments(depth);
      case 5:
        one("(");
        expression(depth - 1, end);
        return one(")");
      case 6:
        one("{");
        sequence(5, ",", [&] { expression(depth - 1); });
        return one("}");
      case 7:
        one("[");
        sequence(3, ";", [&] { sequence(3, ",", [&] { expression(depth - 1); }); });
        return one("]");
      case 8:
        put({"{"});
        expression(depth - 1);
        put({"for", "i", "in", "1", ":", "3", ",", "j", "}"});
        return;
      default: return one(name());
    }
  }

  void arithmetic(int depth, bool end) {
    if (chance(6)) one(any({"-", "+", ".-"}));
    sequence(3, any({"+", "-", ".+"}), [&] {
      sequence(3, any({"*", "/", ".*", "./"}), [&] {
        primary(depth, end);
        if (chance(6)) {
          one(any({"^", ".^"}));
          primary(depth, end);
        }
      });
    });
  }

  void expression(int depth, bool end = false) {
    if (depth > 0 && chance(10)) {
      one("if");
      expression(depth - 1, end);
      one("then");
      expression(depth - 1, end);
      if (chance(2)) {
        one("elseif");
        expression(depth - 1, end);
        one("then");
        expression(depth - 1, end);
      }
      one("else");
      return expression(depth - 1, end);
    }
    if (chance(8)) one("not");
    arithmetic(depth, end);
    if (chance(5)) {
      one(any({"<", ">=", "==", "<>"}));
      arithmetic(depth, end);
    }
    if (chance(8)) {
      one(any({"and", "or", ":"}));
      arithmetic(depth - 1, end);
    }
  }

  void modifiers(int depth) {
    one("(");
    if (depth > 0 && !chance(8))
      sequence(3, ",", [&] {
        if (chance(6)) {
          put({"redeclare", "replaceable", "model", name(), "="});
          type();
          if (chance(2)) {
            one("constrainedby");
            type();
          }
          return;
        }
        if (chance(5)) one("each");
        if (chance(5)) one("final");
        one(name());
        if (chance(3)) modifiers(depth - 1);
        if (chance(2)) {
          one("=");
          expression(depth - 1);
        }
        if (chance(8)) one("\"d\"");
      });
    one(")");
  }

  void element(int depth) {
    switch (pick(8)) {
      case 0:
        one("import");
        type();
        if (chance(2)) one(".*");
        return comment(depth);
      case 1:
        one("extends");
        type();
        if (chance(2)) modifiers(depth);
        return;
      case 2:
        if (depth > 0) return definition(depth - 1);
        break;
      default: break;
    }
    if (chance(4)) one("final");
    if (chance(4)) one("inner");
    if (chance(3)) one(any({"parameter", "constant", "discrete"}));
    if (chance(4)) one(any({"input", "output"}));
    type();
    sequence(3, ",", [&] {
      one(name());
      if (chance(4)) subscripts(depth);
      if (chance(3)) modifiers(depth);
      if (chance(2)) {
        one("=");
        expression(depth);
      }
      if (chance(8)) {
        one("if");
        expression(depth);
      }
      comment(depth);
    });
  }

  void items(int depth, bool statements) {
    for (int i = pick(3); i > 0; --i) {
      item(depth, statements);
      one(";");
    }
  }

  void item(int depth, bool statements) {
    switch (depth <= 0 ? 9 : pick(9)) {
      case 0:
        one("if");
        expression(depth);
        one("then");
        items(depth - 1, statements);
        if (chance(2)) {
          one("elseif");
          expression(depth);
          one("then");
          items(depth - 1, statements);
        }
        if (chance(2)) {
          one("else");
          items(depth - 1, statements);
        }
        put({"end", "if"});
        break;
      case 1:
        put({"for", "i", "in"});
        expression(depth);
        one("loop");
        items(depth - 1, statements);
        put({"end", "for"});
        break;
      case 2:
        one("when");
        expression(depth);
        one("then");
        items(depth - 1, statements);
        put({"end", "when"});
        break;
      case 3:
        if (statements) {
          one("while");
          expression(depth);
          one("loop");
          items(depth - 1, statements);
          put({"end", "while"});
        } else {
          put({"connect", "(", "a", ",", "b", ".", "c", ")"});
        }
        break;
      case 4:
        put({"(", "a", ",", ",", "b", ")", statements ? ":=" : "=", "f"});
        arguments(depth);
        break;
      case 5:
        put({"f"});
        arguments(depth);
        break;
      default:
        reference(depth, false);
        one(statements ? ":=" : "=");
        expression(depth);
    }
    comment(depth);
  }

  void definition(int depth) {
    if (chance(6)) one("partial");
    one(any({"model", "package", "function", "record", "type"}));
    const std::string own = name();
    one(own);
    if (chance(5)) {
      if (chance(2)) {
        put({"=", "enumeration", "(", "a", "\"d\"", ",", "b", ")"});
      } else {
        one("=");
        type();
        if (chance(2)) modifiers(depth);
      }
      return comment(depth);
    }
    if (chance(3)) one("\"description of the class\"");
    for (int i = pick(4); i > 0; --i) {
      element(depth);
      one(";");
    }
    for (int i = pick(3); i > 0; --i) {
      const int kind = pick(3);
      if (kind == 0) {
        one(any({"public", "protected"}));
        for (int k = pick(3); k > 0; --k) {
          element(depth);
          one(";");
        }
        continue;
      }
      if (chance(3)) one("initial");
      one(kind == 1 ? "equation" : "algorithm");
      items(depth, kind == 2);
    }
    if (chance(3)) {
      one("annotation");
      modifiers(depth);
      one(";");
    }
    put({"end", own});
  }

  std::mt19937 random_;
  std::vector<std::string> tokens_;
};

/// The tokens with random space, line breaks and numbered comments between them.
std::string spaced(const std::vector<std::string>& tokens, unsigned seed, int comments, int& written) {
  std::mt19937 random(seed);
  std::string out;
  const auto chance = [&](int n) { return random() % static_cast<unsigned>(n) == 0; };
  for (const std::string& token : tokens) {
    out += token;
    out += chance(8) ? "\n" : " ";
    if (chance(20)) out += "\n\n\n";
    while (comments > 0 && chance(comments)) {
      const std::string number = std::to_string(written++);
      switch (random() % 4) {
        case 0: out += "// c" + number + "\n"; break;
        case 1: out += "/* c" + number + " */"; break;
        case 2: out += "\n  /* c" + number + "\n  second line */\n"; break;
        default: out += "\n// c" + number + "\n"; break;
      }
    }
  }
  return out;
}

/// The lines around the first difference: whole texts are too long to read.
std::string difference(const std::string& a, const std::string& b) {
  if (a == b) return "";
  std::size_t at = 0;
  while (at < a.size() && at < b.size() && a[at] == b[at]) ++at;
  const std::size_t from = at > 200 ? at - 200 : 0;
  return "<<<\n" + a.substr(from, 400) + "\n>>>\n" + b.substr(from, 400) + "\n";
}

}  // namespace

TEST_CASE("formatting keeps tree and comments, and formatting again changes nothing") {
  std::size_t bytes = 0;
  for (unsigned seed = 0; seed < 1500; ++seed) {
    const std::vector<std::string> tokens = Author(seed).file();
    int written = 0;
    const std::string text = spaced(tokens, seed, seed % 3 == 0 ? 0 : seed % 3 == 1 ? 6 : 40, written);
    const Parsed first(text);
    CAPTURE(seed);
    REQUIRE(first.messages() == "");
    const std::string once = syntax::format(first.sources, *first.tree);
    const Parsed second(once);
    REQUIRE(second.messages() == "");
    REQUIRE(same_tree(*first.tree, *second.tree));
    REQUIRE(difference(once, syntax::format(second.sources, *second.tree)) == "");
    const auto before = syntax::lex(text, FileId(0));
    const auto after = syntax::lex(once, FileId(0));
    REQUIRE(before.tokens.size() == after.tokens.size());
    REQUIRE(before.comments.size() == after.comments.size());
    for (std::size_t i = 0; i < before.comments.size(); ++i) {
      const auto& a = before.comments[i];
      const auto& b = after.comments[i];
      REQUIRE(text.substr(a.begin, a.end - a.begin) == once.substr(b.begin, b.end - b.begin));
      REQUIRE(a.next_token == b.next_token);
    }
    bytes += text.size();
  }
  CHECK(bytes > 250'000);  // the author has really written something
}

TEST_CASE("damaged texts give diagnostics in order, or a tree that can be formatted") {
  const char* words[] = {"end", ";",    "(",    ")",        "[",          "]",  "{",      "}",  "=",        ":=", "if",
                         "for", "then", "loop", "equation", "model",      "\"", "'",      "/*", "//",       "x",  "1",
                         ".",   ",",    "+",    "else",     "annotation", "$",  "end if", "\n", "redeclare"};
  std::size_t broken = 0;
  for (unsigned seed = 0; seed < 3000; ++seed) {
    std::mt19937 random(seed);
    std::vector<std::string> tokens = Author(seed / 4).file();
    for (unsigned i = 0; i <= seed % 4; ++i) {
      const std::size_t at = random() % tokens.size();
      switch (random() % 5) {
        case 0: tokens.erase(tokens.begin() + static_cast<std::ptrdiff_t>(at)); break;
        case 1: tokens[at] = words[random() % std::size(words)]; break;
        case 2:
          tokens.insert(tokens.begin() + static_cast<std::ptrdiff_t>(at), words[random() % std::size(words)]);
          break;
        case 3: std::swap(tokens[at], tokens[random() % tokens.size()]); break;
        default: tokens[at] = tokens[at].substr(0, tokens[at].size() / 2); break;
      }
      if (tokens.empty()) tokens.emplace_back("x");
    }
    int written = 0;
    const std::string text = spaced(tokens, seed, 50, written);
    const Parsed parsed(text);
    INFO(text);
    INFO(parsed.messages());
    if (parsed.tree.ok()) {
      const std::string once = syntax::format(parsed.sources, *parsed.tree);
      const Parsed again(once);
      REQUIRE(again.tree.ok());
      REQUIRE(same_tree(*parsed.tree, *again.tree));
      continue;
    }
    ++broken;
    std::uint32_t last = 0;
    for (const Diagnostic& diagnostic : parsed.tree.diagnostics().all()) {
      REQUIRE(diagnostic.span.begin >= last);
      REQUIRE(diagnostic.span.begin <= text.size());
      last = diagnostic.span.begin;
    }
    CHECK(!print_tree(*parsed.tree).empty());
  }
  CHECK(broken > 1500);
}

TEST_CASE("soups of tokens and bytes are survived") {
  const char* words[] = {"model", "A",        "end",        ";",      "equation",    "if",        "then",   "(",
                         ")",     "[",        "]",          "{",      "}",           "x",         "=",      "for",
                         "in",    "1",        ":",          ",",      "Real",        "extends",   "import", "when",
                         "else",  "elseif",   "annotation", "\"s\"",  "redeclare",   "algorithm", ":=",     "while",
                         "loop",  "function", "external",   "public", "enumeration", "der",       ".",      "operator"};
  for (unsigned seed = 0; seed < 1500; ++seed) {
    std::mt19937 random(seed);
    std::string text;
    for (unsigned i = 0; i < 200; ++i) {
      if (seed % 3 == 0)
        text += static_cast<char>(32 + random() % 95);
      else
        (text += words[random() % std::size(words)]) += i % 9 == 0 ? "\n" : " ";
    }
    const Parsed parsed(text);
    INFO(text);
    REQUIRE(parsed.tree.diagnostics().has_errors());
    REQUIRE(!parsed.messages().empty());
  }
}
