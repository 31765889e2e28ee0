// Variable-step methods: order, tolerance, dense output.
#include <doctest/doctest.h>

#include <cmath>

#include "laws/integrate/orders.hpp"

using namespace sunder;
using namespace sunder::orders;

namespace {

/// x' = p t^(p-1), x = t^p: what a method of order p and better integrates exactly, whatever its steps.
class Power final : public zoo::Analytic {
 public:
  explicit Power(int p) : Analytic(1), p_(p) {}
  [[nodiscard]] std::vector<double> initial() const override { return {0}; }
  [[nodiscard]] double derivative(std::size_t, std::span<const double>, double t) const override {
    return p_ * std::pow(t, p_ - 1);
  }
  [[nodiscard]] std::vector<std::uint32_t> dependencies(std::size_t) const override { return {0}; }
  [[nodiscard]] double partial(std::size_t, std::size_t, std::span<const double>, double) const override { return 0; }

 private:
  int p_;
};

/// A state of small nominal value beside one of a large value: x1 = 1e-6 exp(-t), x2 = 1e6 exp(-t).
class TwoUnits final : public zoo::Analytic {
 public:
  TwoUnits() : Analytic(2) {
    description_.variables[0].nominal = 1e-6;
    description_.variables[1].nominal = 1e6;
  }
  [[nodiscard]] std::vector<double> initial() const override { return {1e-6, 1e6}; }
  [[nodiscard]] double derivative(std::size_t state, std::span<const double> x, double) const override {
    return -x[state];
  }
  [[nodiscard]] std::vector<std::uint32_t> dependencies(std::size_t state) const override {
    return {static_cast<std::uint32_t>(state)};
  }
  [[nodiscard]] double partial(std::size_t, std::size_t, std::span<const double>, double) const override { return -1; }
};

struct Run {
  Run(const model::Model& model, const std::string& method, double tolerance, std::optional<double> stop)
      : context(model.create_context()), x(model.state_count()) {
    integrate::StepperOptions options;
    options.tolerance = tolerance;
    options.stop = stop;
    stepper = integrate::make_stepper(method, model, *context, options).take();
    REQUIRE(model::initialise(model, *context, 0, x));
  }
  std::unique_ptr<model::Context> context;
  std::vector<double> x;
  std::unique_ptr<integrate::Stepper> stepper;
};

/// With a tolerance that every step passes and a limit at every point of a grid, the steps are those of the grid.
std::vector<double> on_grid(const model::Model& model, double stop, int steps) {
  Run run(model, "dopri5", 1e3, stop);
  const double h = stop / steps;
  for (int i = 0; i < steps; ++i) {
    run.stepper->limit((i + 1) * h);
    double reached = 0;
    REQUIRE(run.stepper->advance(i * h, (i + 1) * h - i * h, run.x, reached));
    REQUIRE(reached == doctest::Approx((i + 1) * h).epsilon(1e-14));
  }
  REQUIRE(run.stepper->statistics().steps == static_cast<std::uint64_t>(steps));
  REQUIRE(run.stepper->statistics().rejected == 0);
  return run.x;
}

std::vector<double> in_ten(const model::Model& model, const std::string& method, double tolerance, double stop) {
  Run run(model, method, tolerance, stop);
  for (int i = 0; i < 10; ++i) REQUIRE(run.stepper->step(i * stop / 10, stop / 10, run.x));
  return run.x;
}

}  // namespace

TEST_CASE("dopri5 is of fifth order on linear, nonlinear and time-dependent problems") {
  const auto order = [](const model::Model& model) {
    const std::vector<double> exact = reference(model, 1);
    return std::log2(error(on_grid(model, 1, 16), exact) / error(on_grid(model, 1, 32), exact));
  };
  CHECK(order(zoo::Linear({{-1, 2}, {-2, -1}}, {1, 0}, {1, 0})) == doctest::Approx(5).epsilon(0.02));
  // its terms of fifth order are so small that those of sixth order show in steps of this length
  CHECK(order(Coupled(0.7)) > 4.9);
  CHECK(order(zoo::VanDerPol(1)) > 4.9);
}

