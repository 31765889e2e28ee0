// Which nodes of an expression depend on a slot: found upwards from the slot, so that asking for every slot of a long
// sum costs as much as the sum is long.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "symbolic/pool.hpp"
#include "symbolic/walk.hpp"

namespace sunder::symbolic {

class Ancestry {
 public:
  /// Child number `child_index` of the node at position `parent` depends on what was asked for; it is at `child`.
  struct Edge {
    std::uint32_t parent;
    std::uint32_t child_index;
    std::uint32_t child;
    friend auto operator<=>(const Edge&, const Edge&) = default;
  };
  enum class Residue { ignored, followed };

  Ancestry(const Pool& pool, NodeId root, Residue residue = Residue::ignored);

  [[nodiscard]] std::span<const NodeId> nodes() const { return nodes_; }  ///< children first; the root is the last
  [[nodiscard]] std::uint32_t position(NodeId node) const;                ///< NodeIndex::missing: does not occur
  /// The edges above the nodes at these positions, sorted: all edges into one parent stand together, children first.
  std::vector<Edge> above(std::span<const std::uint32_t> positions);
  /// For the edges above one slot: whether the parent of each edge is linear in the slot.
  std::vector<bool> linear_above(const Pool& pool, std::span<const Edge> edges) const;

 private:
  std::vector<NodeId> nodes_;
  std::vector<std::uint32_t> starts_;  // of the parents of each position
  std::vector<Edge> parents_;
  std::vector<bool> seen_;
};

}  // namespace sunder::symbolic
