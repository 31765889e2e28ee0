#include "decouple/probe.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "algebra/sparse_blocks.hpp"
#include "base/codes.hpp"
#include "base/text.hpp"
#include "decouple/gain.hpp"
#include "decouple/logarithms.hpp"
#include "graph/components.hpp"
#include "graph/cycles.hpp"

namespace sunder::decouple {

namespace {

constexpr std::string_view names[] = {"euler", "heun", "rk4"};

int stages(Probe probe) { return probe == Probe::euler ? 1 : (probe == Probe::heun ? 2 : 4); }

/// W of one strong component: its arcs with their polynomials, and the diagonal.
struct BlockWeights {
  graph::Rows arcs;
  std::vector<ProbeWeight> weights;
  std::vector<ProbeWeight> self;
};

/// The columns of J^k / k!, one column after the other: J applied again and again to a unit vector.
class PowerColumns {
 public:
  PowerColumns(const algebra::SparseMatrix& block, double rate, int count)
      : block_(block), rate_(rate), count_(count), value_(block.pattern.rows), magnitude_(block.pattern.rows) {}

  /// Appends the arcs that leave `column`.
  void append(std::uint32_t column, BlockWeights& result) {
    std::vector<Entry> current{{column, 1, 1}};
    collected_.clear();
    for (int k = 0; k < count_; ++k) {
      current = advance(current, k + 1);
      for (const Entry& entry : current) {
        if (entry.value != 0) collected_.push_back({entry.row, k, entry.value});
      }
    }
    std::stable_sort(collected_.begin(), collected_.end(), [](const Term& a, const Term& b) { return a.row < b.row; });
    for (std::size_t i = 0; i < collected_.size();) {
      const std::uint32_t row = collected_[i].row;
      ProbeWeight weight{};
      for (; i < collected_.size() && collected_[i].row == row; ++i) weight[collected_[i].power] = collected_[i].value;
      if (row == column) {
        result.self[column] = weight;
      } else {
        result.arcs.entries.push_back(row);
        result.weights.push_back(weight);
      }
    }
    result.arcs.end_row();
  }

 private:
  struct Entry {
    std::uint32_t row;
    double value;
    double magnitude;  // the sum of the magnitudes of what was added up
  };
  struct Term {
    std::uint32_t row;
    int power;
    double value;
  };

  std::vector<Entry> advance(const std::vector<Entry>& from, int divisor) {
    std::vector<std::uint32_t> touched;
    for (const Entry& entry : from) {
      for (auto k = block_.pattern.column_starts[entry.row]; k < block_.pattern.column_starts[entry.row + 1]; ++k) {
        const auto row = static_cast<std::uint32_t>(block_.pattern.row_indices[k]);
        const double slope = block_.values[k] / rate_ / divisor;
        if (magnitude_[row] == 0) touched.push_back(row);
        value_[row] += slope * entry.value;
        magnitude_[row] += std::abs(slope) * entry.magnitude;
      }
    }
    std::sort(touched.begin(), touched.end());
    touched.erase(std::unique(touched.begin(), touched.end()), touched.end());
    std::vector<Entry> result;
    for (const std::uint32_t row : touched) {
      // Paths that cancel each other up to rounding are no influence.
      constexpr double cancelled = 1e-14;
      const double value = std::abs(value_[row]) > cancelled * magnitude_[row] ? value_[row] : 0.0;
      result.push_back({row, value, magnitude_[row]});
      value_[row] = magnitude_[row] = 0;
    }
    return result;
  }

  const algebra::SparseMatrix& block_;
  double rate_;
  int count_;
  std::vector<double> value_, magnitude_;
  std::vector<Term> collected_;
};

double largest_entry(const algebra::SparseMatrix& matrix) {
  double largest = 0;
  for (const double value : matrix.values) largest = std::max(largest, std::abs(value));
  return largest;
}

/// Fills a ProbeScales one strong component after the other.
class ProbeSearch {
 public:
  ProbeSearch(Probe probe, const algebra::SparseMatrix& jacobian, const ProbeLimits& limits)
      : probe_(probe), jacobian_(jacobian), limits_(limits), extractor_(jacobian) {
    result_.self.resize(jacobian.pattern.columns);
    result_.rates.assign(jacobian.pattern.columns, 1.0);
  }

  /// The first component that is beyond the limits stops the search and is returned.
  std::span<const std::uint32_t> run() {
    const DependencyGraph graph = dependency_graph(jacobian_);
    components_ = graph::strong_components(graph.arcs).members;
    for (std::uint32_t c = 0; c < components_.size(); ++c) {
      if (!explore(components_[c])) return components_[c];
    }
    sort_by_length();
    return {};
  }

  ProbeScales take() { return std::move(result_); }

