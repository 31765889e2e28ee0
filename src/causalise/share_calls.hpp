// Sines and cosines that several steps compute, computed once.
#pragma once

#include <memory>

#include "ir/plan.hpp"

namespace sunder::causalise {

/// The plan to evaluate: a copy with steps of their own for sines and cosines of one variable that several steps
/// compute, or the plan itself. Variables of the copy beyond those of the plan are its own.
std::shared_ptr<const ir::Plan> share_calls(std::shared_ptr<const ir::Plan> plan);

}  // namespace sunder::causalise
