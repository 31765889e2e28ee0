// Tearing: a few unknowns of simultaneous equations such that, given those, all others follow one by one.
#pragma once

#include <cstdint>
#include <vector>

#include "graph/rows.hpp"

namespace sunder::graph {

struct Tearing {
  struct Pair {
    std::uint32_t row = 0, column = 0;
  };
  std::vector<Pair> order;              ///< each row determines its column from columns before it and torn ones
  std::vector<std::uint32_t> columns;   ///< torn
  std::vector<std::uint32_t> residues;  ///< rows that determine none; as many as torn columns
};

/// Greedy: what is left with one unknown is solved for it, if it can be; else the unknown is torn that occurs in most
/// of the equations that are left, of several a preferred one. `solvable[k]`: whether the row may be solved for
/// rows.entries[k]. As many rows as columns.
Tearing tear(const Rows& rows, const std::vector<bool>& solvable, const std::vector<bool>& preferred);

}  // namespace sunder::graph
