#include "report/curves.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>

using namespace sunder;

namespace {

results::Trajectory wave(std::size_t points) {
  results::Trajectory t;
  results::ResultVariable x;
  x.name = "x";
  x.kind = model::VariableKind::state;
  t.variables.push_back(x);
  t.columns.emplace_back();
  for (std::size_t i = 0; i < points; ++i) {
    t.times.push_back(static_cast<double>(i));
    t.columns[0].push_back(std::sin(0.01 * static_cast<double>(i)));
  }
  return t;
}

}  // namespace

TEST_CASE("short curves are complete, and share their times") {
  const results::Trajectory run = wave(500);
  const report::ReportCurves curves = report::report_curves(run, nullptr);
  CHECK(curves.stretches == 0);
  CHECK(curves.times == run.times);
  CHECK(curves.curves[0].points.values == run.columns[0]);
}

TEST_CASE("of long curves the extremes stay, and what is left out is counted") {
  results::Trajectory run = wave(1'000'000);
  run.columns[0][123'457] = 7;
  run.columns[0][654'321] = -9;
  const results::Trajectory reference = wave(1'000'000);
  const report::ReportCurves curves = report::report_curves(run, &reference);
  CHECK(curves.recorded == 1'000'000);
  REQUIRE(curves.stretches == 1000);
  const report::Points& kept = curves.curves[0].points;
  CHECK(kept.times.size() <= 4 * curves.stretches);
  CHECK(std::ranges::is_sorted(kept.times));
  CHECK(kept.times.front() == 0);
  CHECK(kept.times.back() == 999'999);
  const auto highest = std::ranges::max_element(kept.values) - kept.values.begin();
  CHECK(kept.values[static_cast<std::size_t>(highest)] == 7);
  CHECK(kept.times[static_cast<std::size_t>(highest)] == 123'457);
  CHECK(*std::ranges::min_element(kept.values) == -9);
  // the difference is that of all points: where the run is the reference it is zero, at the peaks it is not
  REQUIRE(curves.curves[0].difference);
  const report::Points& off = *curves.curves[0].difference;
  CHECK(std::ranges::count_if(off.values, [](double v) { return v != 0; }) == 2);
}

TEST_CASE("a gap in a curve stays visible, and a curve of one instant is one stretch") {
  std::vector<double> times, values;
  for (int i = 0; i < 1000; ++i) {
    times.push_back(i);
    values.push_back(i == 500 ? std::nan("") : 1);
  }
  const report::Points kept = report::thinned(times, values, 10);
  CHECK(kept.times.size() <= 40);
  CHECK(std::ranges::any_of(kept.values, [](double v) { return std::isnan(v); }));
  const report::Points instant = report::thinned({1, 1, 1}, {5, 6, 4}, 10);
  CHECK(instant.values == std::vector<double>{5, 6, 4});
}

TEST_CASE("at most 200 variables, states first, and the others are counted") {
  results::Trajectory run;
  run.times = {0, 1};
  for (int i = 0; i < 250; ++i) {
    results::ResultVariable v;
    v.name = "v" + std::to_string(i);
    v.kind = i == 249 ? model::VariableKind::state : model::VariableKind::algebraic;
    run.variables.push_back(v);
    run.columns.push_back({0, 1});
  }
  const report::ReportCurves curves = report::report_curves(run, nullptr);
  CHECK(curves.curves.size() == 200);
  CHECK(curves.left_out == 50);
  CHECK(curves.curves[0].name == "v249");
}
