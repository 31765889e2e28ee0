// Simple cycles of a directed graph, one after the other, as far as a limit allows (Johnson's algorithm).
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <span>
#include <vector>

#include "graph/rows.hpp"

namespace sunder::graph {

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
/// left out. Row v of `successors` holds the nodes that v points to. Stops when `visit` returns false.
CycleCount enumerate_cycles(const Rows& successors, const CycleLimits& limits,
                            const std::function<bool(std::span<const std::uint32_t>)>& visit);

}  // namespace sunder::graph
