// The times of a run, never accumulated: t_i = start + i * h.
#pragma once

#include <cstdint>
#include <optional>

#include "base/diagnostic.hpp"

namespace sunder::simulate {

struct TimeGrid {
  double start = 0;
  double stop = 0;
  double step = 0;
  std::uint64_t count = 0;  ///< steps; the last one may be shorter

  [[nodiscard]] double time(std::uint64_t i) const { return i >= count ? stop : start + static_cast<double>(i) * step; }
  /// The length of step i. All but the last are equal to the last bit, so that factorisations are kept.
  [[nodiscard]] double length(std::uint64_t i) const {
    if (i + 1 < count) return step;
    const double rest = stop - time(i);
    return rest > step * (1 - 1e-9) && rest < step * (1 + 1e-9) ? step : rest;
  }
};

inline constexpr double most_steps = 1e9;

/// Nothing, and an error, when the step is not positive and finite, is lost in rounding, or gives too many steps.
std::optional<TimeGrid> make_grid(double start, double stop, double step, Code invalid_step, Diagnostics& diagnostics);

}  // namespace sunder::simulate
