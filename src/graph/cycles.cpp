#include "graph/cycles.hpp"

#include <algorithm>

namespace sunder::graph {

namespace {

struct Frame {
  std::uint32_t node;
  std::uint32_t next;  // index of the next arc to follow
  bool closed;         // a cycle was found below
};

/// Components of the subgraph of nodes that carry one mark. The arrays are as long as the whole graph and reused, so
/// that splitting a small rest costs only its own size.
class ComponentFinder {
 public:
  explicit ComponentFinder(const Rows& graph)
      : graph_(graph), order_(graph.size(), none), low_(graph.size()), on_stack_(graph.size(), 0) {}

  /// Appends the components of the nodes in `nodes` to `found`; arcs to nodes with another mark are ignored.
  void find(std::span<const std::uint32_t> nodes, const std::vector<std::uint32_t>& mark,
            std::vector<std::vector<std::uint32_t>>& found, std::uint64_t& work) {
    std::uint32_t counter = 0;
    for (const std::uint32_t root : nodes) {
      if (order_[root] == none) search(root, mark, found, counter, work);
    }
    for (const std::uint32_t node : nodes) order_[node] = none;
  }

 private:
  void open(std::uint32_t node, std::uint32_t& counter) {
    order_[node] = low_[node] = counter++;
    stack_.push_back(node);
    on_stack_[node] = 1;
    frames_.push_back({node, graph_.starts[node], false});
  }

  void search(std::uint32_t root, const std::vector<std::uint32_t>& mark,
              std::vector<std::vector<std::uint32_t>>& found, std::uint32_t& counter, std::uint64_t& work) {
    open(root, counter);
    while (!frames_.empty()) {
      Frame& frame = frames_.back();
      const std::uint32_t node = frame.node;
      if (frame.next < graph_.starts[node + 1]) {
        const std::uint32_t target = graph_.entries[frame.next++];
        ++work;
        if (mark[target] != mark[root]) continue;
        if (order_[target] == none) {
          open(target, counter);
        } else if (on_stack_[target] != 0) {
          low_[node] = std::min(low_[node], order_[target]);
        }
        continue;
      }
      frames_.pop_back();
      if (!frames_.empty()) low_[frames_.back().node] = std::min(low_[frames_.back().node], low_[node]);
      if (low_[node] != order_[node]) continue;
      std::vector<std::uint32_t> component;
      std::uint32_t member = none;
      do {
        member = stack_.back();
        stack_.pop_back();
        on_stack_[member] = 0;
        component.push_back(member);
      } while (member != node);
      std::sort(component.begin(), component.end());
      found.push_back(std::move(component));
    }
  }

  const Rows& graph_;
  std::vector<std::uint32_t> order_;
  std::vector<std::uint32_t> low_;
  std::vector<char> on_stack_;
  std::vector<std::uint32_t> stack_;
  std::vector<Frame> frames_;
};

class CycleEnumeration {
 public:
  CycleEnumeration(const Rows& graph, const CycleLimits& limits,
                   const std::function<bool(std::span<const std::uint32_t>)>& visit)
      : graph_(graph),
        limits_(limits),
        visit_(visit),
        finder_(graph),
        mark_(graph.size(), 0),
        blocked_(graph.size(), 0),
        waiting_(graph.size()) {}

  CycleCount run() {
    std::vector<std::uint32_t> nodes(graph_.size());
    for (std::uint32_t v = 0; v < nodes.size(); ++v) nodes[v] = v;
    split(nodes);
    while (!pending_.empty()) {
      std::vector<std::uint32_t> component = std::move(pending_.back());
      pending_.pop_back();
      for (const std::uint32_t v : component) mark_[v] = next_mark_;
      ++next_mark_;
      if (!circuits(component.front())) return count_;
      for (const std::uint32_t v : component) {
        blocked_[v] = 0;
        waiting_[v].clear();
      }
      mark_[component.front()] = none;
      component.erase(component.begin());
      split(component);
      if (exhausted()) return count_;
    }
    count_.complete = true;
    return count_;
  }

 private:
  void split(const std::vector<std::uint32_t>& nodes) {
    std::vector<std::vector<std::uint32_t>> parts;
    finder_.find(nodes, mark_, parts, count_.work);
    for (auto& part : parts) {
      if (part.size() > 1) {
        pending_.push_back(std::move(part));
      } else {
        mark_[part.front()] = none;
      }
    }
  }

  bool exhausted() {
    if (count_.work > limits_.work) return true;
    if (limits_.deadline && count_.work >= next_clock_) {
      next_clock_ = count_.work + 10000;
      return std::chrono::steady_clock::now() > *limits_.deadline;
    }
    return false;
  }

  void open(std::uint32_t node) {
    path_.push_back(node);
    blocked_[node] = 1;
    frames_.push_back({node, graph_.starts[node], false});
  }

  void unblock(std::uint32_t node) {
    release_.push_back(node);
    while (!release_.empty()) {
      const std::uint32_t v = release_.back();
      release_.pop_back();
      if (blocked_[v] == 0) continue;
      blocked_[v] = 0;
      count_.work += waiting_[v].size() + 1;
      release_.insert(release_.end(), waiting_[v].begin(), waiting_[v].end());
      waiting_[v].clear();
    }
  }

  void wait_for_successors(std::uint32_t node) {
    for (const std::uint32_t target : graph_[node]) {
      ++count_.work;
      if (mark_[target] != mark_[node] || target == node) continue;
      auto& list = waiting_[target];
      if (std::find(list.begin(), list.end(), node) == list.end()) list.push_back(node);
    }
  }

  /// All cycles through `start` inside its component. False: stop.
  bool circuits(std::uint32_t start) {
    frames_.clear();
    path_.clear();
    open(start);
    while (!frames_.empty()) {
      Frame& frame = frames_.back();
      if (frame.next < graph_.starts[frame.node + 1]) {
        const std::uint32_t target = graph_.entries[frame.next++];
        ++count_.work;
        if (mark_[target] != mark_[start] || target == frame.node) continue;
        if (target == start) {
          if (count_.found == limits_.cycles) return false;
          ++count_.found;
          count_.work += 16 * path_.size();  // what the visitor does with it, and may keep of it
          frame.closed = true;
          if (!visit_(path_)) return false;
        } else if (blocked_[target] == 0) {
          open(target);
        }
        continue;
      }
      if (exhausted()) return false;
      const Frame done = frame;
      frames_.pop_back();
      path_.pop_back();
      if (done.closed) {
        unblock(done.node);
        if (!frames_.empty()) frames_.back().closed = true;
      } else {
        wait_for_successors(done.node);
      }
    }
    return true;
  }

  const Rows& graph_;
  const CycleLimits& limits_;
  const std::function<bool(std::span<const std::uint32_t>)>& visit_;
  ComponentFinder finder_;
  CycleCount count_;
  std::vector<std::vector<std::uint32_t>> pending_;
  std::vector<std::uint32_t> mark_;  // the component a node is in now; `none` once it is finished
  std::uint32_t next_mark_ = 1;
  std::uint64_t next_clock_ = 0;
  std::vector<char> blocked_;
  std::vector<std::vector<std::uint32_t>> waiting_;
  std::vector<std::uint32_t> release_;
  std::vector<Frame> frames_;
  std::vector<std::uint32_t> path_;
};

}  // namespace

CycleCount enumerate_cycles(const Rows& successors, const CycleLimits& limits,
                            const std::function<bool(std::span<const std::uint32_t>)>& visit) {
  return CycleEnumeration(successors, limits, visit).run();
}

}  // namespace sunder::graph
