// Where Newton's method does not come from the starting values to a solution: the way there is followed.
//
// F(x) = (1 - s) F(x0) holds at x0 for s = 0 and is the loop itself for s = 1. The curve (x, s) is followed by its
// length, so that it may turn back in s on its way (the solution need not be near, nor the residuals fall all the way).
#include <algorithm>
#include <cmath>

#include "emit/loop_solver.hpp"

namespace sunder::emit {

namespace {

constexpr int most_points = 400;
constexpr int most_corrections = 6;
constexpr double first_length = 0.05, shortest = 1e-6, longest = 1.0;
constexpr double near_enough = 1e-6;

}  // namespace

/// One way: the point, the direction of the curve there, and what is at its beginning.
struct LoopSolver::Way {
  std::vector<double> x, at_start, weights, ahead, rates, correction;
  double share = 0, share_ahead = 1;  ///< s, and how it changes along the curve
};

bool LoopSolver::solve_by_continuation(std::uint32_t instance, bool keep_factors, Failure& failure) {
  if (family_.torn()) take_whole(instance);
  if (iterated_ > most_continued) return false;
  const Failure before = failure;
  start(instance, 0);
  evaluate(instance);
  Way way;
  if (evaluation_finite() && begin_way(instance, way) && follow_way(instance, way)) {
    for (std::uint32_t u = 0; u < iterated_; ++u) unknown(instance, u) = way.x[u];
    if (newton(instance, keep_factors, failure)) return true;
  }
  failure = before;
  failure.continued = std::clamp(way.share, 0.0, 1.0);
  return false;
}

bool LoopSolver::begin_way(std::uint32_t instance, Way& way) {
  const std::size_t n = iterated_;
  way.at_start.assign(memory_.residual.begin(), memory_.residual.begin() + static_cast<std::ptrdiff_t>(n));
  way.rates.resize(n);
  way.correction.resize(n);
  for (std::uint32_t u = 0; u < n; ++u) {
    way.x.push_back(unknown(instance, u));
    way.weights.push_back(1 / std::max(1.0, std::fabs(way.x.back())));
  }
  way.ahead.assign(n, 0.0);
  return look_along(instance, way);
}

/// The direction of the curve at the point that was evaluated: dx/ds = -J^-1 F(x0), on the side it came from.
bool LoopSolver::look_along(std::uint32_t instance, Way& way) {
  Failure ignored;
  measure_rows();
  if (!factor(instance, ignored)) return false;
  for (std::size_t u = 0; u < way.x.size(); ++u) way.rates[u] = -way.at_start[u];
  back_substitute(instance, way.rates.data());
  double length = 1, along = way.share_ahead;
  for (std::size_t u = 0; u < way.x.size(); ++u) {
    const double weighted = way.rates[u] * way.weights[u];
    length += weighted * weighted;
    along += weighted * way.ahead[u] * way.weights[u];
  }
  length = std::copysign(std::sqrt(length), along);
  for (std::size_t u = 0; u < way.x.size(); ++u) way.ahead[u] = way.rates[u] / length;
  way.share_ahead = 1 / length;
  return std::isfinite(length);
}

bool LoopSolver::follow_way(std::uint32_t instance, Way& way) {
  double length = first_length;
  for (int point = 0; point < most_points && length >= shortest; ++point) {
    double step = length;
    if (way.share_ahead > 0) step = std::min(step, (1 - way.share) / way.share_ahead);
    const Way before = way;
    const int corrections = correct(instance, way, step);
    if (corrections < 0 || !look_along(instance, way)) {
      way = before;
      length = step / 4;
      continue;
    }
    if (way.share >= 1 - near_enough) return true;
    if (corrections <= 2) length = std::min(longest, 2 * length);
  }
  return false;
}

/// A step along the direction, then Newton's method across it. Negative: the curve was not met; else how many
/// corrections it took. The loop is evaluated at the point found.
int LoopSolver::correct(std::uint32_t instance, Way& way, double step) {
  const std::size_t n = way.x.size();
  for (std::size_t u = 0; u < n; ++u) way.x[u] += step * way.ahead[u];
  way.share += step * way.share_ahead;
  for (int corrections = 0; corrections <= most_corrections; ++corrections) {
    for (std::uint32_t u = 0; u < n; ++u) unknown(instance, u) = way.x[u];
    evaluate(instance);
    if (!evaluation_finite()) return -1;
    measure_rows();
    Failure ignored;
    for (std::size_t u = 0; u < n; ++u) {
      way.correction[u] = -(memory_.residual[u] - (1 - way.share) * way.at_start[u]);
      way.rates[u] = -way.at_start[u];
    }
    if (!factor(instance, ignored)) return -1;
    back_substitute(instance, way.correction.data());
    back_substitute(instance, way.rates.data());
    double across = 0, along = way.share_ahead;
    for (std::size_t u = 0; u < n; ++u) {
      const double direction = way.ahead[u] * way.weights[u] * way.weights[u];
      across += direction * way.correction[u];
      along += direction * way.rates[u];
    }
    const double change = -across / along;
    double size = std::fabs(change);
    for (std::size_t u = 0; u < n; ++u) {
      const double moved = way.correction[u] + change * way.rates[u];
      way.x[u] += moved;
      size = std::max(size, std::fabs(moved) * way.weights[u]);
    }
    way.share += change;
    if (!std::isfinite(size) || size > 2 * step + near_enough) return -1;
    if (size > near_enough) continue;
    for (std::uint32_t u = 0; u < n; ++u) unknown(instance, u) = way.x[u];
    evaluate(instance);
    return evaluation_finite() ? corrections : -1;
  }
  return -1;
}

}  // namespace sunder::emit
