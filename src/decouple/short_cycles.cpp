// The best cycle of every length up to a limit, for every node that is not settled: branch and bound from the node.
//
// Around a root only the nodes matter that lie on a closed walk of the allowed length. For these, tables of the best
// walk back to the root of every length (without turning on the spot) bound what a path can still become; a path is
// given up when no length can raise the root's envelope.
#include <algorithm>
#include <limits>
#include <numeric>

#include "decouple/logarithms.hpp"

#include "decouple/block_search.hpp"

namespace sunder::decouple {

namespace {

class ShortCycles {
 public:
  ShortCycles(BlockSearch& search, WorkMeter& meter)
      : search_(search),
        longest_(search.longest),
        meter_(meter),
        incoming_(incoming_arcs(search.block.graph.arcs)),
        local_(search.size(), graph::none) {}

  void run() {
    std::vector<std::uint32_t> order;
    for (std::uint32_t node = 0; node < search_.size(); ++node) {
      if (!search_.settled(node) && search_.shortest[node] <= longest_) order.push_back(node);
    }
    // a cycle found early serves the nodes it passes
    std::stable_sort(order.begin(), order.end(),
                     [&](std::uint32_t a, std::uint32_t b) { return search_.best(a) > search_.best(b); });
    for (const std::uint32_t root : order) {
      if (meter_.left() == 0) return;
      if (search_.settled(root)) continue;
      if (explore(root)) search_.shortest[root] = longest_ + 1;
    }
    // a block without longer cycles is known completely
    if (search_.size() > longest_) return;
    for (std::uint32_t node = 0; node < search_.size(); ++node) {
      if (search_.shortest[node] > longest_) search_.bound[node] = nothing;
    }
  }

 private:
  static constexpr std::uint64_t most_work = 200'000;  // per root

  struct Arc {
    std::uint32_t to;
    double weight;
  };
  /// The best walk to the root with a given number of arcs, and the best one that begins with another arc.
  struct Walk {
    double best = nothing;
    double other = nothing;
    std::uint32_t next = graph::none;
  };

  [[nodiscard]] Walk& walk(std::uint32_t arcs, std::uint32_t node) { return walks_[arcs * nodes_.size() + node]; }

  bool explore(std::uint32_t root) {
    const bool small = gather(root);
    bool complete = false;
    if (small) {
      connect();
      tabulate();
      thresholds();
      complete = search_paths();
    }
    for (const std::uint32_t node : nodes_) local_[node] = graph::none;
    meter_.spend(work_);
    return complete;
  }

  /// The nodes on closed walks through the root of at most `longest` arcs, the root first. False: too many.
  bool gather(std::uint32_t root) {
    const graph::Rows& out = search_.block.graph.arcs;
    work_ = 0;
    nodes_.assign(1, root);
    depth_.assign(1, 0);
    local_[root] = 0;
    for (std::size_t head = 0; head < nodes_.size() && depth_[head] + 1 < longest_; ++head) {
      for (const std::uint32_t next : out[nodes_[head]]) {
        ++work_;
        if (local_[next] != graph::none) continue;
        local_[next] = static_cast<std::uint32_t>(nodes_.size());
        nodes_.push_back(next);
        depth_.push_back(depth_[head] + 1);
      }
      if (work_ > most_work / longest_) return false;
    }
    distance_.assign(nodes_.size(), longest_);
    distance_[0] = 0;
    std::vector<std::uint32_t>& queue = queue_;
    queue.assign(1, 0);
    for (std::size_t head = 0; head < queue.size(); ++head) {
      const std::uint32_t at = queue[head];
      if (distance_[at] + 1 >= longest_) break;
      const std::uint32_t node = nodes_[at];
      for (std::uint32_t k = incoming_.starts[node]; k < incoming_.starts[node + 1]; ++k) {
        const std::uint32_t before = local_[incoming_.sources[k]];
        ++work_;
        if (before == graph::none || distance_[before] < longest_) continue;
        distance_[before] = distance_[at] + 1;
        queue.push_back(before);
      }
    }
    keep_near();
    return true;
  }

  void keep_near() {
    std::uint32_t kept = 0;
    for (std::uint32_t i = 0; i < nodes_.size(); ++i) {
      const std::uint32_t node = nodes_[i];
      local_[node] = graph::none;
      if (depth_[i] + distance_[i] > longest_) continue;
      nodes_[kept] = node;
      distance_[kept] = distance_[i];
      local_[node] = kept++;
    }
    nodes_.resize(kept);
    distance_.resize(kept);
  }

  void connect() {
    const WeightedGraph& graph = search_.block.graph;
    starts_.assign(1, 0);
    arcs_.clear();
    for (const std::uint32_t node : nodes_) {
      for (std::uint32_t k = graph.arcs.starts[node]; k < graph.arcs.starts[node + 1]; ++k) {
        const std::uint32_t to = local_[graph.arcs.entries[k]];
        if (to != graph::none) arcs_.push_back({to, search_.weights[k]});
      }
      starts_.push_back(static_cast<std::uint32_t>(arcs_.size()));
    }
  }

