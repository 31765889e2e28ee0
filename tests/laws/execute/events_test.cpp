// Every method finds the events of a random thermostat where they are.
#include <doctest/doctest.h>
#include <rapidcheck.h>

#include <cmath>
#include <sstream>

#include "driver/pipeline.hpp"
#include "simulate/simulate.hpp"
#include "zoo/states.hpp"

using namespace sunder;

namespace {

std::shared_ptr<const execute::CompiledModel> thermostat(double hot, double cold, double high, double low) {
  std::ostringstream text;
  text.precision(17);
  text << "model M\n  Real x(start = " << low << ", fixed = true);\n  Boolean on(start = true);\n"
       << "  Integer n(start = 0);\nequation\n  on = if pre(on) then x < " << high << " else x < " << low
       << ";\n  der(x) = (if on then " << hot << " else " << cold << ") - x;\n"
       << "  when change(on) then\n    n = pre(n) + 1;\n  end when;\nend M;\n";
  driver::Workspace workspace;
  driver::CompileRequest request;
  request.sources = {driver::Source::from_text(text.str())};
  request.back_end = emit::BackEnd::interpreter;
  const auto outcome = driver::compile(workspace, request);
  RC_ASSERT(outcome.ok());
  return outcome->model;
}

std::vector<double> switching_times(const model::Model& model, const simulate::SimulateOptions& options) {
  results::MemoryWriter memory;
  const Outcome<simulate::Simulation> simulation = simulate::simulate(model, options, &memory);
  RC_ASSERT(simulation.ok() && simulation->status.ok);
  const results::Trajectory& result = memory.trajectory();
  const std::size_t n = *result.find("n");
  std::vector<double> times;
  for (std::size_t i = 1; i < result.times.size(); ++i)
    if (result.at(n, i) != result.at(n, i - 1)) times.push_back(result.times[i]);
  return times;
}

/// An oscillator that is beyond a height for a moment, at the top of every swing.
std::shared_ptr<const execute::CompiledModel> swing(double height) {
  std::ostringstream text;
  text.precision(17);
  text << "model M\n  Real x(start = 0, fixed = true), v(start = 1, fixed = true);\n  Integer n(start = 0);\n"
       << "equation\n  der(x) = v;\n  der(v) = -x;\n  when x > " << height << " then\n    n = pre(n) + 1;\n"
       << "  end when;\nend M;\n";
  driver::Workspace workspace;
  driver::CompileRequest request;
  request.sources = {driver::Source::from_text(text.str())};
  request.back_end = emit::BackEnd::interpreter;
  const auto outcome = driver::compile(workspace, request);
  RC_ASSERT(outcome.ok());
  return outcome->model;
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
    simulate::SimulateOptions options;
    options.stop = 3 * (up + down) - 0.5 * down;
    const double step = between(0.02, 0.05) * std::min(up, down);
    for (const integrate::MethodInfo& method : integrate::methods()) {
      if (!method.stepwise) continue;
      options.method = method.name;
      options.step = method.fixed_step ? std::optional(step) : std::nullopt;
      options.tolerance = 1e-9;
      options.partition = method.mixed ? std::optional(model::Partition::two_way(zoo::states(0), 1)) : std::nullopt;
      // of the times: what the order gives with steps of at most a twentieth
      const double tolerance = !method.fixed_step ? 1e-6 : std::pow(0.05, method.order) * 4;
      RC_LOG(std::string(method.name));
      const std::vector<double> times = switching_times(*model, options);
      RC_ASSERT(times.size() >= 5U);
      for (std::size_t i = 0; i < 5; ++i) {
        const std::size_t whole = i / 2;
        const double exact = static_cast<double>(whole) * (up + down) + up + (i % 2 == 1 ? down : 0);
        RC_ASSERT(std::abs(times[i] - exact) <= tolerance * (up + down));
      }
    }
  }));
}

TEST_CASE("methods with steps of their own see what comes and goes within one of them") {
  CHECK(rc::check("every swing of an oscillator is counted, however short it is beyond the height", [] {
    const double part = between(0.03, 0.3);  // of a radian: how long it is beyond
    const auto model = swing(std::cos(part / 2));
    simulate::SimulateOptions options;
    constexpr double turn = 6.283185307179586;
    constexpr int swings = 4;
    options.stop = (swings - 0.5) * turn;
    options.tolerance = 1e-8;
    for (const integrate::MethodInfo& method : integrate::methods()) {
      if (!method.stepwise || method.fixed_step) continue;
      options.method = method.name;
      options.partition = method.clusters ? std::optional(model::Partition::two_way(zoo::states(0), 2)) : std::nullopt;
      RC_LOG(std::string(method.name));
      const std::vector<double> times = switching_times(*model, options);
      RC_ASSERT(times.size() == static_cast<std::size_t>(swings));
      for (std::size_t i = 0; i < times.size(); ++i) {
        const double exact = (static_cast<double>(i) + 0.25) * turn - part / 2;
        RC_ASSERT(std::abs(times[i] - exact) <= 1e-2);
      }
    }
  }));
}
