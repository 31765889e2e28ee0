#include <doctest/doctest.h>

#include <cmath>
#include <cstdlib>

#include "base/codes.hpp"
#include "integrate/stepper.hpp"
#include "unit/integrate/allocations.hpp"
#include "zoo/states.hpp"
#include "zoo/zoo.hpp"

using namespace sunder;

namespace {

integrate::StepperOptions with_fast(model::StateSet fast) {
  integrate::StepperOptions options;
  options.fast = std::move(fast);
  return options;
}

integrate::StepperOptions with_tolerance(double tolerance, std::optional<double> stop = {}) {
  integrate::StepperOptions options;
  options.tolerance = tolerance;
  options.stop = stop;
  return options;
}

struct Setup {
  Setup(const model::Model& model, const std::string& method, const integrate::StepperOptions& options = {})
      : context(model.create_context()), x(model.state_count()) {
    auto made = integrate::make_stepper(method, model, *context, options);
    REQUIRE(made.ok());
    stepper = made.take();
    REQUIRE(model::initialise(model, *context, 0, x));
  }
  std::unique_ptr<model::Context> context;
  std::vector<double> x;
  std::unique_ptr<integrate::Stepper> stepper;
};

/// der(x) = -sqrt-like law that is only defined for x > 0, stiff; Newton must damp or halve.
class Tank final : public zoo::Analytic {
 public:
  Tank() : Analytic(1) {}
  [[nodiscard]] std::vector<double> initial() const override { return {1}; }
  [[nodiscard]] double derivative(std::size_t, std::span<const double> x, double) const override {
    return -40 * std::log(x[0]) - 39;  // not a number for x < 0
  }
  [[nodiscard]] std::vector<std::uint32_t> dependencies(std::size_t) const override { return {0}; }
  [[nodiscard]] double partial(std::size_t, std::size_t, std::span<const double> x, double) const override {
    return -40 / x[0];
  }
};

/// No implicit Euler step of length above 0.1 has a solution: x' = x^2 / (4 * 0.1) near x = 1 turns imaginary.
class NeedsShortSteps final : public zoo::Analytic {
 public:
  NeedsShortSteps() : Analytic(1) {}
  [[nodiscard]] std::vector<double> initial() const override { return {1}; }
  [[nodiscard]] double derivative(std::size_t, std::span<const double> x, double) const override { return x[0] * x[0]; }
  [[nodiscard]] std::vector<std::uint32_t> dependencies(std::size_t) const override { return {0}; }
  [[nodiscard]] double partial(std::size_t, std::size_t, std::span<const double> x, double) const override {
    return 2 * x[0];
  }
};

}  // namespace

TEST_CASE("unknown methods are refused with the valid names") {
  auto unknown = integrate::find_method("eulr");
  CHECK_FALSE(unknown.ok());
  CHECK(unknown.diagnostics().all()[0].code == Code::E0601);
  CHECK(unknown.diagnostics().all()[0].message.find("mixed-heun-lobatto") != std::string::npos);
  CHECK(unknown.diagnostics().all()[0].help == "did you mean 'euler'?");
  const zoo::VanDerPol model(1);
  const auto context = model.create_context();
  integrate::StepperOptions in_place;
  in_place.explicit_update = integrate::ExplicitUpdate::in_place;
  CHECK(integrate::make_stepper("euler", model, *context, in_place).diagnostics().all()[0].code == Code::E0610);
}

TEST_CASE("no step allocates once it is warm") {
  const zoo::VanDerPol oscillator(5);
  const zoo::HeatChain chain(60, 3.0);
  const model::StateSet half = model::all_states(40);
  const auto quiet = [](const model::Model& model, const std::string& method,
                        const integrate::StepperOptions& options) {
    CAPTURE(method);
    Setup setup(model, method, options);
    for (int i = 0; i < 5; ++i) REQUIRE(setup.stepper->step(0.01 * i, 0.01, setup.x));
    const std::size_t before = allocations;
    for (int i = 5; i < 200; ++i) {
      if (!setup.stepper->step(0.01 * i, 0.01, setup.x)) std::abort();
    }
    CHECK(allocations.load() == before);
  };
  for (const integrate::MethodInfo& method : integrate::methods()) {
    const bool by_sundials = method.name == "cvode";
    if (!method.stepwise || by_sundials) continue;  // which has its own memory
    quiet(oscillator, std::string(method.name), with_fast(zoo::states(1)));
    quiet(chain, std::string(method.name), with_fast(half));
  }
  integrate::StepperOptions in_place = with_fast(half);
  in_place.explicit_update = integrate::ExplicitUpdate::in_place;
  quiet(chain, "mixed-euler", in_place);
}

