#include "decouple/block_search.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "decouple/contraction.hpp"
#include "decouple/logarithms.hpp"

namespace sunder::decouple {

namespace {

/// The largest half sum of an arc into and an arc out of a node that are not the two directions of one pair: the mean
/// of a cycle of three nodes or more is a mean of such half sums.
double largest_turn(const WeightedGraph& graph, std::span<const double> weights) {
  const IncomingArcs incoming = incoming_arcs(graph.arcs);
  double largest = nothing;
  for (std::uint32_t v = 0; v < graph.arcs.size(); ++v) {
    double in[2] = {nothing, nothing};  // the two best, from different nodes
    std::uint32_t from = graph::none;
    for (std::uint32_t k = incoming.starts[v]; k < incoming.starts[v + 1]; ++k) {
      const double weight = weights[incoming.arcs[k]];
      if (weight > in[0]) {
        in[1] = in[0];
        in[0] = weight;
        from = incoming.sources[k];
      } else {
        in[1] = std::max(in[1], weight);
      }
    }
    for (std::uint32_t k = graph.arcs.starts[v]; k < graph.arcs.starts[v + 1]; ++k) {
      const double best = graph.arcs.entries[k] == from ? in[1] : in[0];
      largest = std::max(largest, (weights[k] + best) / 2);
    }
  }
  return largest;
}

}  // namespace

BlockSearch::BlockSearch(const CycleBlock& block_in, std::uint32_t longest_in, CycleLedger& ledger)
    : block(block_in), weights(balanced_weights(block_in.graph)), longest(longest_in), ledger_(ledger) {
  double scale = 1;
  for (const double weight : weights) scale = std::max(scale, std::abs(weight));
  for (const double weight : block.graph.weights) scale = std::max(scale, std::abs(weight));
  tolerance = 1e-12 * scale;
  bound.assign(size(), largest_turn(block.graph, weights) + tolerance / 4);
  shortest.assign(size(), 3);
}

bool BlockSearch::all_proven() const {
  for (std::uint32_t node = 0; node < size(); ++node) {
    if (!proven(node)) return false;
  }
  return true;
}

bool BlockSearch::settled(std::uint32_t node) const {
  return bound[node] == nothing || (proven(node) && ledger_.best_length(block.states[node]) <= shortest[node]);
}

double BlockSearch::weight(std::span<const std::uint32_t> cycle) const {
  double sum = 0;
  for (std::size_t i = 0; i < cycle.size(); ++i) {
    sum += block.graph.weights[block.graph.arc(cycle[i], cycle[i + 1 < cycle.size() ? i + 1 : 0])];
  }
  return sum;
}

bool BlockSearch::note(std::span<const std::uint32_t> cycle) {
  path_.clear();
  for (const std::uint32_t node : cycle) path_.push_back(block.states[node]);
  return ledger_.note(path_, weight(cycle));
}

void BlockSearch::note_unnamed(std::uint32_t node, std::uint32_t length, double mean) {
  ledger_.note_unnamed(block.states[node], length, mean * length);
}

void BlockSearch::note_pairs() {
  for (std::uint32_t node = 0; node < size(); ++node) {
    for (const std::uint32_t target : block.graph.arcs[node]) {
      if (target <= node || block.graph.arc(target, node) == WeightedGraph::no_arc) continue;
      const std::uint32_t pair[] = {node, target};
      note(pair);
    }
  }
}

void BlockSearch::note_contracted(const SeriesGraph& series, WorkMeter& meter) {
  // Loops: for each node only the best matters. There can be as many as nodes and each as long as the graph.
  std::vector<double> means(series.arcs.size(), nothing);
  for (const std::uint32_t loop : series.loops) means[loop] = series.arcs[loop].weight / series.arcs[loop].length;
  const std::vector<NodeValue> of_node = spread_to_nodes(series, std::move(means));
  std::vector<char> told(series.arcs.size(), 0);
  std::vector<std::uint32_t> path;
  std::uint64_t room = 20 * (static_cast<std::uint64_t>(size()) + series.arcs.size()) + 100'000;
  for (std::uint32_t node = 0; node < size(); ++node) {
    const NodeValue& entry = of_node[node];
    if (entry.arc == SeriesArc::leaf || told[entry.arc] != 0 || entry.value <= best(node)) continue;
    const std::uint32_t length = series.arcs[entry.arc].length;
    if (length > room) {
      note_unnamed(node, length, entry.value);
      continue;
    }
    room -= length;
    told[entry.arc] = 1;
    path.clear();
    series.expand(entry.arc, path);
    note(path);
  }
  // Cycles of two arcs: the later searches look at three and more.
  std::vector<std::uint32_t> order(series.live);
  const auto less = [&](std::uint32_t a, std::uint32_t b) {
    const SeriesArc& x = series.arcs[a];
    const SeriesArc& y = series.arcs[b];
    return x.from != y.from ? x.from < y.from : (x.to != y.to ? x.to < y.to : a < b);
  };
  std::sort(order.begin(), order.end(), less);
  for (const std::uint32_t arc : order) {
    const SeriesArc& forth = series.arcs[arc];
    if (forth.from > forth.to) continue;
    auto back = std::lower_bound(order.begin(), order.end(), std::pair(forth.to, forth.from),
                                 [&](std::uint32_t a, const std::pair<std::uint32_t, std::uint32_t>& key) {
                                   return std::pair(series.arcs[a].from, series.arcs[a].to) < key;
                                 });
    for (; back != order.end() && series.arcs[*back].from == forth.to && series.arcs[*back].to == forth.from; ++back) {
      path.clear();
      series.expand(arc, path);
      series.expand(*back, path);
      meter.spend(path.size());
      note(path);
    }
  }
}

std::vector<CycleLine> upper_hull(const std::vector<CycleLine>& lines) {
  std::vector<CycleLine> hull;
  for (const CycleLine& line : lines) {
    const auto hides = [&](const CycleLine& a, const CycleLine& b) {  // b lies below the segment from a to line
      return (b.weight - a.weight) * (static_cast<double>(line.length) - a.length) <=
             (line.weight - a.weight) * (static_cast<double>(b.length) - a.length);
    };
    while (hull.size() >= 2 && hides(hull[hull.size() - 2], hull.back())) hull.pop_back();
    hull.push_back(line);
  }
  return hull;
}

void BlockSearch::conclude() {
  for (std::uint32_t node = 0; node < size(); ++node) {
    if (bound[node] == nothing) continue;
    // Searches leave out cycles below the best mean, which are of no use at alpha = 1 but can be for smaller ones.
    const double mean = proven(node) ? best(node) : bound[node];
    ledger_.bound_unseen(block.states[node], mean, shortest[node]);
  }
}

}  // namespace sunder::decouple
