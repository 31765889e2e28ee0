#include "decouple/time_scales.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/codes.hpp"
#include "base/text.hpp"
#include "decouple/block_search.hpp"
#include "decouple/contraction.hpp"
#include "decouple/frontier.hpp"
#include "decouple/logarithms.hpp"
#include "graph/components.hpp"
#include "graph/cycles.hpp"

namespace sunder::decouple {

namespace {

struct Convention {
  SelfLoop convention;
  std::string_view name;
};
constexpr Convention conventions[] = {
    {SelfLoop::gain, "gain"}, {SelfLoop::magnitude, "magnitude"}, {SelfLoop::published, "published"}};

}  // namespace

Outcome<SelfLoop> self_loop_named(std::string_view name) {
  std::vector<std::string> names;
  for (const Convention& entry : conventions) {
    if (entry.name == name) return entry.convention;
    names.emplace_back(entry.name);
  }
  Diagnostics diagnostics;
  diagnostics.error(Code::E0804, {},
                    "there is no self-loop convention '" + std::string(name) + "'; valid are " + enumerated(names));
  return Outcome<SelfLoop>(std::move(diagnostics));
}

std::string_view name_of(SelfLoop convention) { return conventions[static_cast<std::size_t>(convention)].name; }

double log_self_bound(SelfLoop convention, double diagonal, double alpha) {
  double allowed = alpha;
  double weight = diagonal;
  if (convention == SelfLoop::published) weight = 1 + diagonal;
  if (convention == SelfLoop::gain && diagonal < 0) allowed = 1 + alpha;
  return weight == 0 ? infinite : std::log(allowed) - std::log(std::abs(weight));
}

DependencyGraph dependency_graph(const algebra::SparseMatrix& jacobian) {
  DependencyGraph graph;
  const algebra::SparsePattern& pattern = jacobian.pattern;
  graph.diagonal.assign(pattern.columns, 0.0);
  for (std::size_t column = 0; column < pattern.columns; ++column) {
    for (auto k = pattern.column_starts[column]; k < pattern.column_starts[column + 1]; ++k) {
      const auto row = static_cast<std::uint32_t>(pattern.row_indices[k]);
      if (row == column) {
        graph.diagonal[column] = jacobian.values[k];
      } else if (jacobian.values[k] != 0) {
        graph.arcs.entries.push_back(row);
        graph.weights.push_back(std::log(std::abs(jacobian.values[k])));
      }
    }
    graph.arcs.end_row();
  }
  return graph;
}

Bounds TimeScales::bounds(model::StateIndex state, SelfLoop convention, double alpha) const {
  const StateCycles& known = states[state.index()];
  const double a = -std::log(alpha);
  Bounds result;
  double best = -infinite;  // the largest (W + a) / L found
  result.cycle = -2;
  for (const CycleLine& line : known.lines) {
    const double value = (line.weight + a) / line.length;
    if (value > best) {
      best = value;
      result.cycle = line.cycle == CycleLine::not_kept ? -2 : static_cast<std::int64_t>(line.cycle);
      result.length = line.length;
    }
  }
  // cycles that were not looked at: the shortest is the worst, since a >= 0
  double unseen = known.unseen_mean;
  if (unseen > -infinite) unseen += a / known.unseen_shortest;
  const double self = log_self_bound(convention, diagonal[state.index()], alpha);
  result.log_upper = std::min(self, -best);
  result.log_lower = std::min(self, -std::max(best, unseen));
  if (self < infinite && self <= -best) {
    result.cycle = -1;
    result.length = 1;
  }
  if (result.log_upper - result.log_lower > exactness) {
    result.proof = known.unseen_shortest > longest ? Proof::short_cycles : Proof::bracket;
  }
  return result;
}

namespace {

using Clock = std::chrono::steady_clock;

constexpr double work_per_second = 6e7;  // what an ordinary machine does; fixed, so that results are

class Search {
 public:
  Search(const DependencyGraph& graph, const CycleOptions& options)
      : graph_(graph),
        options_(options),
        ledger_(graph.diagonal.size(), 8 * (graph.arcs.entries.size() + graph.diagonal.size()) + 1'000'000),
        enumerated_(graph.diagonal.size(), 0) {
    result_.diagonal = graph.diagonal;
    result_.longest = options.longest;
  }

  TimeScales run() {
    enumerate();
    search();
    ledger_.finish(result_, options_.list);
    return std::move(result_);
  }

