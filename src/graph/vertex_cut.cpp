#include "graph/vertex_cut.hpp"

#include "graph/rows.hpp"

namespace sunder::graph {

namespace {
constexpr std::uint32_t unlimited = 1U << 30;
}

VertexCut::VertexCut(std::uint32_t nodes)
    : nodes_(nodes), source_(2 * nodes), sink_(2 * nodes + 1), first_(2 * static_cast<std::size_t>(nodes) + 2, none) {
  for (std::uint32_t node = 0; node < nodes; ++node) add_arc(in(node), out(node), 1);
}

void VertexCut::add_arc(std::uint32_t from, std::uint32_t to, std::uint32_t capacity) {
  arcs_.push_back({to, first_[from], capacity});
  first_[from] = static_cast<std::uint32_t>(arcs_.size() - 1);
  arcs_.push_back({from, first_[to], 0});
  first_[to] = static_cast<std::uint32_t>(arcs_.size() - 1);
}

void VertexCut::add_edge(std::uint32_t from, std::uint32_t to) { add_arc(out(from), in(to), unlimited); }
void VertexCut::add_source(std::uint32_t node) { add_arc(source_, in(node), unlimited); }
void VertexCut::add_sink(std::uint32_t node) { add_arc(out(node), sink_, unlimited); }
void VertexCut::protect(std::uint32_t node) { arcs_[2 * static_cast<std::size_t>(node)].capacity = unlimited; }

bool VertexCut::find_distances() {
  distance_.assign(first_.size(), none);
  std::vector<std::uint32_t> queue{source_};
  distance_[source_] = 0;
  for (std::size_t i = 0; i < queue.size(); ++i) {
    for (std::uint32_t a = first_[queue[i]]; a != none; a = arcs_[a].next) {
      const std::uint32_t to = arcs_[a].to;
      if (arcs_[a].capacity == 0 || distance_[to] != none) continue;
      distance_[to] = distance_[queue[i]] + 1;
      queue.push_back(to);
    }
  }
  return distance_[sink_] != none;
}

// Paths of shortest length, one after the other, until none is left; a path carries as much as fits.
void VertexCut::augment() {
  current_ = first_;
  std::vector<std::uint32_t> path;  // arcs
  std::uint32_t at = source_;
  for (;;) {
    if (at == sink_) {
      std::uint32_t amount = unlimited;
      for (const std::uint32_t a : path) amount = amount < arcs_[a].capacity ? amount : arcs_[a].capacity;
      for (const std::uint32_t a : path) {
        arcs_[a].capacity -= amount;
        arcs_[a ^ 1U].capacity += amount;
      }
      path.clear();
      at = source_;
      continue;
    }
    std::uint32_t& a = current_[at];
    while (a != none && (arcs_[a].capacity == 0 || distance_[arcs_[a].to] != distance_[at] + 1)) a = arcs_[a].next;
    if (a != none) {
      path.push_back(a);
      at = arcs_[a].to;
      continue;
    }
    if (path.empty()) return;
    distance_[at] = none;  // leads nowhere
    at = arcs_[path.back() ^ 1U].to;
    path.pop_back();
  }
}

std::vector<bool> VertexCut::reached(std::uint32_t start, bool backwards) const {
  std::vector<bool> seen(first_.size(), false);
  std::vector<std::uint32_t> stack{start};
  seen[start] = true;
  while (!stack.empty()) {
    const std::uint32_t from = stack.back();
    stack.pop_back();
    for (std::uint32_t a = first_[from]; a != none; a = arcs_[a].next) {
      const std::uint32_t used = backwards ? a ^ 1U : a;
      if (arcs_[used].capacity == 0 || seen[arcs_[a].to]) continue;
      seen[arcs_[a].to] = true;
      stack.push_back(arcs_[a].to);
    }
  }
  return seen;
}

std::vector<std::uint32_t> VertexCut::find(Near near) {
  while (find_distances()) augment();
  const bool by_sinks = near == Near::sinks;
  const std::vector<bool> seen = reached(by_sinks ? sink_ : source_, by_sinks);
  std::vector<std::uint32_t> cut;
  for (std::uint32_t node = 0; node < nodes_; ++node) {
    const bool here = by_sinks ? seen[out(node)] && !seen[in(node)] : seen[in(node)] && !seen[out(node)];
    if (here) cut.push_back(node);
  }
  return cut;
}

}  // namespace sunder::graph
