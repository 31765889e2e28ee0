// Carries out an elimination without numbers: which operations are left when zeros and units are known.
#pragma once

#include <optional>

#include "graph/relaxed_order.hpp"
#include "ir/elimination.hpp"

namespace sunder::causalise {

/// What is known of a strong component's coefficients beside its marks.
struct Coefficients {
  std::vector<std::int8_t> unit;  ///< by entry: 1, -1 or 0 (some other number)
  std::vector<bool> zero_right;   ///< by row: no term but unknowns
};

struct FixedElimination {
  ir::Elimination plan;
  std::vector<std::uint32_t> rows, columns;  ///< of the component, in the order of the loop
};

/// Nothing: a block has no order in which pivots are present, or there would be too much code.
std::optional<FixedElimination> eliminate(const graph::MarkedRows& system, const Coefficients& coefficients,
                                          const graph::RelaxedOrder& order);

}  // namespace sunder::causalise
