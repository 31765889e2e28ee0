// The matrix by which the real master, with the real integration methods, multiplies unit vectors is the solution
// mapping matrix.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>

#include "cosimulate/master.hpp"
#include "cosimulate/parts.hpp"
#include "cosimulate/solution_map.hpp"
#include "random_system.hpp"

using namespace sunder;

namespace {

struct Seen {
  double difference = 0;
  bool solvable = true;
};

/// Runs one communication step from every unit vector.
Seen compare(const RandomSystem& system) {
  std::vector<std::unique_ptr<model::Part>> owned;
  std::vector<model::Part*> parts;
  std::vector<model::LinearSystem> linear;
  std::vector<cosimulate::StepMap> maps;
  for (const cosimulate::PartDescription& one : system.description.parts) {
    owned.push_back(cosimulate::make_linear_part(one).take());
    parts.push_back(owned.back().get());
    linear.emplace_back(*one.linear);
    Diagnostics none;
    const auto map = cosimulate::step_map(
        linear.back(), {one.method.text, cosimulate::fast_states(one, none), *one.substeps}, system.step);
    if (!map) return {0, false};
    maps.push_back(*map);
  }
  const auto predicted = cosimulate::solution_map(linear, maps, system.wiring, system.description.master);
  if (!predicted) return {0, false};
  cosimulate::Master master(parts, system.wiring, system.description.master);
  for (model::Part* part : parts) REQUIRE(part->initialise(0));
  const std::size_t inputs = system.wiring.inputs(), states = predicted->first_state.back();
  const auto width = static_cast<std::size_t>(predicted->matrix.rows());
  const double scale = std::max(1.0, predicted->matrix.cwiseAbs().maxCoeff());
  Seen seen;
  for (std::size_t column = 0; column < width; ++column) {
    const auto unit = [&](std::size_t at) { return at == column ? 1.0 : 0.0; };
    for (std::size_t p = 0; p < parts.size(); ++p)
      for (std::size_t i = 0; i < parts[p]->states().size(); ++i)
        parts[p]->states()[i] = unit(predicted->first_state[p] + i);
    std::vector<std::vector<double>> past(predicted->remembered, std::vector<double>(inputs));
    for (std::size_t k = 0; k < past.size(); ++k)
      for (std::size_t i = 0; i < inputs; ++i) past[k][i] = unit(states + k * inputs + i);
    master.remember(0, system.step, past);
    if (!master.step(0, system.step, system.step)) return {1e300, true};
    const auto differs = [&](std::size_t row, double value) {
      const double expected = predicted->matrix(static_cast<Eigen::Index>(row), static_cast<Eigen::Index>(column));
      seen.difference = std::max(seen.difference, std::abs(value - expected) / scale);
    };
    for (std::size_t p = 0; p < parts.size(); ++p)
      for (std::size_t i = 0; i < parts[p]->states().size(); ++i)
        differs(predicted->first_state[p] + i, parts[p]->states()[i]);
    const auto after = master.remembered(predicted->remembered);
    for (std::size_t k = 0; k < after.size(); ++k)
      for (std::size_t i = 0; i < inputs; ++i) differs(states + k * inputs + i, after[k][i]);
  }
  return seen;
}

}  // namespace

TEST_CASE("one step of the real master on unit vectors is the solution mapping matrix") {
  constexpr std::size_t count = 10000;
  std::size_t compared = 0, singular = 0;
  double worst = 0;
  for (std::uint64_t seed = 1; seed <= count; ++seed) {
    const RandomSystem system = SystemMaker(seed).make();
    const Seen seen = compare(system);
    if (!seen.solvable) {
      ++singular;
      continue;
    }
    ++compared;
    worst = std::max(worst, seen.difference);
    INFO("seed ", seed, ", difference ", seen.difference);
    CHECK(seen.difference < 1e-10);
  }
  MESSAGE("compared ", compared, ", singular ", singular, ", worst ", worst);
  CHECK(compared > count * 99 / 100);
}
