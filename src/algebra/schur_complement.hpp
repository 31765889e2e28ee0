// A - B D^-1 C of a sparse matrix [A B; C D], without D^-1.
#pragma once

#include <span>
#include <vector>

#include "algebra/sparse.hpp"
#include "algebra/sparse_lu.hpp"

namespace sunder::algebra {

class SchurComplement {
 public:
  /// A has `rows` rows and `columns` columns; D is square. The pattern must outlive this.
  SchurComplement(const SparsePattern& pattern, std::size_t rows, std::size_t columns);

  /// Factors D. False: it is singular.
  [[nodiscard]] bool factor(std::span<const double> values);
  /// After `factor`, with the same values: out = (A - B D^-1 C) v.
  void multiply(std::span<const double> v, std::span<double> out);
  /// The column by this number; what it adds up to where terms cancel is rounding and becomes zero.
  void column(std::size_t number, std::span<double> out);
  /// One entry, by its row and column. It is that of A unless the column has entries in C and the row has some in B:
  /// only then it takes a solution.
  [[nodiscard]] double entry(std::size_t row, std::size_t column);
  [[nodiscard]] bool is_direct(std::size_t row, std::size_t column) const {
    return !is_read(column) || b_starts_[row] == b_starts_[row + 1];
  }
  /// Whether the column has entries in C, so that it is not one of A.
  [[nodiscard]] bool is_read(std::size_t column) const { return first_of_d_[column] < end_of(column); }
  /// Operations of `column` where it is read.
  [[nodiscard]] std::size_t column_operations() const;

 private:
  void find_rows();
  /// D^-1 C of one column, negative.
  void solve_column(std::size_t number);
  [[nodiscard]] std::size_t end_of(std::size_t column) const {
    return static_cast<std::size_t>(pattern_.column_starts[column + 1]);
  }

  const SparsePattern& pattern_;
  std::size_t rows_, columns_;
  std::vector<std::size_t> first_of_d_;            // by column: where its entries in rows of D begin
  std::vector<std::size_t> b_starts_, b_entries_;  // by row of B: which entries they are
  std::vector<std::size_t> b_unknowns_;            // and their columns in D
  SparsePattern d_;
  SparseLu lu_;
  std::vector<double> values_, d_values_;
  std::vector<double> unknowns_, sizes_;
};

}  // namespace sunder::algebra
