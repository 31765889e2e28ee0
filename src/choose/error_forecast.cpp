#include "choose/error_forecast.hpp"

#include <algorithm>
#include <cmath>

#include "choose/agreement.hpp"
#include "choose/forecast.hpp"

namespace sunder::choose {

namespace {

/// Beyond this part of a range runs have nothing to do with each other, and their difference tells nothing.
constexpr double saturated = 0.1;
constexpr double finer = 10;
constexpr int most_pairs = 2;

}  // namespace

double ErrorForecast::difference(const CoarseRun& coarse) const {
  const double span = finest_.run.stop - finest_.run.start;
  return agreement(coarse.recorded, finest_.recorded, purpose_.max_error, purpose_.max_error * span, purpose_.only)
      .difference;
}

bool ErrorForecast::look(const CoarseRun& coarse) {
  finest_ = coarse;
  for (int i = 0; i < most_pairs; ++i) {
    coarser_ = std::move(finest_);
    Outcome<CoarseRun> made =
        run_coarsely(model_, make_context_, options_, std::nullopt, coarser_.tolerance / finer, Record::output_points);
    if (!made.has_value() || !made->complete() || made->recorded.times.empty()) return false;
    finest_ = made.take();
    seconds_ += finest_.run.simulate_seconds;
    const double apart = difference(coarser_);
    if (!(apart < saturated)) continue;
    coarser_.recorded = {};
    before_ = apart;
    return true;
  }
  return false;
}

namespace {

/// The part of the error that no tolerance makes smaller: of steps that end at events and are accurate enough anyway.
/// Where steps are as long as they may be their errors, estimated by a method of lower order, tell too little of that.
double share_kept(const CoarseRun& seen, bool all_implicit, double tolerance) {
  const integrate::Statistics& n = seen.run.statistics;
  const double ended = std::min(1.0, static_cast<double>(n.events) / std::max(1.0, static_cast<double>(n.steps)));
  return ended * (1 - forecast_divided(seen, all_implicit, tolerance));
}

/// In proportion to the tolerance an error is forecast too small, since long steps of a coarse run are more accurate
/// than they must be; in proportion to the errors that steps are estimated to make too large, since these are estimated
/// by a method of lower order. Their geometric mean was within a factor of ten in four cases of five (bench_planner).
/// Where steps end at events whatever the tolerance, neither makes errors smaller.
double scaled(double error, const CoarseRun& seen, bool all_implicit, double tolerance) {
  const double made = forecast_local_errors(seen, all_implicit, seen.tolerance);
  const double by_tolerance = tolerance / seen.tolerance;
  // nothing is told of the steps of several parts: the slowest are of third order
  if (!(made > 0)) return error * std::pow(by_tolerance, 2.0 / 3);
  const double falls = 1 - share_kept(seen, all_implicit, tolerance);
  return error * std::sqrt(std::pow(by_tolerance, falls) * forecast_local_errors(seen, all_implicit, tolerance) / made);
}

}  // namespace

std::optional<double> ErrorForecast::at(double tolerance) const {
  if (!before_) return std::nullopt;
  return scaled(*before_, coarser_, true, tolerance);
}

std::optional<double> ErrorForecast::of_cvode(double tolerance) const {
  const std::optional<double> with_same_steps = at(tolerance);
  if (!with_same_steps) return std::nullopt;
  const double alone = share_kept(coarser_, true, tolerance) * rosenbrock_error_per_tolerance * tolerance;
  return std::max(*with_same_steps, alone);
}

std::optional<double> ErrorForecast::at(double tolerance, const CoarseRun& own) const {
  if (!before_ || own.recorded.times.empty()) return std::nullopt;
  const double apart = difference(own);
  if (!(apart < saturated)) return std::nullopt;
  return scaled(apart, own, false, tolerance);
}

}  // namespace sunder::choose
