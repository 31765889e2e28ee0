// Every method finds the events of a random thermostat where they are.
#include <doctest/doctest.h>
#include <rapidcheck.h>
#include <unistd.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "driver/pipeline.hpp"
#include "simulate/simulate.hpp"

using namespace sunder;

namespace {

std::shared_ptr<const CompiledModel> thermostat(double hot, double cold, double high, double low) {
  std::ostringstream text;
  text.precision(17);
  text << "model M\n  Real x(start = " << low << ", fixed = true);\n  Boolean on(start = true);\n"
       << "  Integer n(start = 0);\nequation\n  on = if pre(on) then x < " << high << " else x < " << low
       << ";\n  der(x) = (if on then " << hot << " else " << cold << ") - x;\n"
       << "  when change(on) then\n    n = pre(n) + 1;\n  end when;\nend M;\n";
  const auto path = std::filesystem::temp_directory_path() / ("sunder_law_" + std::to_string(getpid()) + ".mo");
  std::ofstream(path) << text.str();
  Workspace workspace;
  CompileRequest request;
  request.path = path.string();
  request.back_end = BackEnd::interpreter;
  const auto outcome = compile(workspace, request);
  std::filesystem::remove(path);
  RC_ASSERT(outcome.ok());
  return outcome->model;
}

std::vector<double> switching_times(const Model& model, const SimulateOptions& options) {
  MemoryWriter memory;
  const Outcome<Simulation> simulation = simulate(model, options, &memory);
  RC_ASSERT(simulation.ok() && simulation->status.ok);
  const Trajectory& result = memory.trajectory();
  const std::size_t n = *result.find("n");
  std::vector<double> times;
  for (std::size_t i = 1; i < result.times.size(); ++i)
    if (result.at(n, i) != result.at(n, i - 1)) times.push_back(result.times[i]);
  return times;
}

double between(double low, double high) { return low + (high - low) * *rc::gen::inRange(0, 10001) / 10000.0; }

}  // namespace

TEST_CASE("every method locates the same events") {
  CHECK(rc::check("switching times of a thermostat are those of the exact solution", [] {
    const double low = between(15, 18), high = between(19, 22);
    const double hot = between(24, 40), cold = between(-10, 13);
    const double up = std::log((hot - low) / (hot - high));
    const double down = std::log((high - cold) / (low - cold));
    const auto model = thermostat(hot, cold, high, low);
    SimulateOptions options;
    options.stop = 3 * (up + down) - 0.5 * down;
    const double step = between(0.02, 0.05) * std::min(up, down);
    struct Case {
      const char* method;
      double tolerance;  ///< of the times
    };
    for (const Case& one :
         {Case{"rk4", 1e-6}, Case{"heun", 1e-2}, Case{"midpoint", 1e-2}, Case{"euler", 0.2}, Case{"trapezoidal", 1e-2},
          Case{"implicit-midpoint", 1e-2}, Case{"implicit-euler", 0.2}, Case{"sdirk", 1e-4}, Case{"cvode", 1e-6},
          Case{"cvode-adams", 1e-6}, Case{"dopri5", 1e-6}}) {
      options.method = one.method;
      options.step = find_method(one.method)->fixed_step ? std::optional(step) : std::nullopt;
      options.tolerance = 1e-9;
      const std::vector<double> times = switching_times(*model, options);
      RC_ASSERT(times.size() >= 5U);
      for (std::size_t i = 0; i < 5; ++i) {
        const double exact = static_cast<double>(i / 2) * (up + down) + up + (i % 2 == 1 ? down : 0);
        RC_ASSERT(std::abs(times[i] - exact) <= one.tolerance * (up + down));
      }
    }
  }));
}
