// Advancing towards a goal and looking inside of what was advanced: what locating events rests on.
#include <doctest/doctest.h>

#include <cmath>

#include "integrate/stepper.hpp"
#include "zoo/states.hpp"
#include "zoo/zoo.hpp"

using namespace sunder;

namespace {

std::vector<std::string> available() {
  std::vector<std::string> names;
  for (const integrate::MethodInfo& method : integrate::methods())
    if (method.stepwise) names.emplace_back(method.name);
  return names;
}

}  // namespace

TEST_CASE("the state inside of a step joins its ends and follows the solution") {
  const zoo::VanDerPol model(1);
  for (const std::string& name : available()) {
    CAPTURE(name);
    const auto context = model.create_context();
    std::vector<double> x(2), begin, inside(2);
    REQUIRE(model::initialise(model, *context, 0, x));
    integrate::StepperOptions options;
    options.fast = zoo::states(0);
    options.tolerance = 1e-8;
    options.stop = 1;
    auto made = integrate::make_stepper(name, model, *context, options);
    REQUIRE(made.ok());
    integrate::Stepper& stepper = **made;
    double time = 0;
    for (int step = 0; step < 50 && time < 0.5; ++step) {
      begin = x;
      double reached = 0;
      REQUIRE(stepper.advance(time, 0.01, x, reached));
      CHECK(reached > time);
      CHECK(reached <= time + 0.01);
      REQUIRE(stepper.interpolate(reached, inside));
      CHECK(inside[0] == doctest::Approx(x[0]).epsilon(1e-12));
      CHECK(inside[1] == doctest::Approx(x[1]).epsilon(1e-12));
      REQUIRE(stepper.interpolate(time, inside));
      CHECK(inside[0] == doctest::Approx(begin[0]).epsilon(1e-6));
      const double middle = (time + reached) / 2;
      REQUIRE(stepper.interpolate(middle, inside));
      CHECK(std::abs(inside[0] - (begin[0] + x[0]) / 2) < 1e-4);
      time = reached;
    }
    CHECK(time > 0);
  }
}

TEST_CASE("looking inside of a step leaves no trace") {
  const zoo::VanDerPol model(1);
  for (const char* name : {"rk4", "trapezoidal", "cvode"}) {
    CAPTURE(std::string(name));
    const auto run = [&](bool looks) {
      const auto context = model.create_context();
      std::vector<double> x(2), inside(2);
      REQUIRE(model::initialise(model, *context, 0, x));
      integrate::StepperOptions options;
      options.stop = 1;
      auto stepper = integrate::make_stepper(name, model, *context, options);
      double time = 0;
      for (int step = 0; step < 20; ++step) {
        double reached = 0;
        REQUIRE((*stepper)->advance(time, 0.02, x, reached));
        if (looks) REQUIRE((*stepper)->interpolate((time + reached) / 2, inside));
        time = reached;
      }
      return x;
    };
    CHECK(run(true) == run(false));
  }
}
