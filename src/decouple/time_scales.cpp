#include "decouple/time_scales.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/text.hpp"
#include "decouple/balance.hpp"
#include "graph/components.hpp"
#include "graph/cycles.hpp"

namespace sunder {

namespace {

constexpr double infinite = std::numeric_limits<double>::infinity();

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

DependencyGraph dependency_graph(const SparseMatrix& jacobian) {
  DependencyGraph graph;
  const SparsePattern& pattern = jacobian.pattern;
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

Bounds TimeScales::bounds(std::size_t state, SelfLoop convention, double alpha) const {
  const StateCycles& known = states[state];
  const double a = -std::log(alpha);
  Bounds result;
  double best = -infinite;  // the largest (W + a) / L found
  result.cycle = -2;
  for (const CycleLine& line : known.lines) {
    const double value = (line.weight + a) / line.length;
    if (value > best) {
      best = value;
      result.cycle = line.cycle;
    }
  }
  double unseen = -infinite;
  if (!known.complete) {
    // mean + (slack + a) / L over 3 <= L <= longest has its maximum at one of the ends
    const double excess = known.slack + a;
    unseen = known.mean + excess / (excess > 0 ? 3.0 : static_cast<double>(std::max(known.longest, 3U)));
  }
  const double self = log_self_bound(convention, diagonal[state], alpha);
  result.log_upper = std::min(self, -best);
  result.log_lower = std::min(self, -std::max(best, unseen));
  if (self < infinite && self <= -best) result.cycle = -1;
  return result;
}

namespace {

using Clock = std::chrono::steady_clock;

class Search {
 public:
  Search(const DependencyGraph& graph, const CycleOptions& options)
      : graph_(graph), options_(options), position_(graph.diagonal.size(), none) {
    result_.states.resize(graph.diagonal.size());
    result_.diagonal = graph.diagonal;
    limits_.work = options.all ? std::numeric_limits<std::uint64_t>::max() : options.work;
    limits_.deadline = Clock::now() + std::chrono::duration_cast<Clock::duration>(
                                          std::chrono::duration<double>(std::clamp(options.budget, 0.0, 1e9)));
  }

  TimeScales run() {
    const graph::Rows all = graph::strong_components(graph_.arcs).members;
    std::vector<std::span<const std::uint32_t>> components;
    for (std::uint32_t c = 0; c < all.size(); ++c) {
      if (all[c].size() > 1) components.push_back(all[c]);
    }
    // Small components first: they are the ones that can be finished.
    std::stable_sort(components.begin(), components.end(),
                     [](const auto& a, const auto& b) { return a.size() < b.size(); });
    for (const auto component : components) explore(component);
    drop_unused_cycles();
    return std::move(result_);
  }

 private:
  static constexpr std::uint32_t none = std::numeric_limits<std::uint32_t>::max();

  /// The component with its own numbering; arcs of a node stay in ascending order.
  WeightedGraph restrict_to(std::span<const std::uint32_t> component) {
    for (std::uint32_t i = 0; i < component.size(); ++i) position_[component[i]] = i;
    WeightedGraph local;
    for (const std::uint32_t node : component) {
      for (std::uint32_t k = graph_.arcs.starts[node]; k < graph_.arcs.starts[node + 1]; ++k) {
        const std::uint32_t target = position_[graph_.arcs.entries[k]];
        if (target == none) continue;
        local.arcs.entries.push_back(target);
        local.weights.push_back(graph_.weights[k]);
      }
      local.arcs.end_row();
    }
    for (const std::uint32_t node : component) position_[node] = none;
    return local;
  }

  void explore(std::span<const std::uint32_t> component) {
    const WeightedGraph local = restrict_to(component);
    if (!options_.list) note_pairs(local, component);
    graph::CycleLimits limits = limits_;
    limits.cycles = options_.all ? std::numeric_limits<std::uint64_t>::max() : options_.limit;
    limits.work = limits_.work > work_ ? limits_.work - work_ : 0;
    graph::CycleCount count;
    if (component.size() == 2 && !options_.list) {
      count = {1, 1, true};  // the pair, already noted
    } else {
      count = graph::enumerate_cycles(local.arcs, limits, [&](std::span<const std::uint32_t> path) {
        note(local, component, path);
        return true;
      });
    }
    work_ += count.work;
    result_.found += count.found;
    if (count.complete) return;
    result_.complete = false;
    if (options_.list) note_pairs(local, component);
    const NodeBounds bounds = balanced_bounds(local);
    for (std::size_t i = 0; i < component.size(); ++i) {
      StateCycles& state = result_.states[component[i]];
      state.complete = false;
      state.mean = bounds.mean;
      state.slack = bounds.slack[i];
      state.longest = static_cast<std::uint32_t>(component.size());
    }
  }

  /// All cycles of two states: cheap, and then the bound of what was not seen starts at length three.
  void note_pairs(const WeightedGraph& local, std::span<const std::uint32_t> component) {
    for (std::uint32_t node = 0; node < component.size(); ++node) {
      for (const std::uint32_t target : local.arcs[node]) {
        if (target <= node || local.arc(target, node) == WeightedGraph::no_arc) continue;
        const std::uint32_t pair[] = {node, target};
        note(local, component, pair);
      }
    }
  }

  void note(const WeightedGraph& local, std::span<const std::uint32_t> component, std::span<const std::uint32_t> path) {
    double weight = 0;
    for (std::size_t i = 0; i < path.size(); ++i) {
      weight += local.weights[local.arc(path[i], path[i + 1 < path.size() ? i + 1 : 0])];
    }
    const CycleLine line{static_cast<std::uint32_t>(path.size()), static_cast<std::uint32_t>(result_.cycles.size()),
                         weight};
    bool useful = options_.list;
    for (const std::uint32_t node : path) useful = insert(result_.states[component[node]].lines, line) || useful;
    if (!useful) return;
    std::vector<std::uint32_t> states;
    states.reserve(path.size());
    for (const std::uint32_t node : path) states.push_back(component[node]);
    result_.cycles.push_back(std::move(states));
  }

  static bool insert(std::vector<CycleLine>& lines, const CycleLine& line) {
    const double mean = line.weight / line.length;
    const auto mean_of = [](const CycleLine& other) { return other.weight / other.length; };
    auto at = std::lower_bound(lines.begin(), lines.end(), line,
                               [](const CycleLine& a, const CycleLine& b) { return a.length < b.length; });
    if (at != lines.begin() && mean_of(*(at - 1)) >= mean) return false;
    if (at != lines.end() && at->length == line.length && at->weight >= line.weight) return false;
    auto last = at;
    while (last != lines.end() && mean_of(*last) <= mean) ++last;
    if (at == last) {
      lines.insert(at, line);
    } else {
      *at = line;
      lines.erase(at + 1, last);
    }
    return true;
  }

  /// Cycles that were overtaken by later ones are of no use to anybody.
  void drop_unused_cycles() {
    if (options_.list) return;
    std::vector<std::uint32_t> renumbered(result_.cycles.size(), none);
    std::vector<std::vector<std::uint32_t>> kept;
    for (StateCycles& state : result_.states) {
      for (CycleLine& line : state.lines) {
        if (renumbered[line.cycle] == none) {
          renumbered[line.cycle] = static_cast<std::uint32_t>(kept.size());
          kept.push_back(std::move(result_.cycles[line.cycle]));
        }
        line.cycle = renumbered[line.cycle];
      }
    }
    result_.cycles = std::move(kept);
  }

  const DependencyGraph& graph_;
  const CycleOptions& options_;
  graph::CycleLimits limits_;
  std::uint64_t work_ = 0;
  std::vector<std::uint32_t> position_;
  TimeScales result_;
};

}  // namespace

TimeScales find_time_scales(const DependencyGraph& graph, const CycleOptions& options) {
  return Search(graph, options).run();
}

}  // namespace sunder