TEST_CASE("dopri5 and its dense output integrate the powers of their order exactly") {
  for (const int p : {1, 2, 3, 4, 5}) {
    CAPTURE(p);
    const Power power(p);
    Run run(power, "dopri5", 1e-2, 1.0);
    double time = 0;
    while (time < 1) {
      double reached = 0;
      REQUIRE(run.stepper->advance(time, 1 - time, run.x, reached));
      std::vector<double> inside(1);
      for (const double part : {0.2, 0.5, 0.9}) {
        const double at = time + part * (reached - time);
        REQUIRE(run.stepper->interpolate(at, inside));
        if (p <= 4) CHECK(inside[0] == doctest::Approx(std::pow(at, p)).epsilon(1e-12));
      }
      time = reached;
      CHECK(run.x[0] == doctest::Approx(std::pow(time, p)).epsilon(1e-13));
    }
  }
  const Power sixth(6);
  CHECK(std::abs(in_ten(sixth, "dopri5", 1e-3, 1)[0] - 1) > 1e-9);  // and not those beyond
}

TEST_CASE("the methods for non-stiff models keep their tolerance, also between their steps") {
  const zoo::Driven driven;
  const zoo::VanDerPol oscillator(1);
  const std::vector<double> oscillator_exact = reference(oscillator, 5);
  for (const std::string method : {"dopri5"}) {
    for (const double tolerance : {1e-4, 1e-6, 1e-8, 1e-10}) {
      CAPTURE(method);
      CAPTURE(tolerance);
      CHECK(error(in_ten(driven, method, tolerance, 1), {0.5, std::exp(std::sin(1.0))}) < 30 * tolerance);
      CHECK(error(in_ten(oscillator, method, tolerance, 5), oscillator_exact) < 100 * tolerance);
      Run run(driven, method, tolerance, 1.0);
      double time = 0;
      std::vector<double> inside(2);
      while (time < 1) {
        double reached = 0;
        REQUIRE(run.stepper->advance(time, 1 - time, run.x, reached));
        for (const double part : {0.1, 0.4, 0.8}) {
          const double at = time + part * (reached - time);
          REQUIRE(run.stepper->interpolate(at, inside));
          CHECK(error(inside, {1 / (1 + at), std::exp(std::sin(at))}) < 30 * tolerance);
        }
        time = reached;
      }
    }
  }
}

TEST_CASE("dopri5: a hundred thousandth of the tolerance costs ten times the steps") {
  const zoo::VanDerPol oscillator(1);
  const auto steps = [&](double tolerance) {
    Run run(oscillator, "dopri5", tolerance, 20.0);
    REQUIRE(run.stepper->step(0, 20, run.x));
    const integrate::Statistics& statistics = run.stepper->statistics();
    // six evaluations per try, one at the start and one to find the first step
    CHECK(statistics.function_evaluations == 2 + 6 * (statistics.steps + statistics.rejected));
    CHECK(statistics.full_rhs_evaluations == statistics.function_evaluations);
    CHECK(statistics.rejected < statistics.steps / 3);
    return static_cast<double>(statistics.steps);
  };
  CHECK(steps(1e-11) / steps(1e-6) == doctest::Approx(10).epsilon(0.2));
}

TEST_CASE("dopri5 measures every state in its own unit") {
  const TwoUnits model;
  const std::vector<double> x = in_ten(model, "dopri5", 1e-7, 1);
  CHECK(x[0] == doctest::Approx(1e-6 * std::exp(-1.0)).epsilon(1e-6));
  CHECK(x[1] == doctest::Approx(1e6 * std::exp(-1.0)).epsilon(1e-6));
}
