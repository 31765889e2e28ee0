// A sparse matrix out of its entries, in any order.
#pragma once

#include "algebra/sparse.hpp"

namespace sunder::algebra {

struct SparseEntry {
  std::size_t row = 0, column = 0;
  double value = 0;
};
/// A square matrix; entries at one place are added.
SparseMatrix sparse_matrix(std::size_t size, std::vector<SparseEntry> entries);

}  // namespace sunder::algebra
