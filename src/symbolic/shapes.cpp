#include "symbolic/shapes.hpp"

#include <algorithm>
#include <cassert>

#include "symbolic/derivatives.hpp"
#include "symbolic/walk.hpp"

namespace sunder::symbolic {

ShapeId ShapeTable::intern(NodeId root, std::vector<std::uint32_t>& order) {
  order = slots_in_order(pool_, root);
  bool in_order = true;
  std::unordered_map<std::uint32_t, NodeId>
      renumbered;  // not a list: a few slots of many thousands may have high numbers
  for (std::uint32_t k = 0; k < order.size(); ++k) {
    in_order = in_order && order[k] == k;
    renumbered.emplace(order[k], pool_.slot(k));
  }
  if (!in_order) root = pool_.substitute(root, [&](std::uint32_t slot) { return renumbered.at(slot); });
  return intern(root, static_cast<std::uint32_t>(order.size()));
}

ShapeId ShapeTable::intern(NodeId root, std::uint32_t slot_count) {
  auto& candidates = by_root_[root];
  for (const ShapeId candidate : candidates) {
    if (this->slot_count(candidate) == slot_count) return candidate;
  }
  const ShapeId id(shapes_.size());
  Shape shape;
  shape.root = root;
  shape.slot_count = slot_count;
  shapes_.push_back(std::move(shape));
  candidates.push_back(id);
  return id;
}

ShapeTable::ShapeTable() = default;
ShapeTable::~ShapeTable() = default;

std::shared_ptr<ShapeTable> ShapeTable::copy() const {
  auto other = std::make_shared<ShapeTable>();
  other->pool_ = pool_;
  other->shapes_ = shapes_;
  other->by_root_ = by_root_;
  return other;
}

/// Questions come shape by shape, slot by slot: what the slots have in common is kept for the shape asked about last.
Derivatives& ShapeTable::derivatives(ShapeId id) {
  if (derivatives_ == nullptr || derivatives_of_ != id) {
    derivatives_ = std::make_unique<Derivatives>(pool_, shapes_[id.index()].root);
    derivatives_of_ = id;
  }
  return *derivatives_;
}

NodeId ShapeTable::partial(ShapeId id, std::uint32_t slot) {
  Shape& shape = shapes_[id.index()];
  assert(slot < shape.slot_count);
  if (shape.partials.empty()) shape.partials.resize(shape.slot_count);
  if (!shape.partials[slot].valid()) shape.partials[slot] = derivatives(id).by(pool_, slot);
  return shape.partials[slot];
}

Incidence ShapeTable::incidence(ShapeId id, std::uint32_t slot) {
  Shape& shape = shapes_[id.index()];
  assert(slot < shape.slot_count);
  if (shape.incidence.empty()) shape.incidence.resize(shape.slot_count);
  if (!shape.incidence[slot]) shape.incidence[slot] = derivatives(id).incidence(pool_, slot, partial(id, slot));
  return *shape.incidence[slot];
}

const std::optional<Solution>& ShapeTable::solve(ShapeId id, std::uint32_t slot) {
  Shape& shape = shapes_[id.index()];
  assert(slot < shape.slot_count);
  if (shape.solutions.empty()) shape.solutions.resize(shape.slot_count);
  if (!shape.solutions[slot]) shape.solutions[slot].emplace(symbolic::solve(pool_, shape.root, slot));
  return *shape.solutions[slot];
}

std::size_t ShapeTable::operations(ShapeId id) {
  Shape& shape = shapes_[id.index()];
  if (!shape.operations) shape.operations = count_operations(pool_, {&shape.root, 1});
  return *shape.operations;
}

bool contains_slot(const Pool& pool, NodeId root, std::uint32_t slot) {
  NodeIndex seen;
  std::vector<NodeId> open{root};
  while (!open.empty()) {
    const NodeId id = open.back();
    open.pop_back();
    const Node& node = pool[id];
    if (node.op == Op::slot && node.payload == slot) return true;
    if (node.closed || node.op == Op::residue || !seen.add(id)) continue;
    const auto children = pool.children(id);
    open.insert(open.end(), children.begin(), children.end());
  }
  return false;
}

namespace {

std::size_t products_of(std::int32_t exponent) {
  std::size_t products = exponent < 0 ? 1 : 0;  // the reciprocal
  for (auto n = static_cast<std::uint32_t>(std::abs(exponent)); n > 1; n /= 2) products += 1 + (n & 1U);
  return products;
}

// a + (-b) is one subtraction: a negation below a sum is free unless it stands first.
std::size_t operations_of(const Pool& pool, NodeId id) {
  const Node& node = pool[id];
  switch (node.op) {
    case Op::slot:
    case Op::constant:
    case Op::no_event:
    case Op::smooth:
    case Op::relax:
    case Op::residue:
    case Op::negate: return 0;
    case Op::multiply:
    case Op::add: return node.child_count - 1;
    case Op::integer_power: return products_of(static_cast<std::int32_t>(node.payload));
    default: return 1;
  }
}

}  // namespace

std::size_t count_operations(const Pool& pool, std::span<const NodeId> roots) {
  std::size_t operations = 0;
  std::vector<NodeId> negations;  // those that are not the second half of a subtraction
  for (const NodeId id : children_first(pool, roots)) {
    operations += operations_of(pool, id);
    const auto children = pool.children(id);
    for (std::size_t i = 0; i < children.size(); ++i) {
      const bool subtraction = pool[id].op == Op::add && i > 0;
      if (pool[children[i]].op == Op::negate && !subtraction) negations.push_back(children[i]);
    }
  }
  for (const NodeId root : roots) {
    if (pool[root].op == Op::negate) negations.push_back(root);
  }
  std::sort(negations.begin(), negations.end());
  negations.erase(std::unique(negations.begin(), negations.end()), negations.end());
  return operations + negations.size();
}

}  // namespace sunder::symbolic
