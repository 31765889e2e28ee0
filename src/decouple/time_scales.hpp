// The time scale of every state from the simple cycles through it, for every alpha at once.
//
// With J = df/dx, a cycle of L >= 2 states whose entries multiply to W = log prod |J| bounds the step by
//   log h = (log alpha - W) / L.
// In logarithms every cycle is a line, and a state's time scale is the lower envelope of the lines of its cycles and of
// its self loop.
#pragma once

#include <chrono>
#include <cstdint>
#include <limits>
#include <optional>
#include <string_view>
#include <vector>

#include "algebra/sparse.hpp"
#include "base/cancel.hpp"
#include "base/outcome.hpp"
#include "graph/rows.hpp"
#include "model/sets.hpp"

namespace sunder::decouple {

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
/// zero. A node has the number of its state.
struct DependencyGraph {
  graph::Rows arcs;
  std::vector<double> weights;   ///< of each arc
  std::vector<double> diagonal;  ///< J_ii
};
DependencyGraph dependency_graph(const algebra::SparseMatrix& jacobian);

/// The states on a cycle in the order of influence.
using Cycle = std::vector<model::StateIndex>;

struct CycleLine {
  static constexpr std::uint32_t not_kept = 0xffffffff;

  std::uint32_t length = 0;
  std::uint32_t cycle = not_kept;  ///< index into TimeScales::cycles
  double weight = 0;               ///< W
};

/// Everything known about the cycles through one state.
struct StateCycles {
  /// For alpha <= 1 a cycle matters only if no shorter one has a mean W/L as large: lengths and means both ascend.
  std::vector<CycleLine> lines;
  /// Unless every cycle was looked at: those that were not have at least `unseen_shortest` states and a mean of at most
  /// `unseen_mean`, proven.
  bool complete = true;
  double unseen_mean = -std::numeric_limits<double>::infinity();
  std::uint32_t unseen_shortest = std::numeric_limits<std::uint32_t>::max();
};

struct CycleOptions {
  std::uint64_t limit = 10000;  ///< cycles enumerated per strongly connected component before the search takes over
  bool all = false;             ///< enumerate without a limit but the budget
  bool list = false;            ///< keep every cycle enumerated, not only those that bound some state
  std::uint32_t longest = 8;    ///< cycles up to this length are searched for exactly where nothing better succeeds
  double budget = 10;           ///< seconds of work, at a fixed rate: results do not depend on the machine
  CancelToken cancel;           ///< ends the search early; what was not proven is bracketed
};

/// What is proven of a time scale.
enum class Proof {
  exact,         ///< the value itself
  short_cycles,  ///< the smallest over all cycles up to CycleOptions::longest states; a longer one could be smaller
  bracket        ///< only lower and upper bound
};

struct Bounds {
  double log_lower = 0;      ///< proven
  double log_upper = 0;      ///< the best cycle found (the time scale itself, when exact)
  std::int64_t cycle = -1;   ///< the active cycle in TimeScales::cycles; -1: the self loop; -2: none, or not kept
  std::uint32_t length = 0;  ///< states in the active cycle; 0: none
  Proof proof = Proof::exact;
};

struct TimeScales {
  std::vector<Cycle> cycles;
  std::vector<StateCycles> states;
  std::vector<double> diagonal;
  std::uint64_t found = 0;    ///< simple cycles of two states or more that were enumerated
  bool complete = true;       ///< `found` is their number
  std::uint32_t longest = 8;  ///< CycleOptions::longest

  [[nodiscard]] Bounds bounds(model::StateIndex state, SelfLoop convention, double alpha) const;
};

TimeScales find_time_scales(const DependencyGraph& graph, const CycleOptions& options);

}  // namespace sunder::decouple
