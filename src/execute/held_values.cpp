#include "execute/held_values.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace sunder::execute {

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

double margin_of_rounding(HeldKind kind, double z, double held) {
  const bool holds = live_value(kind, z) == held;
  const Range range = range_of(kind, held);
  const double distance = std::fabs(std::min(z - range.low, range.high - z));
  return holds ? distance : -std::max(distance, std::numeric_limits<double>::min());
}

}  // namespace

void Margins::follow_event(std::span<const HeldKind> kinds, std::span<const std::uint32_t> which,
                           std::span<const double> held, std::span<const double> tolerated) {
  signs_.resize(kinds.size());
  at_zero_.resize(kinds.size());
  roundings_.clear();
  slack_.clear();
  for (std::size_t i = 0; i < kinds.size(); ++i) {
    const bool true_now = held[which[i]] != 0;
    const bool true_below = kinds[i] == HeldKind::less || kinds[i] == HeldKind::less_equal;
    const bool strict = kinds[i] == HeldKind::less || kinds[i] == HeldKind::greater;
    signs_[i] = true_now == true_below ? -1 : 1;
    at_zero_[i] = strict == true_now ? -std::numeric_limits<double>::min() : 0;
    if (tolerated[which[i]] > 0) slack_.emplace_back(i, tolerated[which[i]]);
    if (is_rounding(kinds[i])) {
      roundings_.push_back({i, kinds[i], held[which[i]]});
      signs_[i] = 1;
      at_zero_[i] = 0;
    }
  }
}

void Margins::replace(std::span<double> z) const {
  for (std::size_t i = 0; i < z.size(); ++i) {
    const double distance = signs_[i] * z[i];
    z[i] = distance == 0 ? at_zero_[i] : distance;
  }
  for (const Rounding& r : roundings_) z[r.crossing] = margin_of_rounding(r.kind, z[r.crossing], r.held);
  for (const auto& [crossing, slack] : slack_) z[crossing] += slack;
}

double time_to_change(HeldKind kind, double z, double held, double slope) {
  constexpr double never = std::numeric_limits<double>::infinity();
  if (slope == 0 || !std::isfinite(slope) || !std::isfinite(z)) return never;
  double goal = 0;
  if (is_rounding(kind)) {
    const Range range = range_of(kind, held);
    goal = slope > 0 ? range.high : range.low;
  } else if (live_value(kind, slope) == held) {
    return never;  // beyond zero it says what is held already
  }
  return std::max((goal - z) / slope, 0.0);
}

double moment_later(HeldKind kind, double z, double slope) {
  if (z != 0 || is_rounding(kind) || slope == 0 || !std::isfinite(slope)) return z;
  return std::copysign(std::numeric_limits<double>::min(), slope);
}

double instant_after(double time) {
  return time + 32 * std::numeric_limits<double>::epsilon() * std::max(std::fabs(time), 1e-9);
}

}  // namespace sunder::execute
