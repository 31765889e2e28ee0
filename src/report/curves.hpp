// The curves of a run as the page gets them: of long ones the points that can be seen.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "results/trajectory.hpp"

namespace sunder::report {

struct Points {
  std::vector<double> times, values;
};

struct ReportCurve {
  std::string name, unit;
  Points points;  ///< where nothing was thinned the times are those of ReportCurves
  /// Thinned curves only, and not of the reference: thinned curves have no times in common, so that the page cannot
  /// tell how far they are apart.
  std::optional<Points> difference;
};

struct ReportCurves {
  std::vector<double> times;  ///< of all curves; empty: each has its own
  std::vector<ReportCurve> curves;
  std::size_t recorded = 0;   ///< points of the run
  std::size_t stretches = 0;  ///< thinned to four points in each of so many equal stretches of time; 0: complete
  std::size_t left_out = 0;   ///< variables that change and are not among the curves
};

/// States first, then other variables that change, at most 200. A run with too many points for the page keeps of each
/// of many equal stretches of time the first, the lowest, the highest and the last value, so that no extreme is lost.
/// `reference` is null for the reference itself and where there is none.
ReportCurves report_curves(const results::Trajectory& run, const results::Trajectory* reference);

/// First, lowest, highest and last of every stretch, in the order of time; values that are not finite break the line
/// and stay visible.
Points thinned(const std::vector<double>& times, const std::vector<double>& values, std::size_t stretches);

}  // namespace sunder::report
