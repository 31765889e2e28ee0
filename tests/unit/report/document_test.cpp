#include "report/document.hpp"

#include <doctest/doctest.h>

using namespace sunder;

namespace {

std::size_t count(const std::string& text, const std::string& what) {
  std::size_t found = 0;
  for (std::size_t at = 0; (at = text.find(what, at)) != std::string::npos; at += what.size()) ++found;
  return found;
}

}  // namespace

TEST_CASE("a document holds what was put into it, in order, and no script") {
  report::Document document("Plant <1>", "Order reduction");
  document.paragraph("Keeps `a < b` & more, and a ` alone.");
  document.key_figures({{.label = "order", .value = "3", .note = "of 8", .mood = report::KeyFigure::Mood::good}});
  document.section("First");
  document.paragraph("one");
  document.table({{"name", "value"}, {{"<b>", "1"}, {"c", "2"}}, {false, true}});
  document.section("Second");
  document.figure({.title = "curve", .curves = {{.name = "c", .x = {0, 1}, .y = {0, 1}}}}, "what is seen");
  document.warning("careful");
  document.details("text", "model </pre> M\nend M;");
  const std::string page = document.html("made by a test");
  CHECK(page.starts_with("<!doctype html>"));
  CHECK(count(page, "<script") == 0);
  CHECK(count(page, "</pre>") == 1);
  CHECK(count(page, "<section") == 2);
  CHECK(count(page, "</section>") == 2);
  CHECK(count(page, "Keeps <code>a &lt; b</code> &amp; more, and a ` alone.") == 1);
  CHECK(count(page, "<td>&lt;b&gt;</td><td class=\"right\">1</td>") == 1);
  CHECK(count(page, "<title>Plant &lt;1&gt;</title>") == 1);
  CHECK(page.find(">one<") < page.find("Second"));
  CHECK(page.find("Second") < page.find("what is seen"));
  CHECK(page.find("--panel") < page.find("</style>"));  // the style sheet of the interactive report
  CHECK(count(page, "http://") == 1);                   // the name space of SVG, and nothing to load
  CHECK(count(page, "https://") == 0);
}

TEST_CASE("an empty document is a page too") {
  const std::string page = report::Document("Nothing", "Test").html("");
  CHECK(count(page, "<section") == 0);
  CHECK(page.ends_with("</html>\n"));
}
