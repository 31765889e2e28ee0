#include "graph/dominators.hpp"

namespace sunder::graph {

namespace {

/// Everything is numbered by the order of discovery of a depth-first search.
class Finder {
 public:
  Finder(const Rows& successors, const Rows& predecessors, std::uint32_t root)
      : successors_(successors), predecessors_(predecessors), number_(successors.size(), none) {
    search(root);
    const std::size_t count = node_.size();
    ancestor_.assign(count, none);
    immediate_.assign(count, none);
    for (std::uint32_t v = 0; v < count; ++v) {
      semi_.push_back(v);
      best_.push_back(v);
    }
  }

  Dominators run() {
    const auto count = static_cast<std::uint32_t>(node_.size());
    // the nodes whose semidominator is v, as a linked list
    std::vector<std::uint32_t> first(count, none);
    std::vector<std::uint32_t> next(count, none);
    for (std::uint32_t w = count; w-- > 1;) {
      for (const std::uint32_t before : predecessors_[node_[w]]) {
        if (number_[before] == none) continue;
        const std::uint32_t candidate = semi_[evaluate(number_[before])];
        if (candidate < semi_[w]) semi_[w] = candidate;
      }
      next[w] = first[semi_[w]];
      first[semi_[w]] = w;
      const std::uint32_t above = parent_[w];
      ancestor_[w] = above;
      for (std::uint32_t v = first[above]; v != none; v = next[v]) {
        const std::uint32_t u = evaluate(v);
        immediate_[v] = semi_[u] < semi_[v] ? u : above;
      }
      first[above] = none;
    }
    Dominators result;
    result.immediate.assign(successors_.size(), none);
    for (std::uint32_t w = 1; w < count; ++w) {
      if (immediate_[w] != semi_[w]) immediate_[w] = immediate_[immediate_[w]];
      result.immediate[node_[w]] = node_[immediate_[w]];
    }
    result.order = std::move(node_);
    return result;
  }

 private:
  void search(std::uint32_t root) {
    std::vector<std::uint32_t> next(successors_.starts.begin(), successors_.starts.end() - 1);
    std::vector<std::uint32_t> path;
    const auto discover = [&](std::uint32_t node, std::uint32_t parent) {
      number_[node] = static_cast<std::uint32_t>(node_.size());
      node_.push_back(node);
      parent_.push_back(parent);
      path.push_back(node);
    };
    discover(root, none);
    while (!path.empty()) {
      const std::uint32_t node = path.back();
      if (next[node] == successors_.starts[node + 1]) {
        path.pop_back();
        continue;
      }
      const std::uint32_t to = successors_.entries[next[node]++];
      if (number_[to] == none) discover(to, number_[node]);
    }
  }

  /// The node of smallest semidominator on the way up from v, v included, the top of its tree excluded.
  std::uint32_t evaluate(std::uint32_t v) {
    if (ancestor_[v] == none) return best_[v];
    climb_.clear();
    for (std::uint32_t u = v; ancestor_[ancestor_[u]] != none; u = ancestor_[u]) climb_.push_back(u);
    for (std::size_t i = climb_.size(); i-- > 0;) {
      const std::uint32_t u = climb_[i];
      const std::uint32_t above = ancestor_[u];
      if (semi_[best_[above]] < semi_[best_[u]]) best_[u] = best_[above];
      ancestor_[u] = ancestor_[above];
    }
    return best_[v];
  }

  const Rows& successors_;
  const Rows& predecessors_;
  std::vector<std::uint32_t> number_;
  std::vector<std::uint32_t> node_;
  std::vector<std::uint32_t> parent_;
  std::vector<std::uint32_t> ancestor_;
  std::vector<std::uint32_t> semi_;
  std::vector<std::uint32_t> best_;
  std::vector<std::uint32_t> immediate_;
  std::vector<std::uint32_t> climb_;
};

}  // namespace

Dominators dominators(const Rows& successors, const Rows& predecessors, std::uint32_t root) {
  return Finder(successors, predecessors, root).run();
}

}  // namespace sunder::graph
