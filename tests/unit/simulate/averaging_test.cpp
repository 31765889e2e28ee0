#include <doctest/doctest.h>

#include <numbers>

#include "base/codes.hpp"
#include "results/compare.hpp"
#include "simulate/aliasing.hpp"
#include "simulate/averaging.hpp"
#include "simulate/simulate.hpp"
#include "zoo/states.hpp"
#include "zoo/zoo.hpp"

using namespace sunder;

namespace {

constexpr double pi = std::numbers::pi;

/// A resistance that is heated by an alternating current and grows with its temperature:
///   L i' = sin(2 pi t / T) - (1 + r theta) i,   theta' = 2 i^2 - theta.
class HeatedCoil final : public zoo::Analytic {
 public:
  explicit HeatedCoil(double period) : Analytic(2), period_(period) {}
  [[nodiscard]] std::vector<double> initial() const override { return {0, 0}; }
  [[nodiscard]] double derivative(std::size_t state, std::span<const double> x, double t) const override {
    if (state == 0) return (std::sin(2 * pi * t / period_) - (1 + r * x[1]) * x[0]) / (l * period_);
    return 2 * x[0] * x[0] - x[1];
  }
  [[nodiscard]] std::vector<std::uint32_t> dependencies(std::size_t) const override { return {0, 1}; }
  [[nodiscard]] double partial(std::size_t state, std::size_t by, std::span<const double> x, double) const override {
    if (state == 0) return by == 0 ? -(1 + r * x[1]) / (l * period_) : -r * x[0] / (l * period_);
    return by == 0 ? 4 * x[0] : -1;
  }
  [[nodiscard]] double by_time(std::size_t state, std::span<const double>, double t) const override {
    return state == 0 ? 2 * pi / period_ * std::cos(2 * pi * t / period_) / (l * period_) : 0;
  }
  [[nodiscard]] std::vector<model::PeriodInfo> periods(model::Context&) const override {
    return {{period_, "a sine of time", false, {}}};
  }

 private:
  static constexpr double r = 0.5, l = 0.1;
  double period_;
};

simulate::SimulateOptions averaging(double tolerance, double stop = 5) {
  simulate::SimulateOptions options;
  options.method = "averaging";
  options.tolerance = tolerance;
  options.stop = stop;
  options.intervals = 50;
  options.partition = model::Partition::two_way(zoo::states(0), 2);
  return options;
}

double final_temperature(const model::Model& model, const simulate::SimulateOptions& options) {
  const auto result = simulate::simulate(model, options);
  REQUIRE(result.ok());
  REQUIRE(result->status.ok);
  return result->final_values[1];
}

bool has(const Diagnostics& diagnostics, Code code) {
  for (const Diagnostic& d : diagnostics.all())
    if (d.code == code) return true;
  return false;
}

}  // namespace

TEST_CASE("averaging follows the slow state of the whole model, with far fewer steps") {
  const HeatedCoil model(0.002);
  results::MemoryWriter averaged, whole;
  const auto run = simulate::simulate(model, averaging(1e-6), &averaged);
  REQUIRE(run.ok());
  simulate::SimulateOptions reference = averaging(1e-9);
  reference.method = "cvode";
  reference.partition.reset();
  const auto cvode = simulate::simulate(model, reference, &whole);
  REQUIRE(cvode.ok());
  REQUIRE(averaged.trajectory().times == whole.trajectory().times);
  REQUIRE(run->averaging);
  CHECK(run->averaging->period == 0.002);
  CHECK(run->averaging->direct_time < 0.05);
  CHECK(run->statistics.steps * 8 < cvode->statistics.steps);
  // what is left is the ripple of the slow state within a period
  double worst = 0, largest = 0;
  for (std::size_t i = 0; i < averaged.trajectory().times.size(); ++i) {
    worst = std::max(worst, std::abs(averaged.trajectory().columns[1][i] - whole.trajectory().columns[1][i]));
    largest = std::max(largest, whole.trajectory().columns[1][i]);
  }
  CHECK(largest > 0.5);
  CHECK(worst < 1e-3 * largest);
  // a zero mean of the current, although its square heats
  CHECK(std::abs(averaged.trajectory().columns[0].back()) < 1e-4);
  CHECK(averaged.trajectory().variables[0].description == "(mean over one period)");
  CHECK(averaged.trajectory().variables[1].description.empty());
}

TEST_CASE("plain steps over the period see no heat, and say so") {
  const HeatedCoil model(0.01);
  simulate::SimulateOptions options = averaging(1e-6);
  options.method = "mixed-euler";
  options.step = 0.1;
  options.intervals.reset();
  const auto result = simulate::simulate(model, options);
  REQUIRE(result.ok());
  CHECK(result->final_values[1] < 0.01);
  CHECK(has(result.diagnostics(), Code::W0630));
  options.step = 0.001;
  CHECK_FALSE(has(simulate::simulate(model, options).diagnostics(), Code::W0630));
  // a step without common measure meets all phases: noisy, but warm
  options.step = simulate::incommensurate_step(0.1, 0.01);
  CHECK(final_temperature(model, options) > 0.3);
  CHECK(final_temperature(model, averaging(1e-6)) > 0.5);
}

TEST_CASE("averaging converges with third order in its long steps") {
  const HeatedCoil model(0.001);
  simulate::SimulateOptions options = averaging(1e-10, 2.048);
  const double exact = final_temperature(model, options);
  double before = 0;
  for (const double step : {0.512, 0.256, 0.128}) {
    options.step = step;
    const double error = std::abs(final_temperature(model, options) - exact);
    if (before > 0) CHECK(before / error > 6);
    before = error;
  }
}

