// Masters on small systems whose answer is known.
#include <doctest/doctest.h>

#include <cmath>

#include "base/codes.hpp"
#include "text_system.hpp"

using namespace sunder;

namespace {

// A mass (force in, displacement out) and a spring with damper as a state-free part (displacement and speed in, force
// out): x'' = -(k x + d v) / m with m = 1, k = 4, d = 0.4.
std::string oscillator(const std::string& master) {
  return "communication_step = 0.001\nstop = 3.0\n" + master + R"(
[[part]]
name = "mass"
a = [[0.0, 1.0], [0.0, 0.0]]
b = [[0.0], [1.0]]
c = [[1.0, 0.0], [0.0, 1.0]]
initial = [1.0, 0.0]
method = "exact"
[[part]]
name = "spring"
d = [[-4.0, -0.4]]
[[connection]]
from = "mass.y1"
to = "spring.u1"
[[connection]]
from = "mass.y2"
to = "spring.u2"
[[connection]]
from = "spring.y1"
to = "mass.u1"
)";
}

double exact_displacement(double t) {
  const double decay = 0.2, omega = std::sqrt(4 - decay * decay);
  return std::exp(-decay * t) * (std::cos(omega * t) + decay / omega * std::sin(omega * t));
}

}  // namespace

TEST_CASE("mass, spring and damper with force and displacement coupling") {
  const double exact = exact_displacement(3);
  const auto error = [&](const std::string& master) {
    const cosimulate::Cosimulation done = run(open_text(oscillator(master)), {});
    REQUIRE(done.ok);
    return std::abs(final_value(done, "mass.x1") - exact);
  };
  const double held = error("extrapolation = 0");
  const double linear = error("extrapolation = 1");
  CHECK(held < 5e-3);
  CHECK(held > 1e-5);
  CHECK(linear < 1e-5);
  // the first step has no past and holds its input: u' H^2 / 2 = 8e-7 in the speed is what remains of it
  CHECK(error("extrapolation = 2") < 8e-7);
  CHECK(error("master = \"iterated\"\nextrapolation = 1") < 1e-5);
  CHECK(error("master = \"gauss-seidel\"\norder = [\"mass\", \"spring\"]\nextrapolation = 1") < 1e-5);
}

TEST_CASE("results do not depend on the number of threads") {
  for (const std::string master : {"extrapolation = 1", "master = \"iterated\"\nextrapolation = 1"}) {
    for (const bool adaptive : {false, true}) {
      const cosimulate::OpenSystem system = open_text(oscillator(master));
      cosimulate::CosimOptions one, several;
      one.adaptive = several.adaptive = adaptive;
      several.threads = 4;
      CHECK(run(system, one).final_values == run(system, several).final_values);
    }
  }
}

TEST_CASE("an adapted communication step meets the tolerance with fewer steps") {
  const cosimulate::OpenSystem system = open_text(oscillator("extrapolation = 1"));
  cosimulate::CosimOptions options;
  options.adaptive = true;
  options.tolerance = 1e-6;
  const cosimulate::Cosimulation done = run(system, options);
  REQUIRE(done.ok);
  CHECK(done.statistics.steps < 1500);
  CHECK(done.steps.largest > done.steps.smallest);
  CHECK(std::abs(final_value(done, "mass.x1") - exact_displacement(3)) < 1e-3);
}

// y = 2 u1 + u2 with u2 = 3, and y = u / 4 back to u1: u1 = 1.5.
std::string loop(const std::string& feedthrough, const std::string& gain) {
  return "communication_step = 0.1\nstop = 5.0\nfeedthrough = \"" + feedthrough + R"("
[[part]]
name = "forth"
d = [[2.0, 1.0]]
[[part]]
name = "back"
d = [[)" +
         gain + R"(]]
[[connection]]
from = "forth.y1"
to = "back.u1"
[[connection]]
from = "back.y1"
to = "forth.u1"
[[input]]
to = "forth.u2"
value = 3.0
)";
}

TEST_CASE("an algebraic loop across parts is solved, at once or step by step") {
  CHECK(final_value(run(open_text(loop("solved", "0.25")), {}), "forth.u1") == doctest::Approx(1.5));
  // a contraction with the factor 1/2 in every step
  CHECK(final_value(run(open_text(loop("delayed", "0.25")), {}), "forth.y1") == doctest::Approx(6).epsilon(1e-12));
}

TEST_CASE("an algebraic loop with the gain one has no solution and is named") {
  const cosimulate::OpenSystem system = open_text(loop("solved", "0.5"));
  cosimulate::SystemStability stability;
  Diagnostics diagnostics;
  CHECK_FALSE(cosimulate::examine(system, 0.1, stability, diagnostics));
  REQUIRE(diagnostics.error_count() == 1);
  CHECK(diagnostics.all().front().code == Code::E1007);
}
