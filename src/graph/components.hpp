// Strongly connected components of a directed graph, in an order that respects its edges.
#pragma once

#include <cstdint>
#include <vector>

#include "graph/rows.hpp"

namespace sunder::graph {

struct Components {
  Rows members;                        ///< one row per component
  std::vector<std::uint32_t> of_node;  ///< the component of each node
};

/// Row v of `successors` holds the nodes that v points to. A component comes after all components it points to: when
/// an edge means "depends on", the order is an order of evaluation. Tarjan's algorithm without recursion; equal
/// freedom is settled by node numbers, so the result is determined by the graph. Members are ascending.
Components strong_components(const Rows& successors);

/// For an acyclic graph whose edges point to smaller numbers: 0 for nodes without successors, else one more than the
/// largest level of the successors.
std::vector<std::uint32_t> levels(const Rows& successors);

}  // namespace sunder::graph
