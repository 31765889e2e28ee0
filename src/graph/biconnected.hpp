// Biconnected blocks of the undirected support of a directed graph.
//
// No simple cycle passes a cut node twice, so every simple cycle (of two nodes or more) lies within one block.
#pragma once

#include <cstdint>
#include <vector>

#include "graph/rows.hpp"

namespace sunder::graph {

/// Row v of `successors` holds the nodes that v points to, ascending. Returns the block of every arc, in the order of
/// `successors.entries`; blocks are numbered from 0 in the order they are closed by a depth-first search. An arc from a
/// node to itself has no block (`none`).
struct Biconnected {
  std::vector<std::uint32_t> block_of_arc;
  std::uint32_t count = 0;
};
Biconnected biconnected_blocks(const Rows& successors);

}  // namespace sunder::graph
