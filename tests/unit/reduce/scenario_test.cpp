#include "reduce/scenario.hpp"

#include <doctest/doctest.h>

#include <cmath>

#include "base/codes.hpp"

using namespace sunder;
using namespace sunder::reduce;

namespace {

MatrixXd single_entry(double v) { return MatrixXd::Constant(1, 1, v); }

SwitchedSystem two_tanks() {
  SwitchedSystem s;
  s.states = {"a", "b"};
  s.inputs = {"u"};
  s.outputs = {"y"};
  MatrixXd a(2, 2);
  a << -1, 0.5, 0.2, -3;
  Dynamics off{
      a, Eigen::Vector2d(1, 0.3), Eigen::RowVector2d(1, 0.2), single_entry(0), VectorXd::Zero(2), VectorXd::Zero(1)};
  Dynamics on = off;
  on.f = Eigen::Vector2d(4, 1);
  s.dynamics = {off, on};
  Mode cold{.name = "off",
            .dynamics = 0,
            .guards = {{single_entry(-1), single_entry(0), VectorXd::Constant(1, -1), 1}},
            .code = 0};
  Mode warm{.name = "on",
            .dynamics = 1,
            .guards = {{single_entry(1), single_entry(0), VectorXd::Constant(1, 3), -1}},
            .code = 1};
  s.modes = {cold, warm};
  s.start = Eigen::Vector2d(2, 0);
  return s;
}

}  // namespace

TEST_CASE("distances of curves") {
  MatrixXd y(1, 4);
  y << 0, 1, 2, 3;
  MatrixXd later(1, 4);
  later << 0, 0, 1, 2;
  CHECK(distance(y, later, Distance::supremum) == 1);
  CHECK(distance(y, later, Distance::directional) == 1);  // nothing of the other curve is near 3
  CHECK(distance(later, y, Distance::directional) == 0);  // a shift in time is free
}

TEST_CASE("realisations depend on seed and number only") {
  const InputRecipe recipe{.offset = 4, .amplitude = 3, .period = 24, .variance = 4, .highest_frequency = 0.2};
  const InputSeries first = realise(recipe, 1, 100, 0.5, 7, 3);
  CHECK(first.values == realise(recipe, 1, 100, 0.5, 7, 3).values);
  CHECK(first.values != realise(recipe, 1, 100, 0.5, 7, 4).values);
  CHECK(first.values != realise(recipe, 1, 100, 0.5, 8, 3).values);
  double mean = 0;
  double square = 0;
  constexpr int many = 2000;
  for (int i = 0; i < many; ++i) {
    const double v =
        realise({.variance = 4, .highest_frequency = 0.2}, 1, 10, 5, 1, static_cast<std::uint64_t>(i)).values(0, 1);
    mean += v / many;
    square += v * v / many;
  }
  CHECK(std::abs(mean) < 0.2);
  CHECK(square == doctest::Approx(4).epsilon(0.15));
}

TEST_CASE("the number of threads does not change the result, and all states are exact") {
  ScenarioOptions options;
  for (const Eigen::Index order : {1, 2})
    for (const ResetMap map : {ResetMap::projection, ResetMap::free_evolution, ResetMap::finite_horizon})
      options.candidates.push_back({order, map, SwitchedBalancing::inputs_and_jumps});
  options.horizon = 1;
  options.size = {40, 2};
  const auto realisation = [](std::size_t i) {
    return realise({.amplitude = 0.5, .period = 7, .variance = 0.1, .highest_frequency = 0.5}, 1, 20, 0.1, 11, i);
  };
  const SwitchedSystem full = two_tanks();
  const auto alone = compare_candidates(full, realisation, options);
  REQUIRE(alone.ok());
  options.threads = 3;
  const auto together = compare_candidates(full, realisation, options);
  REQUIRE(together.ok());
  for (std::size_t i = 0; i < alone->candidates.size(); ++i) {
    CAPTURE(i);
    const CandidateResult& a = alone->candidates[i];
    const CandidateResult& b = together->candidates[i];
    CHECK(a.rho_directional == b.rho_directional);
    CHECK(a.rho_supremum == b.rho_supremum);
    CHECK(a.rho_directional <= a.rho_supremum);
    if (a.order == 2)
      CHECK(a.rho_supremum < 1e-5);
    else
      CHECK(a.rho_supremum > 1e-5);
  }
  const CandidateResult* exact = smallest_within(alone->candidates, 1e-5);
  REQUIRE(exact != nullptr);
  CHECK(exact->order == 2);
  CHECK(smallest_within(alone->candidates, 1e9)->order == 1);
  CHECK(smallest_within(alone->candidates, -1) == nullptr);
}

