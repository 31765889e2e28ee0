#include <doctest/doctest.h>

#include <cmath>
#include <limits>

#include "base/codes.hpp"
#include "results/compare.hpp"

using namespace sunder;

namespace {

results::Trajectory trajectory(std::vector<double> times,
                               std::vector<std::pair<std::string, std::vector<double>>> columns) {
  results::Trajectory result;
  result.times = std::move(times);
  for (auto& [name, values] : columns) {
    results::ResultVariable variable;
    variable.name = name;
    variable.constant = values.size() == 1 && result.times.size() != 1;
    result.variables.push_back(variable);
    result.columns.push_back(std::move(values));
  }
  return result;
}

double epsilon(const results::Trajectory& a, const results::Trajectory& b, results::Measure measure) {
  return results::compare(a, b, measure)->epsilon;
}

}  // namespace

TEST_CASE("the four measures") {
  const results::Trajectory a = trajectory({0, 1, 2}, {{"x", {0.5, 11, 21}}});
  const results::Trajectory b = trajectory({0, 1, 2}, {{"x", {0, 10, 20}}});
  CHECK(epsilon(a, b, results::Measure::absolute) == doctest::Approx(1));
  CHECK(epsilon(a, b, results::Measure::equivalence) == doctest::Approx(0.5));  // |0.5| / (1 + 0)
  CHECK(epsilon(a, b, results::Measure::range) == doctest::Approx(1 / 20.0));
  CHECK(epsilon(a, b, results::Measure::relative) == doctest::Approx(0.1));  // the zero reference is skipped
  const auto comparison = results::compare(a, b, results::Measure::equivalence);
  CHECK(comparison->epsilon_relative == doctest::Approx(0.1));
  CHECK(comparison->worst_variable == "x");
  CHECK(comparison->worst_time == 0);
  CHECK(comparison->variables[0].rms == doctest::Approx(std::sqrt((0.25 + 1 / 121.0 + 1 / 441.0) / 3)));
  CHECK(results::compare(a, b, results::Measure::relative)->worst_time == 1);
}

TEST_CASE("the measure sees small movements of large values by their range") {
  const results::Trajectory a = trajectory({0, 1}, {{"T", {300, 301}}});
  const results::Trajectory b = trajectory({0, 1}, {{"T", {300, 302}}});
  CHECK(epsilon(a, b, results::Measure::equivalence) == doctest::Approx(1 / 303.0));
  CHECK(epsilon(a, b, results::Measure::range) == doctest::Approx(0.5));
  results::Trajectory nominal = b;
  nominal.variables[0].nominal = 10;
  CHECK(epsilon(a, nominal, results::Measure::range) ==
        doctest::Approx(0.5));  // it moves: its nominal value does not count
  results::Trajectory constant = trajectory({0, 1}, {{"T", {300, 300}}});
  CHECK(epsilon(a, constant, results::Measure::range) == doctest::Approx(1 / 300.0));
  constant.variables[0].nominal = 10;
  CHECK(epsilon(a, constant, results::Measure::range) == doctest::Approx(0.1));
  constant.columns[0][1] = std::nextafter(300.0, 301.0);  // rounding is no movement
  CHECK(epsilon(a, constant, results::Measure::range) == doctest::Approx(0.1));
}

TEST_CASE("what lies wholly near its jumps is not compared, and named") {
  const results::Trajectory a = trajectory({0, 1, 1, 2}, {{"on", {0, 0, 9, 9}}, {"x", {0, 1, 1, 3}}});
  const results::Trajectory b = trajectory({0, 1, 1, 2}, {{"on", {0, 0, 1, 1}}, {"x", {0, 1, 1, 2}}});
  const auto comparison = results::compare(a, b, results::Measure::range, 1.5);
  REQUIRE(comparison.ok());
  CHECK(comparison->not_compared == std::vector<std::string>{"on"});
  REQUIRE(comparison->variables.size() == 1);
  CHECK(comparison->variables[0].name == "x");
  CHECK(comparison->epsilon == doctest::Approx(0.5));
  const results::Trajectory alone = trajectory({0, 1, 1, 2}, {{"on", {0, 0, 1, 1}}});
  const auto nothing = results::compare(a, alone, results::Measure::range, 1.5);
  REQUIRE(nothing.ok());
  CHECK(std::isnan(nothing->epsilon));
  CHECK(nothing.diagnostics().all()[0].code == Code::W0706);
}

