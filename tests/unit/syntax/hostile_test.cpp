// Texts that were made to hurt: each is answered with a located diagnostic (or a tree) at once.
#include <doctest/doctest.h>

#include <ctime>

#include "helpers.hpp"

using namespace sunder;
using sunder::test::Parsed;

namespace {

std::string repeated(const std::string& piece, int count) {
  std::string out;
  out.reserve(piece.size() * static_cast<std::size_t>(count));
  for (int i = 0; i < count; ++i) out += piece;
  return out;
}

constexpr int many = 100'000;

}  // namespace

TEST_CASE("nesting too deep is one located error") {
  const std::string texts[] = {
      "model A Real x = " + repeated("(", many) + "1" + repeated(")", many) + "; end A;",
      "model A Real x = " + repeated("(", many),
      "model A Real x = " + repeated("{", many) + "1" + repeated("}", many) + "; end A;",
      "model A Real x = " + repeated("[", many) + "1" + repeated("]", many) + "; end A;",
      "model A Real x = " + repeated("a[", many) + "1" + repeated("]", many) + "; end A;",
      "model A Real x = " + repeated("f(", many) + "1" + repeated(")", many) + "; end A;",
      "model A Real x = f(" + repeated("function f(a=", many) + "1" + repeated(")", many) + "); end A;",
      "model A Real x = " + repeated("if a then b else ", many) + "c; end A;",
      "model A Real x = " + repeated("if ", many) + "c; end A;",
      "model A Real x = " + repeated("-(", many) + "c; end A;",
      "model A Real x = " + repeated("not (", many) + "c; end A;",
      "model A B b" + repeated("(b", many) + repeated(")", many) + "; end A;",
      "model A B b" + repeated("(redeclare C c", many) + repeated(")", many) + "; end A;",
      "model A annotation" + repeated("(b", many) + repeated(")", many) + "; end A;",
      "model A equation " + repeated("if a then ", many) + repeated("end if; ", many) + " end A;",
      "model A equation " + repeated("for i loop ", many) + repeated("end for; ", many) + " end A;",
      "model A equation " + repeated("when a then ", many) + " end A;",
      "model A algorithm " + repeated("while a loop ", many) + " end A;",
      repeated("model A ", many) + repeated("end A; ", many),
      repeated("package A\n", many),
  };
  for (const std::string& text : texts) {
    CAPTURE(text.substr(0, 60));
    const std::clock_t start = std::clock();
    const Parsed parsed(text);
    CHECK(parsed.tree.diagnostics().error_count() == 1);
    CHECK(code_id(parsed.tree.diagnostics().all()[0].code) == "E0104");
    CHECK(parsed.tree.diagnostics().all()[0].span.begin > 0);
    CHECK(std::clock() - start < CLOCKS_PER_SEC);  // of the processor: others may be at work
  }
}

TEST_CASE("nesting just below the limit is fine") {
  const int deep = ast::maximum_depth - 10;
  const std::string text = "model A\n  Real x = " + repeated("(", deep) + "1" + repeated(")", deep) + ";\nend A;\n";
  const Parsed parsed(text);
  CHECK(parsed.messages() == "");
  CHECK(test::formatted(text) == text);
}

TEST_CASE("what is not text is said once, with its place") {
  std::string noise;
  unsigned state = 1;
  for (int i = 0; i < 1'000'000; ++i) noise += static_cast<char>((state = state * 1664525U + 1013904223U) >> 24);
  const std::pair<std::string, std::string> texts[] = {
      {std::string("model A\n  Real \0x;\nend A;\n", 26), "2:8 E0002"},
      {"model A\n  // caf\xE9\nend A;\n", "2:9 E0002"},
      {"model A \"\xC3\x28\" end A;", "1:10 E0002"},
      {"model A\x01 end A;", "1:8 E0002"},
      {"\xFF\xFEm\0o\0", "1:1 E0002"},
      {"model A \xE2\x82", "1:9 E0002"},
  };
  for (const auto& [text, place] : texts) CHECK(Parsed(text).places() == place);
  const Parsed parsed(noise);
  CHECK(parsed.tree.diagnostics().error_count() == 1);
  CHECK(code_id(parsed.tree.diagnostics().all()[0].code) == "E0002");
}

TEST_CASE("unterminated texts are reported where they start") {
  CHECK(Parsed("model A\n  String s = \"abc\n;\nend A;\n").places() == "2:14 E0102");
  CHECK(Parsed("model A\n  /* abc\n;\nend A;\n").places() == "2:3 E0102");
  CHECK(Parsed("model A\n  Real 'abc\n;\nend A;\n").places() == "2:8 E0102");
  CHECK(Parsed("model A\n  Real '\\").places() == "2:8 E0102 2:10 E0109");
  CHECK(Parsed("model A\n  String s = \"abc\\").places() == "2:14 E0102");
  CHECK(Parsed("model A end A; /*").places() == "1:16 E0102");
  CHECK(Parsed("model A end A; /*/").places() == "1:16 E0102");
}

TEST_CASE("long lines, long names and many errors do not take long") {
  const std::clock_t start = std::clock();
  const std::string name = repeated("x", 10'000'000);
  CHECK(Parsed("model A Real " + name + "; end A;").messages() == "");
  CHECK(Parsed("model A Real x " + name + "; end A;").messages().size() < 1000);
  CHECK(Parsed("model A Real x = \"" + name + "\"; end A;").messages() == "");
  CHECK(Parsed("model A Real x = 1" + repeated(" + f(a[1], 2)", 200'000) + "; end A;").messages() == "");
  CHECK(Parsed(repeated("$ ", 300'000)).tree.diagnostics().all().size() == 20);
  CHECK(Parsed("model A equation " + repeated("x = [*;", 300'000)).tree.diagnostics().all().size() == 20);
  CHECK(Parsed("model A equation " + repeated("f([*;", 300'000)).tree.diagnostics().all().size() == 20);
  CHECK(Parsed(repeated("end x; ", 300'000)).tree.diagnostics().all().size() == 20);
  CHECK(Parsed(repeated(")", 300'000)).tree.diagnostics().has_errors());
  CHECK(Parsed(repeated("/**/ ", 300'000)).messages() == "");
  CHECK(std::clock() - start < 8 * CLOCKS_PER_SEC);
}
