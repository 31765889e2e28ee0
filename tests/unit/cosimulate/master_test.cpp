// Masters on small systems whose answer is known.
#include <doctest/doctest.h>

#include <cmath>

#include "base/source.hpp"
#include "cosimulate/cosimulate.hpp"
#include "cosimulate/parts.hpp"
#include "cosimulate/system_reader.hpp"

using namespace sunder;

namespace {

OpenSystem open_text(const std::string& text) {
  SourceMap sources;
  Outcome<SystemDescription> read = read_system(sources, sources.add("test.toml", text));
  REQUIRE(read.ok());
  OpenSystem system;
  system.description = read.take();
  for (const PartDescription& part : system.description.parts) system.parts.push_back(make_linear_part(part).take());
  Diagnostics diagnostics;
  system.wiring = *connect(system.description, diagnostics);
  return system;
}

Cosimulation run(const OpenSystem& system, const CosimOptions& options) {
  SystemStability stability;
  Diagnostics diagnostics;
  REQUIRE(examine(system, options.communication_step.value_or(system.description.communication_step), stability,
                  diagnostics));
  Outcome<Cosimulation> made = cosimulate(system, options, stability);
  REQUIRE(made.has_value());
  return *made;
}

double final_value(const Cosimulation& run, const std::string& name) {
  for (std::size_t i = 0; i < run.names.size(); ++i)
    if (run.names[i] == name) return run.final_values[i];
  FAIL("no variable " << name);
  return 0;
}

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
    const Cosimulation done = run(open_text(oscillator(master)), {});
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
  const OpenSystem system = open_text(oscillator("extrapolation = 1"));
  CosimOptions one, two;
  two.threads = 2;
  CHECK(run(system, one).final_values == run(system, two).final_values);
}

TEST_CASE("an adapted communication step meets the tolerance with fewer steps") {
  const OpenSystem system = open_text(oscillator("extrapolation = 1"));
  CosimOptions options;
  options.adaptive = true;
  options.tolerance = 1e-6;
  const Cosimulation done = run(system, options);
  REQUIRE(done.ok);
  CHECK(done.statistics.steps < 1500);
  CHECK(done.steps.largest > done.steps.smallest);
  CHECK(std::abs(final_value(done, "mass.x1") - exact_displacement(3)) < 1e-3);
}