TEST_CASE("the Jacobian and its factors are kept while they serve") {
  const zoo::HeatChain chain(60, 50.0);
  Setup linear(chain, "implicit-euler");
  for (int i = 0; i < 100; ++i) REQUIRE(linear.stepper->step(0.1 * i, 0.1, linear.x));
  CHECK(linear.stepper->statistics().jacobian_evaluations == 1);
  CHECK(linear.stepper->statistics().factorisations == 1);
  CHECK(linear.stepper->statistics().newton_iterations <= 200);

  const zoo::VanDerPol oscillator(5);
  Setup nonlinear(oscillator, "trapezoidal");
  for (int i = 0; i < 1000; ++i) REQUIRE(nonlinear.stepper->step(0.01 * i, 0.01, nonlinear.x));
  const integrate::Statistics& statistics = nonlinear.stepper->statistics();
  CHECK(statistics.steps == 1000);
  CHECK(statistics.jacobian_evaluations < 500);
  CHECK(statistics.function_evaluations_in_jacobian == 0);
  CHECK(statistics.full_rhs_evaluations == statistics.function_evaluations);
}

TEST_CASE("Newton is damped where the full correction leaves the domain") {
  const Tank tank;
  Setup setup(tank, "implicit-euler");
  REQUIRE(setup.stepper->step(0, 10.0, setup.x));
  // x + 400 log x = 1 - 390
  CHECK(setup.x[0] + 400 * std::log(setup.x[0]) == doctest::Approx(1 - 390.0).epsilon(1e-9));
  CHECK(setup.stepper->statistics().steps == 1);
}

TEST_CASE("a step without a solution is halved inside its interval, and that is counted") {
  const NeedsShortSteps model;
  Setup setup(model, "implicit-euler");
  // y = 1 + h y^2 has no real solution for h > 1/4
  REQUIRE(setup.stepper->step(0, 0.3, setup.x));
  const integrate::Statistics& statistics = setup.stepper->statistics();
  CHECK(statistics.newton_failures > 0);
  CHECK(statistics.rejected == statistics.newton_failures);
  CHECK(statistics.steps > 1);
  CHECK(setup.x[0] > 1 / (1 - 0.3));  // implicit Euler overestimates
  CHECK(setup.x[0] < 3);
}

TEST_CASE("exhausted halving names time, equation and state") {
  const zoo::Explosion model;
  Setup setup(model, "implicit-euler");
  const model::Status status = setup.stepper->step(0, 8.0, setup.x);
  REQUIRE_FALSE(status.ok());
  const model::Fault& fault = status.fault();
  CHECK(fault.code == Code::E0606);
  CHECK(fault.variable == "x1");
  CHECK(fault.equation == "der(x1)");
  CHECK(fault.time > 0.5);
  CHECK(fault.time < 1.1);
  CHECK(fault.message.find("halved") != std::string::npos);
  CHECK(setup.x[0] >= 1);  // the last good state
}

TEST_CASE("values that are not finite end the run with a fault") {
  const zoo::Explosion model;
  Setup setup(model, "euler");
  bool ended = false;
  model::Status status;
  for (int i = 0; i < 100 && !ended; ++i) {
    status = setup.stepper->step(0.1 * i, 0.1, setup.x);
    ended = !status;
  }
  REQUIRE(ended);
  CHECK(status.fault().code == Code::E0608);
  CHECK(status.fault().variable == "x1");
  CHECK(std::isfinite(setup.x[0]));
}

