#include "integrate/linear_solver.hpp"

#include <klu.h>

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>
#include <utility>

namespace sunder::integrate {

struct ShiftedSolver::Klu {
  klu_common common;
  klu_symbolic* symbolic = nullptr;
  klu_numeric* numeric = nullptr;

  Klu() {
    klu_defaults(&common);
    common.scale = 0;  // we scale ourselves, to know the scaled columns
  }
  ~Klu() {
    klu_free_numeric(&numeric, &common);
    klu_free_symbolic(&symbolic, &common);
  }
  Klu(const Klu&) = delete;
  Klu& operator=(const Klu&) = delete;
};

ShiftedSolver::ShiftedSolver(const model::SparsePattern& jacobian, std::size_t dense_below)
    : size_(jacobian.columns),
      dense_(size_ <= dense_below),
      diagonal_(size_),
      row_scale_(size_),
      column_largest_(size_) {
  assert(jacobian.rows == jacobian.columns);
  column_starts_.push_back(0);
  for (std::size_t column = 0; column < size_; ++column) {
    bool diagonal_seen = false;
    const auto put_diagonal = [&] {
      diagonal_seen = true;
      diagonal_[column] = row_indices_.size();
      row_indices_.push_back(static_cast<std::int32_t>(column));
    };
    for (auto k = jacobian.column_starts[column]; k < jacobian.column_starts[column + 1]; ++k) {
      const auto row = static_cast<std::size_t>(jacobian.row_indices[k]);
      if (!diagonal_seen && row >= column) put_diagonal();
      if (row == column) {
        from_jacobian_.push_back(diagonal_[column]);
      } else {
        from_jacobian_.push_back(row_indices_.size());
        row_indices_.push_back(jacobian.row_indices[k]);
      }
    }
    if (!diagonal_seen) put_diagonal();
    column_starts_.push_back(static_cast<std::int32_t>(row_indices_.size()));
  }
  values_.resize(row_indices_.size());
  if (dense_) {
    lu_.resize(size_ * size_);
    pivot_rows_.resize(size_);
    return;
  }
  klu_ = std::make_unique<Klu>();
  klu_->symbolic = klu_analyze(static_cast<int>(size_), column_starts_.data(), row_indices_.data(), &klu_->common);
  assert(klu_->symbolic != nullptr && "a matrix with a full diagonal always has an ordering");
}

ShiftedSolver::~ShiftedSolver() = default;

void ShiftedSolver::assemble(std::span<const double> jacobian_values, double c) {
  std::fill(values_.begin(), values_.end(), 0.0);
  for (std::size_t k = 0; k < from_jacobian_.size(); ++k) values_[from_jacobian_[k]] = -c * jacobian_values[k];
  for (const std::size_t k : diagonal_) values_[k] += 1.0;
  std::fill(row_scale_.begin(), row_scale_.end(), 0.0);
  for (std::size_t k = 0; k < values_.size(); ++k) {
    double& largest = row_scale_[row_indices_[k]];
    largest = std::max(largest, std::abs(values_[k]));
  }
  for (double& scale : row_scale_) scale = scale > 0 ? 1.0 / scale : 1.0;
  for (std::size_t column = 0; column < size_; ++column) {
    double largest = 0;
    for (auto k = column_starts_[column]; k < column_starts_[column + 1]; ++k) {
      values_[k] *= row_scale_[row_indices_[k]];
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
  std::fill(lu_.begin(), lu_.end(), 0.0);
  for (std::size_t column = 0; column < size_; ++column) {
    for (auto k = column_starts_[column]; k < column_starts_[column + 1]; ++k) {
      lu_[column * size_ + row_indices_[k]] = values_[k];
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
  const auto* pivots = static_cast<const double*>(klu_->numeric->Udiag);
  for (std::size_t k = 0; k < size_; ++k) {
    const auto column = static_cast<std::size_t>(klu_->symbolic->Q[k]);
    if (!(std::abs(pivots[k]) > threshold * column_largest_[column])) {
      singular_column_ = column;
      return false;
    }
  }
  return true;
}

bool ShiftedSolver::factor_sparse() {
  // The old pivot order serves as long as no pivot shrinks and no factor grows much; a fresh order is the second try.
  constexpr double refactor_floor = 1e-6;
  const double threshold = 4.0 * static_cast<double>(size_) * std::numeric_limits<double>::epsilon();
  if (klu_->numeric != nullptr) {
    if (klu_refactor(column_starts_.data(), row_indices_.data(), values_.data(), klu_->symbolic, klu_->numeric,
                     &klu_->common) != 0 &&
        pivots_sound(refactor_floor) &&
        klu_rgrowth(column_starts_.data(), row_indices_.data(), values_.data(), klu_->symbolic, klu_->numeric,
                    &klu_->common) != 0 &&
        klu_->common.rgrowth > refactor_floor) {
      return true;  // as many operations as in the same order before
    }
    klu_free_numeric(&klu_->numeric, &klu_->common);
  }
  klu_->numeric = klu_factor(column_starts_.data(), row_indices_.data(), values_.data(), klu_->symbolic, &klu_->common);
  if (klu_->numeric == nullptr || klu_->common.status == KLU_SINGULAR) {
    const int column = klu_->common.singular_col;
    singular_column_ = column >= 0 && static_cast<std::size_t>(column) < size_ ? static_cast<std::size_t>(column) : 0;
    klu_free_numeric(&klu_->numeric, &klu_->common);
    return false;
  }
  if (pivots_sound(threshold)) {
    klu_flops(klu_->symbolic, klu_->numeric, &klu_->common);
    factor_operations_ = static_cast<std::uint64_t>(klu_->common.flops);
    return true;
  }
  klu_free_numeric(&klu_->numeric, &klu_->common);
  return false;
}

std::uint64_t ShiftedSolver::factor_operations() const {
  const std::uint64_t assembly = 3 * values_.size();
  return assembly + (dense_ ? 2 * size_ * size_ * size_ / 3 : factor_operations_);
}

std::uint64_t ShiftedSolver::solve_operations() const {
  if (dense_) return size_ + 2 * size_ * size_;
  const auto entries = static_cast<std::uint64_t>(klu_->numeric->lnz + klu_->numeric->unz + klu_->numeric->nzoff);
  return size_ + 2 * entries;
}

void ShiftedSolver::solve(std::span<double> right_hand_side) {
  assert(right_hand_side.size() == size_);
  if (size_ == 0) return;
  for (std::size_t row = 0; row < size_; ++row) right_hand_side[row] *= row_scale_[row];
  if (!dense_) {
    klu_solve(klu_->symbolic, klu_->numeric, static_cast<int>(size_), 1, right_hand_side.data(), &klu_->common);
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
