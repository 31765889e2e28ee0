#include "symbolic/ancestry.hpp"

#include <algorithm>

namespace sunder::symbolic {

Ancestry::Ancestry(const Pool& pool, NodeId root, Residue residue)
    : nodes_(children_first(pool, {&root, 1})), starts_(nodes_.size() + 1, 0), seen_(nodes_.size(), false) {
  const auto each_edge = [&](auto&& visit) {
    for (std::uint32_t parent = 0; parent < nodes_.size(); ++parent) {
      if (pool[nodes_[parent]].op == Op::residue && residue == Residue::ignored) continue;
      const auto children = pool.children(nodes_[parent]);
      for (std::uint32_t i = 0; i < children.size(); ++i) {
        if (!pool[children[i]].closed) visit(Edge{parent, i, position(children[i])});
      }
    }
  };
  std::vector<Edge> edges;
  each_edge([&](const Edge& edge) {
    edges.push_back(edge);
    ++starts_[edge.child + 1];
  });
  for (std::size_t i = 1; i < starts_.size(); ++i) starts_[i] += starts_[i - 1];
  parents_.resize(edges.size());
  std::vector<std::uint32_t> next(starts_.begin(), starts_.end() - 1);
  for (const Edge& edge : edges) parents_[next[edge.child]++] = edge;
}

std::uint32_t Ancestry::position(NodeId node) const {
  const auto at = std::lower_bound(nodes_.begin(), nodes_.end(), node);
  return at != nodes_.end() && *at == node ? static_cast<std::uint32_t>(at - nodes_.begin()) : NodeIndex::missing;
}

std::vector<Ancestry::Edge> Ancestry::above(std::span<const std::uint32_t> positions) {
  std::vector<std::uint32_t> found;
  for (const std::uint32_t position : positions) {
    if (seen_[position]) continue;
    seen_[position] = true;
    found.push_back(position);
  }
  std::vector<Edge> edges;
  for (std::size_t i = 0; i < found.size(); ++i) {
    for (std::uint32_t k = starts_[found[i]]; k < starts_[found[i] + 1]; ++k) {
      edges.push_back(parents_[k]);
      if (seen_[parents_[k].parent]) continue;
      seen_[parents_[k].parent] = true;
      found.push_back(parents_[k].parent);
    }
  }
  for (const std::uint32_t position : found) seen_[position] = false;
  std::sort(edges.begin(), edges.end());
  return edges;
}

namespace {

// Whether an operation keeps linearity, given which children depend (all of them linearly).
bool keeps_linearity(Op op, std::span<const Ancestry::Edge> dependents) {
  switch (op) {
    case Op::add:
    case Op::negate:
    case Op::no_event:
    case Op::smooth:
    case Op::relax: return true;
    case Op::multiply: return dependents.size() == 1;
    case Op::divide: return dependents.size() == 1 && dependents[0].child_index == 0;
    case Op::select:
    case Op::choose: return dependents[0].child_index > 0;
    default: return false;
  }
}

}  // namespace

std::vector<bool> Ancestry::linear_above(const Pool& pool, std::span<const Edge> edges) const {
  std::vector<bool> linear(edges.size());               // entry e: the parent of edge e
  std::vector<std::pair<std::uint32_t, bool>> decided;  // ascending positions
  const auto is_linear = [&](std::uint32_t position) {
    const auto at = std::lower_bound(decided.begin(), decided.end(), std::pair{position, false});
    return at == decided.end() || at->first != position || at->second;  // not decided: the slot itself
  };
  for (std::size_t begin = 0; begin < edges.size();) {
    std::size_t end = begin;
    bool all = true;
    for (; end < edges.size() && edges[end].parent == edges[begin].parent; ++end)
      all = all && is_linear(edges[end].child);
    all = all && keeps_linearity(pool[nodes_[edges[begin].parent]].op, edges.subspan(begin, end - begin));
    decided.emplace_back(edges[begin].parent, all);
    for (; begin < end; ++begin) linear[begin] = all;
  }
  return linear;
}

}  // namespace sunder::symbolic
