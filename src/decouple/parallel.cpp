#include "decouple/parallel.hpp"

#include <algorithm>

#include "graph/components.hpp"
#include "graph/dominators.hpp"

namespace sunder::decouple {

namespace {

constexpr std::size_t most_shared = 4;
constexpr std::size_t most_tried = 6;     // candidates per direction whose blocks are really computed
constexpr std::size_t hub_degree = 4;     // times the mean number of neighbours
constexpr double fewest = 0.1;            // below a node that is tried, as a part of all
constexpr double worth_separating = 0.8;  // the largest block, as a part of what it was before

/// Strong components of parts of one graph; each costs the size of the part only.
class Subgraphs {
 public:
  explicit Subgraphs(const graph::Rows& arcs) : arcs_(arcs), position_(arcs.size(), graph::none) {}

  /// The arcs among `nodes` (ascending), renumbered in their order, without those of the node `left_out`.
  graph::Rows induced(const model::StateSet& nodes, model::StateIndex left_out = {}) {
    for (std::uint32_t i = 0; i < nodes.size(); ++i) {
      if (nodes[i] != left_out) position_[nodes[i].index()] = i;
    }
    graph::Rows rows;
    for (const model::StateIndex node : nodes) {
      if (node != left_out) {
        for (const std::uint32_t to : arcs_[node.value]) {
          if (position_[to] != graph::none) rows.entries.push_back(position_[to]);
        }
      }
      rows.end_row();
    }
    for (const model::StateIndex node : nodes) position_[node.index()] = graph::none;
    return rows;
  }

  /// The blocks of `nodes` without `left_out`, as sets of the whole graph.
  std::vector<model::StateSet> blocks(const model::StateSet& nodes, model::StateIndex left_out = {}) {
    const graph::Rows members = graph::strong_components(induced(nodes, left_out)).members;
    std::vector<model::StateSet> result;
    for (std::uint32_t c = 0; c < members.size(); ++c) {
      if (nodes[members[c].front()] == left_out) continue;
      model::StateSet& block = result.emplace_back();
      for (const std::uint32_t member : members[c]) block.push_back(nodes[member]);
    }
    return result;
  }

