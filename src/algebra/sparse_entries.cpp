#include "algebra/sparse_entries.hpp"

#include <algorithm>
#include <tuple>

namespace sunder::algebra {

SparseMatrix sparse_matrix(std::size_t size, std::vector<SparseEntry> entries) {
  std::ranges::sort(entries, {}, [](const SparseEntry& one) { return std::tuple(one.column, one.row); });
  SparseMatrix made;
  made.pattern.rows = made.pattern.columns = size;
  std::size_t next = 0;
  for (std::size_t column = 0; column < size; ++column) {
    for (; next < entries.size() && entries[next].column == column; ++next) {
      const auto row = static_cast<std::int32_t>(entries[next].row);
      const auto first = static_cast<std::size_t>(made.pattern.column_starts.back());
      if (made.values.size() > first && made.pattern.row_indices.back() == row) {
        made.values.back() += entries[next].value;
      } else {
        made.pattern.row_indices.push_back(row);
        made.values.push_back(entries[next].value);
      }
    }
    made.pattern.column_starts.push_back(static_cast<std::int32_t>(made.values.size()));
  }
  return made;
}

}  // namespace sunder::algebra
