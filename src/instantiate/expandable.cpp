// Expandable connectors: they get what connections ask for, and lose what nobody uses.
#include <algorithm>
#include <unordered_set>

#include "instantiate/connector.hpp"

namespace sunder::instantiate {

using ir::BaseType;
using ir::Expression;
using ir::ExpressionKind;
using ir::Instance;

void Connector::settle_expandable() {
  const auto spread = [&](Instance& from, Instance& to, const auto& self) -> bool {
    bool added = false;
    for (std::size_t i = 0; i < from.children.size(); ++i) {
      Instance* child = from.children[i];
      if (child->is_absent) continue;
      Instance* other = builder_.child_of(to, child->name);
      if (other == nullptr) {
        builder_.add_to_expandable(to, child->name, *child, child->dimensions);
        added = true;
      } else if (builder_.is_expandable(*child) && builder_.is_expandable(*other)) {
        added = self(*child, *other, self) || self(*other, *child, self) || added;
      }
    }
    return added;
  };
  for (int round = 0; round < 100; ++round) {
    bool added = false;
    for (std::size_t c = 0; c < builder_.connections.size(); ++c) {
      const auto left = builder_.connections[c].left;
      const auto right = builder_.connections[c].right;
      for (std::size_t i = 0; i < left.size() && i < right.size(); ++i) {
        Instance& a = *left[i].first;
        Instance& b = *right[i].first;
        if (!builder_.is_expandable(a) || !builder_.is_expandable(b)) continue;
        added = spread(a, b, spread) || added;
        added = spread(b, a, spread) || added;
      }
    }
    if (!added) return;
  }
}

namespace {

/// Every variable that an equation, a statement or a value of the model speaks of.
std::unordered_set<const Instance*> referenced(const ir::InstanceTree& tree) {
  std::unordered_set<const Instance*> found;
  const auto look = [&](const Expression* e) {
    if (e != nullptr)
      ir::walk(*e, [&](const Expression& inner) {
        if (inner.kind == ExpressionKind::variable) found.insert(inner.variable);
      });
  };
  const auto equations = [&](std::span<ir::TypedEquation* const> list, const auto& self) -> void {
    for (const ir::TypedEquation* one : list) {
      look(one->left);
      look(one->right);
      self(one->body, self);
      for (const ir::TypedBranch& branch : one->branches) {
        look(branch.condition);
        self(branch.body, self);
      }
    }
  };
  const auto statements = [&](std::span<ir::Statement* const> list, const auto& self) -> void {
    for (const ir::Statement* one : list) {
      for (const auto& side : {one->left, one->right})
        for (const Expression* e : side) look(e);
      look(one->condition);
      self(one->body, self);
      for (const ir::StatementBranch& branch : one->branches) {
        look(branch.condition);
        self(branch.body, self);
      }
    }
  };
  for (const Instance& one : tree.instances) {
    look(one.binding);
    equations(one.equations, equations);
    equations(one.initial_equations, equations);
    for (const auto* list : {&one.algorithms, &one.initial_algorithms})
      for (const ir::Algorithm& algorithm : *list) statements(algorithm.statements, statements);
  }
  return found;
}

}  // namespace

/// Variables that are declared in expandable connectors are there if something else is connected to them, or speaks of
/// them.
void Connector::drop_unused() {
  const auto on_bus = [&](const Instance& leaf) {
    for (const Instance* at = leaf.parent; at != nullptr && at->is_connector; at = at->parent)
      if (builder_.is_expandable(*at)) return true;
    return false;
  };
  std::unordered_set<Instance*> unused;
  for (Instance& one : builder_.tree().instances)
    if (one.is_leaf() && !one.is_absent && !one.is_package_constant && one.base != BaseType::error &&
        one.variability > ir::Variability::parameter && one.binding == nullptr && on_bus(one))
      unused.insert(&one);
  if (unused.empty()) return;
  for (const Instance* one : referenced(builder_.tree()))
    unused.erase(const_cast<Instance*>(one));  // NOLINT: only looked up
  // connected with something that stays, it stays: one element of an array may bring the others along
  for (bool changed = true; changed;) {
    changed = false;
    for (const std::vector<std::size_t>& set : sets_) {
      const auto stays = [&](std::size_t node) { return !unused.contains(nodes_[node].leaf); };
      if (std::ranges::none_of(set, stays)) continue;
      for (const std::size_t node : set) changed = unused.erase(nodes_[node].leaf) > 0 || changed;
    }
  }
  for (Instance* one : unused) one->is_absent = true;
}

}  // namespace sunder::instantiate
