#include "results/figure.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <limits>

#include "base/markup.hpp"

using namespace sunder;

namespace {

std::vector<std::string> texts(double low, double high, bool logarithmic, bool whole = false) {
  std::vector<std::string> out;
  for (const results::Tick& tick : results::axis_ticks(low, high, logarithmic, whole)) out.push_back(tick.text);
  return out;
}

std::size_t count(const std::string& text, const std::string& what) {
  std::size_t found = 0;
  for (std::size_t at = 0; (at = text.find(what, at)) != std::string::npos; at += what.size()) ++found;
  return found;
}

bool has(const std::string& text, const std::string& what) { return count(text, what) > 0; }

using Texts = std::vector<std::string>;
constexpr double undefined = std::numeric_limits<double>::quiet_NaN();
constexpr double infinity = std::numeric_limits<double>::infinity();

}  // namespace

TEST_CASE("ticks at round numbers") {
  CHECK(texts(0, 10, false) == Texts{"0", "2", "4", "6", "8", "10"});
  CHECK(texts(-0.05, 0.05, false) == Texts{"-0.04", "-0.02", "0", "0.02", "0.04"});
  CHECK(texts(0, 600000, false) == Texts{"0", "100000", "200000", "300000", "400000", "500000", "600000"});
  CHECK(texts(0, 2e-7, false) == Texts{"0", "5·10⁻⁸", "10⁻⁷", "1.5·10⁻⁷", "2·10⁻⁷"});
}

TEST_CASE("ticks far from zero can be told apart") {
  const Texts list = texts(293.150, 293.152, false);
  REQUIRE(list.size() >= 4);
  for (std::size_t i = 1; i < list.size(); ++i) CHECK(list[i] != list[i - 1]);
  CHECK(list[0] == "293.15");
}

TEST_CASE("whole numbers only where only those make sense") {
  CHECK(texts(1, 3, false, true) == Texts{"1", "2", "3"});
  CHECK(texts(0.94, 2.06, false, true) == Texts{"1", "2"});
}

TEST_CASE("ticks of logarithmic axes") {
  CHECK(texts(0.01, 100, true) == Texts{"0.01", "0.1", "1", "10", "100"});
  CHECK(texts(1e-9, 1e-5, true) == Texts{"10⁻⁹", "10⁻⁸", "10⁻⁷", "10⁻⁶", "10⁻⁵"});
  CHECK(texts(1, 20, true) == Texts{"1", "2", "5", "10", "20"});
  CHECK(texts(1e-300, 1e300, true).size() <= 10);
  CHECK(texts(1.0, 1.2, true).size() >= 3);
  CHECK(results::axis_ticks(0, 1, true).empty());
  CHECK(results::axis_ticks(1, 1, false).empty());
  CHECK(results::axis_ticks(-1e308, 1e308, false).empty());
}

TEST_CASE("text cannot break out of the picture") {
  CHECK(markup("a<b & \"c\">\x01") == "a&lt;b &amp; &quot;c&quot;&gt;\xEF\xBF\xBD");
  const std::string hostile = "</text><script>alert(\"1\")</script>";
  results::Figure figure{.title = hostile, .x = {.label = hostile}, .y = {.label = hostile}};
  figure.curves = {{.name = hostile, .x = {0, 1}, .y = {0, 1}}};
  figure.bands = {{0, 0.5, hostile}};
  figure.vertical = {{0.5, hostile}};
  figure.horizontal = {{0.5, hostile}};
  const std::string text = results::svg(figure);
  CHECK_FALSE(has(text, "<script"));
  CHECK(count(text, "<text") == count(text, "</text>"));
  CHECK(count(text, "&lt;script&gt;") == 8);  // seven times as text, and the title also for those who cannot see
}

TEST_CASE("points that cannot be shown break a curve") {
  results::Figure figure;
  figure.curves = {{.x = {0, 1, 2, 3, 4, 5}, .y = {1, 2, undefined, 3, infinity, 4}}};
  CHECK(count(results::svg(figure), "<polyline") == 3);
  figure.y.logarithmic = true;
  figure.curves = {{.x = {0, 1, 2, 3, 4}, .y = {1, 2, 0, 3, 4}}};
  CHECK(count(results::svg(figure), "<polyline") == 2);
  figure.curves = {{.x = {0, 1}, .y = {undefined, -1}}};
  CHECK(count(results::svg(figure), "<polyline") == 0);
  CHECK(has(results::svg(figure), "</svg>"));
  CHECK(has(results::svg({}), "</svg>"));
}

TEST_CASE("no number in a picture is infinite or undefined, whatever the data") {
  for (const double big : {1e-320, 1e-300, 1.0, 1e150, 1.7e308}) {
    for (const bool logarithmic : {false, true}) {
      results::Figure figure{.x = {.logarithmic = logarithmic}, .y = {.logarithmic = logarithmic}};
      figure.curves = {{.x = {big, -big, 2}, .y = {-big, big, big}, .marks = true}, {.x = {3}, .y = {big}}};
      figure.vertical = {{infinity, "never"}, {undefined, "nowhere"}, {2, "two"}};
      figure.bands = {{-infinity, 1, "before"}, {3, infinity, "after"}};
      const std::string text = results::svg(figure);
      CAPTURE(big);
      CHECK_FALSE(has(text, "inf"));
      CHECK_FALSE(has(text, "nan"));
      CHECK_FALSE(has(text, "never"));
    }
  }
}

TEST_CASE("what lies beyond a given end does not stretch the other") {
  results::Figure figure{.y = {.logarithmic = true, .low = 1e-3}};
  figure.curves = {{.x = {0, 1, 2}, .y = {1, 1e-200, 1e-250}}};
  const std::string text = results::svg(figure);
  CHECK(has(text, ">0.01<"));
  CHECK(has(text, ">1<"));
  CHECK_FALSE(has(text, ">10<"));
}

TEST_CASE("what is asked for is drawn once, and the legend lists it") {
  results::Figure figure{.title = "t"};
  figure.curves = {{.name = "first", .x = {0, 1}, .y = {0, 1}, .marks = true},
                   {.name = "second", .x = {0, 1}, .y = {1, 0}, .dashed = true},
                   {.name = "points", .x = {0.5}, .y = {0.5}, .marks = true, .line = false}};
  figure.bands = {{0, 0.2, "calm"}, {0.6, 0.8, "calm"}};
  figure.vertical = {{0.5, "here"}, {7, "outside"}};
  const std::string text = results::svg(figure);
  for (const char* once : {">first<", ">second<", ">points<", ">calm<", ">here<"}) {
    CAPTURE(once);
    CHECK(count(text, once) == 1);
  }
  CHECK_FALSE(has(text, "outside"));
  CHECK(count(text, "<polyline") == 2);
  CHECK(count(text, "<circle") == 3);  // two marks, one in the legend
  CHECK(has(text, "stroke-dasharray=\"7 4\""));
}

TEST_CASE("long curves keep their peaks and lose what nobody sees") {
  results::Figure figure;
  results::Curve curve;
  for (int i = 0; i < 200000; ++i) {
    curve.x.push_back(i);
    curve.y.push_back(i == 77777 ? 5 : std::sin(i));
  }
  figure.curves = {curve};
  figure.y = {.low = -1, .high = 5};
  const std::string text = results::svg(figure);
  CHECK(text.size() < 100000);
  CHECK(has(text, ",16 "));  // the peak touches the upper edge of the frame
}
