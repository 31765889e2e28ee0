// Nodes with one way in or one way out, taken out of a cycle search.
//
// A node with a single arc in (or out) is passed on the way to (or from) one fixed neighbour: its arcs can be joined.
// Models with positions and velocities halve in this way, long one-way chains become single arcs.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/cancel.hpp"
#include "decouple/balance.hpp"

namespace sunder::decouple {

/// An arc of the graph, or two arcs joined at a node that was taken out.
struct SeriesArc {
  static constexpr std::uint32_t leaf = 0xffffffff;

  std::uint32_t from = 0;
  std::uint32_t to = 0;
  std::uint32_t length = 1;  ///< arcs of the graph in it
  double weight = 0;
  std::uint32_t first = leaf;   ///< the joined arcs, earlier in the list
  std::uint32_t second = leaf;  ///< SeriesArc::leaf for an arc of the graph
};

struct SeriesGraph {
  std::vector<SeriesArc> arcs;       ///< the arcs of the graph in their order, then joined ones
  std::vector<std::uint32_t> live;   ///< arcs that are left
  std::vector<std::uint32_t> loops;  ///< joined arcs that closed to a cycle (from == to)
  std::vector<std::uint32_t> nodes;  ///< nodes that are left, ascending
  std::uint32_t node_count = 0;      ///< of the graph

  /// Appends the nodes of the arc in order, without its last one.
  void expand(std::uint32_t arc, std::vector<std::uint32_t>& path) const;
};

/// Every simple cycle of the graph is either a simple cycle of the live arcs or one of the loops. (Two arcs that share
/// an inner node share an end, so no cycle of live arcs passes a node twice.) `weights` replace those of the graph.
/// Cancelled, it has fewer nodes taken out.
SeriesGraph contract_series(const WeightedGraph& graph, std::span<const double> weights,
                            const CancelToken& cancel = {});

/// For every node the largest value of an arc that passes or leaves it, and that arc. `value` has an entry per arc,
/// -infinity where there is none. Linear, although a node can be inside many arcs.
struct NodeValue {
  double value = 0;
  std::uint32_t arc = SeriesArc::leaf;
};
std::vector<NodeValue> spread_to_nodes(const SeriesGraph& graph, std::vector<double> value);

}  // namespace sunder::decouple
