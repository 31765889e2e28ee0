#include "graph/rows.hpp"

namespace sunder::graph {

Rows transposed(const Rows& rows, std::uint32_t column_count) {
  Rows result;
  result.starts.assign(column_count + 1, 0);
  for (const std::uint32_t column : rows.entries) ++result.starts[column + 1];
  for (std::uint32_t c = 0; c < column_count; ++c) result.starts[c + 1] += result.starts[c];
  result.entries.resize(rows.entries.size());
  std::vector<std::uint32_t> next(result.starts.begin(), result.starts.end() - 1);
  for (std::uint32_t row = 0; row < rows.size(); ++row) {
    for (const std::uint32_t column : rows[row]) result.entries[next[column]++] = row;
  }
  return result;
}

}  // namespace sunder::graph
