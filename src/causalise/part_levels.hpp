// Which parts of a model everything in its plan depends on.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "ir/plan.hpp"

namespace sunder::causalise {

using PartBits = std::uint64_t;  ///< one bit for each part, from slow to fast

struct PartLevels {
  std::vector<std::uint32_t> block_of;  ///< by variable: in the continuous section; graph::none: given, or discrete
  std::vector<PartBits> depends_on;     ///< by variable
  /// By variable: reads the clock or an input beside states, directly. What depends on the clock and inputs alone
  /// counts as part of the fastest part instead, so that slower ones see means of it.
  std::vector<bool> by_clock;
  std::vector<bool> clock_alone;  ///< by variable: depends on the clock and inputs, and on no state
};

/// `clock_is_fast`: as above; else whatever the clock moves is `by_clock`, and computed where it is needed.
PartLevels find_part_levels(const ir::Plan& plan, std::span<const std::vector<ir::VariableId>> parts,
                            bool clock_is_fast);

}  // namespace sunder::causalise
