// Rows of a graph from lists of their entries.
#pragma once

#include <cstdint>
#include <vector>

#include "graph/rows.hpp"

namespace sunder::graph {

inline Rows rows_of(const std::vector<std::vector<std::uint32_t>>& lists) {
  Rows rows;
  for (const auto& list : lists) {
    rows.entries.insert(rows.entries.end(), list.begin(), list.end());
    rows.end_row();
  }
  return rows;
}

}  // namespace sunder::graph
