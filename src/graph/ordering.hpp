// Numbering the nodes of a graph so that neighbours have numbers close to each other.
#pragma once

#include <cstdint>
#include <vector>

#include "graph/rows.hpp"

namespace sunder::graph {

/// Cuthill and McKee: breadth first from a node at the edge of each component, neighbours with few neighbours first.
/// Directions do not count. `order[i]` is the node with number i. Linear but for the sorting of neighbours.
std::vector<std::uint32_t> cuthill_mckee(const Rows& edges);

}  // namespace sunder::graph
