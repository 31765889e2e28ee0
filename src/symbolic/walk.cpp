#include "symbolic/walk.hpp"

#include <algorithm>

namespace sunder::symbolic {

std::size_t NodeIndex::place(NodeId node) const {
  const std::size_t mask = slots_.size() - 1;
  std::size_t at = (node.value * 0x9E3779B1U) & mask;
  while (slots_[at].node.valid() && slots_[at].node != node) at = (at + 1) & mask;
  return at;
}

bool NodeIndex::add(NodeId node) {
  if (2 * (count_ + 1) > slots_.size()) {
    const std::vector<Entry> old(std::move(slots_));
    slots_.assign(4 * old.size(), Entry{});
    for (const Entry& entry : old) {
      if (entry.node.valid()) slots_[place(entry.node)] = entry;
    }
  }
  const std::size_t at = place(node);
  if (slots_[at].node.valid()) return false;
  slots_[at] = {node, count_++};
  return true;
}

std::uint32_t NodeIndex::operator[](NodeId node) const {
  const Entry& entry = slots_[place(node)];
  return entry.node.valid() ? entry.position : missing;
}

std::vector<NodeId> children_first(const Pool& pool, std::span<const NodeId> roots) {
  NodeIndex seen;
  std::vector<NodeId> found;
  for (const NodeId root : roots) {
    if (seen.add(root)) found.push_back(root);
  }
  for (std::size_t i = 0; i < found.size(); ++i) {
    for (const NodeId child : pool.children(found[i])) {
      if (seen.add(child)) found.push_back(child);
    }
  }
  std::sort(found.begin(), found.end());  // children are older than their parents
  return found;
}

std::vector<std::uint32_t> slots_in_order(const Pool& pool, NodeId root) {
  NodeIndex seen;
  std::vector<std::uint32_t> order;
  std::vector<NodeId> open{root};
  while (!open.empty()) {
    const NodeId id = open.back();
    open.pop_back();
    if (pool[id].closed || !seen.add(id)) continue;
    if (pool[id].op == Op::slot) {
      order.push_back(pool[id].payload);
      continue;
    }
    const auto children = pool.children(id);
    open.insert(open.end(), children.rbegin(), children.rend());
  }
  return order;
}

}  // namespace sunder::symbolic
