// What averaging must do for every model of a family, not for chosen ones.
#include <doctest/doctest.h>
#include <rapidcheck.h>

#include <numbers>

#include "simulate/simulate.hpp"
#include "zoo/states.hpp"
#include "zoo/zoo.hpp"

using namespace sunder;

namespace {

/// A fast state behind an alternating source and two slow ones that see its square and its product with the source;
/// they act back on it.
class Random final : public zoo::Analytic {
 public:
  struct Numbers {
    double period, inertia, feedback, offset, rate1, rate2;
  };
  explicit Random(const Numbers& numbers) : Analytic(3), n_(numbers) {}
  [[nodiscard]] const Numbers& numbers() const { return n_; }
  [[nodiscard]] std::vector<double> initial() const override { return {0, 0, 0}; }
  [[nodiscard]] double derivative(std::size_t state, std::span<const double> x, double t) const override {
    if (state == 0) return (source(t) - resistance(x) * x[0]) / (n_.inertia * n_.period);
    if (state == 1) return n_.rate1 * (x[0] * x[0] - x[1]);
    return n_.rate2 * (source(t) * x[0] - x[2]);
  }
  [[nodiscard]] std::vector<std::uint32_t> dependencies(std::size_t state) const override {
    if (state == 0) return {0, 1, 2};
    return {0, static_cast<std::uint32_t>(state)};
  }
  [[nodiscard]] double partial(std::size_t state, std::size_t by, std::span<const double> x, double t) const override {
    if (state == 0) return (by == 0 ? -resistance(x) : -n_.feedback * x[0]) / (n_.inertia * n_.period);
    if (state == by) return state == 1 ? -n_.rate1 : -n_.rate2;
    return state == 1 ? n_.rate1 * 2 * x[0] : n_.rate2 * source(t);
  }
  [[nodiscard]] std::vector<model::PeriodInfo> periods(model::Context&) const override {
    return {{n_.period, "a sine of time", false, {}}};
  }

 private:
  [[nodiscard]] double source(double t) const { return n_.offset + std::sin(2 * std::numbers::pi * t / n_.period); }
  [[nodiscard]] double resistance(std::span<const double> x) const { return 1 + n_.feedback * (x[1] + x[2]); }
  Numbers n_;
};

double between(double low, double high) { return low + (high - low) * *rc::gen::inRange(0, 1001) / 1000.0; }

Random any_model() {
  return Random(
      {between(2e-3, 5e-3), between(0.02, 0.3), between(0, 1), between(-0.5, 0.5), between(0.3, 2), between(0.3, 2)});
}

std::vector<double> run(const model::Model& model, const std::string& method, double tolerance) {
  simulate::SimulateOptions options;
  options.method = method;
  options.tolerance = tolerance;
  options.stop = 0.6;
  options.intervals = 10;
  options.partition = model::Partition::two_way(zoo::states(0), 3);
  const auto result = simulate::simulate(model, options);
  RC_ASSERT(result.ok());
  RC_ASSERT(result->status.ok);
  return result->final_values;
}

}  // namespace

TEST_CASE("averaging gives the slow states of the whole model, up to the ripple of a period") {
  const bool holds = rc::check([] {
    const Random model = any_model();
    const std::vector<double> averaged = run(model, "averaging", 1e-5);
    const std::vector<double> whole = run(model, "cvode", 1e-7);
    // The fast state is at most |offset| + sin: what the slow ones see swings by 2 |offset| with the period and by 1/2
    // with half of it. Integrated, from one extreme to the other, that is their ripple; the mean lies anywhere in it.
    const auto& n = model.numbers();
    const double swing = n.period / (2 * std::numbers::pi) * (4 * std::abs(n.offset) + 0.5);
    const double terms_of_second_order = 2e-4;
    RC_ASSERT(std::abs(averaged[1] - whole[1]) < n.rate1 * swing + terms_of_second_order);
    RC_ASSERT(std::abs(averaged[2] - whole[2]) < n.rate2 * swing + terms_of_second_order);
  });
  CHECK(holds);
}

TEST_CASE("averaging is the same to the last bit when it is run again") {
  const bool holds = rc::check([] {
    const Random model = any_model();
    RC_ASSERT(run(model, "averaging", 1e-4) == run(model, "averaging", 1e-4));
  });
  CHECK(holds);
}
