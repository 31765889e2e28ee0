#include "graph/biconnected.hpp"

#include <algorithm>

namespace sunder::graph {

namespace {

/// Neighbours in either direction, without repetition.
Rows undirected(const Rows& successors) {
  const Rows predecessors = transposed(successors, successors.size());
  Rows result;
  for (std::uint32_t v = 0; v < successors.size(); ++v) {
    const auto out = successors[v];
    const auto in = predecessors[v];
    std::set_union(out.begin(), out.end(), in.begin(), in.end(), std::back_inserter(result.entries));
    result.end_row();
  }
  return result;
}

/// Hopcroft and Tarjan's search without recursion. A node other than a root belongs to the block that is closed when
/// the search leaves it or one of its ancestors; that block holds the arcs to its ancestors.
class Search {
 public:
  explicit Search(const Rows& neighbours)
      : neighbours_(neighbours),
        order_(neighbours.size(), none),
        low_(neighbours.size(), none),
        next_(neighbours.starts.begin(), neighbours.starts.end() - 1),
        parent_(neighbours.size(), none),
        block_(neighbours.size(), none) {}

  void run() {
    for (std::uint32_t root = 0; root < neighbours_.size(); ++root) {
      if (order_[root] == none) explore(root);
    }
  }

  /// The block of the arcs between v and its ancestors.
  [[nodiscard]] std::uint32_t block(std::uint32_t v) const { return block_[v]; }
  [[nodiscard]] std::uint32_t order(std::uint32_t v) const { return order_[v]; }
  [[nodiscard]] std::uint32_t count() const { return count_; }

 private:
  void enter(std::uint32_t v, std::uint32_t parent) {
    order_[v] = low_[v] = clock_++;
    parent_[v] = parent;
    path_.push_back(v);
    open_.push_back(v);
  }

  void explore(std::uint32_t root) {
    enter(root, none);
    while (!path_.empty()) {
      const std::uint32_t v = path_.back();
      if (next_[v] < neighbours_.starts[v + 1]) {
        const std::uint32_t other = neighbours_.entries[next_[v]++];
        if (order_[other] == none) {
          enter(other, v);
        } else if (other != parent_[v]) {
          low_[v] = std::min(low_[v], order_[other]);
        }
      } else {
        path_.pop_back();
        leave(v);
      }
    }
    open_.clear();
  }

  void leave(std::uint32_t v) {
    const std::uint32_t parent = parent_[v];
    if (parent == none) return;
    low_[parent] = std::min(low_[parent], low_[v]);
    if (low_[v] < order_[parent]) return;
    std::uint32_t member = none;
    do {
      member = open_.back();
      open_.pop_back();
      block_[member] = count_;
    } while (member != v);
    ++count_;
  }

  const Rows& neighbours_;
  std::vector<std::uint32_t> order_, low_, next_, parent_, block_;
  std::vector<std::uint32_t> path_, open_;
  std::uint32_t clock_ = 0;
  std::uint32_t count_ = 0;
};

}  // namespace

Biconnected biconnected_blocks(const Rows& successors) {
  const Rows neighbours = undirected(successors);
  Search search(neighbours);
  search.run();
  Biconnected result;
  result.count = search.count();
  result.block_of_arc.reserve(successors.entries.size());
  for (std::uint32_t v = 0; v < successors.size(); ++v) {
    for (const std::uint32_t target : successors[v]) {
      const std::uint32_t deeper = search.order(v) > search.order(target) ? v : target;
      result.block_of_arc.push_back(v == target ? none : search.block(deeper));
    }
  }
  return result;
}

}  // namespace sunder::graph
