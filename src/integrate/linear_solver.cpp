#include "integrate/linear_solver.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>
#include <utility>

namespace sunder::integrate {

ShiftedSolver::ShiftedSolver(const algebra::SparsePattern& jacobian, std::size_t dense_below, std::size_t shifted)
    : size_(jacobian.columns),
      dense_(size_ <= dense_below),
      layout_(algebra::with_diagonal(jacobian, shifted)),
      values_(layout_.pattern.nonzeros()),
      row_scale_(size_),
      column_largest_(size_) {
  assert(jacobian.rows == jacobian.columns);
  if (dense_) {
    lu_.resize(size_ * size_);
    pivot_rows_.resize(size_);
  } else {
    // we scale ourselves, to know the scaled columns
    sparse_.emplace(layout_.pattern, algebra::SparseLu::Scaling::none);
  }
}

void ShiftedSolver::assemble(std::span<const double> jacobian_values, double c) {
  std::fill(values_.begin(), values_.end(), 0.0);
  const std::vector<std::int32_t>& column_starts = layout_.pattern.column_starts;
  const std::vector<std::int32_t>& row_indices = layout_.pattern.row_indices;
  for (std::size_t k = 0; k < layout_.places.size(); ++k) values_[layout_.places[k]] = -c * jacobian_values[k];
  for (const std::size_t k : layout_.diagonal) values_[k] += 1.0;
  std::fill(row_scale_.begin(), row_scale_.end(), 0.0);
  for (std::size_t k = 0; k < values_.size(); ++k) {
    double& largest = row_scale_[row_indices[k]];
    largest = std::max(largest, std::abs(values_[k]));
  }
  for (double& scale : row_scale_) scale = scale > 0 ? 1.0 / scale : 1.0;
  for (std::size_t column = 0; column < size_; ++column) {
    double largest = 0;
    for (auto k = column_starts[column]; k < column_starts[column + 1]; ++k) {
      values_[k] *= row_scale_[row_indices[k]];
      largest = std::max(largest, std::abs(values_[k]));
    }
    column_largest_[column] = largest;
  }
}

bool ShiftedSolver::factor(std::span<const double> jacobian_values, double c) {
  if (size_ == 0) return true;
  assemble(jacobian_values, c);
  return dense_ ? factor_dense() : factor_sparse();
}

bool ShiftedSolver::factor_dense() {
  const double threshold = 4.0 * static_cast<double>(size_) * std::numeric_limits<double>::epsilon();
  const std::vector<std::int32_t>& column_starts = layout_.pattern.column_starts;
  std::fill(lu_.begin(), lu_.end(), 0.0);
  for (std::size_t column = 0; column < size_; ++column) {
    for (auto k = column_starts[column]; k < column_starts[column + 1]; ++k) {
      lu_[column * size_ + layout_.pattern.row_indices[k]] = values_[k];
    }
  }
  for (std::size_t step = 0; step < size_; ++step) {
    double* pivot_column = &lu_[step * size_];
    std::size_t pivot = step;
    for (std::size_t row = step + 1; row < size_; ++row) {
      if (std::abs(pivot_column[row]) > std::abs(pivot_column[pivot])) pivot = row;
    }
    pivot_rows_[step] = pivot;
    if (!(std::abs(pivot_column[pivot]) > threshold * column_largest_[step])) {
      singular_column_ = step;
      return false;
    }
    if (pivot != step) {
      for (std::size_t column = 0; column < size_; ++column) {
        std::swap(lu_[column * size_ + step], lu_[column * size_ + pivot]);
      }
    }
    for (std::size_t row = step + 1; row < size_; ++row) pivot_column[row] /= pivot_column[step];
    for (std::size_t column = step + 1; column < size_; ++column) {
      const double factor = lu_[column * size_ + step];
      if (factor == 0) continue;
      for (std::size_t row = step + 1; row < size_; ++row) {
        lu_[column * size_ + row] -= pivot_column[row] * factor;
      }
    }
  }
  return true;
}

bool ShiftedSolver::pivots_sound(double threshold) {
  const std::span<const double> pivots = sparse_->pivots();
  for (std::size_t k = 0; k < size_; ++k) {
    const auto column = static_cast<std::size_t>(sparse_->pivot_columns()[k]);
    if (!(std::abs(pivots[k]) > threshold * column_largest_[column])) {
      singular_column_ = column;
      return false;
    }
  }
  return true;
}

// The old pivot order serves as long as no pivot shrinks and no factor grows much.
bool ShiftedSolver::keep_pivots() {
  constexpr double floor = 1e-6;
  return sparse_->refactor(values_) && pivots_sound(floor) && sparse_->reciprocal_growth(values_) > floor;
}

bool ShiftedSolver::factor_sparse() {
  if (sparse_->factored() && keep_pivots()) return true;  // as many operations as in the same order before
  const double threshold = 4.0 * static_cast<double>(size_) * std::numeric_limits<double>::epsilon();
  if (!sparse_->factor(values_)) {
    singular_column_ = sparse_->singular_column();
    return false;
  }
  if (!pivots_sound(threshold)) {
    sparse_->forget_factors();
    return false;
  }
  factor_operations_ = sparse_->factor_operations();
  return true;
}

std::uint64_t ShiftedSolver::factor_operations() const {
  const std::uint64_t assembly = 3 * values_.size();
  return assembly + (dense_ ? 2 * size_ * size_ * size_ / 3 : factor_operations_);
}

double ShiftedSolver::expected_operations() const {
  return dense_ ? static_cast<double>(factor_operations()) : sparse_->expected_operations();
}

double ShiftedSolver::expected_solve_operations() const {
  return dense_ ? static_cast<double>(solve_operations()) : 2 * sparse_->expected_entries();
}

std::uint64_t ShiftedSolver::solve_operations() const {
  if (dense_) return size_ + 2 * size_ * size_;
  return size_ + 2 * sparse_->entries();
}

void ShiftedSolver::solve(std::span<double> right_hand_side) {
  assert(right_hand_side.size() == size_);
  if (size_ == 0) return;
  for (std::size_t row = 0; row < size_; ++row) right_hand_side[row] *= row_scale_[row];
  if (!dense_) {
    sparse_->solve(right_hand_side);
    return;
  }
  for (std::size_t step = 0; step < size_; ++step) std::swap(right_hand_side[step], right_hand_side[pivot_rows_[step]]);
  for (std::size_t column = 0; column < size_; ++column) {
    const double value = right_hand_side[column];
    if (value == 0) continue;
    for (std::size_t row = column + 1; row < size_; ++row) right_hand_side[row] -= lu_[column * size_ + row] * value;
  }
  for (std::size_t column = size_; column-- > 0;) {
    right_hand_side[column] /= lu_[column * size_ + column];
    const double value = right_hand_side[column];
    for (std::size_t row = 0; row < column; ++row) right_hand_side[row] -= lu_[column * size_ + row] * value;
  }
}

}  // namespace sunder::integrate
