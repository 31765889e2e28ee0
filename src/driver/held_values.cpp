#include "driver/held_values.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace sunder {

using ir::HeldKind;

double live_value(HeldKind kind, double z) {
  switch (kind) {
    case HeldKind::less: return z < 0 ? 1 : 0;
    case HeldKind::less_equal: return z <= 0 ? 1 : 0;
    case HeldKind::greater: return z > 0 ? 1 : 0;
    case HeldKind::greater_equal: return z >= 0 ? 1 : 0;
    case HeldKind::floor: return std::floor(z);
    case HeldKind::ceil: return std::ceil(z);
    case HeldKind::truncate: return std::trunc(z);
    default: return z;
  }
}

namespace {

/// Between which numbers z lies while a rounded value holds.
struct Range {
  double low, high;
};

Range range_of(HeldKind kind, double held) {
  switch (kind) {
    case HeldKind::floor: return {held, held + 1};
    case HeldKind::ceil: return {held - 1, held};
    default: return {held > 0 ? held : held - 1, held < 0 ? held : held + 1};
  }
}

bool is_rounding(HeldKind kind) {
  return kind == HeldKind::floor || kind == HeldKind::ceil || kind == HeldKind::truncate;
}

}  // namespace

double margin(HeldKind kind, double z, double held) {
  const bool holds = live_value(kind, z) == held;
  double distance = std::fabs(z);
  if (is_rounding(kind)) {
    const Range range = range_of(kind, held);
    distance = std::fabs(std::min(z - range.low, range.high - z));
  }
  return holds ? distance : -std::max(distance, std::numeric_limits<double>::min());
}

double time_to_change(HeldKind kind, double z, double held, double slope) {
  constexpr double never = std::numeric_limits<double>::infinity();
  if (slope == 0 || !std::isfinite(slope) || !std::isfinite(z)) return never;
  double goal = 0;
  if (is_rounding(kind)) {
    const Range range = range_of(kind, held);
    goal = slope > 0 ? range.high : range.low;
  } else if ((z > 0) == (slope > 0)) {
    return never;
  }
  return std::max((goal - z) / slope, 0.0);
}

double instant_after(double time) {
  return time + 32 * std::numeric_limits<double>::epsilon() * std::max(std::fabs(time), 1e-9);
}

}  // namespace sunder
