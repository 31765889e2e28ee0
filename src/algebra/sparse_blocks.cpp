#include "algebra/sparse_blocks.hpp"

namespace sunder::algebra {

SparseMatrix BlockExtractor::block(std::span<const std::uint32_t> keep) {
  for (std::size_t i = 0; i < keep.size(); ++i) position_[keep[i]] = static_cast<std::int32_t>(i);
  SparseMatrix result;
  result.pattern.rows = result.pattern.columns = keep.size();
  for (const std::uint32_t column : keep) {
    for (auto k = matrix_.pattern.column_starts[column]; k < matrix_.pattern.column_starts[column + 1]; ++k) {
      const std::int32_t row = position_[matrix_.pattern.row_indices[k]];
      if (row < 0 || matrix_.values[k] == 0) continue;
      result.pattern.row_indices.push_back(row);
      result.values.push_back(matrix_.values[k]);
    }
    result.pattern.column_starts.push_back(static_cast<std::int32_t>(result.values.size()));
  }
  for (const std::uint32_t index : keep) position_[index] = -1;
  return result;
}

double BlockExtractor::diagonal(std::uint32_t index) const {
  for (auto k = matrix_.pattern.column_starts[index]; k < matrix_.pattern.column_starts[index + 1]; ++k) {
    if (matrix_.pattern.row_indices[k] == static_cast<std::int32_t>(index)) return matrix_.values[k];
  }
  return 0;
}

SparseMatrix transposed(const SparseMatrix& matrix) {
  SparseMatrix result;
  const std::size_t rows = matrix.pattern.rows;
  result.pattern.rows = matrix.pattern.columns;
  result.pattern.columns = rows;
  result.pattern.column_starts.assign(rows + 1, 0);
  for (const std::int32_t row : matrix.pattern.row_indices) ++result.pattern.column_starts[row + 1];
  for (std::size_t row = 0; row < rows; ++row) {
    result.pattern.column_starts[row + 1] += result.pattern.column_starts[row];
  }
  std::vector<std::int32_t> next(result.pattern.column_starts.begin(), result.pattern.column_starts.end() - 1);
  result.pattern.row_indices.resize(matrix.values.size());
  result.values.resize(matrix.values.size());
  for (std::size_t column = 0; column < matrix.pattern.columns; ++column) {
    for (auto k = matrix.pattern.column_starts[column]; k < matrix.pattern.column_starts[column + 1]; ++k) {
      const auto to = next[matrix.pattern.row_indices[k]]++;
      result.pattern.row_indices[to] = static_cast<std::int32_t>(column);
      result.values[to] = matrix.values[k];
    }
  }
  return result;
}

FullDiagonal with_diagonal(const SparsePattern& pattern, std::size_t count) {
  FullDiagonal result;
  result.pattern.rows = pattern.rows;
  result.pattern.columns = pattern.columns;
  std::vector<std::int32_t>& rows = result.pattern.row_indices;
  for (std::size_t column = 0; column < pattern.columns; ++column) {
    bool diagonal_seen = column >= count;
    const auto put_diagonal = [&] {
      diagonal_seen = true;
      result.diagonal.push_back(rows.size());
      rows.push_back(static_cast<std::int32_t>(column));
    };
    for (auto k = pattern.column_starts[column]; k < pattern.column_starts[column + 1]; ++k) {
      const auto row = static_cast<std::size_t>(pattern.row_indices[k]);
      if (!diagonal_seen && row >= column) put_diagonal();
      if (row == column && column < count) {
        result.places.push_back(result.diagonal.back());
      } else {
        result.places.push_back(rows.size());
        rows.push_back(pattern.row_indices[k]);
      }
    }
    if (!diagonal_seen) put_diagonal();
    result.pattern.column_starts.push_back(static_cast<std::int32_t>(rows.size()));
  }
  return result;
}

}  // namespace sunder::algebra
