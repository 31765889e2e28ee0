#include "decouple/blocks.hpp"

#include <algorithm>

#include "graph/biconnected.hpp"
#include "graph/components.hpp"

namespace sunder::decouple {

namespace {

/// The subgraphs with the arcs of one label each; arcs without a label are dropped. Local nodes keep the order of
/// their block, so arcs stay ascending.
std::vector<CycleBlock> separate(const CycleBlock& block, const std::vector<std::uint32_t>& label_of_arc,
                                 std::uint32_t labels) {
  struct Arc {
    std::uint32_t from, to;
    double weight;
  };
  std::vector<std::uint32_t> starts(labels + 1, 0);
  for (const std::uint32_t label : label_of_arc) {
    if (label != graph::none) ++starts[label + 1];
  }
  for (std::uint32_t l = 0; l < labels; ++l) starts[l + 1] += starts[l];
  std::vector<Arc> arcs(starts.back());
  std::vector<std::uint32_t> next(starts.begin(), starts.end() - 1);
  for (std::uint32_t v = 0; v < block.graph.arcs.size(); ++v) {
    for (std::uint32_t k = block.graph.arcs.starts[v]; k < block.graph.arcs.starts[v + 1]; ++k) {
      if (label_of_arc[k] == graph::none) continue;
      arcs[next[label_of_arc[k]]++] = {v, block.graph.arcs.entries[k], block.graph.weights[k]};
    }
  }
  std::vector<CycleBlock> parts;
  std::vector<std::uint32_t> position(block.states.size(), graph::none);
  std::vector<std::uint32_t> nodes;
  for (std::uint32_t l = 0; l < labels; ++l) {
    const std::span<const Arc> own(arcs.data() + starts[l], starts[l + 1] - starts[l]);
    if (own.empty()) continue;
    nodes.clear();
    for (const Arc& arc : own) {
      nodes.push_back(arc.from);
      nodes.push_back(arc.to);
    }
    std::sort(nodes.begin(), nodes.end());
    nodes.erase(std::unique(nodes.begin(), nodes.end()), nodes.end());
    CycleBlock part;
    for (std::uint32_t i = 0; i < nodes.size(); ++i) {
      position[nodes[i]] = i;
      part.states.push_back(block.states[nodes[i]]);
    }
    std::size_t k = 0;
    for (const std::uint32_t node : nodes) {
      for (; k < own.size() && own[k].from == node; ++k) {
        part.graph.arcs.entries.push_back(position[own[k].to]);
        part.graph.weights.push_back(own[k].weight);
      }
      part.graph.arcs.end_row();
    }
    parts.push_back(std::move(part));
  }
  return parts;
}

std::vector<CycleBlock> strong_parts(const CycleBlock& block) {
  const graph::Components components = graph::strong_components(block.graph.arcs);
  std::vector<std::uint32_t> label(block.graph.arcs.entries.size(), graph::none);
  for (std::uint32_t v = 0; v < block.graph.arcs.size(); ++v) {
    for (std::uint32_t k = block.graph.arcs.starts[v]; k < block.graph.arcs.starts[v + 1]; ++k) {
      const std::uint32_t component = components.of_node[v];
      if (components.of_node[block.graph.arcs.entries[k]] == component) label[k] = component;
    }
  }
  return separate(block, label, components.members.size());
}

}  // namespace

std::vector<CycleBlock> split_into_blocks(const DependencyGraph& graph) {
  CycleBlock whole;
  whole.states = model::all_states(graph.diagonal.size());
  whole.graph.arcs = graph.arcs;
  whole.graph.weights = graph.weights;

  std::vector<CycleBlock> finished;
  std::vector<CycleBlock> open;
  open.push_back(std::move(whole));
  while (!open.empty()) {
    const CycleBlock block = std::move(open.back());
    open.pop_back();
    for (CycleBlock& part : strong_parts(block)) {
      graph::Biconnected blocks;
      if (part.states.size() > 2) blocks = graph::biconnected_blocks(part.graph.arcs);
      if (blocks.count <= 1) {
        finished.push_back(std::move(part));
        continue;
      }
      // a block of a strong component need not be strong itself
      for (CycleBlock& piece : separate(part, blocks.block_of_arc, blocks.count)) open.push_back(std::move(piece));
    }
  }
  std::stable_sort(finished.begin(), finished.end(), [](const CycleBlock& a, const CycleBlock& b) {
    return a.states.size() != b.states.size() ? a.states.size() < b.states.size() : a.states < b.states;
  });
  return finished;
}

}  // namespace sunder::decouple
