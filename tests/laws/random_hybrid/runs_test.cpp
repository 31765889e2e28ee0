// Every method runs random hybrid models as well as it promises: with fixed steps to its order, with variable steps to
// its tolerance, held against a run of an integrator that knows nothing of ours.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>

#include "laws/random_hybrid/compiled.hpp"
#include "simulate/simulate.hpp"

using namespace sunder;
using namespace sunder::random_hybrid;

namespace {

constexpr double stop = 2;
const std::vector<double> times = {0.5, 1, 1.5, 2};

/// No event so near to a time at which results are compared that a method of first order could find it on the other
/// side, and no two at once.
bool well_apart(const Reference& reference) {
  constexpr double gap = 0.02, order = 0.002;
  double before = 0;
  for (const double event : reference.events) {
    if (event - before < order) return false;
    before = event;
    for (const double time : times)
      if (std::fabs(event - time) < gap) return false;
  }
  return true;
}

double distance(double a, double b) { return std::fabs(a - b) / (1 + std::fabs(b)); }

/// The largest error of states and discrete variables at all times.
double error_of(const Description& description, const Reference& reference, const results::Trajectory& result) {
  double worst = 0;
  for (std::size_t k = 0; k < times.size(); ++k) {
    std::size_t row = 0;
    while (row + 1 < result.times.size() && result.times[row + 1] < times[k] + 1e-9) ++row;
    CHECK(std::fabs(result.times[row] - times[k]) < 1e-9);
    const auto at = [&](std::size_t variable) {
      const auto column = result.find(description.names[variable]);
      REQUIRE(column.has_value());
      return result.at(*column, row);
    };
    for (std::size_t i = 0; i < description.states.size(); ++i)
      worst = std::max(worst, distance(at(description.states[i]), reference.states[k][i]));
    for (std::size_t i = 0; i < description.discrete.size(); ++i)
      worst = std::max(worst, distance(at(description.discrete[i]), reference.discrete[k][i]));
  }
  return worst;
}

struct Subject {
  Description description;
  Reference reference;
  std::shared_ptr<const execute::CompiledModel> model;
};

double run(const Subject& subject, const integrate::MethodInfo& method, std::size_t steps, double tolerance) {
  simulate::SimulateOptions options;
  options.method = method.name;
  options.stop = stop;
  options.intervals = times.size();
  if (method.fixed_step) options.step = stop / static_cast<double>(steps);
  options.tolerance = tolerance;
  model::StateSet fast;
  for (std::size_t i = 0; i < subject.model->state_count(); i += 2) fast.emplace_back(i);
  if (method.mixed) options.partition = model::Partition::two_way(fast, subject.model->state_count());
  results::MemoryWriter memory;
  const Outcome<simulate::Simulation> simulation = simulate::simulate(*subject.model, options, &memory);
  REQUIRE(simulation.has_value());
  INFO(simulation->status.reason);
  REQUIRE(simulation->status.ok);
  return error_of(subject.description, subject.reference, memory.trajectory());
}

/// The errors of these models are below h^p for all methods that have their order p; where one were lost, they would be
/// far above it with the finer step.
void keeps_order(const Subject& subject, const integrate::MethodInfo& method) {
  constexpr double unimportant = 1e-10;  // that of the reference itself
  const std::size_t steps = 128;
  const double coarse = run(subject, method, steps, 1e-6), fine = run(subject, method, 4 * steps, 1e-6);
  const double h = stop / static_cast<double>(steps);
  CHECK(coarse <= std::pow(h, method.order) + unimportant);
  CHECK(fine <= std::pow(h / 4, method.order) + unimportant);
  const double order = std::log2(coarse / fine) / 2;
  CAPTURE(coarse);
  CAPTURE(fine);
  CHECK((order > method.order - 0.2 || fine < unimportant));
}

void keeps_tolerance(const Subject& subject, const integrate::MethodInfo& method) {
  for (const double tolerance : {1e-5, 1e-8}) {
    CAPTURE(tolerance);
    CHECK(run(subject, method, 0, tolerance) < 100 * tolerance);
  }
}

}  // namespace

TEST_CASE("random hybrid models: every method keeps its order or its tolerance") {
  std::uint64_t left = how_many(100);
  for (std::uint64_t seed = first_seed(); left > 0; ++seed) {
    CAPTURE(seed);
    Subject subject{generate(seed, Style::smooth), {}, nullptr};
    INFO(subject.description.text);
    subject.reference = reference_run(subject.description, stop, 800, times);
    if (!well_apart(subject.reference)) continue;
    subject.model = compiled(subject.description, emit::BackEnd::interpreter);
    --left;
    for (const integrate::MethodInfo& method : integrate::methods()) {
      if (!method.stepwise) continue;
      const std::string name(method.name);
      CAPTURE(name);
      method.fixed_step ? keeps_order(subject, method) : keeps_tolerance(subject, method);
    }
  }
}
