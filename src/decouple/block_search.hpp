// One block of the dependency graph under search: what every kind of search reads and writes.
//
// The searches share two numbers per node: the best mean W/L of a cycle found through it (in the ledger), and a bound
// on the mean of the cycles that were not looked at. Where the bound does not exceed the best, the node's value is
// proven.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "decouple/blocks.hpp"
#include "decouple/ledger.hpp"

namespace sunder::decouple {

struct SeriesGraph;
struct FrontierLimits;

class BlockSearch {
 public:
  BlockSearch(const CycleBlock& block, std::uint32_t longest, CycleLedger& ledger);

  const CycleBlock& block;
  std::vector<double> weights;          ///< balanced, one per arc
  std::vector<double> bound;            ///< per node; of cycles of three nodes or more
  std::vector<std::uint32_t> shortest;  ///< per node: cycles not looked at have at least so many nodes
  double tolerance;                     ///< of means: differences below it are rounding
  std::uint32_t longest;                ///< CycleOptions::longest

  [[nodiscard]] std::uint32_t size() const { return static_cast<std::uint32_t>(block.states.size()); }
  [[nodiscard]] double best(std::uint32_t node) const { return ledger_.best(block.states[node]); }
  [[nodiscard]] const std::vector<CycleLine>& lines(std::uint32_t node) const {
    return ledger_.lines(block.states[node]);
  }
  [[nodiscard]] bool proven(std::uint32_t node) const { return bound[node] <= best(node) + tolerance; }
  [[nodiscard]] bool all_proven() const;
  /// Proven, and no cycle that was not looked at can win for a smaller alpha either.
  [[nodiscard]] bool settled(std::uint32_t node) const;
  void lower_bound(std::uint32_t node, double mean) {
    if (mean < bound[node]) bound[node] = mean;
  }

  /// The weight of a cycle by the weights of the model, free of the rounding of potentials.
  [[nodiscard]] double weight(std::span<const std::uint32_t> cycle) const;
  /// A cycle of local nodes.
  bool note(std::span<const std::uint32_t> cycle);
  /// Only length and mean are known, not the states.
  void note_unnamed(std::uint32_t node, std::uint32_t length, double mean);
  void note_pairs();
  /// The cycles that a contraction closed, and those of two arcs that it left.
  void note_contracted(const SeriesGraph& series, WorkMeter& meter);

  /// Writes bounds to the ledger.
  void conclude();

 private:
  CycleLedger& ledger_;
  Cycle path_;
};

/// Exact by dynamic programming where the graph is narrow. False: it is not.
bool search_frontier(BlockSearch& search, const SeriesGraph& series, const FrontierLimits& limits, WorkMeter& meter);
/// Every cycle above a level, for falling levels, as far as the meter allows.
void search_surplus(BlockSearch& search, const SeriesGraph& series, WorkMeter& meter);
/// Every cycle of up to `search.longest` nodes through nodes that are not settled.
void search_short_cycles(BlockSearch& search, WorkMeter& meter);

/// The lines that win for some alpha: the upper hull of the points (length, weight).
std::vector<CycleLine> upper_hull(const std::vector<CycleLine>& lines);

}  // namespace sunder::decouple
