// The methods that ARKODE drives on a partition: order, tolerance with any partition, stiff parts, what is evaluated.
#include <doctest/doctest.h>

#include <cmath>

#include "laws/integrate/orders.hpp"

using namespace sunder;
using namespace sunder::orders;

namespace {

const std::vector<StateSet> partitions = {StateSet{}, StateSet{0}, StateSet{1}, StateSet{0, 1}};

std::vector<double> run(const Model& model, const std::string& method, double tolerance, double stop,
                        const StateSet& fast, Statistics* statistics = nullptr) {
  const auto context = model.create_context();
  StepperOptions options;
  options.tolerance = tolerance;
  options.stop = stop;
  options.fast = fast;
  const auto stepper = make_stepper(method, model, *context, options).take();
  std::vector<double> x(model.state_count());
  REQUIRE(model.initialise(*context, 0, x));
  for (int i = 0; i < 10; ++i) {
    const bool done = stepper->step(i * stop / 10, stop / 10, x);
    const std::string fault = context->fault() ? context->fault()->message : "";
    CAPTURE(fault);
    REQUIRE(done);
  }
  if (statistics != nullptr) *statistics = stepper->statistics();
  return x;
}

}  // namespace

TEST_CASE("mixed-ark keeps its tolerance with any partition, and so does mri") {
  const Coupled model(0.7);
  const std::vector<double> exact = reference(model, 1);
  const zoo::VanDerPol oscillator(1);
  const std::vector<double> oscillator_exact = reference(oscillator, 2);
  for (const std::string method : {"mixed-ark", "mri"}) {
    for (const double tolerance : {1e-4, 1e-6, 1e-8}) {
      for (const StateSet& fast : partitions) {
        CAPTURE(method);
        CAPTURE(tolerance);
        CAPTURE(fast.size());
        CHECK(error(run(model, method, tolerance, 1, fast), exact) < 100 * tolerance);
        CHECK(error(run(oscillator, method, tolerance, 2, fast), oscillator_exact) < 100 * tolerance);
      }
    }
  }
}

TEST_CASE("twice the steps of mixed-ark give an eighth of the error, whatever the partition") {
  const Coupled model(0.7);
  const std::vector<double> exact = reference(model, 3);
  for (const StateSet& fast : partitions) {
    CAPTURE(fast.size());
    Statistics few, many;
    const double coarse = error(run(model, "mixed-ark", 1e-5, 3, fast, &few), exact);
    const double fine = error(run(model, "mixed-ark", 1e-10, 3, fast, &many), exact);
    const double order =
        std::log(coarse / fine) / std::log(static_cast<double>(many.steps) / static_cast<double>(few.steps));
    CHECK(order == doctest::Approx(3).epsilon(0.1));
  }
}

TEST_CASE("a fast part of any rate does not cost more steps than its solution needs") {
  for (const std::string method : {"mixed-ark", "mri"}) {
    CAPTURE(method);
    for (const double rate : {1e3, 1e6}) {
      CAPTURE(rate);
      const Follower stiff(rate, std::cos(1.0));
      const Follower mild(50, std::cos(1.0));  // the slow state is the same for every rate
      const double exact = reference(mild, 1)[0];
      Statistics statistics;
      const std::vector<double> x = run(stiff, method, 1e-6, 1, {1}, &statistics);
      CHECK(std::abs(x[0] - exact) < 1e-4);
      CHECK(std::abs(x[1] - std::cos(exact)) < 1e-4);
      CHECK(statistics.steps < 300);
      CHECK(statistics.full_rhs_evaluations == 0);
      CHECK(statistics.restricted_rhs_evaluations > 0);
    }
  }
}

TEST_CASE("mri evaluates the slow part only at the slow rate") {
  // starts far off the slow manifold: the fast part has a lot to do
  const Follower model(1e3, 5.0);
  (void)run(model, "mri", 1e-6, 1, {1});
  CHECK(model.calls[0] * 4 < model.calls[1]);
}
