#include <doctest/doctest.h>

#include <cmath>

#include "results/compare.hpp"
#include "simulate/linearise.hpp"
#include "simulate/simulate.hpp"
#include "zoo/heat_exchanger.hpp"
#include "zoo/states.hpp"
#include "zoo/zoo.hpp"

using namespace sunder;

namespace {

results::Trajectory run(const model::Model& model, const simulate::SimulateOptions& options,
                        simulate::Simulation* simulation = nullptr) {
  results::MemoryWriter writer;
  auto result = simulate::simulate(model, options, &writer);
  REQUIRE(result.ok());
  CHECK(result->status.ok);
  if (simulation != nullptr) *simulation = result.take();
  return writer.take();
}

simulate::SimulateOptions fixed(const std::string& method, double step, double stop) {
  simulate::SimulateOptions options;
  options.method = method;
  options.step = step;
  options.stop = stop;
  return options;
}

/// The solution at the output times of a run, by CVODE with a tolerance far below any error measured here.
double relative_accuracy(const model::Model& model, const simulate::SimulateOptions& options) {
  const results::Trajectory result = run(model, options);
  simulate::SimulateOptions tight;
  tight.stop = options.stop;
  tight.interval = options.step;
  tight.tolerance = 1e-12;
  const results::Trajectory reference = run(model, tight);
  const auto comparison = results::compare(result, reference, results::Measure::relative);
  REQUIRE(comparison.ok());
  return comparison->epsilon;
}

}  // namespace

TEST_CASE("the published accuracies of the DC motor come out") {
  const zoo::Linear motor = zoo::dc_motor();
  simulate::SimulateOptions mixed = fixed("mixed-euler", 0.2, 8);
  mixed.partition = model::Partition::two_way(zoo::states(0), 3);
  CHECK(relative_accuracy(motor, mixed) == doctest::Approx(1.0561).epsilon(5e-5));
  mixed.explicit_update = integrate::ExplicitUpdate::in_place;
  CHECK(relative_accuracy(motor, mixed) == doctest::Approx(1.1394).epsilon(5e-5));
  CHECK(relative_accuracy(motor, fixed("implicit-euler", 0.2, 8)) == doctest::Approx(1.5312).epsilon(5e-5));
  CHECK(relative_accuracy(motor, fixed("euler", 0.01, 8)) == doctest::Approx(1.8764).epsilon(5e-5));

  mixed = fixed("mixed-euler", 0.3, 8.1);
  mixed.partition = model::Partition::two_way(zoo::states(0), 3);
  CHECK(relative_accuracy(motor, mixed) == doctest::Approx(1.0506).epsilon(5e-5));
  mixed.explicit_update = integrate::ExplicitUpdate::in_place;
  CHECK(relative_accuracy(motor, mixed) == doctest::Approx(1.1181).epsilon(5e-5));
  CHECK(relative_accuracy(motor, fixed("implicit-euler", 0.3, 8.1)) == doctest::Approx(1.2134).epsilon(5e-5));
}

TEST_CASE("the published accuracies of the heat exchangers come out") {
  const auto accuracies = [](std::size_t cells, double step, double short_step) {
    const zoo::SparseLinear exchanger = zoo::running_exchanger(zoo::exchanger_of(cells));
    simulate::SimulateOptions mixed = fixed("mixed-euler", step, 5);
    mixed.partition = model::Partition::two_way(model::all_states(cells), 3 * cells);  // fluid a comes first
    return std::vector<double>{relative_accuracy(exchanger, mixed),
                               relative_accuracy(exchanger, fixed("implicit-euler", step, 5)),
                               relative_accuracy(exchanger, fixed("euler", short_step, 5))};
  };
  const std::vector<double> ten = accuracies(10, 0.04, 0.01);
  CHECK(ten[0] == doctest::Approx(0.0186).epsilon(3e-3));
  CHECK(ten[1] == doctest::Approx(0.0179).epsilon(3e-3));
  CHECK(ten[2] == doctest::Approx(0.1069).epsilon(1e-3));
  const std::vector<double> thirty = accuracies(30, 0.01, 0.001);
  CHECK(thirty[0] == doctest::Approx(0.0209).epsilon(3e-3));
  CHECK(thirty[1] == doctest::Approx(0.0208).epsilon(3e-3));
  CHECK(thirty[2] == doctest::Approx(0.0062).epsilon(1e-2));
}

