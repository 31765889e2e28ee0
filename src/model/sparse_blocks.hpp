// Parts of sparse matrices: diagonal blocks and the transpose.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "model/sparse.hpp"

namespace sunder::model {

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

}  // namespace sunder::model
