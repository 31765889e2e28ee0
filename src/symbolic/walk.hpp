// Walking an interned expression without recursion: expressions may be deep, sums may be long.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "symbolic/pool.hpp"

namespace sunder::symbolic {

/// Positions of nodes in a list, by open addressing.
class NodeIndex {
 public:
  static constexpr std::uint32_t missing = 0xFFFFFFFFU;

  NodeIndex() : slots_(32, Entry{}) {}
  /// Adds the node with the next position; false when it is there already.
  bool add(NodeId node);
  /// Leaves the next position without a node.
  void skip() { ++count_; }
  [[nodiscard]] std::uint32_t operator[](NodeId node) const;

 private:
  struct Entry {
    NodeId node;
    std::uint32_t position = 0;
  };
  [[nodiscard]] std::size_t place(NodeId node) const;

  std::vector<Entry> slots_;
  std::uint32_t count_ = 0;
};

/// Everything below the roots (and they themselves), each once, children before parents.
std::vector<NodeId> children_first(const Pool& pool, std::span<const NodeId> roots);
/// The slots that occur, in order of first occurrence in the written expression. Occurrences in `residue` count.
std::vector<std::uint32_t> slots_in_order(const Pool& pool, NodeId root);

}  // namespace sunder::symbolic
