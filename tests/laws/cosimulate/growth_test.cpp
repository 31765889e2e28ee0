// What is predicted from matrices is what two neighbouring runs of the real master do: they come closer or move apart,
// by the spectral radius in every step, and the step at which that changes is the same.
#include <doctest/doctest.h>

#include <cmath>

#include "cosimulate/growth.hpp"
#include "open_random.hpp"

using namespace sunder;

namespace {

/// Nothing: some implicit step or algebraic loop has no solution.
std::optional<double> radius_at(const cosimulate::SystemStability& stability, double step) {
  constexpr double no_look_at_growth = 0;
  const auto found =
      cosimulate::spectrum(stability.problem, step, cosimulate::SearchMode::fixed_substeps, no_look_at_growth);
  return found ? std::optional(found->radius) : std::nullopt;
}

}  // namespace

TEST_CASE("no run that is called stable diverges, and none that is called unstable converges") {
  constexpr std::size_t count = 1500;
  std::size_t stable = 0, unstable = 0;
  for (std::uint64_t seed = 1; seed <= count; ++seed) {
    const bool tame = seed % 2 == 0;  // else hardly any is stable
    const cosimulate::OpenSystem system = open_random(SystemMaker(seed, tame ? 0.5 : 1, tame).make());
    cosimulate::SystemStability stability;
    Diagnostics diagnostics;
    if (!cosimulate::examine(system, system.description.communication_step, stability, diagnostics)) continue;
    const double radius = stability.spectrum->radius;
    if (std::abs(radius - 1) < 0.02) continue;  // too close to be seen in this many steps
    const auto growth = cosimulate::observe_growth(system, system.description.communication_step, {400});
    if (!growth) continue;
    INFO("seed ", seed, ", predicted ", radius, ", seen ", growth->per_step);
    const bool grows =
        stability.verdict == cosimulate::Verdict::unstable || stability.verdict == cosimulate::Verdict::grows_as_one;
    CHECK(growth->diverges() == grows);
    ++(grows ? unstable : stable);
  }
  MESSAGE("stable ", stable, ", unstable ", unstable);
  CHECK(stable > 200);
  CHECK(unstable > 200);
}

TEST_CASE("runs begin to diverge at the predicted step") {
  constexpr std::size_t wanted = 30;
  std::size_t compared = 0;
  double worst = 0;
  for (std::uint64_t seed = 1; seed <= 4000 && compared < wanted; ++seed) {
    const cosimulate::OpenSystem system = open_random(SystemMaker(seed, 0.5, true).make());
    cosimulate::SystemStability stability;
    Diagnostics diagnostics;
    const double around = system.description.communication_step;
    if (!cosimulate::examine(system, around, stability, diagnostics)) continue;
    // a crossing of the unit circle that is the only one far and wide, and no grazing one
    double low = 0, high = 0;
    for (int k = -12; k < 8 && high == 0; ++k) {
      const double a = around * std::pow(2.0, k / 4.0), b = around * std::pow(2.0, (k + 1) / 4.0);
      const auto at_a = radius_at(stability, a), at_b = radius_at(stability, b);
      if (at_a && at_b && *at_a < 0.97 && *at_b > 1.03) low = a, high = b;
    }
    if (high == 0) continue;
    int crossings = 0;
    bool inside = true, whole = true;
    for (int i = 1; i <= 40; ++i) {
      const auto radius = radius_at(stability, low + (high - low) * i / 40);
      whole = whole && radius;
      const bool now = radius && *radius < 1;
      crossings += now != inside ? 1 : 0;
      inside = now;
    }
    if (crossings != 1 || !whole) continue;
    double stable = low, unstable = high;
    while (unstable - stable > 1e-9 * stable) {
      const double middle = (stable + unstable) / 2;
      (*radius_at(stability, middle) < 1 ? stable : unstable) = middle;
    }
    const auto observed = cosimulate::observe_limit(system, {low, high}, 0, {1000});
    REQUIRE(observed);
    ++compared;
    const double difference = std::abs(observed->converging - stable) / stable;
    worst = std::max(worst, difference);
    INFO("seed ", seed, ", predicted ", stable, ", seen ", observed->converging);
    CHECK(difference < 1e-3);
  }
  MESSAGE("compared ", compared, ", worst ", worst);
  CHECK(compared == wanted);
}
