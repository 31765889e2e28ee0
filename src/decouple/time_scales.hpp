// The time scale of every state from the simple cycles through it, for every alpha at once.
//
// With J = df/dx, a cycle of L >= 2 states whose entries multiply to W = log prod |J| bounds the step by
//   log h = (log alpha - W) / L.
// In logarithms every cycle is a line, and a state's time scale is the lower envelope of the lines of its cycles and of
// its self loop.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "base/outcome.hpp"
#include "graph/rows.hpp"
#include "model/sparse.hpp"

namespace sunder {

/// How an entry J_ii bounds the step.
///   gain       J_ii < 0: (1 + alpha) / |J_ii|;  J_ii > 0: alpha / J_ii;  zero: no bound
///   magnitude  alpha / |J_ii|;  zero: no bound
///   published  alpha / |1 + J_ii|, a zero entry counting as a loop of weight one: how the tables in the literature
///              were computed
enum class SelfLoop { gain, magnitude, published };
Outcome<SelfLoop> self_loop_named(std::string_view name);
std::string_view name_of(SelfLoop convention);

/// The logarithm of the bound by the self loop; +infinity when there is none.
double log_self_bound(SelfLoop convention, double diagonal, double alpha);

/// Influences between states: an arc j -> i, weighted log |J_ij|, for every off-diagonal entry that is not exactly
/// zero.
struct DependencyGraph {
  graph::Rows arcs;
  std::vector<double> weights;   ///< of each arc
  std::vector<double> diagonal;  ///< J_ii
};
DependencyGraph dependency_graph(const SparseMatrix& jacobian);

struct CycleLine {
  std::uint32_t length = 0;
  std::uint32_t cycle = 0;  ///< index into TimeScales::cycles
  double weight = 0;        ///< W
};

/// Everything known about the cycles through one state.
struct StateCycles {
  /// For alpha <= 1 a cycle matters only if no shorter one has a mean W/L as large: lengths and means both ascend.
  std::vector<CycleLine> lines;
  /// When not every cycle was seen: those not listed have a length between 3 and `longest` and
  /// W <= length * mean + slack, a proven bound.
  bool complete = true;
  double mean = 0;
  double slack = 0;
  std::uint32_t longest = 0;
};

struct CycleOptions {
  std::uint64_t limit = 10000;       ///< cycles looked at per strongly connected component
  bool all = false;                  ///< no limit but the budget
  bool list = false;                 ///< keep every cycle found, not only those that bound some state
  std::uint64_t work = 200'000'000;  ///< arcs looked at, over all components
  double budget = 10;                ///< seconds
};

struct Bounds {
  double log_lower = 0;     ///< proven
  double log_upper = 0;     ///< the best cycle found (the time scale itself, when exact)
  std::int64_t cycle = -1;  ///< the active cycle in TimeScales::cycles; -1: the self loop; -2: none
};

struct TimeScales {
  std::vector<std::vector<std::uint32_t>> cycles;  ///< in the order of influence
  std::vector<StateCycles> states;
  std::vector<double> diagonal;
  std::uint64_t found = 0;  ///< simple cycles of two states or more
  bool complete = true;     ///< `found` is their number

  [[nodiscard]] Bounds bounds(std::size_t state, SelfLoop convention, double alpha) const;
};

TimeScales find_time_scales(const DependencyGraph& graph, const CycleOptions& options);

}  // namespace sunder
