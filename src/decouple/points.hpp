// One analysis from several operating points: worst bounds, and whether the points agree on who is fast.
#pragma once

#include "decouple/analysis.hpp"

namespace sunder::decouple {

/// The bounds of every state at one point of the analysis.
std::vector<Bounds> bounds_at(const Analysis& analysis, std::size_t point, double alpha);

/// The worst bounds seen so far: the lower end is the smallest lower end of all points, the cycle is that of the point
/// with the smallest upper end.
struct WorstBounds {
  std::vector<Bounds> bounds;
  std::vector<std::uint32_t> set_by;  ///< the point

  void include(std::vector<Bounds> here, std::uint32_t point);
};

/// The worst bounds over all points, ascending. A time scale is exact when no point can fall below it.
std::vector<VariableScale> worst_scales(const Analysis& analysis, double alpha);

/// Compares every point with the first and with the one before it (order among the points asked for), and gives for
/// each pair the states that change places by the largest ratio. States that differ by rounding have no order.
std::vector<RankingChange> ranking_changes(const std::vector<PointScales>& points);

/// The entries of all points together, each at its largest: who may influence whom.
algebra::SparseMatrix envelope(const Linearisation& linearisation);

}  // namespace sunder::decouple
