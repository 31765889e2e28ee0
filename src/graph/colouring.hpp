// Columns that may be perturbed together: compressed Jacobians.
#pragma once

#include <cstdint>
#include <vector>

#include "graph/rows.hpp"

namespace sunder::graph {

struct Colouring {
  std::vector<std::uint32_t> colour;  ///< by column
  std::uint32_t count = 0;
};

/// Gives columns that meet in a row different colours, greedily in column order. Rows with more than a few hundred
/// entries only look upwards (a column takes a colour above all it has met there), which keeps the work near-linear.
Colouring colour_columns(const Rows& rows, std::uint32_t column_count);

}  // namespace sunder::graph
