// Sparse patterns and matrices in compressed columns, as plain data.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace sunder::algebra {

/// Column c holds the rows row_indices[column_starts[c] .. column_starts[c+1]), ascending, without repetition.
struct SparsePattern {
  std::size_t rows = 0;
  std::size_t columns = 0;
  std::vector<std::int32_t> column_starts{0};
  std::vector<std::int32_t> row_indices;

  [[nodiscard]] std::size_t nonzeros() const { return row_indices.size(); }
};

/// `values[k]` belongs to `pattern.row_indices[k]`. A structural nonzero may have the value 0.
struct SparseMatrix {
  SparsePattern pattern;
  std::vector<double> values;

  [[nodiscard]] std::size_t rows() const { return pattern.rows; }
};

}  // namespace sunder::algebra
