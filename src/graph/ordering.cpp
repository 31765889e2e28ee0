#include "graph/ordering.hpp"

#include <algorithm>

namespace sunder::graph {
namespace {

Rows both_ways(const Rows& edges) {
  const Rows back = transposed(edges, edges.size());
  Rows all;
  std::vector<std::uint32_t> merged;
  for (std::uint32_t node = 0; node < edges.size(); ++node) {
    merged.assign(edges[node].begin(), edges[node].end());
    merged.insert(merged.end(), back[node].begin(), back[node].end());
    std::ranges::sort(merged);
    const auto repeated = std::ranges::unique(merged);
    merged.erase(repeated.begin(), repeated.end());
    for (const std::uint32_t other : merged)
      if (other != node) all.entries.push_back(other);
    all.end_row();
  }
  return all;
}

/// Appends the component of `root`, breadth first; `mark` tells who was seen in which walk.
void walk(const Rows& graph, std::uint32_t root, std::uint32_t mark, std::vector<std::uint32_t>& marks,
          std::vector<std::uint32_t>& order) {
  std::size_t next = order.size();
  order.push_back(root);
  marks[root] = mark;
  for (; next < order.size(); ++next) {
    const std::size_t first = order.size();
    for (const std::uint32_t other : graph[order[next]]) {
      if (marks[other] == mark) continue;
      marks[other] = mark;
      order.push_back(other);
    }
    std::sort(order.begin() + static_cast<std::ptrdiff_t>(first), order.end(),
              [&](std::uint32_t a, std::uint32_t b) { return graph[a].size() < graph[b].size(); });
  }
}

}  // namespace

std::vector<std::uint32_t> cuthill_mckee(const Rows& edges) {
  const Rows graph = both_ways(edges);
  std::vector<std::uint32_t> marks(graph.size(), 0), order, trial;
  std::vector<bool> placed(graph.size(), false);
  std::uint32_t mark = 0;
  for (std::uint32_t node = 0; node < graph.size(); ++node) {
    if (placed[node]) continue;
    // the last node of a walk lies at the edge: two walks find one that is far from the middle
    std::uint32_t root = node;
    for (int walks = 0; walks < 2; ++walks) {
      trial.clear();
      walk(graph, root, ++mark, marks, trial);
      root = trial.back();
    }
    const std::size_t begin = order.size();
    walk(graph, root, ++mark, marks, order);
    for (std::size_t i = begin; i < order.size(); ++i) placed[order[i]] = true;
  }
  return order;
}

}  // namespace sunder::graph
