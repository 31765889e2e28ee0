// LU factors of sparse matrices with one pattern: the only place that knows KLU (but for CVODE, whose library brings
// its own way to it).
#pragma once

#include <complex>
#include <cstdint>
#include <memory>
#include <span>

#include "algebra/sparse.hpp"

namespace sunder::algebra {

/// The order of elimination is looked for once, for the pattern. Not shared by threads.
class SparseLu {
 public:
  enum class Scaling {
    none,
    rows,  ///< by their largest entry: units of equations do not matter
  };

  explicit SparseLu(SparsePattern pattern, Scaling scaling = Scaling::rows);
  ~SparseLu();
  SparseLu(const SparseLu&) = delete;
  SparseLu& operator=(const SparseLu&) = delete;

  [[nodiscard]] std::size_t size() const;

  /// Chooses pivots. False: a pivot is exactly zero, see `singular_column`; there are no factors then.
  [[nodiscard]] bool factor(std::span<const double> values);
  [[nodiscard]] bool factor(std::span<const std::complex<double>> values);
  /// Keeps the pivots of the last factors (real ones, which there must be), and allocates nothing. False: one of them
  /// is exactly zero. Whether they are still good ones say `pivots` and `reciprocal_growth`.
  [[nodiscard]] bool refactor(std::span<const double> values);
  [[nodiscard]] bool factored() const;
  void forget_factors();

  /// The column that `factor` could not eliminate.
  [[nodiscard]] std::size_t singular_column() const;

  /// Overwrites right-hand sides, column after column, with the solutions. Nothing is allocated. `transposed` does not
  /// conjugate.
  void solve(std::span<double> right, bool transposed = false) const;
  void solve(std::span<std::complex<double>> right, bool transposed = false) const;

  /// What a factorisation without surprises takes: operations, and entries of the factors.
  [[nodiscard]] double expected_operations() const;
  [[nodiscard]] double expected_entries() const;

  // Of real factors.
  [[nodiscard]] std::span<const double> pivots() const;
  /// The column of the matrix that each pivot eliminates.
  [[nodiscard]] std::span<const std::int32_t> pivot_columns() const;
  /// The column with the smallest pivot.
  [[nodiscard]] std::size_t weakest_column() const;
  /// min |pivot| / max |pivot|, a cheap upper estimate.
  [[nodiscard]] double reciprocal_condition() const;
  /// Small: the entries of the matrix (the one just factored) grew much.
  [[nodiscard]] double reciprocal_growth(std::span<const double> values) const;
  /// Arithmetic of a factorisation with these pivots, and entries of the factors.
  [[nodiscard]] std::uint64_t factor_operations() const;
  [[nodiscard]] std::uint64_t entries() const;

 private:
  struct Klu;
  std::unique_ptr<Klu> klu_;
};

}  // namespace sunder::algebra
