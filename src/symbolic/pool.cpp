#include "symbolic/pool.hpp"

#include <algorithm>
#include <bit>
#include <cassert>

#include "base/stop_point.hpp"
#include "symbolic/routine.hpp"

namespace sunder::symbolic {

namespace {

constexpr std::uint32_t empty = 0xFFFFFFFFU;

std::size_t mix(std::size_t hash, std::uint64_t value) {
  hash = (hash ^ value) * 0x9E3779B97F4A7C15ULL;
  return hash ^ (hash >> 29U);
}

std::size_t hash_of(const Node& node, std::span<const NodeId> children) {
  std::size_t hash = mix(static_cast<std::size_t>(node.op), node.payload);
  hash = mix(hash, std::bit_cast<std::uint64_t>(node.value));
  for (const NodeId child : children) hash = mix(hash, child.value);
  return hash;
}

}  // namespace

Pool::Pool() : table_(64, empty) {}

std::span<const NodeId> Pool::children(NodeId id) const {
  const Node& node = (*this)[id];
  return {children_.data() + node.first_child, node.child_count};
}

bool Pool::same(NodeId id, const Node& node, std::span<const NodeId> children) const {
  const Node& other = (*this)[id];
  return other.op == node.op && other.payload == node.payload &&
         std::bit_cast<std::uint64_t>(other.value) == std::bit_cast<std::uint64_t>(node.value) &&
         std::ranges::equal(this->children(id), children);
}

void Pool::grow() {
  table_.assign(2 * table_.size(), empty);
  const std::size_t mask = table_.size() - 1;
  for (std::uint32_t id = 0; id < nodes_.size(); ++id) {
    std::size_t at = hash_of(nodes_[id], children(NodeId(id))) & mask;
    while (table_[at] != empty) at = (at + 1) & mask;
    table_[at] = id;
  }
}

NodeId Pool::intern(Node node, std::span<const NodeId> children) {
  stop_point();
  if (2 * (nodes_.size() + 1) > table_.size()) grow();
  const std::size_t mask = table_.size() - 1;
  std::size_t at = hash_of(node, children) & mask;
  for (; table_[at] != empty; at = (at + 1) & mask) {
    if (same(NodeId(table_[at]), node, children)) return NodeId(table_[at]);
  }
  node.closed =
      node.op != Op::slot && std::ranges::all_of(children, [this](NodeId child) { return (*this)[child].closed; });
  node.first_child = static_cast<std::uint32_t>(children_.size());
  node.child_count = static_cast<std::uint32_t>(children.size());
  children_.insert(children_.end(), children.begin(), children.end());
  const NodeId id(nodes_.size());
  nodes_.push_back(node);
  table_[at] = id.value;
  return id;
}

NodeId Pool::intern(Op op, std::span<const NodeId> children, std::uint32_t payload) {
  Node node;
  node.op = op;
  node.payload = payload;
  return intern(node, children);
}

NodeId Pool::slot(std::uint32_t number) { return intern(Op::slot, {}, number); }

NodeId Pool::constant(double value) {
  Node node;
  node.value = value == 0 ? 0.0 : value;  // one zero
  return intern(node, {});
}

NodeId Pool::make(Op op, std::initializer_list<NodeId> children, std::uint32_t payload) {
  return make(op, std::span<const NodeId>(children.begin(), children.size()), payload);
}

NodeId Pool::make(Op op, std::span<const NodeId> given, std::uint32_t payload) {
  // A copy, because `given` may be a view into children_, which moves when nodes are added.
  const std::vector<NodeId> children(given.begin(), given.end());
  if (const NodeId folded = fold(op, children, payload); folded.valid()) return folded;
  switch (op) {
    case Op::slot: return slot(payload);
    case Op::constant: assert(false && "constants are made by constant()"); return constant(0);
    case Op::add: return make_add(children);
    case Op::multiply: return make_multiply(children);
    case Op::negate: return make_negate(children[0]);
    case Op::divide: return make_divide(children[0], children[1]);
    case Op::integer_power: return make_integer_power(children[0], static_cast<std::int32_t>(payload));
    case Op::power: return make_power(children[0], children[1]);
    case Op::less:
    case Op::less_equal:
    case Op::greater:
    case Op::greater_equal:
    case Op::equal:
    case Op::not_equal:
    case Op::logical_and:
    case Op::logical_or: return make_condition(op, children);
    case Op::select:
    case Op::choose: return make_choice(op, children[0], children[1], children[2]);
    case Op::call:
    case Op::smooth: return intern(op, children, payload);
    default: return make_function(op, children);
  }
}

std::uint32_t Pool::add(std::shared_ptr<const Routine> routine) {
  routines_.push_back(std::move(routine));
  return static_cast<std::uint32_t>(routines_.size() - 1);
}

std::uint32_t Pool::partial_of(std::uint32_t number, std::uint32_t argument) {
  const auto [known, fresh] = partials_.try_emplace({number, argument}, no_routine);
  if (!fresh) return known->second;
  const std::shared_ptr<const Routine> partial = routines_[number]->partial(*this, argument);
  if (partial == nullptr) return no_routine;
  const std::uint32_t made = add(partial);
  partials_[{number, argument}] = made;  // before it is completed: a function that calls itself asks for it then
  partial->complete(*this);
  // an argument that a function does not look at is none
  if (partial->is_zero(*this)) partials_[{number, argument}] = no_routine;
  return partials_.at({number, argument});
}

}  // namespace sunder::symbolic
