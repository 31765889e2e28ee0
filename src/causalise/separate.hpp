// Sub-expressions as variables of their own where a cut through the equations can go through them.
#pragma once

#include <span>
#include <vector>

#include "causalise/exchange.hpp"
#include "ir/plan.hpp"

namespace sunder::causalise {

/// The plan with more steps. Without `exchange`: of what the derivatives of a part are made of, the largest
/// sub-expressions that depend on faster parts only and are not affine in them become variables of their own. With it:
/// of what a part computes for itself and for others, those that are made of several values of slower parts. Sums and
/// products are divided; equal sub-expressions are one variable. What was there keeps its number and its address. False
/// when there is nothing to separate.
bool separate(ir::Plan& plan, std::span<const std::vector<ir::VariableId>> parts,
              std::span<const PartExchange> exchange);

}  // namespace sunder::causalise