TEST_CASE("a full system that fails is an error") {
  SwitchedSystem s = two_tanks();
  s.modes[0].guards[0].shift.reset();
  ScenarioOptions options;
  options.candidates = {{1, ResetMap::projection, SwitchedBalancing::inputs}};
  options.size = {3, 0};
  const auto outcome = compare_candidates(
      s, [](std::size_t i) { return realise({}, 1, 20, 0.1, 1, i); }, options);
  REQUIRE_FALSE(outcome.ok());
  CHECK(outcome.diagnostics().all().front().code == Code::E1113);
}

TEST_CASE("work that is interrupted gives what was done") {
  ScenarioOptions options;
  options.candidates = {{1, ResetMap::projection, SwitchedBalancing::inputs}};
  options.size = {100, 10};
  const auto until = [&](std::size_t last) {
    return [&options, last](std::size_t i) {
      if (i >= last) options.cancel.request();
      return realise({.amplitude = 0.5, .period = 7}, 1, 20, 0.1, 11, i);
    };
  };
  const auto some = compare_candidates(two_tanks(), until(30), options);
  REQUIRE(some.ok());
  CHECK(some->interrupted);
  CHECK(some->size.samples == 30);
  CHECK(some->size.discarded == 3);
  CHECK(std::isfinite(some->candidates[0].rho_directional));
  const auto none = compare_candidates(two_tanks(), until(0), options);
  REQUIRE_FALSE(none.ok());
  CHECK(none.diagnostics().all().front().code == Code::E0008);
}

TEST_CASE("starts are drawn about the start of the system, whatever the inputs") {
  const Eigen::Vector2d start(3, -1);
  const Eigen::Vector2d deviations(0.5, 0);
  CHECK(realise_start(start, deviations, 7, 3) == realise_start(start, deviations, 7, 3));
  CHECK(realise_start(start, deviations, 7, 3) != realise_start(start, deviations, 7, 4));
  CHECK(realise_start(start, deviations, 7, 3) != realise_start(start, deviations, 8, 3));
  constexpr int many = 4000;
  double mean = 0;
  double square = 0;
  for (std::uint64_t i = 0; i < many; ++i) {
    const VectorXd x = realise_start(start, deviations, 1, i);
    CHECK(x[1] == -1);
    mean += x[0] / many;
    square += (x[0] - 3) * (x[0] - 3) / many;
  }
  CHECK(mean == doctest::Approx(3).epsilon(0.01));
  CHECK(square == doctest::Approx(0.25).epsilon(0.1));
}

TEST_CASE("a reduced system begins where the full one does") {
  const SwitchedSystem full = two_tanks();
  const auto reduced =
      reduce::reduce(full, {.order = 2, .map = ResetMap::free_evolution, .balancing = SwitchedBalancing::inputs});
  REQUIRE(reduced.ok());
  InputSeries inputs = realise({.amplitude = 0.5, .period = 7}, 1, 20, 0.1, 1, 0);
  const MatrixXd usual = SwitchedSimulator(full, 0.1).run(inputs).outputs;
  inputs.from = Eigen::Vector2d(2.6, -4);
  const MatrixXd y = SwitchedSimulator(full, 0.1).run(inputs).outputs;
  CHECK(y(0, 0) == doctest::Approx(2.6 - 0.2 * 4));
  CHECK(distance(y, usual, Distance::supremum) > 0.1);
  CHECK(distance(y, SwitchedSimulator(reduced->system, 0.1).run(inputs).outputs, Distance::supremum) < 1e-9);
}
