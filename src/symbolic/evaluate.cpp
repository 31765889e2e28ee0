#include <algorithm>
#include <cassert>

#include "symbolic/apply.hpp"
#include "symbolic/pool.hpp"
#include "symbolic/routine.hpp"
#include "symbolic/walk.hpp"

namespace sunder::symbolic {

namespace {

// Positions in an ascending list of nodes: few nodes are searched, so that small expressions need no table.
std::size_t position(std::span<const NodeId> order, NodeId id) {
  return static_cast<std::size_t>(std::lower_bound(order.begin(), order.end(), id) - order.begin());
}

}  // namespace

double evaluate(const Pool& pool, NodeId root, std::span<const double> slots) {
  const std::vector<NodeId> order = children_first(pool, {&root, 1});
  std::vector<double> values(order.size());
  std::vector<double> arguments;
  for (std::size_t i = 0; i < order.size(); ++i) {
    const Node& node = pool[order[i]];
    if (node.op == Op::slot) {
      assert(node.payload < slots.size());
      values[i] = slots[node.payload];
    } else if (node.op == Op::constant) {
      values[i] = node.value;
    } else {
      arguments.clear();
      for (const NodeId child : pool.children(order[i])) arguments.push_back(values[position(order, child)]);
      values[i] =
          node.op == Op::call ? pool.routine(node.payload)->value(arguments) : apply(node.op, arguments, node.payload);
    }
  }
  return values.back();
}

NodeId Pool::substitute(NodeId root, std::span<const NodeId> replacements) {
  return substitute(root,
                    [&](std::uint32_t slot) { return slot < replacements.size() ? replacements[slot] : NodeId{}; });
}

NodeId Pool::substitute(NodeId root, const std::function<NodeId(std::uint32_t)>& replacement) {
  const std::vector<NodeId> order = children_first(*this, {&root, 1});
  std::vector<NodeId> made(order.size());
  std::vector<NodeId> children;
  for (std::size_t i = 0; i < order.size(); ++i) {
    const Node node = (*this)[order[i]];
    made[i] = order[i];
    if (node.closed) continue;
    if (node.op == Op::slot) {
      if (const NodeId other = replacement(node.payload); other.valid()) made[i] = other;
      continue;
    }
    children.clear();
    bool changed = false;
    for (const NodeId child : this->children(order[i])) {
      children.push_back(made[position(order, child)]);
      changed = changed || children.back() != child;
    }
    if (changed) made[i] = make(node.op, children, node.payload);
  }
  return made.back();
}

}  // namespace sunder::symbolic
