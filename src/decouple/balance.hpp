// A proven bound on the cycles of a weighted graph without looking at any of them.
//
// Adding a potential to every node (w_uv += p_u - p_v) changes no cycle. Potentials that make the weights as equal as
// possible turn the largest weight into a bound of every cycle's mean; for homogeneous grids and chains it is sharp.
#pragma once

#include <cstdint>
#include <vector>

#include "graph/rows.hpp"

namespace sunder {

struct WeightedGraph {
  static constexpr std::uint32_t no_arc = 0xffffffff;

  graph::Rows arcs;             ///< targets of a node ascending
  std::vector<double> weights;  ///< of each arc

  /// The index of the arc, or no_arc.
  [[nodiscard]] std::uint32_t arc(std::uint32_t from, std::uint32_t to) const;
};

/// Every cycle of length L through node i has a total weight of at most L * mean + slack[i]; slack <= 0.
struct NodeBounds {
  double mean = 0;
  std::vector<double> slack;
};
NodeBounds balanced_bounds(const WeightedGraph& graph);

}  // namespace sunder
