#include "decouple/probe.hpp"

#include <doctest/doctest.h>

#include <cmath>

#include "base/codes.hpp"
#include "decouple/analysis.hpp"
#include "zoo/heat_exchanger.hpp"

using namespace sunder;

namespace {

decouple::Linearisation of(std::size_t n, const std::vector<zoo::Triplet>& entries) {
  decouple::Linearisation result;
  for (std::size_t i = 0; i < n; ++i) result.states.push_back("x" + std::to_string(i + 1));
  result.jacobian = zoo::from_triplets(n, entries);
  return result;
}

double decay_bound(decouple::Probe probe, double alpha) {
  decouple::AnalysisOptions options;
  options.probe = probe;
  options.alpha = alpha;
  return decouple::analyze(of(1, {{0, 0, -10.0}}), options)->variables[0].time_scale;
}

}  // namespace

TEST_CASE("a single decaying state under each probe") {
  CHECK(decay_bound(decouple::Probe::euler, 1) == doctest::Approx(0.2));
  CHECK(decay_bound(decouple::Probe::heun, 1) == doctest::Approx(0.2));
  CHECK(decay_bound(decouple::Probe::rk4, 1) == doctest::Approx(0.2785293563405282));
  // 1 - z + z^2/2 = 0.625 at z = 1/2 and 3/2; it never falls below 1/2, at z = 1
  CHECK(decay_bound(decouple::Probe::heun, 0.625) == doctest::Approx(0.15));
  CHECK(decay_bound(decouple::Probe::heun, 0.500001) == doctest::Approx(0.1).epsilon(0.01));
  CHECK(decay_bound(decouple::Probe::heun, 0.4) == doctest::Approx(0.1));
  CHECK(decay_bound(decouple::Probe::heun, 0.1) == doctest::Approx(0.1));
}

TEST_CASE("an undamped oscillator has a self loop under Heun that it does not have under Euler") {
  // W = [1 - h^2/2, h; -h, 1 - h^2/2] for a unit frequency
  decouple::AnalysisOptions options;
  options.probe = decouple::Probe::heun;
  const auto heun = decouple::analyze(of(2, {{0, 1, 1.0}, {1, 0, -1.0}}), options);
  REQUIRE(heun.ok());
  CHECK(heun->variables[0].time_scale == doctest::Approx(1));  // h * h <= 1 comes before 1 - h^2/2 >= -1
  CHECK(heun->cycle_count == 3);
  CHECK(heun->exact);
  CHECK(heun->variables[0].cycle.size() == 2);
  const decouple::AlphaSweep lower = decouple::sweep(*heun, {0.25, 1.0});
  CHECK(lower.time_scales[0][0] == doctest::Approx(0.5));
  CHECK(lower.time_scales[1][0] == doctest::Approx(1));
}

TEST_CASE("influences that cancel along two paths are none") {
  // x1 -> x2, x3 -> x4 with opposite signs: J^2 has no entry (4, 1), so nothing feeds back but through x4 -> x1
  const double third = 1.0 / 3;
  const auto result = decouple::find_probe_scales(
      decouple::Probe::heun,
      zoo::from_triplets(4, {{1, 0, third}, {2, 0, 3 * third}, {3, 1, 3 * 0.1}, {3, 2, -0.1}, {0, 3, 1.0}}),
      {"a", "b", "c", "d"});
  REQUIRE(result.ok());
  for (const auto& cycle : result->cycles) {
    // the arc 1 -> 4 of J^2 would close a cycle of two states
    CHECK_FALSE(
        (cycle.size() == 2 && cycle[0].value + cycle[1].value == 3 && (cycle[0].value == 0 || cycle[1].value == 0)));
  }
}

TEST_CASE("too many cycles are refused, and large models of small parts are not") {
  std::vector<zoo::Triplet> entries;
  for (std::size_t i = 0; i < 40; ++i) {
    for (std::size_t j = 0; j < 40; ++j) entries.push_back({i, j, i == j ? -1.0 : 0.01});
  }
  decouple::AnalysisOptions options;
  options.probe = decouple::Probe::rk4;
  const auto refused = decouple::analyze(of(40, entries), options);
  CHECK_FALSE(refused.ok());
  CHECK(refused.diagnostics().all()[0].code == Code::E0811);
  entries.clear();
  for (std::size_t i = 0; i < 20000; ++i) {
    entries.push_back({i, i, -1.0});
    if (i > 0) entries.push_back({i, i - 1, 1.0});
  }
  const auto chain = decouple::analyze(of(20000, entries), options);
  REQUIRE(chain.ok());
  CHECK(chain->variables.back().time_scale == doctest::Approx(2.785293563405282));
}

TEST_CASE("magnitudes of any size are no problem") {
  decouple::AnalysisOptions options;
  options.probe = decouple::Probe::rk4;
  const auto huge = decouple::analyze(of(2, {{0, 1, 1e200}, {1, 0, -1e200}}), options);
  const auto tiny = decouple::analyze(of(2, {{0, 1, 1e-200}, {1, 0, -1e-200}}), options);
  const auto unit = decouple::analyze(of(2, {{0, 1, 1.0}, {1, 0, -1.0}}), options);
  CHECK(huge->variables[0].time_scale == doctest::Approx(unit->variables[0].time_scale * 1e-200));
  CHECK(tiny->variables[0].time_scale == doctest::Approx(unit->variables[0].time_scale * 1e200));
}

TEST_CASE("names of probes and conventions that do not fit") {
  CHECK(*decouple::probe_named("rk4") == decouple::Probe::rk4);
  CHECK(decouple::probe_named("rk5").diagnostics().all()[0].code == Code::E0810);
  decouple::AnalysisOptions options;
  options.probe = decouple::Probe::heun;
  options.self_loop = decouple::SelfLoop::published;
  CHECK(decouple::analyze(of(1, {{0, 0, -1.0}}), options).diagnostics().all()[0].code == Code::E0812);
}
