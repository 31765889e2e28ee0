// Simple cycles of a directed graph, one after the other, as far as a limit allows (Johnson's algorithm).
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <span>
#include <vector>

namespace sunder::graph {

/// Node v has arcs to targets[starts[v] .. starts[v+1]).
struct Digraph {
  std::vector<std::uint32_t> starts{0};
  std::vector<std::uint32_t> targets;

  [[nodiscard]] std::size_t size() const { return starts.size() - 1; }
  [[nodiscard]] std::span<const std::uint32_t> successors(std::uint32_t node) const {
    return {targets.data() + starts[node], starts[node + 1] - starts[node]};
  }
};

/// The strongly connected components, each sorted, ordered by their smallest node. No recursion: any depth works.
std::vector<std::vector<std::uint32_t>> strong_components(const Digraph& graph);

struct CycleLimits {
  std::uint64_t cycles = std::numeric_limits<std::uint64_t>::max();
  std::uint64_t work = std::numeric_limits<std::uint64_t>::max();  ///< arcs looked at
  std::optional<std::chrono::steady_clock::time_point> deadline;
};

struct CycleCount {
  std::uint64_t found = 0;
  std::uint64_t work = 0;
  bool complete = false;  ///< false: a limit was reached, or the visitor returned false
};

/// Calls `visit` with the nodes of every simple cycle of two nodes or more, in the order of the arcs; self loops are
/// left out. Stops when `visit` returns false.
CycleCount enumerate_cycles(const Digraph& graph, const CycleLimits& limits,
                            const std::function<bool(std::span<const std::uint32_t>)>& visit);

}  // namespace sunder::graph
