// Errors and orders of convergence of methods, measured.
#pragma once

#include <doctest/doctest.h>

#include <cmath>
#include <string>
#include <vector>

#include "integrate/stepper.hpp"
#include "zoo/follower.hpp"
#include "zoo/zoo.hpp"

namespace sunder::orders {

inline std::vector<double> final_state(const model::Model& model, const std::string& method, double stop, int steps,
                                       model::StateSet fast = {}) {
  const auto context = model.create_context();
  integrate::StepperOptions options;
  options.fast = std::move(fast);
  auto stepper = integrate::make_stepper(method, model, *context, options);
  REQUIRE(stepper.ok());
  std::vector<double> x(model.state_count());
  REQUIRE(model::initialise(model, *context, 0, x));
  const double h = stop / steps;
  for (int i = 0; i < steps; ++i) REQUIRE((*stepper)->step(i * h, h, x));
  return x;
}

inline double error(const std::vector<double>& x, const std::vector<double>& exact) {
  double largest = 0;
  for (std::size_t i = 0; i < x.size(); ++i) largest = std::max(largest, std::abs(x[i] - exact[i]));
  return largest;
}

/// log2 of the ratio of the errors with a step and with half of it.
inline double measured_order(const model::Model& model, const std::string& method, double stop, int steps,
                             const std::vector<double>& exact, const model::StateSet& fast = {}) {
  const double coarse = error(final_state(model, method, stop, steps, fast), exact);
  const double fine = error(final_state(model, method, stop, 2 * steps, fast), exact);
  return std::log2(coarse / fine);
}

inline std::vector<double> reference(const model::Model& model, double stop) {
  return final_state(model, "rk4", stop, 40000);
}

/// Fast and slow, each driving itself nonlinearly and by time, coupled only from slow to fast when `back` is zero.
class Coupled final : public zoo::Analytic {
 public:
  explicit Coupled(double back) : Analytic(2), back_(back) {}
  [[nodiscard]] std::vector<double> initial() const override { return {1, 0.5}; }
  [[nodiscard]] double derivative(std::size_t state, std::span<const double> x, double t) const override {
    return state == 0 ? -x[0] * x[0] + std::sin(t) + back_ * x[1] : -3 * x[1] + x[0] * std::cos(t);
  }
  [[nodiscard]] std::vector<std::uint32_t> dependencies(std::size_t) const override { return {0, 1}; }
  [[nodiscard]] double partial(std::size_t state, std::size_t by, std::span<const double> x, double t) const override {
    if (state == 0) return by == 0 ? -2 * x[0] : back_;
    return by == 0 ? std::cos(t) : -3;
  }

 private:
  double back_;
};

using zoo::Follower;

}  // namespace sunder::orders
