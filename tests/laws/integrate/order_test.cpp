// The order of convergence of every fixed-step method, measured.
#include <doctest/doctest.h>

#include <cmath>
#include <string>
#include <vector>

#include "laws/integrate/orders.hpp"
#include "zoo/states.hpp"

using namespace sunder;
using namespace sunder::orders;

TEST_CASE("methods on all states have their order on linear, nonlinear and time-dependent problems") {
  const zoo::Linear linear({{-1, 2}, {-2, -1}}, {1, 0}, {1, 0});
  const std::vector<double> linear_exact = reference(linear, 1);
  const zoo::Driven driven;
  const std::vector<double> driven_exact = {0.5, std::exp(std::sin(1.0))};
  const zoo::VanDerPol oscillator(1);
  const std::vector<double> oscillator_exact = reference(oscillator, 1);
  int checked = 0;
  for (const integrate::MethodInfo& method : integrate::methods()) {
    if (!method.stepwise || !method.fixed_step || method.mixed) continue;
    const std::string name(method.name);
    CAPTURE(name);
    CHECK(measured_order(linear, name, 1, 64, linear_exact) == doctest::Approx(method.order).epsilon(0.06));
    CHECK(measured_order(driven, name, 1, 64, driven_exact) == doctest::Approx(method.order).epsilon(0.06));
    CHECK(measured_order(oscillator, name, 1, 64, oscillator_exact) == doctest::Approx(method.order).epsilon(0.06));
    ++checked;
  }
  CHECK(checked == 7);
}

TEST_CASE("mixed-euler is of first order with any partition") {
  const Coupled model(0.7);
  const std::vector<double> exact = reference(model, 1);
  for (const model::StateSet& fast : {model::StateSet{}, zoo::states(0), zoo::states(1), zoo::states(0, 1)}) {
    CHECK(measured_order(model, "mixed-euler", 1, 128, exact, fast) == doctest::Approx(1).epsilon(0.05));
  }
}

TEST_CASE("the second-order pairs: second order inside each part, first order across") {
  const Coupled one_way(0);
  const Coupled both_ways(0.7);
  const std::vector<double> one_way_exact = reference(one_way, 1);
  const std::vector<double> both_ways_exact = reference(both_ways, 1);
  for (const std::string name : {"mixed-midpoint", "mixed-heun-lobatto"}) {
    CAPTURE(name);
    // inside: all slow, all fast, or the slow part does not see the fast one
    CHECK(measured_order(both_ways, name, 1, 64, both_ways_exact, {}) == doctest::Approx(2).epsilon(0.05));
    CHECK(measured_order(both_ways, name, 1, 64, both_ways_exact, zoo::states(0, 1)) ==
          doctest::Approx(2).epsilon(0.05));
    CHECK(measured_order(one_way, name, 1, 64, one_way_exact, zoo::states(1)) == doctest::Approx(2).epsilon(0.05));
    // across: the slow part takes the fast state, which its stages hold over the step
    CHECK(measured_order(both_ways, name, 1, 512, both_ways_exact, zoo::states(1)) == doctest::Approx(1).epsilon(0.05));
  }
}

TEST_CASE("stiff problems: implicit Euler and mixed-euler step over what explicit Euler cannot") {
  const zoo::ProtheroRobinson stiff(1e6);
  const double at_one = std::cos(1.0);
  CHECK(std::abs(final_state(stiff, "implicit-euler", 1, 10)[0] - at_one) < 1e-6);
  CHECK(std::abs(final_state(stiff, "mixed-euler", 1, 10, zoo::states(0))[0] - at_one) < 1e-6);
  const zoo::Linear pair = zoo::stiff_pair(1e5);
  // on the slow manifold both decay like exp(-t / 2)
  const std::vector<double> x = final_state(pair, "mixed-euler", 2, 200, zoo::states(1));
  CHECK(x[0] == doctest::Approx(std::exp(-1.0)).epsilon(0.01));
  CHECK(x[1] == doctest::Approx(x[0]).epsilon(1e-3));
}

TEST_CASE("the trapezoidal pair rings where mixed-euler does not") {
  const zoo::Linear decay({{-5000}}, {0}, {1});
  // R(-5000) = -0.9992: the sign changes at every step
  const double after_one = final_state(decay, "mixed-heun-lobatto", 1, 1, zoo::states(0))[0];
  CHECK(after_one == doctest::Approx((1 - 2500.0) / (1 + 2500.0)));
  CHECK(std::abs(final_state(decay, "mixed-euler", 1, 1, zoo::states(0))[0]) < 3e-4);
}

TEST_CASE("CVODE keeps its tolerance") {
  const zoo::Driven driven;
  const zoo::VanDerPol stiff(100);
  const std::vector<double> stiff_exact = reference(stiff, 10);  // on the slow branch, rates of 300 against 0.01
  for (const double tolerance : {1e-4, 1e-6, 1e-8, 1e-10}) {
    const auto run = [&](const model::Model& model, double stop) {
      const auto context = model.create_context();
      integrate::StepperOptions options;
      options.tolerance = tolerance;
      options.stop = stop;
      auto stepper = integrate::make_stepper("cvode", model, *context, options);
      std::vector<double> x(model.state_count());
      REQUIRE(model::initialise(model, *context, 0, x));
      for (int i = 0; i < 10; ++i) REQUIRE((*stepper)->step(i * stop / 10, stop / 10, x));
      return x;
    };
    CHECK(error(run(driven, 1), {0.5, std::exp(std::sin(1.0))}) < 30 * tolerance);
    CHECK(error(run(stiff, 10), stiff_exact) < 30 * tolerance);
  }
}
