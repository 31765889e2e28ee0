// Branches of conditionals are evaluated past the border of their condition while it is held (symbolic/borders.hpp).
#include <algorithm>

#include "lower/expressions.hpp"
#include "symbolic/borders.hpp"
#include "symbolic/walk.hpp"

namespace sunder::lower {

using symbolic::HeldRelation;
using symbolic::NodeId;

/// The branch under the conditions that were asked on the way to it. A relation counts for an argument only where the
/// equation gets no further unknown from it: what it compares occurs in the argument, changes at events only, or is
/// driven by a derivative.
NodeId ExpressionLowering::beyond_borders(NodeId branch, std::span<const NodeId> conditions) {
  symbolic::Pool& pool = context_.shapes.pool();
  if (failed_ || now_of_held_.empty() || is_constant(branch) || !symbolic::has_borders(pool, branch)) return branch;
  std::vector<HeldRelation> relations;
  for (const NodeId node : symbolic::children_first(pool, conditions))
    if (const auto found = now_of_held_.find(node); found != now_of_held_.end())
      relations.push_back({found->first, found->second});
  if (relations.empty()) return branch;
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
