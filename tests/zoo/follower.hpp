// A stiff pair with a known slow manifold.
#pragma once

#include <cmath>

#include "zoo/zoo.hpp"

namespace sunder::zoo {

/// The slow state x and a fast one y that follows cos(x) at the given rate, coupled both ways. y = cos(x) is an exact
/// solution for every rate, so that only one state has to be known accurately.
class Follower final : public Analytic {
 public:
  Follower(double rate, double start) : Analytic(2), rate_(rate), start_(start) {}
  [[nodiscard]] std::vector<double> initial() const override { return {1, start_}; }
  [[nodiscard]] double derivative(std::size_t state, std::span<const double> x, double t) const override {
    const double slow = -x[0] * x[1] + std::sin(3 * t);
    return state == 0 ? slow : rate_ * (std::cos(x[0]) - x[1]) - std::sin(x[0]) * slow;
  }
  [[nodiscard]] std::vector<std::uint32_t> dependencies(std::size_t) const override { return {0, 1}; }
  [[nodiscard]] double partial(std::size_t state, std::size_t by, std::span<const double> x, double t) const override {
    const double slow = -x[0] * x[1] + std::sin(3 * t);
    if (state == 0) return by == 0 ? -x[1] : -x[0];
    if (by == 0) return -rate_ * std::sin(x[0]) - std::cos(x[0]) * slow + std::sin(x[0]) * x[1];
    return -rate_ + std::sin(x[0]) * x[0];
  }

 private:
  double rate_;
  double start_;
};

}  // namespace sunder::zoo
