#include "symbolic/borders.hpp"

#include <limits>
#include <unordered_map>

#include "symbolic/walk.hpp"

namespace sunder::symbolic {

namespace {

bool has_border(const Pool& pool, NodeId node) {
  switch (pool[node].op) {
    case Op::sqrt:
    case Op::power:
    case Op::log:
    case Op::log10:
    case Op::asin:
    case Op::acos: return !pool[pool.children(node)[0]].closed;
    default: return false;
  }
}

bool is_relation(Op op) { return op >= Op::less && op <= Op::greater_equal; }

/// Whether one of the relations is held against what is so now.
NodeId any_changed(Pool& pool, const std::vector<HeldRelation>& relations) {
  NodeId any;
  for (const HeldRelation& one : relations) {
    const NodeId changed = pool.make(Op::not_equal, {one.held, one.now});
    any = any.valid() ? pool.make(Op::logical_or, {any, changed}) : changed;
  }
  return any;
}

NodeId continued(Pool& pool, NodeId node, const std::vector<NodeId>& children, NodeId changed) {
  const Op op = pool[node].op;
  const NodeId u = children[0], zero = pool.constant(0), one = pool.constant(1);
  const auto where = [&](NodeId outside, NodeId then, NodeId otherwise) {
    return pool.make(Op::select, {pool.make(Op::logical_and, {outside, changed}), then, otherwise});
  };
  switch (op) {
    case Op::sqrt:
    case Op::power: {
      NodeId outside = pool.make(Op::less, {u, zero});
      if (op == Op::power) {  // whole powers of negative numbers have values
        const NodeId broken = pool.make(Op::not_equal, {pool.make(Op::floor, {children[1]}), children[1]});
        outside = pool.make(Op::logical_and, {outside, broken});
      }
      const NodeId sign = where(outside, pool.constant(-1), one);
      const NodeId inner = pool.multiply(sign, u);
      return pool.multiply(sign, op == Op::sqrt ? pool.make(op, {inner}) : pool.make(op, {inner, children[1]}));
    }
    case Op::asin:
    case Op::acos: {
      const NodeId outside = pool.make(Op::greater, {pool.make(Op::abs, {u}), one});
      return pool.make(op, {where(outside, pool.make(Op::sign, {u}), u)});
    }
    default: {
      const NodeId smallest = pool.constant(std::numeric_limits<double>::min());
      return pool.make(op, {where(pool.make(Op::less_equal, {u, zero}), smallest, u)});
    }
  }
}

}  // namespace

bool Borders::occur_in(NodeId root) {
  if (answers_.size() <= root.index()) answers_.resize(pool_.size(), Answer::unknown);
  std::vector<NodeId> open{root};
  while (!open.empty()) {
    const NodeId node = open.back();
    Answer answer = has_border(pool_, node) ? Answer::yes : Answer::no;
    const std::size_t begin = open.size();
    for (const NodeId child : pool_.children(node)) {
      if (answer == Answer::yes) break;
      const Answer of_child = answers_[child.index()];
      if (of_child == Answer::unknown)
        open.push_back(child);
      else
        answer = of_child;
    }
    if (answer == Answer::yes) open.resize(begin);
    if (open.size() > begin) continue;  // its children first
    answers_[node.index()] = answer;
    open.pop_back();
  }
  return answers_[root.index()] == Answer::yes;
}

std::vector<NodeId> bordered_arguments(const Pool& pool, NodeId root) {
  std::vector<NodeId> arguments;
  for (const NodeId node : children_first(pool, {&root, 1}))
    if (has_border(pool, node)) arguments.push_back(pool.children(node)[0]);
  return arguments;
}

NodeId continue_beyond(Pool& pool, NodeId root,
                       const std::function<std::vector<HeldRelation>(NodeId argument)>& relations) {
  std::unordered_map<NodeId, NodeId> made;
  for (const NodeId node : children_first(pool, {&root, 1})) {
    const std::span<const NodeId> old = pool.children(node);
    std::vector<NodeId> children(old.begin(), old.end());
    bool same = true;
    for (NodeId& child : children) {
      const NodeId now = made.at(child);
      same = same && now == child;
      child = now;
    }
    NodeId result = node;
    if (has_border(pool, node)) {
      const std::vector<HeldRelation> found = relations(pool.children(node)[0]);
      if (!found.empty()) {
        made[node] = continued(pool, node, children, any_changed(pool, found));
        continue;
      }
    }
    if (!same) result = pool.make(pool[node].op, children, pool[node].payload);
    made[node] = result;
  }
  return made.at(root);
}

bool is_beyond(const Pool& pool, NodeId condition) {
  const auto is_changed = [&](NodeId node) {
    while (pool[node].op == Op::logical_or) {
      const NodeId last = pool.children(node)[1];
      if (pool[last].op != Op::not_equal) return false;
      node = pool.children(node)[0];
    }
    return pool[node].op == Op::not_equal && pool[pool.children(node)[0]].op == Op::slot &&
           is_relation(pool[pool.children(node)[1]].op);
  };
  if (pool[condition].op != Op::logical_and) return false;
  NodeId outside = pool.children(condition)[0];
  if (pool[outside].op == Op::logical_and) outside = pool.children(outside)[0];
  return is_relation(pool[outside].op) && is_changed(pool.children(condition)[1]);
}

}  // namespace sunder::symbolic
