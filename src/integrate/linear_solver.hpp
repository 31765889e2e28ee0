// Solves (I - c J) d = r again and again for one pattern of J: dense when small, sparse otherwise. I may end before J
// does: the rows and columns behind are those of equations without derivatives.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "algebra/sparse_blocks.hpp"
#include "algebra/sparse_lu.hpp"

namespace sunder::integrate {

/// Rows are scaled to a largest entry of one before factoring. A matrix counts as singular when a pivot is lost in the
/// rounding of its own column, a test that neither row nor column scaling (units!) can fool.
class ShiftedSolver {
 public:
  static constexpr std::size_t dense_limit = 24;

  /// `dense_below`: matrices of at most this size take the dense path.
  explicit ShiftedSolver(const algebra::SparsePattern& jacobian, std::size_t dense_below = dense_limit)
      : ShiftedSolver(jacobian, dense_below, jacobian.columns) {}
  /// The first `shifted` diagonal entries of I are one.
  ShiftedSolver(const algebra::SparsePattern& jacobian, std::size_t dense_below, std::size_t shifted);

  /// Factors I - c J. False: singular, see `singular_column()`.
  [[nodiscard]] bool factor(std::span<const double> jacobian_values, double c);
  [[nodiscard]] std::size_t singular_column() const { return singular_column_; }
  /// Overwrites the right-hand side with the solution.
  void solve(std::span<double> right_hand_side);

  /// Arithmetic of the last factorisation, and of one solution with its factors.
  [[nodiscard]] std::uint64_t factor_operations() const;
  [[nodiscard]] std::uint64_t solve_operations() const;

  /// What both will be about, before anything was factored.
  [[nodiscard]] double expected_operations() const;
  [[nodiscard]] double expected_solve_operations() const;

  [[nodiscard]] std::size_t size() const { return size_; }
  [[nodiscard]] bool dense() const { return dense_; }

 private:
  void assemble(std::span<const double> jacobian_values, double c);
  bool factor_dense();
  bool factor_sparse();
  [[nodiscard]] bool keep_pivots();
  [[nodiscard]] bool pivots_sound(double threshold);

  std::size_t size_;
  bool dense_;
  std::size_t singular_column_ = 0;
  std::uint64_t factor_operations_ = 0;  // of the sparse path: those of the elimination
  algebra::FullDiagonal layout_;         // of I - c J
  std::vector<double> values_;
  std::vector<double> row_scale_;
  std::vector<double> column_largest_;
  std::vector<double> lu_;  // dense path, column major
  std::vector<std::size_t> pivot_rows_;
  std::optional<algebra::SparseLu> sparse_;
};

}  // namespace sunder::integrate
