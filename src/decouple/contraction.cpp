#include "decouple/contraction.hpp"

#include <algorithm>
#include <limits>

namespace sunder::decouple {

void SeriesGraph::expand(std::uint32_t arc, std::vector<std::uint32_t>& path) const {
  if (arcs[arc].first == SeriesArc::leaf) {
    path.push_back(arcs[arc].from);
    return;
  }
  // joined arcs can be nested as deep as the graph is long
  std::vector<std::uint32_t> open{arc};
  while (!open.empty()) {
    const SeriesArc& next = arcs[open.back()];
    open.pop_back();
    if (next.first == SeriesArc::leaf) {
      path.push_back(next.from);
    } else {
      open.push_back(next.second);
      open.push_back(next.first);
    }
  }
}

namespace {

class Contraction {
 public:
  Contraction(const WeightedGraph& graph, std::span<const double> weights)
      : out_(graph.arcs.size()), in_(graph.arcs.size()), gone_(graph.arcs.size(), 0) {
    result_.node_count = graph.arcs.size();
    for (std::uint32_t v = 0; v < graph.arcs.size(); ++v) {
      for (std::uint32_t k = graph.arcs.starts[v]; k < graph.arcs.starts[v + 1]; ++k) {
        add({v, graph.arcs.entries[k], 1, weights[k], SeriesArc::leaf, SeriesArc::leaf});
      }
    }
  }

  SeriesGraph run(const CancelToken& cancel) {
    for (std::uint32_t v = static_cast<std::uint32_t>(gone_.size()); v-- > 0;) todo_.push_back(v);
    while (!todo_.empty() && !cancel.requested()) {
      const std::uint32_t node = todo_.back();
      todo_.pop_back();
      if (gone_[node] == 0) consider(node);
    }
    for (std::uint32_t v = 0; v < gone_.size(); ++v) {
      if (gone_[v] == 0) result_.nodes.push_back(v);
    }
    for (std::uint32_t a = 0; a < dead_.size(); ++a) {
      if (dead_[a] == 0) result_.live.push_back(a);
    }
    return std::move(result_);
  }

 private:
  static constexpr std::size_t most_joined = 40;  // arcs made for one node: more would cost more than they save

  void add(const SeriesArc& arc) {
    const auto id = static_cast<std::uint32_t>(result_.arcs.size());
    result_.arcs.push_back(arc);
    dead_.push_back(0);
    out_[arc.from].add(id);
    in_[arc.to].add(id);
  }

  /// Arcs at a node. The dead ones are sorted out only when the list is used: a hub is looked at often.
  struct ArcList {
    std::vector<std::uint32_t> arcs;
    std::size_t live = 0;

    void add(std::uint32_t arc) {
      arcs.push_back(arc);
      ++live;
    }
  };

  std::vector<std::uint32_t> take(ArcList& list) {
    std::vector<std::uint32_t> arcs = std::move(list.arcs);
    std::erase_if(arcs, [&](std::uint32_t arc) { return dead_[arc] != 0; });
    list = {};
    return arcs;
  }

  void consider(std::uint32_t node) {
    const std::size_t ways_in = in_[node].live;
    const std::size_t ways_out = out_[node].live;
    if (ways_in > 1 && ways_out > 1) return;
    if (ways_in * ways_out > most_joined) return;
    const std::vector<std::uint32_t> in = take(in_[node]);
    const std::vector<std::uint32_t> out = take(out_[node]);
    gone_[node] = 1;
    for (const std::uint32_t before : in) {
      for (const std::uint32_t after : out) join(before, after);
    }
    for (const std::uint32_t arc : in) {
      dead_[arc] = 1;
      --out_[result_.arcs[arc].from].live;
      todo_.push_back(result_.arcs[arc].from);
    }
    for (const std::uint32_t arc : out) {
      dead_[arc] = 1;
      --in_[result_.arcs[arc].to].live;
      todo_.push_back(result_.arcs[arc].to);
    }
  }

  void join(std::uint32_t before, std::uint32_t after) {
    const SeriesArc& first = result_.arcs[before];
    const SeriesArc& second = result_.arcs[after];
    const SeriesArc joined{first.from, second.to, first.length + second.length, first.weight + second.weight,
                           before,     after};
    if (joined.from != joined.to) {
      add(joined);
      return;
    }
    result_.loops.push_back(static_cast<std::uint32_t>(result_.arcs.size()));
    result_.arcs.push_back(joined);
    dead_.push_back(1);
  }

  SeriesGraph result_;
  std::vector<ArcList> out_, in_;
  std::vector<char> gone_;
  std::vector<char> dead_;
  std::vector<std::uint32_t> todo_;
};

}  // namespace

SeriesGraph contract_series(const WeightedGraph& graph, std::span<const double> weights, const CancelToken& cancel) {
  return Contraction(graph, weights).run(cancel);
}

std::vector<NodeValue> spread_to_nodes(const SeriesGraph& graph, std::vector<double> value) {
  std::vector<std::uint32_t> origin(graph.arcs.size());
  for (std::uint32_t a = 0; a < origin.size(); ++a) origin[a] = a;
  std::vector<NodeValue> nodes(graph.node_count, {-std::numeric_limits<double>::infinity(), SeriesArc::leaf});
  // joined arcs come after their parts
  for (std::uint32_t a = static_cast<std::uint32_t>(graph.arcs.size()); a-- > 0;) {
    const SeriesArc& arc = graph.arcs[a];
    if (arc.first == SeriesArc::leaf) {
      if (value[a] > nodes[arc.from].value) nodes[arc.from] = {value[a], origin[a]};
      continue;
    }
    for (const std::uint32_t part : {arc.first, arc.second}) {
      if (value[a] <= value[part]) continue;
      value[part] = value[a];
      origin[part] = origin[a];
    }
  }
  return nodes;
}

}  // namespace sunder::decouple
