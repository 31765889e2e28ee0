// The multirate method: its order in every level and across them, where steps resolve the fast parts and where they
// step over them; means; work.
#include <doctest/doctest.h>

#include <cmath>

#include "laws/integrate/orders.hpp"
#include "zoo/states.hpp"

using namespace sunder;
using namespace sunder::orders;

namespace {

struct Run {
  std::vector<double> x;
  integrate::Statistics statistics;
};

Run run(const model::Model& model, const model::Partition& partition, std::vector<std::uint32_t> substeps, double stop,
        int steps, std::size_t threads = 1) {
  const auto context = model.create_context();
  integrate::StepperOptions options;
  options.partition = partition;
  options.substeps = std::move(substeps);
  options.threads = threads;
  auto stepper = integrate::make_stepper("multirate", model, *context, options);
  REQUIRE(stepper.ok());
  Run result;
  result.x.resize(model.state_count());
  REQUIRE(model::initialise(model, *context, 0, result.x));
  const double h = stop / steps;
  for (int i = 0; i < steps; ++i) REQUIRE((*stepper)->step(i * h, h, result.x));
  result.statistics = (*stepper)->statistics();
  return result;
}

double order(const model::Model& model, const model::Partition& partition, const std::vector<std::uint32_t>& substeps,
             double stop, int steps, const std::vector<double>& exact) {
  return std::log2(error(run(model, partition, substeps, stop, steps).x, exact) /
                   error(run(model, partition, substeps, stop, 2 * steps).x, exact));
}

/// Every way to cut two states into levels, with the slowest level explicit or not.
std::vector<model::Partition> cuts_of_two() {
  return {{{zoo::states(0, 1)}, 0},
          {{zoo::states(0, 1)}, 1},
          {{zoo::states(0), zoo::states(1)}, 1},
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

TEST_CASE("steps that resolve the fast part: second order with any cut, linear, nonlinear and driven") {
  const zoo::Linear linear({{-1, 2}, {-2, -1}}, {1, 0}, {1, 0});
  const Coupled driven(0.7);
  const zoo::VanDerPol oscillator(1);
  const auto linear_exact = reference(linear, 1), driven_exact = reference(driven, 1);
  const auto oscillator_exact = reference(oscillator, 1);
  for (const model::Partition& partition : cuts_of_two()) {
    CAPTURE(partition.clusters.size());
    CAPTURE(partition.clusters[0][0].value);
    CAPTURE(partition.implicit);
    for (const std::uint32_t substeps : {1U, 3U, 10U}) {
      CAPTURE(substeps);
      CHECK(order(linear, partition, {substeps}, 1, 128, linear_exact) == doctest::Approx(2).epsilon(0.06));
      CHECK(order(driven, partition, {substeps}, 1, 128, driven_exact) == doctest::Approx(2).epsilon(0.06));
      CHECK(order(oscillator, partition, {substeps}, 1, 128, oscillator_exact) == doctest::Approx(2).epsilon(0.06));
    }
  }
}

TEST_CASE("three levels of a ring in which every state reads its neighbours: second order") {
  const Ring model({8, 3, 1, 0.5, 0.7});
  const auto exact = reference(model, 1);
  for (const std::size_t implicit : {2U, 3U}) {
    CAPTURE(implicit);
    const model::Partition partition{{zoo::states(0), zoo::states(1), zoo::states(2, 3, 4)}, implicit};
    CHECK(order(model, partition, {2, 3}, 1, 256, exact) == doctest::Approx(2).epsilon(0.06));
    CHECK(order(model, partition, {4, 1}, 1, 256, exact) == doctest::Approx(2).epsilon(0.06));
    CHECK(error(run(model, partition, {2, 3}, 1, 256).x, exact) < 1e-4);
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

TEST_CASE("a stiff trio: second order of every state, resolved and stepped over") {
  const double on_manifold = std::cos(1.0);
  struct Regime {
    double rate, start, stop;
    int steps;
  };
  for (const Regime& regime : {Regime{40, 0, 0.5, 160}, Regime{1e7, on_manifold, 1, 32}}) {
    CAPTURE(regime.rate);
    const Trio model(regime.rate, regime.start);
    const auto exact = reference(Trio(40, regime.start), regime.stop);  // from the manifold: the same for every rate
    for (const std::size_t implicit : {1U, 2U}) {
      CAPTURE(implicit);
      const model::Partition partition{{zoo::states(2), zoo::states(0, 1)}, implicit};
      const auto coarse = run(model, partition, {3}, regime.stop, regime.steps).x;
      const auto fine = run(model, partition, {3}, regime.stop, 2 * regime.steps).x;
      for (const std::size_t state : {0, 1, 2}) {
        CAPTURE(state);
        CHECK(std::log2(std::abs(coarse[state] - exact[state]) / std::abs(fine[state] - exact[state])) ==
              doctest::Approx(2).epsilon(0.1));
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
  const auto sampled = final_state(model, "mixed-ars222", 2, 20, zoo::states(0));
  CHECK(relative(sampled, 1) > 0.3);
  for (const std::size_t implicit : {1U, 2U}) {
    const auto x = run(model, {{zoo::states(0), zoo::states(1, 2)}, implicit}, {400}, 2, 20).x;
    CHECK(relative(x, 1) < 2e-3);
    CHECK(relative(x, 2) < 4e-3);
  }
  // the same through a level in between
  const auto three = run(model, {{zoo::states(0), zoo::states(1), zoo::states(2)}, 2}, {8, 50}, 2, 20).x;
  CHECK(relative(three, 1) < 2e-3);
  CHECK(relative(three, 2) < 4e-3);
}

TEST_CASE("each level computes only what it needs") {
  constexpr std::size_t n = 400;
  const zoo::HeatChain chain(n, 1.0);
  const model::Partition partition = model::Partition::two_way(zoo::states(n - 3, n - 2, n - 1), n);
  const auto statistics = run(chain, partition, {10}, 1, 20).statistics;
  CHECK(chain.calls[n / 2] == 2 * 20);           // Heun
  CHECK(chain.calls[n - 4] == 2 * 20 * 10);      // reads a fast state: with the fast steps, explicit
  CHECK(chain.calls[n - 5] == 2 * 20);           // reads only that one
  CHECK(chain.calls[n - 2] >= 2 * 20 * 10);      // two implicit stages, each at least once
  CHECK(chain.calls[n - 2] <= 3 * 2 * 20 * 10);  // linear: Newton needs one iteration
  CHECK(statistics.full_rhs_evaluations == 0);
  CHECK(statistics.restricted_rhs_evaluations == chain.calls[n / 2] + chain.calls[n - 4] + chain.calls[n - 2]);
  CHECK(statistics.slow_steps == 20);
  CHECK(statistics.steps == 200);
  CHECK(statistics.jacobian_evaluations == 1);
  CHECK(statistics.factorisations == 1);
}

TEST_CASE("the fast level damps what it steps over") {
  const zoo::Linear decay({{-1e7, 0}, {0, -1}}, {0, 0}, {1, 1});
  const auto x = run(decay, {{zoo::states(0), zoo::states(1)}, 1}, {1}, 1, 10).x;
  CHECK(std::abs(x[0]) < 1e-12);
  CHECK(x[1] == doctest::Approx(std::exp(-1.0)).epsilon(2e-3));
}
