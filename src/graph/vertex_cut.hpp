// The smallest set of nodes whose removal leaves no path from sources to sinks of a directed graph.
#pragma once

#include <cstdint>
#include <vector>

namespace sunder::graph {

/// Every node may be in the cut, sources and sinks too, unless it is protected; some path must not consist of protected
/// nodes alone. Maximum flow by shortest augmenting paths in phases (Dinitz): with unit capacities the time grows with
/// the edges times the root of the nodes. More edges, sources and sinks may follow a cut; the flow found is kept.
class VertexCut {
 public:
  explicit VertexCut(std::uint32_t nodes);

  void add_edge(std::uint32_t from, std::uint32_t to);
  void add_source(std::uint32_t node);
  void add_sink(std::uint32_t node);
  void protect(std::uint32_t node);

  /// Of all smallest cuts the one that leaves the least on this side; ascending.
  enum class Near : std::uint8_t { sources, sinks };
  std::vector<std::uint32_t> find(Near near);

 private:
  struct Arc {
    std::uint32_t to, next, capacity;
  };
  static std::uint32_t in(std::uint32_t node) { return 2 * node; }
  static std::uint32_t out(std::uint32_t node) { return 2 * node + 1; }
  void add_arc(std::uint32_t from, std::uint32_t to, std::uint32_t capacity);
  bool find_distances();
  void augment();
  [[nodiscard]] std::vector<bool> reached(std::uint32_t start, bool backwards) const;

  std::uint32_t nodes_, source_, sink_;
  std::vector<std::uint32_t> first_;  // by place in the split graph: its last arc
  std::vector<Arc> arcs_;             // arc a and its reverse a ^ 1
  std::vector<std::uint32_t> distance_, current_;
};

}  // namespace sunder::graph