TEST_CASE("averaging keeps to its tolerance") {
  const HeatedCoil model(0.001);
  // finer ones are integrated directly for the most part, which has no errors of means
  const auto fine = simulate::simulate(model, averaging(1e-8));
  REQUIRE(fine.ok());
  CHECK(fine->averaging->direct_time < 0.3);
  const double exact = fine->final_values[1];
  for (const double tolerance : {1e-3, 1e-5, 1e-7})
    CHECK(std::abs(final_temperature(model, averaging(tolerance)) - exact) < 20 * tolerance);
}

TEST_CASE("runs that end within a period, or not at the end of one") {
  const HeatedCoil model(0.01);
  results::MemoryWriter at_once;
  CHECK(simulate::simulate(model, averaging(1e-6, 0), &at_once).ok());
  CHECK(at_once.trajectory().times == std::vector<double>{0});
  for (const double stop : {0.004, 0.01, 0.0137, 0.2501, 1.2345}) {
    results::MemoryWriter writer;
    const auto run = simulate::simulate(model, averaging(1e-6, stop), &writer);
    REQUIRE(run.ok());
    CHECK(run->status.time == stop);
    CHECK(writer.trajectory().times.size() == 51);
    CHECK(writer.trajectory().times.back() == stop);
    simulate::SimulateOptions reference = averaging(1e-9, stop);
    reference.method = "cvode";
    CHECK(run->final_values[1] == doctest::Approx(final_temperature(model, reference)).epsilon(0.01));
  }
}

TEST_CASE("averaging of models that are all fast or all slow is direct integration") {
  const HeatedCoil model(0.01);
  simulate::SimulateOptions options = averaging(1e-6, 0.5);
  for (const model::StateSet& fast : {model::StateSet{}, zoo::states(0, 1)}) {
    options.partition = model::Partition::two_way(fast, 2);
    const auto run = simulate::simulate(model, options);
    REQUIRE(run.ok());
    CHECK(run->averaging->slow_steps == 0);
    CHECK(run->averaging->direct_time == doctest::Approx(0.5));
  }
}

TEST_CASE("what averaging cannot do is said") {
  const HeatedCoil model(0.01);
  simulate::SimulateOptions options = averaging(1e-6, 20);
  options.period = 0.0073;  // another one
  auto run = simulate::simulate(model, options);
  REQUIRE(run.has_value());
  CHECK_FALSE(run->status.ok);
  CHECK(has(run.diagnostics(), Code::E0631));
  CHECK(run->status.fault->variable == "x1");
  for (const double step : {0.0, -1.0, std::nan("")}) {
    options.step = step;
    CHECK(has(simulate::simulate(model, options).diagnostics(), Code::E0603));
  }
  options.step.reset();
  options.period = -1;
  CHECK(has(simulate::simulate(model, options).diagnostics(), Code::E0632));
  CHECK(has(simulate::simulate(zoo::VanDerPol(1), averaging(1e-6)).diagnostics(), Code::E0632));
  options = averaging(1e-6);
  options.method = "cvode";
  options.period = 0.01;
  CHECK(has(simulate::simulate(model, options).diagnostics(), Code::E0610));
  options = averaging(1e-6);
  options.events = simulate::EventMode::grid;
  CHECK(has(simulate::simulate(model, options).diagnostics(), Code::E0610));
  options = averaging(1e-6);
  options.cancel.request();
  run = simulate::simulate(model, options);
  CHECK(has(run.diagnostics(), Code::E0613));
}

TEST_CASE("an incommensurate step meets all phases") {
  for (const double step : {0.1, 0.02, 0.333, 5.0}) {
    const double period = 0.02;
    const double offered = simulate::incommensurate_step(step, period);
    CHECK(offered > 0.9 * step);
    CHECK(offered < 2 * step);
    std::vector<bool> met(8, false);
    for (int k = 0; k < 40; ++k) {
      const double turns = k * offered / period;
      met[static_cast<std::size_t>((turns - std::floor(turns)) * 8) % 8] = true;
    }
    for (const bool phase : met) CHECK(phase);
  }
  CHECK(simulate::incommensurate_step(0.012, 0.02) < 0.01);
}

TEST_CASE("graded steps keep the slow states from seeing fast ones that have not settled") {
  // fast x1 -> x2 from far away; slow x2
  const zoo::Linear model({{-1e4, 1e4}, {1, -2}}, {0, 0}, {10, 1});
  simulate::SimulateOptions options;
  options.method = "mixed-euler";
  options.step = 0.1;
  options.stop = 1;
  options.partition = model::Partition::two_way(zoo::states(0), 2);
  simulate::SimulateOptions reference = options;
  reference.method = "cvode";
  reference.step.reset();
  reference.partition.reset();
  reference.tolerance = 1e-10;
  const double exact = final_temperature(model, reference);
  const auto plain = simulate::simulate(model, options);
  options.start_up = simulate::StartUp::graded;
  const auto graded = simulate::simulate(model, options);
  REQUIRE(plain.ok());
  REQUIRE(graded.ok());
  const double error_plain = std::abs(plain->final_values[1] - exact);
  const double error_graded = std::abs(graded->final_values[1] - exact);
  CHECK(error_plain > 0.1);
  CHECK(error_graded < error_plain / 10);
  CHECK(plain->statistics.steps == 10);
  CHECK(graded->statistics.steps > 15);
  CHECK(graded->statistics.steps < 25);
  // a step that resolves the fast states needs no grading
  options.step = 1e-5;
  options.stop = 1e-3;
  CHECK(simulate::simulate(model, options)->statistics.steps == 100);
}
