// Carries out an elimination without numbers: which operations are left when zeros and units are known.
#pragma once

#include <optional>
#include <string>

#include "graph/relaxed_order.hpp"
#include "ir/elimination.hpp"

namespace sunder::causalise {

/// What is known of a strong component's coefficients beside its marks.
struct Coefficients {
  std::vector<std::int8_t> unit;  ///< by entry: 1, -1 or 0 (some other number)
  std::vector<bool> sure;         ///< by entry: it cannot vanish, or only with a parameter
  std::vector<bool> zero_right;   ///< by row: no term but unknowns
};

struct FixedElimination {
  ir::Elimination plan;
  std::vector<std::uint32_t> rows, columns;  ///< of the component, in the order of the loop
};

/// A last block of more than `iterate_above` unknowns is to be iterated, if each of its rows has an unknown of its own.
/// Nothing: a block has no order in which pivots are present, or there would be too much code; `why` says which.
std::optional<FixedElimination> eliminate(const graph::MarkedRows& system, const Coefficients& coefficients,
                                          const graph::RelaxedOrder& order, std::size_t iterate_above,
                                          std::string& why);

}  // namespace sunder::causalise
