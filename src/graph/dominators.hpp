// Dominators: through which nodes every path from a root must pass.
#pragma once

#include <cstdint>
#include <vector>

#include "graph/rows.hpp"

namespace sunder::graph {

struct Dominators {
  /// The last node before v that every path from the root to v passes; `none` for the root and for nodes it does not
  /// reach.
  std::vector<std::uint32_t> immediate;
  std::vector<std::uint32_t> order;  ///< the nodes reached, each after its immediate dominator
};

/// `predecessors` is the transpose of `successors`. Lengauer and Tarjan's algorithm without recursion, O(m log n).
Dominators dominators(const Rows& successors, const Rows& predecessors, std::uint32_t root);

}  // namespace sunder::graph