 private:
  const graph::Rows& arcs_;
  std::vector<std::uint32_t> position_;  // by state; none between calls
};

std::size_t largest_of(const std::vector<model::StateSet>& blocks) {
  std::size_t largest = 0;
  for (const model::StateSet& block : blocks) largest = std::max(largest, block.size());
  return largest;
}

/// Nodes that some other nodes can be reached through only, the most even separators first: without the node v the rest
/// falls apart into pieces not much larger than the subtrees below v and what is outside of v's subtree. A node worth
/// taking out leaves the root in a block of at most four fifths: the others are cut off from the root, or the root from
/// them, so that in one direction at least a tenth is below v.
std::vector<std::uint32_t> promising(const graph::Rows& forward, const graph::Rows& backward, std::uint32_t root) {
  const graph::Dominators tree = graph::dominators(forward, backward, root);
  const std::uint32_t count = forward.size();
  std::vector<std::uint32_t> below(count, 1);
  std::vector<std::uint32_t> largest_child(count, 0);
  for (std::size_t i = tree.order.size(); i-- > 1;) {
    const std::uint32_t node = tree.order[i];
    const std::uint32_t above = tree.immediate[node];
    below[above] += below[node];
    largest_child[above] = std::max(largest_child[above], below[node]);
  }
  std::vector<std::pair<std::uint32_t, std::uint32_t>> ranked;  // size of the largest piece, node
  for (std::uint32_t node = 0; node < count; ++node) {
    if (node != root && below[node] > 1 && below[node] >= fewest * count)
      ranked.emplace_back(std::max(largest_child[node], count - below[node]), node);
  }
  const std::size_t kept = std::min(most_tried, ranked.size());
  std::partial_sort(ranked.begin(), ranked.begin() + static_cast<std::ptrdiff_t>(kept), ranked.end());
  std::vector<std::uint32_t> nodes;
  for (std::size_t i = 0; i < kept; ++i) nodes.push_back(ranked[i].second);
  return nodes;
}

struct Separation {
  model::StateIndex node;
  std::vector<model::StateSet> blocks;
};

/// The state to take out of a strong component, and what is left. No node: nothing promises to separate it.
Separation separate(const model::StateSet& nodes, Subgraphs& subgraphs) {
  const graph::Rows forward = subgraphs.induced(nodes);
  const graph::Rows backward = graph::transposed(forward, forward.size());
  const auto degree = [&](std::uint32_t i) { return forward[i].size() + backward[i].size(); };
  std::uint32_t hub = 0;
  for (std::uint32_t i = 1; i < nodes.size(); ++i) {
    if (degree(i) > degree(hub)) hub = i;
  }
  std::vector<std::uint32_t> tried = promising(forward, backward, hub);
  const std::vector<std::uint32_t> others = promising(backward, forward, hub);
  tried.insert(tried.end(), others.begin(), others.end());
  tried.push_back(hub);
  std::sort(tried.begin(), tried.end());
  tried.erase(std::unique(tried.begin(), tried.end()), tried.end());
  Separation best;
  std::size_t smallest = nodes.size() - 1;  // nothing gained
  for (const std::uint32_t candidate : tried) {
    std::vector<model::StateSet> blocks = subgraphs.blocks(nodes, nodes[candidate]);
    const std::size_t largest = largest_of(blocks);
    if (largest >= smallest) continue;
    smallest = largest;
    best = {nodes[candidate], std::move(blocks)};
  }
  // Where single states only split off crumbs, several hubs together may separate well.
  const bool crumbs = static_cast<double>(smallest) > worth_separating * static_cast<double>(nodes.size());
  const bool outstanding = degree(hub) * nodes.size() > hub_degree * 2 * forward.entries.size();
  if (crumbs) best = outstanding ? Separation{nodes[hub], subgraphs.blocks(nodes, nodes[hub])} : Separation{};
  return best;
}

/// Whether there really are several sets of cycles: a ring broken up is only a row of single states, one after the
/// other. Two blocks with cycles of their own, or two pieces that do not know each other at all.
bool are_separate(const std::vector<model::StateSet>& blocks, Subgraphs& subgraphs) {
  const auto with_cycles =
      std::count_if(blocks.begin(), blocks.end(), [](const model::StateSet& b) { return b.size() > 1; });
  if (with_cycles > 1) return true;
  model::StateSet nodes;
  for (const model::StateSet& block : blocks) nodes.insert(nodes.end(), block.begin(), block.end());
  std::sort(nodes.begin(), nodes.end());
  const graph::Rows forward = subgraphs.induced(nodes);
  const graph::Rows backward = graph::transposed(forward, forward.size());
  graph::Rows both;
  for (std::uint32_t i = 0; i < forward.size(); ++i) {
    for (const graph::Rows* rows : {&forward, &backward}) {
      both.entries.insert(both.entries.end(), (*rows)[i].begin(), (*rows)[i].end());
    }
    both.end_row();
  }
  return graph::strong_components(both).members.size() > 1;
}

/// Empty blocks when the component holds together.
CycleSets split(const model::StateSet& component, Subgraphs& subgraphs) {
  CycleSets accepted;
  std::size_t accepted_largest = component.size();
  CycleSets current;
  current.blocks = {component};
  while (current.shared.size() < most_shared) {
    const auto largest =
        std::max_element(current.blocks.begin(), current.blocks.end(),
                         [](const model::StateSet& a, const model::StateSet& b) { return a.size() < b.size(); });
    if (largest->size() < 3) break;
    Separation separation = separate(*largest, subgraphs);
    if (!separation.node.valid()) break;
    current.shared.push_back(separation.node);
    current.blocks.erase(largest);
    for (model::StateSet& block : separation.blocks) current.blocks.push_back(std::move(block));
    const std::size_t now = largest_of(current.blocks);
    if (static_cast<double>(now) > worth_separating * static_cast<double>(accepted_largest)) continue;
    accepted = current;
    accepted_largest = now;
  }
  if (!are_separate(accepted.blocks, subgraphs)) return {};
  std::sort(accepted.shared.begin(), accepted.shared.end());
  std::sort(accepted.blocks.begin(), accepted.blocks.end(), [](const model::StateSet& a, const model::StateSet& b) {
    return a.size() != b.size() ? a.size() > b.size() : a < b;
  });
  return accepted;
}

std::size_t state_count(const CycleSets& sets) {
  std::size_t count = sets.shared.size();
  for (const model::StateSet& block : sets.blocks) count += block.size();
  return count;
}

}  // namespace

std::vector<CycleSets> find_cycle_sets(const DependencyGraph& graph) {
  Subgraphs subgraphs(graph.arcs);
  std::vector<CycleSets> result;
  std::vector<model::StateSet> components = subgraphs.blocks(model::all_states(graph.diagonal.size()));
  std::sort(components.begin(), components.end());  // equal sizes in the order of the states
  for (const model::StateSet& component : components) {
    if (component.size() < 3) continue;
    CycleSets sets = split(component, subgraphs);
    if (!sets.blocks.empty()) result.push_back(std::move(sets));
  }
  std::stable_sort(result.begin(), result.end(),
                   [](const CycleSets& a, const CycleSets& b) { return state_count(a) > state_count(b); });
  return result;
}

std::vector<model::StateSet> parallel_sets(const DependencyGraph& graph, const model::StateSet& fast) {
  std::vector<model::StateSet> sets = Subgraphs(graph.arcs).blocks(fast);
  std::sort(sets.begin(), sets.end());
  return sets;
}

}  // namespace sunder::decouple
