#include "base/toml.hpp"

#include <doctest/doctest.h>

#include "base/codes.hpp"

using namespace sunder;

namespace {

/// The bytes of the text that are refused; "": none.
std::string refused(std::string_view text) {
  const auto fault = toml_fault(text);
  return fault ? std::string(text.substr(fault->begin, fault->end - fault->begin)) : "";
}

}  // namespace

TEST_CASE("letters beyond ASCII are refused where TOML has none, before the library sees them") {
  for (const char* text :
       {"a = [1, ä]", "ä = 1", "a = 1ä", "a = trueä", "[ä]", "a.ä = 1", "a = {b = ä}", "a = \"x\"ä", "a = 'x' ä",
        "a = \"\"\"x\"\"\"\"ä", "a = '''x\n'''ä", "a = \"\\\\\"ä", "# x\nä", "a = \"x\nä",
        // quotes inside a value that is not in quotes begin no string
        "a = 1\"ä\"", "a = 1.'ä'", "a = [1, 2.\"ä\"]", "a = {b = 1.\"ä\"}", "a = \\\"ä\""})
    CHECK_MESSAGE(refused(text) == "ä", text);
  CHECK(refused("a = 1\u00a0") == "\u00a0");
  CHECK(refused("a = [。]") == "。");
}

TEST_CASE("letters beyond ASCII stand in strings and comments") {
  for (const char* text :
       {"# ä", "a = 1 # ä", "a = \"ä\"", "a = 'ä'", "\"ä\" = 1", "a.'ä' = 1", "[a.\"ä\"]\n[[\"ä\"]]",
        "a = \"\"\"ä\n\"ä\"\" ä\"\"\"", "a = '''ä\n''ä\\'''", "a = \"\\\"ä\"", "a = [\"ä\", # ä\n 'ä']",
        "a = {\"ä\" = 1, b.\"ä\" = {c = \"ä\"}, d = \"ä\"}", "\xEF\xBB\xBF# ä", "a = \"\"\"\\\n  \"ä\"\"\"",
        "a = 1979-05-27 07:32:00 # ä", "a = [{b = 1}, {'ä' = 2}]"}) {
    CHECK_MESSAGE(refused(text).empty(), text);
    SourceMap sources;
    Diagnostics diagnostics;
    CHECK_MESSAGE(TomlText(sources, sources.add("a.toml", text)).parse(Code::E1001, diagnostics).has_value(), text);
  }
}

TEST_CASE("after a backslash of a string of several lines the library reads ASCII only") {
  for (const char* text : {"a = \"\"\"x\\\n  ä\"\"\"", "a = \"\"\"x\\ ä\"\"\"", "a = \"\"\"x\\ä\"\"\""})
    CHECK_MESSAGE(refused(text) == "ä", text);
}

TEST_CASE("bytes that are not UTF-8 are refused, in comments too") {
  CHECK(refused("a = 1 # \xFF") == "\xFF");
  CHECK(refused("a = \"\xC3\"") == "\xC3");
}

TEST_CASE("what is not TOML has a place") {
  SourceMap sources;
  Diagnostics diagnostics;
  const FileId file = sources.add("a.toml", "a = \"ö\"\nb = [\"ö\", ö]\n");
  CHECK_FALSE(TomlText(sources, file).parse(Code::E1001, diagnostics).has_value());
  REQUIRE(diagnostics.all().size() == 1);
  CHECK(sources.describe(diagnostics.all().front().span) == "a.toml:2:11");
}

TEST_CASE("places of values count characters") {
  SourceMap sources;
  Diagnostics diagnostics;
  const FileId file = sources.add("a.toml", "a = [\"ö\", 17]\n");
  const TomlText text(sources, file);
  const auto table = text.parse(Code::E1001, diagnostics);
  REQUIRE(table.has_value());
  CHECK(sources.text(text.span_of(*table->get("a")->as_array()->get(1))) == "17");
}