TEST_CASE("a singular iteration matrix names its state") {
  const zoo::Linear model({{5}}, {0}, {1});
  Setup setup(model, "implicit-euler");
  // I - h J is singular for h = 0.2 and regular for half of it: the halving rescues the step
  REQUIRE(setup.stepper->step(0, 0.2, setup.x));
  CHECK(setup.x[0] == doctest::Approx(4.0));
  CHECK(setup.stepper->statistics().newton_failures == 1);
}

TEST_CASE("a model that refuses ends every method with its own words") {
  for (const integrate::MethodInfo& method : integrate::methods()) {
    if (!method.stepwise) continue;
    CAPTURE(std::string(method.name));
    const zoo::Refusing model(0.55);
    Setup setup(model, std::string(method.name), with_fast(zoo::states(0)));
    bool fine = true;
    int steps = 0;
    model::Status status;
    while (fine && steps < 10) {
      status = setup.stepper->step(0.1 * steps, 0.1, setup.x);
      fine = status.ok();
      steps += fine ? 1 : 0;
    }
    CHECK_FALSE(fine);
    REQUIRE_FALSE(status.ok());
    CHECK(status.fault().message.find("does not go beyond") != std::string::npos);
    CHECK(setup.x[0] == doctest::Approx(0.55).epsilon(0.2));
  }
}

TEST_CASE("variable-step methods continue their own solution and restart on another") {
  const zoo::VanDerPol model(2);
  for (const integrate::MethodInfo& method : integrate::methods()) {
    if (!method.stepwise || method.fixed_step) continue;
    const std::string name(method.name);
    CAPTURE(name);
    Setup once(model, name, with_tolerance(1e-9));
    REQUIRE(once.stepper->step(0, 2.0, once.x));
    Setup often(model, name, with_tolerance(1e-9));
    for (int i = 0; i < 20; ++i) REQUIRE(often.stepper->step(0.1 * i, 0.1, often.x));
    CHECK(often.x[0] == doctest::Approx(once.x[0]).epsilon(1e-7));
    CHECK(often.stepper->statistics().steps < 2 * once.stepper->statistics().steps);
    const auto before = often.stepper->statistics().steps;
    often.x = {2, 0};
    REQUIRE(often.stepper->step(0, 2.0, often.x));
    CHECK(often.x[0] == doctest::Approx(once.x[0]).epsilon(1e-7));
    CHECK(often.stepper->statistics().steps >= before + once.stepper->statistics().steps / 2);
  }
}

TEST_CASE("variable-step methods never look beyond the stop time or the limit, and obey a cancellation") {
  for (const integrate::MethodInfo& method : integrate::methods()) {
    if (!method.stepwise || method.fixed_step) continue;
    const std::string name(method.name);
    CAPTURE(name);
    const zoo::Refusing model(1.0);
    Setup setup(model, name, with_tolerance(1e-6, 1.0));
    REQUIRE(setup.stepper->step(0, 1.0, setup.x));
    CHECK(setup.x[0] == doctest::Approx(1.0));

    Setup limited(model, name, with_tolerance(1e-6));
    limited.stepper->limit(1.0);
    double time = 0;
    while (time < 1) REQUIRE(limited.stepper->advance(time, 1 - time, limited.x, time));
    CHECK(time == 1.0);
    CHECK(limited.x[0] == doctest::Approx(1.0));
    CHECK(limited.stepper->statistics().rejected == 0);

    const zoo::VanDerPol oscillator(1);
    integrate::StepperOptions options;
    Setup cancelled(oscillator, name, options);
    options.cancel.request();
    const model::Status status = cancelled.stepper->step(0, 1e9, cancelled.x);
    REQUIRE_FALSE(status.ok());
    CHECK(status.fault().code == Code::E0613);
  }
}

TEST_CASE("methods for non-stiff models need no Jacobian") {
  const zoo::VanDerPol model(1);
  for (const std::string method : {"dopri5"}) {
    CAPTURE(method);
    Setup setup(model, method, with_tolerance(1e-6));
    REQUIRE(setup.stepper->step(0, 5.0, setup.x));
    const integrate::Statistics& statistics = setup.stepper->statistics();
    CHECK(statistics.steps > 10);
    CHECK(statistics.function_evaluations > statistics.steps);
    CHECK(statistics.jacobian_evaluations == 0);
    CHECK(statistics.factorisations == 0);
    CHECK(statistics.newton_iterations == 0);
  }
}

