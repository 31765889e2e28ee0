#include <doctest/doctest.h>

#include <cmath>

#include "decouple/analysis.hpp"
#include "decouple/points.hpp"
#include "zoo/heat_exchanger.hpp"

using namespace sunder;

namespace {

Linearisation decaying(const std::vector<std::vector<double>>& rates_by_point) {
  Linearisation result;
  for (std::size_t p = 0; p < rates_by_point.size(); ++p) {
    std::vector<zoo::Triplet> entries;
    for (std::size_t i = 0; i < rates_by_point[p].size(); ++i) {
      entries.push_back({i, i, rates_by_point[p][i]});
      if (p == 0) result.states.push_back("x" + std::to_string(i + 1));
    }
    LinearPoint point;
    point.jacobian = zoo::from_triplets(rates_by_point[p].size(), entries);
    point.time = static_cast<double>(p);
    point.kind = p == 0 ? "initial" : "time";
    if (p == 0) {
      static_cast<LinearPoint&>(result) = point;
    } else {
      result.further.push_back(point);
    }
  }
  return result;
}

const Diagnostic* find(const Diagnostics& diagnostics, Code code) {
  for (const Diagnostic& diagnostic : diagnostics.all()) {
    if (diagnostic.code == code) return &diagnostic;
  }
  return nullptr;
}

}  // namespace

TEST_CASE("of several points the worst bound of each state counts") {
  const auto analysis = analyze(decaying({{-1, -100}, {-4, -50}, {-2, -200}}), {});
  REQUIRE(analysis.ok());
  CHECK(analysis->exact);
  CHECK(analysis->variables[0].name == "x2");
  CHECK(analysis->variables[0].time_scale == doctest::Approx(0.01));
  CHECK(analysis->variables[0].point == 2);
  CHECK(analysis->variables[1].time_scale == doctest::Approx(0.5));
  CHECK(analysis->variables[1].point == 1);
  REQUIRE(analysis->points.size() == 3);
  CHECK(analysis->points[1].time_scales[1] == doctest::Approx(0.04));
  CHECK(analysis->ranking_changes.empty());
  CHECK(find(analysis.diagnostics(), Code::W0813) == nullptr);
  CHECK(*analysis->indices.stiffness_ratio == doctest::Approx(100));
  // the sweep over alpha looks at all points as well
  const AlphaSweep half = sweep(*analysis, {0.5});
  CHECK(half.time_scales[0][0] == doctest::Approx(1.5 / 4));
  CHECK(half.time_scales[0][1] == doctest::Approx(1.5 / 200));
}

TEST_CASE("a change of order is found and told, rounding is not") {
  const auto swapped = analyze(decaying({{-1, -10, -3}, {-1, -10, -30}, {-40, -10, -30}}), {});
  REQUIRE(swapped->ranking_changes.size() == 3);
  const RankingChange& first = swapped->ranking_changes[0];
  CHECK(swapped->states[first.faster] == "x2");
  CHECK(swapped->states[first.slower] == "x3");
  CHECK(first.first == 0);
  CHECK(first.second == 1);
  const Diagnostic* warning = find(swapped.diagnostics(), Code::W0813);
  REQUIRE(warning != nullptr);
  CHECK(warning->message.find("'x2' is faster than 'x3' at time 0, but slower at time 1") != std::string::npos);
  CHECK(analyze(decaying({{-1, -1 - 1e-14}, {-1 - 1e-14, -1}}), {})->ranking_changes.empty());
  // equal at the first point, in both orders at the others: seen between neighbours
  const auto later = analyze(decaying({{-1, -1}, {-1, -2}, {-2, -1}}), {});
  REQUIRE(later->ranking_changes.size() == 1);
  CHECK(later->ranking_changes[0].first == 1);
  CHECK(later->ranking_changes[0].second == 2);
  // a state whose only cycle appears later
  const auto appears = analyze(decaying({{0, -1}, {-5, -1}}), {});
  REQUIRE(appears->ranking_changes.size() == 1);
  CHECK(appears->states[appears->ranking_changes[0].faster] == "x2");
}

TEST_CASE("brackets of several points: the lower end is the lowest, exact only when proven") {
  Analysis analysis;
  analysis.states = {"a", "b"};
  analysis.points.resize(2);
  const auto scales = [](double line, bool complete, double mean) {
    TimeScales result;
    result.diagonal = {0, 0};
    result.cycles = {{0, 1}};
    result.complete = complete;
    for (int i = 0; i < 2; ++i) {
      StateCycles state;
      state.lines = {{2, 0, line}};
      state.complete = complete;
      state.mean = mean;
      state.slack = 0;
      state.longest = 5;
      result.states.push_back(state);
    }
    return result;
  };
  // first point: 1 exactly; second: found e^2, proven only above e^1
  analysis.scales = scales(0, true, 0);
  analysis.further_scales = {scales(-4, false, -1)};
  std::vector<VariableScale> worst = worst_scales(analysis, 1);
  CHECK(worst[0].exact);
  CHECK(worst[0].time_scale == doctest::Approx(1));
  CHECK(worst[0].point == 0);
  // second point proven only above e^-1: no longer exact
  analysis.further_scales = {scales(-4, false, 1)};
  worst = worst_scales(analysis, 1);
  CHECK_FALSE(worst[0].exact);
  CHECK(worst[0].time_scale == doctest::Approx(1));
  CHECK(worst[0].lower == doctest::Approx(std::exp(-1.0)));
}
