// The multirate method: its order in every level and across them, where steps resolve the fast parts and where they
// step over them; means; work.
#include <doctest/doctest.h>

#include <cmath>

#include "laws/integrate/orders.hpp"
#include "zoo/states.hpp"

using namespace sunder;
using namespace sunder::orders;

namespace {

struct MultirateRun {
  std::vector<double> x;
  integrate::Statistics statistics;
};

MultirateRun run(const model::Model& model, integrate::StepperOptions options, double stop) {
  const auto context = model.create_context();
  options.stop = stop;
  auto stepper = integrate::make_stepper("multirate", model, *context, options);
  REQUIRE(stepper.ok());
  MultirateRun result;
  result.x.resize(model.state_count());
  REQUIRE(model::initialise(model, *context, 0, result.x));
  REQUIRE((*stepper)->step(0, stop, result.x));
  result.statistics = (*stepper)->statistics();
  return result;
}

/// With steps of these lengths, but for the fastest part, which is as good as exact.
std::vector<double> forced(const model::Model& model, const model::Partition& partition, std::vector<double> steps,
                           double stop) {
  integrate::StepperOptions options;
  options.partition = partition;
  options.forced_steps = std::move(steps);
  options.tolerance = 1e-10;
  return run(model, options, stop).x;
}

std::vector<double> with_tolerance(const model::Model& model, const model::Partition& partition, double tolerance,
                                   double stop) {
  integrate::StepperOptions options;
  options.partition = partition;
  options.tolerance = tolerance;
  return run(model, options, stop).x;
}

/// Steps get shorter by these factors, errors are compared by their trend over all.
double order(const model::Model& model, const model::Partition& partition, const std::vector<double>& steps,
             double stop, const std::vector<double>& exact) {
  std::vector<double> halved;
  for (const double step : steps) halved.push_back(step / 4);
  return std::log2(error(forced(model, partition, steps, stop), exact) /
                   error(forced(model, partition, halved, stop), exact)) /
         2;
}

/// Every way to cut two states into parts, with the slow one explicit or not.
std::vector<model::Partition> cuts_of_two() {
  return {{{zoo::states(0), zoo::states(1)}, 1},
          {{zoo::states(1), zoo::states(0)}, 1},
          {{zoo::states(0), zoo::states(1)}, 2},
          {{zoo::states(1), zoo::states(0)}, 2}};
}

/// Four states in a ring, each reads its neighbours; rates from fast to slow. Nonlinear and driven by time.
class Ring final : public zoo::Analytic {
 public:
  explicit Ring(std::vector<double> rates) : Analytic(rates.size()), rates_(std::move(rates)) {}
  [[nodiscard]] std::vector<double> initial() const override {
    std::vector<double> x;
    for (std::size_t i = 0; i < rates_.size(); ++i) x.push_back(0.2 + 0.3 * static_cast<double>(i));
    return x;
  }
  [[nodiscard]] double derivative(std::size_t i, std::span<const double> x, double t) const override {
    return rates_[i] * (std::sin(x[next(i)]) - x[i] * (1 + x[i] * x[i] / 5)) + x[before(i)] * std::cos(t);
  }
  [[nodiscard]] std::vector<std::uint32_t> dependencies(std::size_t i) const override {
    std::vector<std::uint32_t> list{static_cast<std::uint32_t>(i), static_cast<std::uint32_t>(next(i)),
                                    static_cast<std::uint32_t>(before(i))};
    std::sort(list.begin(), list.end());
    return list;
  }
  [[nodiscard]] double partial(std::size_t i, std::size_t by, std::span<const double> x, double t) const override {
    if (by == i) return -rates_[i] * (1 + 3 * x[i] * x[i] / 5);
    return by == next(i) ? rates_[i] * std::cos(x[by]) : std::cos(t);
  }

 private:
  [[nodiscard]] std::size_t next(std::size_t i) const { return (i + 1) % rates_.size(); }
  [[nodiscard]] std::size_t before(std::size_t i) const { return (i + rates_.size() - 1) % rates_.size(); }
  std::vector<double> rates_;
};

}  // namespace

TEST_CASE("third order in the step of the slow part with any cut, linear, nonlinear and driven") {
  const zoo::Linear linear({{-1, 2}, {-2, -1}}, {1, 0}, {1, 0});
  const Coupled driven(0.7);
  const zoo::VanDerPol oscillator(1);
  const auto linear_exact = reference(linear, 1), driven_exact = reference(driven, 1);
  const auto oscillator_exact = reference(oscillator, 1);
  for (const model::Partition& partition : cuts_of_two()) {
    CAPTURE(partition.clusters[0][0].value);
    CAPTURE(partition.implicit);
    CHECK(order(linear, partition, {1.0 / 32}, 1, linear_exact) > 2.7);
    CHECK(order(driven, partition, {1.0 / 32}, 1, driven_exact) > 2.7);
    CHECK(order(oscillator, partition, {1.0 / 32}, 1, oscillator_exact) > 2.7);
  }
}