TEST_CASE("dopri5 ends where the solution does") {
  const zoo::Explosion model;
  Setup setup(model, "dopri5", with_tolerance(1e-6));
  const model::Status status = setup.stepper->step(0, 2.0, setup.x);
  REQUIRE_FALSE(status.ok());
  CHECK(status.fault().time == doctest::Approx(1.0).epsilon(1e-3));
  CHECK(setup.x[0] > 1e3);
  CHECK(std::isfinite(setup.x[0]));
}

TEST_CASE("mixed-realtime: every step costs the same, the Jacobian is kept for the steps given") {
  const zoo::HeatChain chain(100, 10.0);
  integrate::StepperOptions options = with_fast(zoo::states(3, 4, 5));
  options.steps_per_jacobian = 8;
  Setup setup(chain, "mixed-realtime", options);
  const integrate::Statistics& statistics = setup.stepper->statistics();
  for (std::uint64_t i = 0; i < 50; ++i) {
    REQUIRE(setup.stepper->step(0.01 * static_cast<double>(i), 0.01, setup.x));
    CHECK(chain.calls[50] == i + 1);
    CHECK(chain.calls[4] == i + 1);
    CHECK(statistics.newton_iterations == i + 1);
    CHECK(statistics.jacobian_evaluations == i / 8 + 1);
    CHECK(statistics.factorisations == i / 8 + 1);
  }
  CHECK(statistics.steps == 50);
  CHECK(statistics.restricted_rhs_evaluations == 100);
  CHECK(statistics.full_rhs_evaluations == 0);
  // an event changes the model: a new Jacobian at once
  setup.stepper->reset();
  REQUIRE(setup.stepper->step(0.5, 0.01, setup.x));
  CHECK(statistics.jacobian_evaluations == 8);
}

TEST_CASE("mixed-realtime: looking inside a step does not age the Jacobian, and changes nothing") {
  const zoo::VanDerPol model(5);
  Setup plain(model, "mixed-realtime", with_fast(zoo::states(1)));
  Setup curious(model, "mixed-realtime", with_fast(zoo::states(1)));
  std::vector<double> inside(2);
  for (int i = 0; i < 100; ++i) {
    double reached = 0;
    REQUIRE(plain.stepper->advance(0.01 * i, 0.01, plain.x, reached));
    REQUIRE(curious.stepper->advance(0.01 * i, 0.01, curious.x, reached));
    REQUIRE(curious.stepper->interpolate(0.01 * i + 0.004, inside));
  }
  CHECK(curious.x == plain.x);
  CHECK(curious.stepper->statistics().steps == 100);
  CHECK(curious.stepper->statistics().jacobian_evaluations == 10);
}

TEST_CASE("mixed-realtime: a singular matrix ends the run at once") {
  const zoo::Linear model({{5}}, {0}, {1});
  Setup setup(model, "mixed-realtime", with_fast(zoo::states(0)));
  const model::Status status = setup.stepper->step(0, 0.2, setup.x);
  REQUIRE_FALSE(status.ok());
  CHECK(status.fault().code == Code::E0607);
  CHECK(status.fault().variable == "x1");
  CHECK(setup.stepper->statistics().rejected == 0);
}

TEST_CASE("the fast part alone is evaluated inside Newton") {
  const zoo::HeatChain chain(100, 10.0);
  const model::StateSet fast = zoo::states(3, 4, 5);
  Setup setup(chain, "mixed-euler", with_fast(fast));
  for (int i = 0; i < 50; ++i) REQUIRE(setup.stepper->step(0.01 * i, 0.01, setup.x));
  CHECK(chain.calls[50] == 50);
  CHECK(chain.calls[4] >= 50);
  CHECK(setup.stepper->statistics().restricted_rhs_evaluations == chain.calls[50] + chain.calls[4]);
  CHECK(setup.stepper->statistics().full_rhs_evaluations == 0);
}
