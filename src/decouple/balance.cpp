#include "decouple/balance.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "decouple/logarithms.hpp"

namespace sunder::decouple {

std::uint32_t WeightedGraph::arc(std::uint32_t from, std::uint32_t to) const {
  const auto successors = arcs[from];
  const auto at = std::lower_bound(successors.begin(), successors.end(), to);
  if (at == successors.end() || *at != to) return no_arc;
  return arcs.starts[from] + static_cast<std::uint32_t>(at - successors.begin());
}

IncomingArcs incoming_arcs(const graph::Rows& graph) {
  IncomingArcs result;
  result.starts.assign(graph.size() + 1, 0);
  for (const std::uint32_t target : graph.entries) ++result.starts[target + 1];
  for (std::size_t v = 0; v < graph.size(); ++v) result.starts[v + 1] += result.starts[v];
  std::vector<std::uint32_t> next(result.starts.begin(), result.starts.end() - 1);
  result.sources.resize(graph.entries.size());
  result.arcs.resize(graph.entries.size());
  for (std::uint32_t v = 0; v < graph.size(); ++v) {
    for (std::uint32_t k = graph.starts[v]; k < graph.starts[v + 1]; ++k) {
      const std::uint32_t at = next[graph.entries[k]]++;
      result.sources[at] = v;
      result.arcs[at] = k;
    }
  }
  return result;
}

namespace {

/// Along a spanning forest of the two-way arcs, make both directions equal: exact for tree-like couplings.
std::vector<double> initial_potentials(const WeightedGraph& graph) {
  const std::size_t n = graph.arcs.size();
  std::vector<double> potential(n, 0.0);
  std::vector<char> seen(n, 0);
  std::vector<std::uint32_t> queue;
  for (std::uint32_t root = 0; root < n; ++root) {
    if (seen[root] != 0) continue;
    seen[root] = 1;
    queue.assign(1, root);
    for (std::size_t head = 0; head < queue.size(); ++head) {
      const std::uint32_t u = queue[head];
      for (std::uint32_t k = graph.arcs.starts[u]; k < graph.arcs.starts[u + 1]; ++k) {
        const std::uint32_t v = graph.arcs.entries[k];
        if (seen[v] != 0) continue;
        const std::uint32_t back = graph.arc(v, u);
        if (back == WeightedGraph::no_arc) continue;
        seen[v] = 1;
        potential[v] = potential[u] + (graph.weights[k] - graph.weights[back]) / 2;
        queue.push_back(v);
      }
    }
  }
  return potential;
}

}  // namespace

std::vector<double> balanced_weights(const WeightedGraph& graph) {
  const std::size_t n = graph.arcs.size();
  const IncomingArcs incoming = incoming_arcs(graph.arcs);
  std::vector<double> potential = initial_potentials(graph);
  const auto largest_out = [&](std::uint32_t u) {
    double largest = nothing;
    for (std::uint32_t k = graph.arcs.starts[u]; k < graph.arcs.starts[u + 1]; ++k) {
      largest = std::max(largest, graph.weights[k] + potential[u] - potential[graph.arcs.entries[k]]);
    }
    return largest;
  };
  const auto largest_in = [&](std::uint32_t u) {
    double largest = nothing;
    for (std::uint32_t k = incoming.starts[u]; k < incoming.starts[u + 1]; ++k) {
      largest = std::max(largest, graph.weights[incoming.arcs[k]] + potential[incoming.sources[k]] - potential[u]);
    }
    return largest;
  };
  constexpr int sweeps = 60;
  for (int sweep = 0; sweep < sweeps; ++sweep) {
    double change = 0;
    for (std::uint32_t u = 0; u < n; ++u) {
      const double shift = (largest_in(u) - largest_out(u)) / 2;
      potential[u] += shift;
      change = std::max(change, std::abs(shift));
    }
    if (change < 1e-14) break;
  }
  std::vector<double> weights(graph.weights);
  for (std::uint32_t u = 0; u < n; ++u) {
    for (std::uint32_t k = graph.arcs.starts[u]; k < graph.arcs.starts[u + 1]; ++k) {
      weights[k] += potential[u] - potential[graph.arcs.entries[k]];
    }
  }
  return weights;
}

}  // namespace sunder::decouple
