#include "graph/colouring.hpp"

#include <algorithm>

namespace sunder::graph {

Colouring colour_columns(const Rows& rows, std::uint32_t column_count) {
  constexpr std::uint32_t long_row = 256;
  const Rows columns = transposed(rows, column_count);
  Colouring result{std::vector(column_count, none), 0};
  std::vector<std::uint32_t> forbidden_by;           // by colour: the last column that may not have it
  std::vector<std::uint32_t> above(rows.size(), 0);  // of long rows: first colour above all used there
  for (std::uint32_t column = 0; column < column_count; ++column) {
    std::uint32_t least = 0;
    for (const std::uint32_t row : columns[column]) {
      if (rows[row].size() > long_row) {
        least = std::max(least, above[row]);
        continue;
      }
      for (const std::uint32_t other : rows[row]) {
        if (result.colour[other] != none) forbidden_by[result.colour[other]] = column;
      }
    }
    std::uint32_t colour = least;
    while (colour < result.count && forbidden_by[colour] == column) ++colour;
    result.colour[column] = colour;
    result.count = std::max(result.count, colour + 1);
    forbidden_by.resize(result.count, none);
    for (const std::uint32_t row : columns[column]) above[row] = std::max(above[row], colour + 1);
  }
  return result;
}

}  // namespace sunder::graph