TEST_CASE("three parts of a ring in which every state reads its neighbours: third order in both slower parts") {
  const Ring model({8, 3, 1, 0.5, 0.7});
  const auto exact = reference(model, 1);
  for (const std::size_t implicit : {1U, 2U, 3U}) {
    CAPTURE(implicit);
    const model::Partition partition{{zoo::states(0), zoo::states(1), zoo::states(2, 3, 4)}, implicit};
    CHECK(order(model, partition, {1.0 / 32, 1.0 / 64}, 1, exact) > 2.7);
    CHECK(order(model, partition, {1.0 / 64, 1.0 / 64}, 1, exact) > 2.7);
    CHECK(error(forced(model, partition, {1.0 / 64, 1.0 / 128}, 1), exact) < 1e-4);
  }
}

TEST_CASE("errors follow the tolerance") {
  const Ring ring({200, 30, 1, 0.5, 0.7});
  const auto exact = reference(ring, 1);
  const model::Partition partition{{zoo::states(0), zoo::states(1), zoo::states(2, 3, 4)}, 1};
  for (const double tolerance : {1e-3, 1e-5, 1e-7}) {
    CAPTURE(tolerance);
    CHECK(error(with_tolerance(ring, partition, tolerance, 1), exact) < 10 * tolerance);
  }
}

namespace {

/// A slow state z that reads no fast one, a slow x that does, and y, which follows cos(x) at a given rate and is
/// exactly that once it has come there: the solution does not depend on the rate.
class Trio final : public zoo::Analytic {
 public:
  Trio(double rate, double start) : Analytic(3), rate_(rate), start_(start) {}
  [[nodiscard]] std::vector<double> initial() const override { return {0.5, 1, start_}; }
  [[nodiscard]] double derivative(std::size_t state, std::span<const double> x, double t) const override {
    if (state == 0) return -x[0] * x[0] + x[1];
    const double slow = slope(x, t);
    return state == 1 ? slow : rate_ * (std::cos(x[1]) - x[2]) - std::sin(x[1]) * slow;
  }
  [[nodiscard]] std::vector<std::uint32_t> dependencies(std::size_t state) const override {
    return state == 0 ? std::vector<std::uint32_t>{0, 1} : std::vector<std::uint32_t>{0, 1, 2};
  }
  [[nodiscard]] double partial(std::size_t state, std::size_t by, std::span<const double> x, double t) const override {
    if (state == 0) return by == 0 ? -2 * x[0] : 1;
    const double slow = by == 0 ? 0.3 : by == 1 ? -x[2] : -x[1];
    if (state == 1) return slow;
    if (by == 0) return -std::sin(x[1]) * slow;
    if (by == 1) return -rate_ * std::sin(x[1]) - std::cos(x[1]) * slope(x, t) - std::sin(x[1]) * slow;
    return -rate_ - std::sin(x[1]) * slow;
  }

 private:
  [[nodiscard]] static double slope(std::span<const double> x, double t) {
    return -x[1] * x[2] + std::sin(3 * t) + 0.3 * x[0];
  }
  double rate_;
  double start_;
};

/// y' = a (sin(w t) - y), heat' = y^2 - heat / 2, room' = heat - room
class Ripple final : public zoo::Analytic {
 public:
  explicit Ripple(double frequency) : Analytic(3), frequency_(frequency) {}
  [[nodiscard]] std::vector<double> initial() const override { return {0, 0, 0}; }
  [[nodiscard]] double derivative(std::size_t state, std::span<const double> x, double t) const override {
    if (state == 0) return frequency_ * (std::sin(2 * M_PI * frequency_ * t) - x[0]);
    return state == 1 ? x[0] * x[0] - x[1] / 2 : x[1] - x[2];
  }
  [[nodiscard]] std::vector<std::uint32_t> dependencies(std::size_t state) const override {
    return state == 0   ? std::vector<std::uint32_t>{0}
           : state == 1 ? std::vector<std::uint32_t>{0, 1}
                        : std::vector<std::uint32_t>{1, 2};
  }
  [[nodiscard]] double partial(std::size_t state, std::size_t by, std::span<const double> x, double) const override {
    if (state == 0) return -frequency_;
    if (state == 1) return by == 0 ? 2 * x[0] : -0.5;
    return by == 1 ? 1 : -1;
  }

