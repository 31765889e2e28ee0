// The pieces of a dependency graph that no cycle leaves.
#pragma once

#include <cstdint>
#include <vector>

#include "decouple/balance.hpp"
#include "decouple/time_scales.hpp"

namespace sunder::decouple {

struct CycleBlock {
  std::vector<model::StateIndex> states;  ///< of each local node
  WeightedGraph graph;                    ///< over local nodes
};

/// Splits along strong components and biconnected blocks, again and again until nothing splits any more: every simple
/// cycle of two states or more lies in exactly one block. Blocks of one state are left out; a state can be in several
/// blocks. Smaller blocks come first.
std::vector<CycleBlock> split_into_blocks(const DependencyGraph& graph);

}  // namespace sunder::decouple