TEST_CASE("large models are analysed and certified") {
  const auto analysed = [](const model::Model& model) {
    const auto context = model.create_context();
    auto analysis = simulate::analyze(model, *context, {}, {});
    REQUIRE(analysis.has_value());
    return analysis.take();
  };
  const decouple::Analysis small = analysed(zoo::running_exchanger(zoo::exchanger_of(100)));
  CHECK(small.exact);
  CHECK(small.partition->partition.fast().size() == 100);
  CHECK(small.partition->certificate->certified());
  const decouple::Analysis large = analysed(zoo::running_exchanger(zoo::exchanger_of(1000)));
  CHECK(large.partition->partition.fast().size() == 1000);
  CHECK(analysed(zoo::HeatChain(2000, 3.0)).exact);
  std::vector<zoo::Triplet> entries;
  const std::size_t n = 200000;
  for (std::size_t i = 0; i < n; ++i) {
    entries.push_back({i, i, i < n / 2 ? -100.0 : -1.0});
    if (i > 0) entries.push_back({i, i - 1, 1.0});
  }
  const decouple::Analysis chain =
      analysed(zoo::SparseLinear(zoo::from_triplets(n, entries), std::vector<double>(n, 0.0), 0));
  CHECK(chain.partition->partition.fast().size() == n / 2);
  // the slow states by explicit Euler decide: 1 - h
  CHECK(chain.partition->certificate->spectral_radius == doctest::Approx(std::abs(1 - *chain.partition->step)));
}

TEST_CASE("mixed-euler on the DC motor takes 40 steps and solves for one unknown") {
  const zoo::Linear motor = zoo::dc_motor();
  simulate::SimulateOptions options = fixed("mixed-euler", 0.2, 8);
  options.partition = model::Partition::two_way(zoo::states(0), 3);
  simulate::Simulation simulation;
  const results::Trajectory result = run(motor, options, &simulation);
  CHECK(simulation.statistics.steps == 40);
  CHECK(result.times.size() == 41);
  CHECK(result.times.back() == 8.0);
  CHECK(simulation.statistics.jacobian_evaluations == 1);
  CHECK(simulation.statistics.factorisations == 1);
  CHECK(simulation.statistics.full_rhs_evaluations == 0);
  // one explicit evaluation per step for the slow part; the rest is Newton on I alone
  CHECK(motor.calls[1] == 40);
  CHECK(motor.calls[2] == 40);
  CHECK(simulation.statistics.restricted_rhs_evaluations == 40 + motor.calls[0]);
  CHECK(motor.calls[0] <= 3 * 40);
}

TEST_CASE("the analysis of a model ends in a certified partition") {
  const zoo::Linear motor = zoo::dc_motor();
  const auto context = motor.create_context();
  const auto analysis = simulate::analyze(motor, *context, {}, {});
  REQUIRE(analysis.ok());
  CHECK(analysis->variables[0].name == "I");
  CHECK(analysis->variables[0].time_scale == doctest::Approx(0.12));
  REQUIRE(analysis->partition);
  CHECK(analysis->partition->partition.fast() == zoo::states(0));
  CHECK(*analysis->partition->step > 0.12);
  CHECK(*analysis->partition->step < 0.31264853995);
  CHECK(analysis->partition->certificate->verdict == model::StepVerdict::marginal);  // the angle integrates
  CHECK(analysis->partition->certificate->spectral_radius == doctest::Approx(1.0));
  CHECK(analysis->parallel_sets == std::vector<model::StateSet>{zoo::states(0)});
}
