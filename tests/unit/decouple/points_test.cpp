#include <doctest/doctest.h>

#include <cmath>

#include "base/codes.hpp"
#include "decouple/analysis.hpp"
#include "decouple/points.hpp"
#include "zoo/heat_exchanger.hpp"

using namespace sunder;

namespace {

decouple::Linearisation decaying(const std::vector<std::vector<double>>& rates_by_point) {
  decouple::Linearisation result;
  for (std::size_t p = 0; p < rates_by_point.size(); ++p) {
    std::vector<zoo::Triplet> entries;
    for (std::size_t i = 0; i < rates_by_point[p].size(); ++i) {
      entries.push_back({i, i, rates_by_point[p][i]});
      if (p == 0) result.states.push_back("x" + std::to_string(i + 1));
    }
    decouple::LinearPoint point;
    point.jacobian = zoo::from_triplets(rates_by_point[p].size(), entries);
    point.time = static_cast<double>(p);
    point.kind = p == 0 ? "initial" : "time";
    if (p == 0) {
      static_cast<decouple::LinearPoint&>(result) = point;
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
  const auto analysis = decouple::analyze(decaying({{-1, -100}, {-4, -50}, {-2, -200}}), {});
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
  const decouple::AlphaSweep half = decouple::sweep(*analysis, {0.5});
  CHECK(half.time_scales[0][0] == doctest::Approx(1.5 / 4));
  CHECK(half.time_scales[0][1] == doctest::Approx(1.5 / 200));
}

TEST_CASE("a change of order is found and told, rounding is not") {
  const auto swapped = decouple::analyze(decaying({{-1, -10, -3}, {-1, -10, -30}, {-40, -10, -30}}), {});
  REQUIRE(swapped->ranking_changes.size() == 3);
  const decouple::RankingChange& first = swapped->ranking_changes[0];
  CHECK(swapped->state_name(first.faster) == "x2");
  CHECK(swapped->state_name(first.slower) == "x3");
  CHECK(first.first == 0);
  CHECK(first.second == 1);
  const Diagnostic* warning = find(swapped.diagnostics(), Code::W0813);
  REQUIRE(warning != nullptr);
  CHECK(warning->message.find("'x2' is faster than 'x3' at time 0, but slower at time 1") != std::string::npos);
  CHECK(decouple::analyze(decaying({{-1, -1 - 1e-14}, {-1 - 1e-14, -1}}), {})->ranking_changes.empty());
  // equal at the first point, in both orders at the others: seen between neighbours
  const auto later = decouple::analyze(decaying({{-1, -1}, {-1, -2}, {-2, -1}}), {});
  REQUIRE(later->ranking_changes.size() == 1);
  CHECK(later->ranking_changes[0].first == 1);
  CHECK(later->ranking_changes[0].second == 2);
  // a state whose only cycle appears later
  const auto appears = decouple::analyze(decaying({{0, -1}, {-5, -1}}), {});
  REQUIRE(appears->ranking_changes.size() == 1);
  CHECK(appears->state_name(appears->ranking_changes[0].faster) == "x2");
}

TEST_CASE("brackets of several points: the lower end is the lowest, exact only when proven") {
  decouple::WorstBounds worst;
  worst.include({{0, 0, 7}, {-1, 2, 3}}, 0);
  worst.include({{1, 2, 8}, {0.5, 0.5, -1}}, 1);  // the first state stays exact: here it is proven to be larger
  CHECK(worst.bounds[0].log_lower == 0);
  CHECK(worst.bounds[0].log_upper == 0);
  CHECK(worst.bounds[0].cycle == 7);
  CHECK(worst.set_by[0] == 0);
  CHECK(worst.bounds[1].log_lower == -1);  // the first point might be smaller than what the second found
  CHECK(worst.bounds[1].log_upper == 0.5);
  CHECK(worst.bounds[1].cycle == -1);
  CHECK(worst.set_by[1] == 1);
  worst.include({{-3, 4, 9}, {1, 1, -2}}, 2);
  CHECK(worst.bounds[0].log_lower == -3);  // no longer exact
  CHECK(worst.bounds[0].log_upper == 0);
}
