// Rows after aliasing: operands replaced, shapes made anew where operands became equal, negative, 0 or ±1.
#pragma once

#include <vector>

#include "causalise/work.hpp"

namespace sunder::causalise {

/// Replaces aliases in all equations by their targets and drops the consumed ones.
void rewrite_rows(Work& work, const std::vector<bool>& consumed);

}  // namespace sunder::causalise
