#include <doctest/doctest.h>

#include <cmath>
#include <limits>

#include "base/arena.hpp"
#include "base/cancel.hpp"
#include "base/codes.hpp"
#include "base/diagnostic.hpp"
#include "base/id.hpp"
#include "base/outcome.hpp"
#include "base/source.hpp"
#include "base/text.hpp"

using namespace sunder;

TEST_CASE("ids of different kinds are different types and start invalid") {
  using A = Id<struct TagA>;
  using B = Id<struct TagB>;
  static_assert(!std::is_convertible_v<A, B>);
  static_assert(!std::is_convertible_v<int, A>);
  CHECK_FALSE(A().valid());
  CHECK(A(3).index() == 3);
  CHECK(A(3) < A(4));
}

TEST_CASE("a place is counted in lines and characters from 1") {
  SourceMap sources;
  const FileId file = sources.add("a.mo", "one\nzwö lf\r\n\nlast");
  const Location where = sources.locate({file, 9, 11});  // 'l' of "lf": ö has two bytes
  CHECK(where.line == 2);
  CHECK(where.column == 5);
  CHECK(where.line_text == "zwö lf");
  CHECK(sources.describe({file, 14, 14}) == "a.mo:4:1");
  CHECK(sources.describe({file, 13, 13}) == "a.mo:3:1");
  CHECK(sources.locate({file, 1000, 1001}).line == 4);  // behind the end: the last line
  CHECK(sources.describe({}) == "");
  CHECK(sources.text({file, 0, 3}) == "one");
}

TEST_CASE("texts stay where they are when more files come") {
  SourceMap sources;
  const FileId first = sources.add("a", "short");
  const std::string_view text = sources.text(first);
  for (int i = 0; i < 1000; ++i) sources.add("b", std::string(100, 'x'));
  CHECK(text == "short");
  CHECK(text.data() == sources.text(first).data());
}

TEST_CASE("a diagnostic is rendered with line, caret, notes and help") {
  SourceMap sources;
  const FileId file = sources.add("m.mo", "model M\n  x = sped;\nend M;\n");
  Diagnostics diagnostics;
  Diagnostic& d = diagnostics.error(Code::E0201, {file, 14, 18}, "unknown name 'sped'");
  d.notes.push_back({"the model", {file, 6, 7}});
  d.help = "did you mean 'speed'?";
  CHECK(render(d, sources) ==
        "m.mo:2:7: error[E0201]: unknown name 'sped'\n"
        "      x = sped;\n"
        "          ^~~~\n"
        "  note: m.mo:1:7: the model\n"
        "    model M\n"
        "          ^\n"
        "  help: did you mean 'speed'?\n");
}

TEST_CASE("a very long line is cut around the caret and control characters are not passed on") {
  SourceMap sources;
  std::string line(100000, 'a');
  line[50000] = '?';
  line[50001] = '\x1b';
  const FileId file = sources.add("m.mo", line);
  Diagnostic d{Code::E0105, Severity::error, "here", {file, 50000, 50001}, {}, {}};
  const std::string text = render(d, sources);
  CHECK(text.size() < 400);
  CHECK(text.find('?') != std::string::npos);
  CHECK(text.find('\x1b') == std::string::npos);
  const std::size_t source = text.find("    aaa") + 4;
  const std::size_t question = text.find('?', source) - source;
  const std::size_t caret = text.find('^') - (text.rfind('\n', text.find('^')) + 5);
  CHECK(question == caret);
}

TEST_CASE("colour only when asked for") {
  const SourceMap sources;
  const Diagnostic d{Code::E0105, Severity::warning, "text", {}, {}, {}};
  CHECK(render(d, sources).find('\x1b') == std::string::npos);
  CHECK(render(d, sources, {true, 80}).find('\x1b') != std::string::npos);
}

TEST_CASE("errors beyond the limit are counted, not kept; warnings do not count") {
  Diagnostics diagnostics(3);
  for (int i = 0; i < 10; ++i) diagnostics.error(Code::E0105, {}, "e");
  diagnostics.warning(Code::W0807, {}, "w");
  CHECK(diagnostics.error_count() == 10);
  CHECK(diagnostics.all().size() == 4);
  Diagnostics all(3);
  all.append(diagnostics);
  CHECK(all.error_count() == 10);
}

TEST_CASE("diagnostics come in source order") {
  SourceMap sources;
  const FileId file = sources.add("a", "text");
  Diagnostics diagnostics;
  diagnostics.error(Code::E0105, {file, 3, 4}, "second");
  diagnostics.error(Code::E0105, {file, 1, 2}, "first");
  CHECK(diagnostics.in_source_order().front().message == "first");
}

TEST_CASE("an outcome is ok only with a value and without errors") {
  Outcome<int> good(3);
  CHECK(good.ok());
  Outcome<int> partial(3);
  partial.diagnostics().error(Code::E0105, {}, "wrong");
  CHECK(partial.has_value());
  CHECK_FALSE(partial.ok());
  CHECK_FALSE(Outcome<int>().ok());
}

