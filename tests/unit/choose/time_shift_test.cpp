#include "choose/time_shift.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <functional>

using namespace sunder;

namespace {

/// x and its derivative at 500 points.
results::Trajectory run(const std::function<double(double)>& x, const std::function<double(double)>& dx, double stop) {
  results::Trajectory out;
  out.variables.push_back({.name = "x", .unit = "", .description = "", .nominal = 1});
  out.variables.push_back({.name = "der(x)", .unit = "", .description = "", .nominal = 1});
  out.columns.resize(2);
  for (int i = 0; i <= 500; ++i) {
    const double t = stop * i / 500;
    out.times.push_back(t);
    out.columns[0].push_back(x(t));
    out.columns[1].push_back(dx(t));
  }
  return out;
}

results::Trajectory sine(const std::function<double(double)>& phase, double height = 1) {
  return run([&](double t) { return height * std::sin(t + phase(t)); },
             [&](double t) { return height * std::cos(t + phase(t)); }, 100);
}

}  // namespace

TEST_CASE("time shift: its size, what it leaves, and how it grows") {
  const auto fine = sine([](double) { return 0.0; });
  const auto steady = choose::time_shift(sine([](double) { return 0.01; }), fine, 0.005, {});
  REQUIRE(steady.has_value());
  CHECK(steady->shift == doctest::Approx(0.01).epsilon(0.02));
  CHECK(steady->power == 0);
  const auto linear = choose::time_shift(sine([](double t) { return 1e-3 * t; }), fine, 0.05, {});
  REQUIRE(linear.has_value());
  CHECK(linear->shift == doctest::Approx(0.1).epsilon(0.05));
  CHECK(linear->power == 1);
  CHECK(linear->shape < 1e-3);
  // also where it has passed half a turn
  const auto far = choose::time_shift(sine([](double t) { return 5e-4 * t * t; }), fine, 1, {});
  REQUIRE(far.has_value());
  CHECK(std::abs(far->shift) > 4.5);
  CHECK(far->power == 2);
  CHECK(choose::to_text(*far).find("growing like T^2") != std::string::npos);
}

TEST_CASE("time shift: another height is none") {
  const auto fine = sine([](double) { return 0.0; });
  CHECK_FALSE(choose::time_shift(sine([](double) { return 0.0; }, 1.01), fine, 0.005, {}).has_value());
  CHECK_FALSE(choose::time_shift(fine, fine, 0, {}).has_value());
}
