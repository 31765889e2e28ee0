// mixed-realtime: first order whatever the Jacobian is, also over fast states.
#include <doctest/doctest.h>

#include <cmath>

#include "laws/integrate/orders.hpp"
#include "zoo/states.hpp"

using namespace sunder;
using namespace sunder::orders;

namespace {

std::vector<double> realtime(const model::Model& model, double stop, int steps, const model::StateSet& fast,
                             std::size_t kept) {
  const auto context = model.create_context();
  integrate::StepperOptions options;
  options.fast = fast;
  options.steps_per_jacobian = kept;
  const auto stepper = integrate::make_stepper("mixed-realtime", model, *context, options).take();
  std::vector<double> x(model.state_count());
  REQUIRE(model::initialise(model, *context, 0, x));
  const double h = stop / steps;
  for (int i = 0; i < steps; ++i) REQUIRE(stepper->step(i * h, h, x));
  return x;
}

}  // namespace

TEST_CASE("mixed-realtime is of first order with any partition, however old its Jacobian") {
  const zoo::Linear linear({{-1, 2}, {-2, -1}}, {1, 0}, {1, 0});
  const Coupled coupled(0.7);
  const zoo::VanDerPol oscillator(1);
  for (const model::Model* model : std::initializer_list<const model::Model*>{&linear, &coupled, &oscillator}) {
    const std::vector<double> exact = reference(*model, 1);
    for (const model::StateSet& fast : {model::StateSet{}, zoo::states(0), zoo::states(1), zoo::states(0, 1)}) {
      for (const std::size_t kept : {1, 10, 100000}) {
        CAPTURE(fast.size());
        CAPTURE(kept);
        const double coarse = error(realtime(*model, 1, 512, fast, kept), exact);
        const double fine = error(realtime(*model, 1, 1024, fast, kept), exact);
        CHECK(std::log2(coarse / fine) == doctest::Approx(1).epsilon(0.05));
      }
    }
  }
}

TEST_CASE("mixed-realtime steps over fast states at first order") {
  const double start = std::cos(1.0);
  const std::vector<double> exact = reference(Follower(40, start), 1);  // the same for every rate
  const Follower model(1e7, start);
  for (const std::size_t kept : {1, 10}) {
    CAPTURE(kept);
    const auto coarse = realtime(model, 1, 256, zoo::states(1), kept);
    const auto fine = realtime(model, 1, 512, zoo::states(1), kept);
    for (const std::size_t state : {0, 1}) {
      CHECK(std::log2(std::abs(coarse[state] - exact[state]) / std::abs(fine[state] - exact[state])) ==
            doctest::Approx(1).epsilon(0.05));
    }
  }
}

TEST_CASE("one Newton iteration per step suffices on a slow branch") {
  const zoo::VanDerPol oscillator(50);  // rates of 150 against 0.01, steps of 1.5 fast time scales
  const std::vector<double> euler = final_state(oscillator, "mixed-euler", 2, 200, zoo::states(1));
  const double of_euler = error(euler, reference(oscillator, 2));
  CHECK(error(realtime(oscillator, 2, 200, zoo::states(1), 1), euler) < 0.1 * of_euler);
}