 private:
  bool explore(std::span<const std::uint32_t> component) {
    const algebra::SparseMatrix block = extractor_.block(component);
    const double rate = largest_entry(block);
    if (rate == 0) return true;
    for (const std::uint32_t state : component) result_.rates[state] = rate;
    BlockWeights local;
    local.self.resize(component.size());
    PowerColumns powers(block, rate, stages(probe_));
    for (std::uint32_t column = 0; column < component.size(); ++column) {
      powers.append(column, local);
      if (local.weights.size() > limits_.entries) return false;
    }
    for (std::size_t i = 0; i < component.size(); ++i) result_.self[component[i]] = local.self[i];
    if (component.size() == 1) return true;
    graph::CycleLimits limits;
    limits.cycles = limits_.cycles - std::min<std::uint64_t>(limits_.cycles, result_.cycles.size());
    limits.work = 1000 * limits_.cycles;
    return graph::enumerate_cycles(local.arcs, limits,
                                   [&](std::span<const std::uint32_t> path) {
                                     note(local, component, path);
                                     return true;
                                   })
        .complete;
  }

  void note(const BlockWeights& local, std::span<const std::uint32_t> component, std::span<const std::uint32_t> path) {
    Cycle& states = result_.cycles.emplace_back();
    std::vector<ProbeWeight>& weights = result_.weights.emplace_back();
    for (std::size_t i = 0; i < path.size(); ++i) {
      states.emplace_back(component[path[i]]);
      const std::span<const std::uint32_t> targets = local.arcs[path[i]];
      const auto at = std::lower_bound(targets.begin(), targets.end(), path[i + 1 < path.size() ? i + 1 : 0]);
      weights.push_back(local.weights[local.arcs.starts[path[i]] + static_cast<std::size_t>(at - targets.begin())]);
    }
  }

  /// Short cycles are cheap to look at and set bounds that spare the long ones.
  void sort_by_length() {
    std::vector<std::size_t> order(result_.cycles.size());
    for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
    std::stable_sort(order.begin(), order.end(),
                     [&](std::size_t a, std::size_t b) { return result_.cycles[a].size() < result_.cycles[b].size(); });
    ProbeScales sorted = {{}, {}, std::move(result_.self), std::move(result_.rates)};
    for (const std::size_t i : order) {
      sorted.cycles.push_back(std::move(result_.cycles[i]));
      sorted.weights.push_back(std::move(result_.weights[i]));
    }
    result_ = std::move(sorted);
  }

  Probe probe_;
  const algebra::SparseMatrix& jacobian_;
  const ProbeLimits& limits_;
  algebra::BlockExtractor extractor_;
  graph::Rows components_;
  ProbeScales result_;
};

}  // namespace

Outcome<Probe> probe_named(std::string_view name) {
  std::vector<std::string> valid;
  for (std::size_t i = 0; i < std::size(names); ++i) {
    if (names[i] == name) return static_cast<Probe>(i);
    valid.emplace_back(names[i]);
  }
  Diagnostics diagnostics;
  diagnostics.error(Code::E0810, {}, "there is no probe '" + std::string(name) + "'; valid are " + enumerated(valid));
  return Outcome<Probe>(std::move(diagnostics));
}

std::string_view name_of(Probe probe) { return names[static_cast<std::size_t>(probe)]; }

std::vector<Bounds> ProbeScales::bounds(SelfLoop convention, double alpha) const {
  std::vector<double> best(self.size(), infinite);
  std::vector<std::int64_t> cycle(self.size(), -2);
  for (std::size_t state = 0; state < self.size(); ++state) {
    best[state] = self_gain_bound(self[state], convention, alpha) / rates[state];
    if (best[state] < infinite) cycle[state] = -1;
  }
  for (std::size_t c = 0; c < cycles.size(); ++c) {
    double limit = 0;
    for (const model::StateIndex state : cycles[c]) limit = std::max(limit, best[state.index()]);
    const double rate = rates[cycles[c].front().index()];
    const double bound = first_gain_above(weights[c], alpha, limit * rate) / rate;
    for (const model::StateIndex state : cycles[c]) {
      if (!(bound < best[state.index()])) continue;
      best[state.index()] = bound;
      cycle[state.index()] = static_cast<std::int64_t>(c);
    }
  }
  std::vector<Bounds> result(self.size());
  for (std::size_t state = 0; state < self.size(); ++state) {
    result[state].log_lower = result[state].log_upper = std::log(best[state]);
    result[state].cycle = cycle[state];
  }
  return result;
}

Outcome<ProbeScales> find_probe_scales(Probe probe, const algebra::SparseMatrix& jacobian,
                                       const std::vector<std::string>& states, const ProbeLimits& limits) {
  ProbeSearch search(probe, jacobian, limits);
  const std::span<const std::uint32_t> refused = search.run();
  if (refused.empty()) return search.take();
  Diagnostics diagnostics;
  diagnostics
      .error(Code::E0811, {},
             "under the probe " + std::string(name_of(probe)) + " the " + counted(refused.size(), "state") + " that '" +
                 states[refused.front()] + "' forms feedback with " + "are on more than " +
                 std::to_string(limits.cycles) + " cycles")
      .help = "the probe euler has no such limit";
  return Outcome<ProbeScales>(std::move(diagnostics));
}

}  // namespace sunder::decouple
