// Sparse matrices from others: diagonal blocks, the transpose, a pattern with a full diagonal.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "algebra/sparse.hpp"

namespace sunder::algebra {

/// Takes out one square block after the other. Each costs its own size only, so many small ones are cheap.
class BlockExtractor {
 public:
  explicit BlockExtractor(const SparseMatrix& matrix) : matrix_(matrix), position_(matrix.pattern.rows, -1) {}

  /// The rows and columns `keep` (ascending), renumbered in its order. Entries that are exactly zero are left out.
  [[nodiscard]] SparseMatrix block(std::span<const std::uint32_t> keep);
  [[nodiscard]] double diagonal(std::uint32_t index) const;

 private:
  const SparseMatrix& matrix_;
  std::vector<std::int32_t> position_;  // -1 between calls
};

SparseMatrix transposed(const SparseMatrix& matrix);

/// A square pattern and its diagonal: all of it, or the first so many entries.
struct FullDiagonal {
  SparsePattern pattern;
  std::vector<std::size_t> places;    ///< by entry of the given pattern: which entry it is here
  std::vector<std::size_t> diagonal;  ///< by column
};
FullDiagonal with_diagonal(const SparsePattern& pattern, std::size_t count);
inline FullDiagonal with_diagonal(const SparsePattern& pattern) { return with_diagonal(pattern, pattern.columns); }

}  // namespace sunder::algebra
