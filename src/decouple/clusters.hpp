// Clusters of similar pace: the gaps that ascending time scales leave, and a step for each cluster between them.
#pragma once

#include <cstddef>
#include <vector>

#include "decouple/analysis.hpp"

namespace sunder::decouple {

/// Between `below` and its successor in the ascending order.
struct Gap {
  std::size_t below = 0;
  double ratio = 1;
};

/// Neighbours closer than this are one group for a cut into two.
inline constexpr double worth_cutting = 1.2;
/// A cluster gets a pace of its own when that saves it at least two of three steps.
inline constexpr double worth_nesting = 3;

/// How many of the ascending variables have a finite time scale.
std::size_t finite_count(const std::vector<VariableScale>& ascending);
/// The gaps among the finite time scales that are wider than a ratio, widest first; equal ones from fast to slow.
std::vector<Gap> gaps_wider_than(const std::vector<VariableScale>& ascending, double ratio);

/// Cut after each of `ends` (positions in the ascending order, ascending, the last variable not among them).
std::vector<model::StateSet> clusters_between(const std::vector<VariableScale>& ascending,
                                              const std::vector<std::size_t>& ends);
/// PartitionChoice::cluster_steps of these clusters.
std::vector<double> steps_of_clusters(const std::vector<VariableScale>& ascending,
                                      const std::vector<std::size_t>& ends);

/// Steps are for people too: two significant digits, rounded down.
double rounded_down(double value);
/// The point at `part` of the way down from the upper end of a gap, in logarithms.
double inside_gap(double low, double high, double part);

}  // namespace sunder::decouple