  void tabulate() {
    limit_ = std::min(longest_, static_cast<std::uint32_t>(nodes_.size()));
    walks_.assign((limit_ + 1) * nodes_.size(), {});
    work_ += arcs_.size() * limit_;
    for (std::uint32_t node = 1; node < nodes_.size(); ++node) {
      for (std::uint32_t k = starts_[node]; k < starts_[node + 1]; ++k) {
        if (arcs_[k].to == 0) walk(1, node) = {arcs_[k].weight, nothing, 0};
      }
    }
    for (std::uint32_t length = 2; length < limit_; ++length) {
      for (std::uint32_t node = 1; node < nodes_.size(); ++node) {
        if (distance_[node] > length) continue;
        Walk result;
        for (std::uint32_t k = starts_[node]; k < starts_[node + 1]; ++k) {
          if (arcs_[k].to == 0) continue;
          const Walk& rest = walk(length - 1, arcs_[k].to);
          const double value = (rest.next == node ? rest.other : rest.best) + arcs_[k].weight;
          if (value > result.best) {
            result.other = result.best;
            result.best = value;
            result.next = arcs_[k].to;
          } else {
            result.other = std::max(result.other, value);
          }
        }
        walk(length, node) = result;
      }
    }
  }

  /// What a cycle of each length must exceed to be of use to the root for some alpha: the upper hull of what is known,
  /// and beyond the best mean that mean.
  void thresholds() {
    const std::vector<CycleLine>& lines = search_.lines(nodes_.front());
    threshold_.assign(limit_ + 1, nothing);
    if (lines.empty()) return;
    hull_ = upper_hull(lines);
    const double best = hull_.back().weight / hull_.back().length;
    std::size_t piece = 0;
    for (std::uint32_t length = hull_.front().length; length <= limit_; ++length) {
      while (piece + 1 < hull_.size() && hull_[piece + 1].length < length) ++piece;
      if (length >= hull_.back().length || piece + 1 == hull_.size()) {
        threshold_[length] = best * length;
      } else {
        const CycleLine& a = hull_[piece];
        const CycleLine& b = hull_[piece + 1];
        threshold_[length] = a.weight + (b.weight - a.weight) * (length - a.length) / (b.length - a.length);
      }
    }
  }

  /// Whether a path that ends with an arc from `before` to `node` can still raise the envelope.
  bool promising(std::uint32_t before, std::uint32_t node, std::uint32_t arcs, double weight) {
    for (std::uint32_t rest = std::max(1U, distance_[node]); arcs + rest <= limit_; ++rest) {
      const Walk& back = walk(rest, node);
      const double value = back.next == before ? back.other : back.best;
      const std::uint32_t length = arcs + rest;
      if (length > 2 && weight + value > threshold_[length] + search_.tolerance * length) return true;
    }
    return false;
  }

  bool search_paths() {
    struct Frame {
      std::uint32_t node, next;
      double weight;
    };
    std::vector<Frame> path{{0, starts_[0], 0.0}};
    std::vector<char> on_path(nodes_.size(), 0);
    on_path[0] = 1;
    while (!path.empty()) {
      Frame& frame = path.back();
      if (frame.next == starts_[frame.node + 1]) {
        on_path[frame.node] = 0;
        path.pop_back();
        continue;
      }
      if (++work_ > most_work) return false;
      const Arc& arc = arcs_[frame.next++];
      const double weight = frame.weight + arc.weight;
      const auto length = static_cast<std::uint32_t>(path.size());
      if (arc.to == 0) {
        if (length > 2 && weight > threshold_[length] + search_.tolerance * length) {
          cycle_.clear();
          for (const Frame& member : path) cycle_.push_back(nodes_[member.node]);
          search_.note(cycle_);
          thresholds();
        }
        continue;
      }
      if (on_path[arc.to] != 0 || !promising(frame.node, arc.to, length, weight)) continue;
      on_path[arc.to] = 1;
      path.push_back({arc.to, starts_[arc.to], weight});
    }
    return true;
  }

  BlockSearch& search_;
  std::uint32_t longest_;
  WorkMeter& meter_;
  IncomingArcs incoming_;
  std::vector<std::uint32_t> local_;

  // of the present root
  std::uint64_t work_ = 0;
  std::uint32_t limit_ = 0;
  std::vector<std::uint32_t> nodes_, depth_, distance_, queue_, starts_, cycle_;
  std::vector<Arc> arcs_;
  std::vector<Walk> walks_;
  std::vector<double> threshold_;
  std::vector<CycleLine> hull_;
};

}  // namespace

void search_short_cycles(BlockSearch& search, WorkMeter& meter) { ShortCycles(search, meter).run(); }

}  // namespace sunder::decouple
