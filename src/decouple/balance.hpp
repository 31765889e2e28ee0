// Weights of arcs, and how to even them out without changing any cycle.
//
// Adding a potential to every node (w_uv += p_u - p_v) changes the weight of no cycle. Potentials that make the weights
// as equal as possible turn the largest weight into a bound of every cycle's mean; for homogeneous grids and chains it
// is sharp. What a search has to look at shrinks, too.
#pragma once

#include <cstdint>
#include <vector>

#include "graph/rows.hpp"

namespace sunder::decouple {

struct WeightedGraph {
  static constexpr std::uint32_t no_arc = 0xffffffff;

  graph::Rows arcs;             ///< targets of a node ascending
  std::vector<double> weights;  ///< of each arc

  /// The index of the arc, or no_arc.
  [[nodiscard]] std::uint32_t arc(std::uint32_t from, std::uint32_t to) const;
};

/// The arcs that point to each node.
struct IncomingArcs {
  std::vector<std::uint32_t> starts;
  std::vector<std::uint32_t> sources;
  std::vector<std::uint32_t> arcs;
};
IncomingArcs incoming_arcs(const graph::Rows& graph);

/// The weights after adding potentials that even them out.
std::vector<double> balanced_weights(const WeightedGraph& graph);

}  // namespace sunder::decouple
