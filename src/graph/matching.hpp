// Maximum matching of rows to columns: which equation determines which unknown.
#pragma once

#include <cstdint>
#include <vector>

#include "graph/rows.hpp"

namespace sunder::graph {

/// Partners of rows and columns; `none` for those without.
struct Matching {
  std::vector<std::uint32_t> column_of_row;
  std::vector<std::uint32_t> row_of_column;
  std::uint32_t size = 0;
};

/// The matching that gives each row, in order, its first entry that is still free. A start for maximum_matching: pass
/// rows that hold only the preferred entries.
Matching greedy_matching(const Rows& rows, std::uint32_t column_count);

/// Extends `start` to a maximum matching by shortest augmenting paths (Hopcroft and Karp); every column matched in
/// `start` stays matched.
Matching maximum_matching(const Rows& rows, std::uint32_t column_count, Matching start);
Matching maximum_matching(const Rows& rows, std::uint32_t column_count);

}  // namespace sunder::graph
