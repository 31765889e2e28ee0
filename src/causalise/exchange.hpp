// What parts of a model that are integrated at paces of their own take from each other: the fewest values that carry
// it.
#pragma once

#include <span>
#include <vector>

#include "ir/plan.hpp"

namespace sunder::causalise {

/// One part: what it computes for others and what it is given. A value (a state, a derivative or a variable in between)
/// is computed by the fastest part that it depends on. All lists ascend.
struct PartExchange {
  std::vector<ir::VariableId> to_slower, to_faster;
  /// Values of slower parts alone: of their states, but not of the clock or of inputs.
  std::vector<ir::VariableId> from_slower;
  /// Values that depend on states of faster parts; the derivatives of this part are affine in them together.
  std::vector<ir::VariableId> from_faster;
};

/// `parts`: the states of each, from slow to fast, at most 64 parts. `watched`: states that the fastest part is given
/// in any case. The sets are minimum vertex cuts of the graph of the continuous section; a cut in which derivatives are
/// not affine moves towards them, at last to the derivatives themselves.
std::vector<PartExchange> find_exchange(const ir::Plan& plan, std::span<const std::vector<ir::VariableId>> parts,
                                        std::span<const ir::VariableId> watched);

}  // namespace sunder::causalise
