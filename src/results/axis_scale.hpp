// The scale of one axis of a figure: what is shown, and where on the paper.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

#include "results/figure.hpp"

namespace sunder::results {

class AxisScale {
 public:
  explicit AxisScale(const Axis& axis) : logarithmic_(axis.logarithmic), given_low_(axis.low), given_high_(axis.high) {}

  [[nodiscard]] bool shows(double value) const { return std::isfinite(value) && (!logarithmic_ || value > 0); }
  void include(double value) {
    if (!shows(value)) return;
    low_ = std::min(low_, value);
    high_ = std::max(high_, value);
  }
  /// Settles the ends; `margin`: this fraction of the length stays free at both; `zero_base`: what is positive and not
  /// far from zero is shown from zero on.
  void settle(double margin, bool zero_base);

  [[nodiscard]] double low() const { return low_; }
  [[nodiscard]] double high() const { return high_; }
  [[nodiscard]] bool inside(double value) const { return shows(value) && value >= low_ && value <= high_; }
  /// 0 at the low end, 1 at the high end; values far outside are brought near.
  [[nodiscard]] double fraction(double value) const;

 private:
  bool logarithmic_;
  std::optional<double> given_low_, given_high_;
  double low_ = std::numeric_limits<double>::infinity();
  double high_ = -std::numeric_limits<double>::infinity();
};

}  // namespace sunder::results