 private:
  /// Counts, lists, and settles what has few cycles.
  void enumerate() {
    graph::CycleLimits limits;
    limits.deadline = Clock::now() + std::chrono::duration_cast<Clock::duration>(
                                         std::chrono::duration<double>(std::clamp(options_.budget, 0.0, 1e9)));
    const graph::Rows components = graph::strong_components(graph_.arcs).members;
    std::vector<std::span<const std::uint32_t>> order;
    for (std::uint32_t c = 0; c < components.size(); ++c) {
      if (components[c].size() > 1) order.push_back(components[c]);
    }
    // small components first: they are the ones that can be finished
    std::stable_sort(order.begin(), order.end(), [](const auto& a, const auto& b) { return a.size() < b.size(); });
    const bool asked = options_.all || options_.list;
    std::vector<std::uint32_t> position(graph_.diagonal.size(), graph::none);
    std::uint64_t work = asked ? std::numeric_limits<std::uint64_t>::max() : 20'000'000;
    for (const auto component : order) {
      const WeightedGraph local = restrict_to(component, position);
      graph::CycleLimits own = limits;
      own.cycles = options_.all ? std::numeric_limits<std::uint64_t>::max() : options_.limit;
      own.work = asked ? work : std::min<std::uint64_t>(work, 2'000 * options_.limit);
      // without being asked, a large component is not even tried: its cycles are long and many
      constexpr std::size_t worth_trying = 2000;
      if (!asked && component.size() > worth_trying) own.work = 0;
      const graph::CycleCount count =
          graph::enumerate_cycles(local.arcs, own, [&](std::span<const std::uint32_t> path) {
            return note(local, component, path) && !options_.cancel.requested();
          });
      if (!asked) work -= std::min(work, count.work);
      result_.found += count.found;
      result_.complete = result_.complete && count.complete;
      if (!count.complete) continue;
      for (const std::uint32_t node : component) enumerated_[node] = 1;
    }
  }

  /// The component with its own numbering; arcs of a node stay in ascending order.
  WeightedGraph restrict_to(std::span<const std::uint32_t> component, std::vector<std::uint32_t>& position) {
    for (std::uint32_t i = 0; i < component.size(); ++i) position[component[i]] = i;
    WeightedGraph local;
    for (const std::uint32_t node : component) {
      for (std::uint32_t k = graph_.arcs.starts[node]; k < graph_.arcs.starts[node + 1]; ++k) {
        const std::uint32_t target = position[graph_.arcs.entries[k]];
        if (target == graph::none) continue;
        local.arcs.entries.push_back(target);
        local.weights.push_back(graph_.weights[k]);
      }
      local.arcs.end_row();
    }
    for (const std::uint32_t node : component) position[node] = graph::none;
    return local;
  }

  bool note(const WeightedGraph& local, std::span<const std::uint32_t> component, std::span<const std::uint32_t> path) {
    double weight = 0;
    states_.clear();
    for (std::size_t i = 0; i < path.size(); ++i) {
      weight += local.weights[local.arc(path[i], path[i + 1 < path.size() ? i + 1 : 0])];
      states_.emplace_back(component[path[i]]);
    }
    if (options_.list) {
      ledger_.keep(states_, weight);
    } else {
      ledger_.note(states_, weight);
    }
    return true;
  }

  /// What has too many cycles to enumerate them.
  void search() {
    std::vector<CycleBlock> blocks = split_into_blocks(graph_);
    std::erase_if(blocks, [&](const CycleBlock& block) { return enumerated_[block.states.front().index()] != 0; });
    std::uint64_t arcs_left = 0;
    for (const CycleBlock& block : blocks) arcs_left += block.graph.weights.size();
    double work_left = std::clamp(options_.budget, 0.0, 1e9) * work_per_second;
    for (const CycleBlock& block : blocks) {
      // each block gets its share of what the smaller ones left over
      const double share = work_left * static_cast<double>(block.graph.weights.size()) / static_cast<double>(arcs_left);
      WorkMeter meter(static_cast<std::uint64_t>(share), options_.cancel);
      search_block(block, meter);
      arcs_left -= block.graph.weights.size();
      work_left -= std::min(work_left, static_cast<double>(meter.used()));
    }
  }

  void search_block(const CycleBlock& block, WorkMeter& meter) {
    BlockSearch search(block, options_.longest, ledger_);
    search.note_pairs();
    if (block.states.size() == 2) return;  // the pair was the only cycle
    if (!meter.cancelled() && !search.all_proven()) {
      const SeriesGraph series = contract_series(block.graph, search.weights, options_.cancel);
      search.note_contracted(series, meter);
      // Narrow graphs first; others only when nothing else succeeds, since states multiply with the width.
      const FrontierLimits narrow{12, static_cast<std::size_t>(std::min<std::uint64_t>(
                                          200 * block.graph.weights.size() + 2'000'000, meter.left() / 8))};
      if (!meter.cancelled() && !search_frontier(search, series, narrow, meter)) {
        WorkMeter surplus = meter.part(meter.left() / 2);
        search_surplus(search, series, surplus);
        meter.spend(surplus.used());
        const FrontierLimits wide{14, static_cast<std::size_t>(std::min<std::uint64_t>(40'000'000, meter.left() / 16))};
        if (!search.all_proven()) search_frontier(search, series, wide, meter);
      }
    }
    search_short_cycles(search, meter);
    search.conclude();
  }

  const DependencyGraph& graph_;
  const CycleOptions& options_;
  CycleLedger ledger_;
  std::vector<char> enumerated_;  // by state
  Cycle states_;
  TimeScales result_;
};

}  // namespace

TimeScales find_time_scales(const DependencyGraph& graph, const CycleOptions& options) {
  return Search(graph, options).run();
}

}  // namespace sunder::decouple
