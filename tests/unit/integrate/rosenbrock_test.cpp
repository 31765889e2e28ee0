// The linearly implicit stepper on models: sets of rows, rows that are added, inputs of the clock.
#include <doctest/doctest.h>

#include <cmath>

#include "integrate/stepper.hpp"
#include "zoo/states.hpp"
#include "zoo/zoo.hpp"

using namespace sunder;

namespace {

struct Run {
  Run(const model::Model& model, double tolerance, std::optional<model::StateSet> rows, double stop)
      : context(model.create_context()), x(model.state_count()) {
    integrate::StepperOptions options;
    options.tolerance = tolerance;
    options.rows = std::move(rows);
    options.stop = stop;
    stepper = integrate::make_stepper("rosenbrock", model, *context, options).take();
    REQUIRE(model::initialise(model, *context, 0, x));
    REQUIRE(stepper->step(0, stop, x));
  }
  std::unique_ptr<model::Context> context;
  std::vector<double> x;
  std::unique_ptr<integrate::Stepper> stepper;
};

}  // namespace

TEST_CASE("rosenbrock: every set of rows finds the solution, and few steps where the fast state is in it") {
  // a slow state that the fast one follows: x2 settles within a thousandth
  const zoo::Linear model({{-1, 0}, {1000, -1000}}, {0, 0}, {1, 0});
  const double slow = std::exp(-1.0);
  const double fast = slow * 1000 / 999;
  for (const auto& rows : {zoo::states(0, 1), zoo::states(1)}) {
    const Run run(model, 1e-4, rows, 1);
    CHECK(run.x[0] == doctest::Approx(slow).epsilon(1e-3));
    CHECK(run.x[1] == doctest::Approx(fast).epsilon(1e-3));
    CHECK(run.stepper->statistics().steps < 250);
    CHECK(run.stepper->statistics().rows_added == 0);
  }
}

TEST_CASE("rosenbrock: explicit states that limit the step by stability become implicit") {
  const zoo::Linear model({{-1, 0}, {1e5, -1e5}}, {0, 0}, {1, 0});
  for (const auto& rows : {zoo::states(0), model::StateSet()}) {
    const Run run(model, 1e-4, rows, 1);
    CHECK(run.x[0] == doctest::Approx(std::exp(-1.0)).epsilon(1e-3));
    CHECK(run.x[1] == doctest::Approx(std::exp(-1.0) * 1e5 / (1e5 - 1)).epsilon(1e-3));
    CHECK(run.stepper->statistics().rows_added >= 1);
    CHECK(run.stepper->statistics().steps < 2000);  // the limit of stability alone would make it 30 000
  }
}

TEST_CASE("rosenbrock: time enters a stiff model exactly") {
  const zoo::ProtheroRobinson model(1e6);
  const Run run(model, 1e-5, std::nullopt, 3);
  CHECK(std::abs(run.x[0] - std::cos(3.0)) < 1e-5);
  CHECK(run.stepper->statistics().steps < 400);
}

TEST_CASE("rosenbrock: the error follows the range of a state, not its magnitude") {
  // 300 kelvin that move by one: 1e-3 of the range is a thousandth of a degree
  const zoo::Linear model({{-1}}, {301}, {300});
  const Run run(model, 1e-3, std::nullopt, 1);
  CHECK(std::abs(run.x[0] - (301 - std::exp(-1.0))) < 1e-3);
}

TEST_CASE("rosenbrock: what is told inside a step agrees with steps that end there") {
  const zoo::VanDerPol model(5);
  const Run run(model, 1e-8, std::nullopt, 2);
  const auto context = model.create_context();
  std::vector<double> x(2);
  REQUIRE(model::initialise(model, *context, 0, x));
  integrate::StepperOptions options;
  options.tolerance = 1e-8;
  options.stop = 4;
  auto stepper = integrate::make_stepper("rosenbrock", model, *context, options).take();
  double time = 0;
  std::vector<double> inside(2);
  bool seen = false;
  while (!seen) {
    double reached = 0;
    REQUIRE(stepper->advance(time, 4 - time, x, reached));
    if (time < 2 && reached > 2) {
      REQUIRE(stepper->interpolate(2, inside));
      seen = true;
    }
    time = reached;
  }
  CHECK(inside[0] == doctest::Approx(run.x[0]).epsilon(1e-5));
  CHECK(inside[1] == doctest::Approx(run.x[1]).epsilon(1e-5));
}

TEST_CASE("rosenbrock: some states inside a step have the bits of all of them") {
  const zoo::Linear model({{-1, 2, 0, 0}, {-2, -1, 0, 0}, {1, 0, -50, 0}, {0, 1, 1, -3}}, {0, 1, 0, 0}, {1, 0, 1, 0});
  for (const auto& rows : {zoo::states(0, 1, 2, 3), zoo::states(2), model::StateSet()}) {
    const auto context = model.create_context();
    std::vector<double> x(4), all(4);
    REQUIRE(model::initialise(model, *context, 0, x));
    integrate::StepperOptions options;
    options.tolerance = 1e-4;
    options.stop = 1;
    options.rows = rows;
    const auto stepper = integrate::make_stepper("rosenbrock", model, *context, options).take();
    double reached = 0;
    REQUIRE(stepper->advance(0, 1, x, reached));
    REQUIRE(stepper->interpolate(0.3 * reached, all));
    for (std::uint32_t state = 0; state < 4; ++state) {
      std::vector<double> some(4);
      REQUIRE(stepper->interpolate_some(0.3 * reached, std::span(&state, 1), some));
      CHECK(some[state] == all[state]);
    }
  }
}

TEST_CASE("rosenbrock: large values without nominal values, late in time") {
  const zoo::Linear model({{-1e-4}}, {0}, {1e12});
  const auto context = model.create_context();
  std::vector<double> x(1);
  REQUIRE(model::initialise(model, *context, 14400, x));
  integrate::StepperOptions options;
  options.tolerance = 1e-4;
  options.stop = 24400;
  const auto stepper = integrate::make_stepper("rosenbrock", model, *context, options).take();
  REQUIRE(stepper->step(14400, 10000, x));
  CHECK(x[0] == doctest::Approx(1e12 * std::exp(-1.0)).epsilon(1e-4));
}
