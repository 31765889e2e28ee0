// The multirate method: its order in every level and across them, where steps resolve the fast parts and where they
// step over them; means; work.
#include <doctest/doctest.h>

#include <cmath>

#include "laws/integrate/orders.hpp"

using namespace sunder;
using namespace sunder::orders;

namespace {

struct Run {
  std::vector<double> x;
  Statistics statistics;
};

Run run(const Model& model, const Partition& partition, std::vector<std::uint32_t> substeps, double stop, int steps,
        std::size_t threads = 1) {
  const auto context = model.create_context();
  StepperOptions options;
  options.partition = partition;
  options.substeps = std::move(substeps);
  options.threads = threads;
  auto stepper = make_stepper("multirate", model, *context, options);
  REQUIRE(stepper.ok());
  Run result;
  result.x.resize(model.state_count());
  REQUIRE(model.initialise(*context, 0, result.x));
  const double h = stop / steps;
  for (int i = 0; i < steps; ++i) REQUIRE((*stepper)->step(i * h, h, result.x));
  result.statistics = (*stepper)->statistics();
  return result;
}

double order(const Model& model, const Partition& partition, const std::vector<std::uint32_t>& substeps, double stop,
             int steps, const std::vector<double>& exact) {
  return std::log2(error(run(model, partition, substeps, stop, steps).x, exact) /
                   error(run(model, partition, substeps, stop, 2 * steps).x, exact));
}

/// Every way to cut two states into levels, with the slowest level explicit or not.
std::vector<Partition> cuts_of_two() {
  return {{{{0, 1}}, 0}, {{{0, 1}}, 1}, {{{0}, {1}}, 1}, {{{1}, {0}}, 1}, {{{0}, {1}}, 2}, {{{1}, {0}}, 2}};
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
  for (const Partition& partition : cuts_of_two()) {
    CAPTURE(partition.clusters.size());
    CAPTURE(partition.clusters[0][0]);
    CAPTURE(partition.implicit);
    for (const std::uint32_t substeps : {1U, 3U, 10U}) {
      CAPTURE(substeps);
      CHECK(order(linear, partition, {substeps}, 1, 128, linear_exact) == doctest::Approx(2).epsilon(0.06));
      CHECK(order(driven, partition, {substeps}, 1, 128, driven_exact) == doctest::Approx(2).epsilon(0.06));
      CHECK(order(oscillator, partition, {substeps}, 1, 128, oscillator_exact) == doctest::Approx(2).epsilon(0.06));
    }
  }
}