 private:
  double frequency_;
};

}  // namespace

TEST_CASE("a stiff trio: the tolerance is kept whether the fast state is resolved or follows at once") {
  const double on_manifold = std::cos(1.0);
  for (const double rate : {40.0, 1e7}) {
    CAPTURE(rate);
    const Trio model(rate, on_manifold);
    const auto exact = reference(Trio(40, on_manifold), 1);  // from the manifold: the same for every rate
    for (const std::size_t implicit : {1U, 2U}) {
      CAPTURE(implicit);
      const model::Partition partition{{zoo::states(2), zoo::states(0, 1)}, implicit};
      for (const double tolerance : {1e-3, 1e-5, 1e-7}) {
        CAPTURE(tolerance);
        CHECK(error(with_tolerance(model, partition, tolerance, 1), exact) < 10 * tolerance);
      }
    }
  }
}

TEST_CASE("slow states see the mean of what fast ones do, not samples of it") {
  const Ripple model(50);
  const auto exact = reference(model, 2);
  const auto relative = [&](const std::vector<double>& x, std::size_t state) {
    return std::abs(x[state] - exact[state]) / exact[state];
  };
  // a step of five periods: every sample of the ripple has the same phase
  const auto sampled = final_state(model, "mixed-euler", 2, 20, zoo::states(0));
  CHECK(relative(sampled, 1) > 0.3);
  for (const std::size_t implicit : {1U, 2U}) {
    const auto x = forced(model, {{zoo::states(0), zoo::states(1, 2)}, implicit}, {0.1}, 2);
    CHECK(relative(x, 1) < 2e-3);
    CHECK(relative(x, 2) < 4e-3);
  }
  // the same through a part in between
  const auto three = forced(model, {{zoo::states(0), zoo::states(1), zoo::states(2)}, 1}, {0.1, 0.05}, 2);
  CHECK(relative(three, 1) < 2e-3);
  CHECK(relative(three, 2) < 4e-3);
}

TEST_CASE("inside a slow step slow states have their ripple") {
  const Ripple model(50);
  const auto context = model.create_context();
  integrate::StepperOptions options;
  options.partition = model::Partition{{zoo::states(0), zoo::states(1, 2)}, 1};
  options.forced_steps = {0.1};
  options.tolerance = 1e-8;
  options.stop = 2;
  auto stepper = integrate::make_stepper("multirate", model, *context, options);
  std::vector<double> x = model.initial(), inside(3);
  double time = 0;
  for (int i = 0; i < 4; ++i) REQUIRE((*stepper)->advance(time, 2 - time, x, time));
  REQUIRE(time == doctest::Approx(0.4));
  for (const double at : {0.301, 0.303, 0.3057, 0.35, 0.3725, 0.398}) {
    CAPTURE(at);
    const auto exact = reference(model, at);
    REQUIRE((*stepper)->interpolate(at, inside));
    CHECK(inside[1] == doctest::Approx(exact[1]).epsilon(2e-4));
  }
}

TEST_CASE("each part computes only what it needs") {
  constexpr std::size_t n = 400;
  const zoo::HeatChain chain(n, 1.0);
  integrate::StepperOptions options;
  options.partition = model::Partition::two_way(zoo::states(n - 3, n - 2, n - 1), n);
  options.forced_steps = {0.05};
  const auto statistics = run(chain, options, 1).statistics;
  CHECK(statistics.slow_steps == 20);
  CHECK(chain.calls[n / 2] <= 9 * 20);  // four stages, the end, and what looks at errors
  CHECK(chain.calls[n / 2] >= 5 * 20);
  CHECK(chain.calls[n - 4] >= 3 * statistics.steps);  // reads a fast state: at three points of every fast step
  CHECK(chain.calls[n - 2] >= 8 * statistics.steps);  // eight stages
  CHECK(statistics.full_rhs_evaluations == 0);
}

TEST_CASE("fast states that only follow are stepped over") {
  const zoo::Linear decay({{-1e7, 0}, {0, -1}}, {0, 0}, {1, 1});
  integrate::StepperOptions options;
  options.partition = model::Partition{{zoo::states(0), zoo::states(1)}, 1};
  options.tolerance = 1e-4;
  const MultirateRun made = run(decay, options, 1);
  CHECK(std::abs(made.x[0]) < 1e-6);
  CHECK(made.x[1] == doctest::Approx(std::exp(-1.0)).epsilon(1e-3));
  CHECK(made.statistics.steps < 400);
}
