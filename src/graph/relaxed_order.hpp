// Relaxing: in what order the unknowns of one strong component are eliminated when some of their occurrences are marked
// as if known. Marked rows of one instance form a cut, which is matched as a whole; blocks follow each other from the
// leaves to the root; what no block eliminates is the last block.
#pragma once

#include <cstdint>
#include <vector>

#include "graph/rows.hpp"

namespace sunder::graph {

/// A strong component, its rows and columns in the order of the model.
struct MarkedRows {
  Rows rows;                            ///< columns of each row
  std::vector<bool> marked;             ///< by entry: counts as known here
  std::vector<bool> unit;               ///< by entry: its coefficient is 1 or -1
  std::vector<bool> cut;                ///< by row: has a mark, be it on what is known anyway
  std::vector<std::uint32_t> residue;   ///< by row: the column it is left for, or none; it need not occur in the row
  std::vector<std::uint32_t> instance;  ///< by row: the component of the model that it stands in
  std::uint32_t column_count = 0;
};

struct RelaxedOrder {
  struct Pair {
    std::uint32_t row = 0, column = 0;
  };
  std::vector<std::vector<Pair>> blocks;  ///< in the order of elimination
  std::vector<std::uint32_t> last_rows, last_columns;
  std::vector<bool> marked;                  ///< by entry, after cuts were turned around
  std::vector<std::uint32_t> turned, loops;  ///< instances: marks turned around; what closes a loop
};

RelaxedOrder relaxed_order(const MarkedRows& system);

}  // namespace sunder::graph