TEST_CASE("different grids: exact where times meet, linear between, nothing outside") {
  const results::Trajectory a = trajectory({0, 0.5, 1, 5}, {{"x", {0, 1, 7, 99}}});
  const results::Trajectory b = trajectory({0, 1, 2}, {{"x", {0, 7, 0}}});
  const auto comparison = results::compare(a, b, results::Measure::absolute);
  CHECK(comparison->epsilon == doctest::Approx(2.5));  // 1 against 3.5
  CHECK(comparison->worst_time == 0.5);
  // times that differ by rounding only are the same time
  const results::Trajectory c = trajectory({0, 0.1 + 0.2, 1}, {{"x", {0, 5, 1}}});
  const results::Trajectory d = trajectory({0, 0.3, 1}, {{"x", {0, 5, 1}}});
  CHECK(epsilon(c, d, results::Measure::absolute) == 0);
}

TEST_CASE("a jump at a doubled time is compared side by side") {
  const results::Trajectory a = trajectory({0, 1, 1, 2}, {{"x", {0, 0, 5, 5}}});
  CHECK(epsilon(a, a, results::Measure::absolute) == 0);
  const results::Trajectory wrong = trajectory({0, 1, 1, 2}, {{"x", {0, 0, 6, 5}}});
  CHECK(epsilon(wrong, a, results::Measure::absolute) == 1);
}

TEST_CASE("what jumps is not compared near its jumps, everything else is") {
  // the run switches at 1.5 what the reference switches at 1.4; x is continuous and wrong at 1
  const results::Trajectory a =
      trajectory({0, 1, 1.45, 1.5, 1.5, 2, 3}, {{"on", {0, 0, 0, 0, 1, 1, 1}}, {"x", {0, 0.9, 1.45, 1.5, 1.5, 2, 3}}});
  const results::Trajectory b =
      trajectory({0, 1, 1.4, 1.4, 2, 3}, {{"on", {0, 0, 0, 1, 1, 1}}, {"x", {0, 1, 1.4, 1.4, 2, 3}}});
  CHECK(results::compare(a, b, results::Measure::range)->variables[0].epsilon == 1);
  const auto windowed = results::compare(a, b, results::Measure::range, 0.2);
  CHECK(windowed->variables[0].epsilon == 0);
  CHECK(windowed->left_out == 3);
  CHECK(windowed->worst_variable == "x");
  CHECK(windowed->epsilon == doctest::Approx(0.1 / 3));
  // a jump that comes much too late is an error
  CHECK(results::compare(a, b, results::Measure::range, 0.02)->variables[0].epsilon == 1);
}

TEST_CASE("variables on one side only, and nothing in common") {
  const results::Trajectory a = trajectory({0, 1}, {{"x", {1, 2}}, {"only a", {1, 2}}});
  const results::Trajectory b = trajectory({0, 1}, {{"only b", {1, 2}}, {"x", {1, 2}}});
  const auto comparison = results::compare(a, b, results::Measure::equivalence);
  REQUIRE(comparison.ok());
  CHECK(comparison->only_in_a == std::vector<std::string>{"only a"});
  CHECK(comparison->only_in_b == std::vector<std::string>{"only b"});
  CHECK(comparison->epsilon == 0);
  CHECK(comparison->worst_variable == "x");
  CHECK(results::compare(a, trajectory({0, 1}, {{"z", {1, 2}}}), results::Measure::range).diagnostics().all()[0].code ==
        Code::E0702);
  CHECK(results::compare(a, trajectory({7, 8}, {{"x", {1, 2}}}), results::Measure::range).diagnostics().all()[0].code ==
        Code::E0702);
  CHECK_FALSE(results::compare({}, {}, results::Measure::range).ok());
}

TEST_CASE("values that are not finite are equal to themselves and infinitely far from numbers") {
  const double nan = std::nan("");
  const double inf = std::numeric_limits<double>::infinity();
  const results::Trajectory a = trajectory({0, 1}, {{"x", {nan, inf}}});
  for (const results::Measure measure : {results::Measure::equivalence, results::Measure::range,
                                         results::Measure::relative, results::Measure::absolute}) {
    CHECK(epsilon(a, a, measure) == 0);
    CHECK(std::isinf(epsilon(a, trajectory({0, 1}, {{"x", {1, inf}}}), measure)));
    CHECK(std::isinf(epsilon(trajectory({0, 1}, {{"x", {nan, 3}}}), a, measure)));
  }
}

TEST_CASE("a constant against a variable") {
  const results::Trajectory a = trajectory({0, 1}, {{"x", {3, 3}}});
  const results::Trajectory b = trajectory({0, 1}, {{"x", {3}}});
  CHECK(epsilon(a, b, results::Measure::absolute) == 0);
  CHECK(epsilon(b, a, results::Measure::absolute) == 0);
}

TEST_CASE("measures by name") {
  CHECK(*results::measure_named("range") == results::Measure::range);
  CHECK(results::name_of(results::Measure::relative) == "relative");
  const auto unknown = results::measure_named("best");
  CHECK(unknown.diagnostics().all()[0].code == Code::E0703);
  CHECK(unknown.diagnostics().all()[0].message.find("equivalence") != std::string::npos);
}