TEST_CASE("every code has a title and an explanation, and its own id") {
  std::vector<std::string_view> ids;
  for (const CodeInfo& code : all_codes()) {
    CHECK(code.title.size() > 5);
    CHECK(code.explanation.size() > 20);
    CHECK(code_id(code.code) == code.id);
    CHECK(std::find(ids.begin(), ids.end(), code.id) == ids.end());
    ids.push_back(code.id);
  }
}

TEST_CASE("numbers are written as short as reads back exactly") {
  CHECK(shortest(0.1) == "0.1");
  CHECK(shortest(1.0 / 3) == "0.3333333333333333");
  CHECK(shortest(1e300) == "1e+300");
  CHECK(shortest(-std::numeric_limits<double>::infinity()) == "-inf");
  CHECK(rounded(312.6485, 4) == "312.6");
}

TEST_CASE("close names are suggested, distant ones are not") {
  const std::vector<std::string> names{"speed", "current", "x"};
  CHECK(closest("sped", names) == std::vector<std::string>{"speed"});
  CHECK(closest("voltage", names).empty());
  CHECK(closest("X", names) == std::vector<std::string>{"x"});
  CHECK(closest("y", names).empty());  // any one letter is as near as any other
  CHECK(closest("Sin", {"min", "sin"}).front() == "sin");
  CHECK(closest("SPEED", names).front() == "speed");
  CHECK(closest(std::string(10000, 'a'), names).empty());
}

TEST_CASE("words for people") {
  CHECK(counted(1, "equation") == "1 equation");
  CHECK(counted(0, "equation") == "0 equations");
  CHECK(counted(2, "state has", "states have") == "2 states have");
  CHECK(enumerated({"a", "b", "c"}) == "a, b and c");
  CHECK(enumerated({}).empty());
}

TEST_CASE("text and bytes that are no text") {
  CHECK(valid_utf8("plain, ö, €, 😀"));
  CHECK_FALSE(valid_utf8("\xff"));
  CHECK_FALSE(valid_utf8("\xc3"));              // cut off
  CHECK_FALSE(valid_utf8("\xc0\x80"));          // overlong
  CHECK_FALSE(valid_utf8("a\x80"));             // a continuation without a start
  CHECK_FALSE(valid_utf8("\xe0\x80\x80"));      // overlong
  CHECK_FALSE(valid_utf8("\xed\xa0\x80"));      // half of a pair
  CHECK_FALSE(valid_utf8("\xf4\x90\x80\x80"));  // beyond the last one
}

TEST_CASE("an arena keeps its objects apart and aligned") {
  Arena arena;
  struct alignas(16) Wide {
    double a, b;
  };
  char* first = arena.make<char>('x');
  Wide* wide = arena.make<Wide>(1.0, 2.0);
  const std::string_view text = arena.copy(std::string_view("hello"));
  const auto list = arena.copy(std::vector<int>(100000, 7));  // larger than a chunk
  CHECK(*first == 'x');
  CHECK(reinterpret_cast<std::uintptr_t>(wide) % 16 == 0);
  CHECK(wide->b == 2.0);
  CHECK(text == "hello");
  CHECK(list.size() == 100000);
  CHECK(list.back() == 7);
}

TEST_CASE("a token is shared by its copies") {
  const CancelToken token;
  const std::vector<CancelToken> copies(2, token);
  CHECK_FALSE(copies.back().requested());
  token.request();
  CHECK(copies.back().requested());
}

TEST_CASE("numbers are read as far as they reach") {
  CHECK(number_in("1e-310") == 1e-310);
  CHECK(number_in("5e-324") == 5e-324);
  CHECK(number_in("+2.5") == 2.5);
  CHECK(number_in("-0") == 0.0);
  for (const char* text : {"", "+", "+-1", "1e400", "inf", "nan", "1 ", " 1", "1x", "0x10"}) {
    CAPTURE(text);
    CHECK_FALSE(number_in(text));
  }
  CHECK(rounded_number(0.2849, 2) == 0.28);
  CHECK(rounded_number(1.234e-310, 2) == 1.2e-310);
  CHECK(rounded_number(5e-324, 4) == 5e-324);
  CHECK(rounded_number(1.7976e308, 2) == 1.7976e308);  // 1.8e308 is no number any more
  CHECK(std::isinf(rounded_number(HUGE_VAL, 2)));
  CHECK(std::isnan(rounded_number(NAN, 2)));
}

TEST_CASE("bytes that are not text are shown as numbers, with the caret below") {
  CHECK(printable("a\xE9z \xC3\xA9 \x1B[31m\n") == "a\\xE9z \xC3\xA9 \\x1B[31m\n");
  SourceMap sources;
  const FileId file = sources.add("caf\xE9.mo", "x\xC3\xA9 = \xE9 + y;\n");
  Diagnostic diagnostic;
  diagnostic.code = Code::E0002;
  diagnostic.message = "byte \xE9";
  diagnostic.span = {file, 6, 7};
  CHECK(render(diagnostic, sources) ==
        "caf\\xE9.mo:1:6: error[E0002]: byte \\xE9\n    x\xC3\xA9 = \\xE9 + y;\n         ^~~~\n");
  diagnostic.span = {file, 10, 11};
  CHECK(render(diagnostic, sources).ends_with("    x\xC3\xA9 = \\xE9 + y;\n                ^\n"));
}
