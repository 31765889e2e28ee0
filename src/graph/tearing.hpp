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

/// Whether to tear a column: the others only if those before them are used up; `known` where something is known of it.
enum class Tear : std::uint8_t { never, avoid, any, known, prefer };

/// Whether a row may be solved for a column: never, rather than to tear another column, or gladly.
enum class Solvable : std::uint8_t { no, reluctantly, yes };

/// Greedy: what is left with one unknown is solved for it, if it can be; else the unknown is torn that is wished for,
/// of these the one that occurs in most of the equations that are left; in the end those are no longer torn that follow
/// from the others. `solvable`: by entry of the rows; `wishes`: by column. As many rows as columns.
Tearing tear(const Rows& rows, const std::vector<Solvable>& solvable, const std::vector<Tear>& wishes);

}  // namespace sunder::graph
