#include "simulate/ripple.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace sunder::simulate {

namespace {

constexpr double worth_mentioning = 0.05;  // of the range
/// A state that goes nowhere is compared with this part of its size.
constexpr double least_range = 1e-3;

}  // namespace

void RippleMeter::Extent::include(double value) {
  low = std::min(low, value);
  high = std::max(high, value);
}

RippleMeter::RippleMeter(const model::Model& model, model::StateSet slow)
    : model_(model), slow_(std::move(slow)), expected_(slow_.size()), now_(slow_.size()), swings_(slow_.size()) {}

void RippleMeter::begin_period() { std::ranges::fill(now_, Extent{}); }

void RippleMeter::moved(double elapsed, std::span<const double> by) {
  if (!expecting_) return;
  for (std::size_t i = 0; i < slow_.size(); ++i) now_[i].include(by[slow_[i].index()] - expected_[i] * elapsed);
}

void RippleMeter::end_period(double length, std::span<const double> mean_slope) {
  for (std::size_t i = 0; i < slow_.size(); ++i) {
    const double mean = mean_slope[slow_[i].index()];
    // what the mean moved it otherwise than expected is no ripple; where it moves steadily this is exact
    const double drift = std::abs(mean - expected_[i]) * length;
    if (expecting_) swings_[i] = std::max(swings_[i], now_[i].high - now_[i].low - drift);
    expected_[i] = mean;
  }
  expecting_ = true;
}

void RippleMeter::passed(std::span<const double> x) {
  const bool first = ranges_.empty();
  ranges_.resize(slow_.size());
  for (std::size_t i = 0; i < slow_.size(); ++i) {
    const double value = x[slow_[i].index()];
    if (first) ranges_[i] = {value, value};
    ranges_[i].include(value);
  }
}

std::vector<Ripple> RippleMeter::swinging() const {
  std::vector<std::pair<double, Ripple>> found;  // with the share of the range
  for (std::size_t i = 0; i < ranges_.size(); ++i) {
    const double size =
        std::max(std::abs(ranges_[i].low), std::abs(ranges_[i].high)) + std::abs(model_.state_nominal(slow_[i]));
    const double range = ranges_[i].high - ranges_[i].low;
    const double share = swings_[i] / std::max(range, least_range * size);
    if (share > worth_mentioning) found.push_back({share, {slow_[i], swings_[i], range}});
  }
  std::ranges::stable_sort(found, [](const auto& a, const auto& b) { return a.first > b.first; });
  std::vector<Ripple> out;
  for (const auto& [share, ripple] : found) out.push_back(ripple);
  return out;
}

}  // namespace sunder::simulate
