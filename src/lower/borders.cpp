// Branches of conditionals are evaluated past the border of their condition while it is held (symbolic/borders.hpp).
#include <algorithm>
#include <unordered_set>
#include <utility>

#include "lower/expressions.hpp"
#include "symbolic/borders.hpp"
#include "symbolic/walk.hpp"

namespace sunder::lower {

using symbolic::HeldRelation;
using symbolic::NodeId;

/// Held relations that the condition is made of, by way of Boolean variables too (`empty = h <= 0`).
const std::vector<NodeId>& ExpressionLowering::relations_of(NodeId asked) {
  if (const auto known = relations_of_.find(asked); known != relations_of_.end()) return known->second;
  const symbolic::Pool& pool = context_.shapes.pool();
  std::vector<NodeId> open{asked}, relations;
  std::unordered_set<const ir::Instance*> seen;
  const int around = std::exchange(no_event_depth_, 0);  // noEvent does not reach into other equations
  while (!open.empty() && !failed_) {
    const NodeId condition = open.back();
    open.pop_back();
    for (const NodeId node : symbolic::children_first(pool, {&condition, 1})) {
      if (now_of_held_.contains(node)) relations.push_back(node);
      if (pool[node].op != symbolic::Op::slot) continue;
      const Term& term = terms_[pool[node].payload];
      if (term.kind != Term::Kind::element || term.written == nullptr || term.written->variable == nullptr) continue;
      const auto defined = context_.conditions.find(term.written->variable);
      if (defined != context_.conditions.end() && seen.insert(defined->first).second)
        open.push_back(lower(*defined->second, {}));
    }
  }
  no_event_depth_ = around;
  return relations_of_[asked] = std::move(relations);
}

/// The branch under the conditions that were asked on the way to it. A relation counts for an argument only where the
/// equation gets no further unknown from it: what it compares occurs in the argument, changes at events only, or is
/// driven by a derivative.
NodeId ExpressionLowering::beyond_borders(NodeId branch, std::span<const NodeId> conditions) {
  symbolic::Pool& pool = context_.shapes.pool();
  if (failed_ || in_procedure_ || context_.at_start || context_.in_when || context_.clock != nullptr) return branch;
  if (is_constant(branch) || !context_.borders.occur_in(branch)) return branch;
  std::vector<HeldRelation> relations;
  std::unordered_set<NodeId> met;
  for (const NodeId condition : conditions)
    for (const NodeId node : relations_of(condition))
      if (met.insert(node).second) relations.push_back({node, now_of_held_.at(node)});
  if (relations.empty() || failed_) return branch;
  const auto is_known = [&](std::uint32_t slot, const std::vector<std::uint32_t>& of_argument) {
    const Term& term = terms_[slot];
    if (term.discrete || std::ranges::find(of_argument, slot) != of_argument.end()) return true;
    return term.kind == Term::Kind::time ||
           (term.kind == Term::Kind::element && context_.dae.declarations[term.declaration.index()].derivative.valid());
  };
  return symbolic::continue_beyond(pool, branch, [&](NodeId argument) {
    const std::vector<std::uint32_t> of_argument = symbolic::slots_in_order(pool, argument);
    std::vector<HeldRelation> fitting;
    for (const HeldRelation& one : relations) {
      bool known = true;
      for (const std::uint32_t slot : symbolic::slots_in_order(pool, one.now))
        known = known && is_known(slot, of_argument);
      if (known) fitting.push_back(one);
    }
    return is_constant(argument) ? std::vector<HeldRelation>{} : fitting;
  });
}

}  // namespace sunder::lower
