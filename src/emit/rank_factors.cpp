#include "emit/rank_factors.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace sunder::emit {

void RankFactors::factor(std::span<const double> matrix, std::size_t n) {
  n_ = n;
  rank_ = 0;
  a_.assign(matrix.begin(), matrix.end());
  const auto scale = [&](std::vector<double>& scales, auto&& entry) {
    scales.assign(n, 1.0);
    for (std::size_t i = 0; i < n; ++i) {
      double largest = 0;
      for (std::size_t k = 0; k < n; ++k) largest = std::max(largest, std::fabs(entry(i, k)));
      if (!(largest > 0)) continue;
      scales[i] = 1 / largest;
      for (std::size_t k = 0; k < n; ++k) entry(i, k) *= scales[i];
    }
  };
  scale(row_scale_, [&](std::size_t i, std::size_t k) -> double& { return a_[k * n + i]; });
  scale(column_scale_, [&](std::size_t j, std::size_t k) -> double& { return a_[j * n + k]; });
  rows_.resize(n);
  columns_.resize(n);
  std::iota(rows_.begin(), rows_.end(), 0U);
  std::iota(columns_.begin(), columns_.end(), 0U);
  const auto at = [&](std::size_t i, std::size_t j) -> double& { return a_[columns_[j] * n + rows_[i]]; };
  const double rounding = 8 * static_cast<double>(n) * std::numeric_limits<double>::epsilon();
  for (; rank_ < n; ++rank_) {
    std::size_t row = rank_, column = rank_;
    for (std::size_t j = rank_; j < n; ++j)
      for (std::size_t i = rank_; i < n; ++i)
        if (std::fabs(at(i, j)) > std::fabs(at(row, column))) {
          row = i;
          column = j;
        }
    if (!(std::fabs(at(row, column)) > rounding)) return;
    std::swap(rows_[rank_], rows_[row]);
    std::swap(columns_[rank_], columns_[column]);
    for (std::size_t i = rank_ + 1; i < n; ++i) {
      const double factor = at(i, rank_) /= at(rank_, rank_);
      if (factor == 0) continue;
      for (std::size_t j = rank_ + 1; j < n; ++j) at(i, j) -= factor * at(rank_, j);
    }
  }
}

double RankFactors::solve(std::span<double> right, std::span<const double> sizes) const {
  const auto at = [&](std::size_t i, std::size_t j) { return a_[columns_[j] * n_ + rows_[i]]; };
  work_.resize(n_);
  for (std::size_t i = 0; i < n_; ++i) work_[i] = right[rows_[i]] * row_scale_[rows_[i]];
  for (std::size_t k = 0; k < rank_; ++k)
    for (std::size_t i = k + 1; i < n_; ++i) work_[i] -= at(i, k) * work_[k];
  double left_over = 0;
  if (!sizes.empty()) {
    double largest = 0;
    for (std::size_t i = 0; i < n_; ++i) largest = std::max(largest, sizes[i] * row_scale_[i]);
    for (std::size_t i = rank_; i < n_; ++i)
      left_over = std::max(left_over, std::fabs(work_[i]) / std::max(largest, 1e-300));
  }
  for (std::size_t k = rank_; k-- > 0;) {
    for (std::size_t j = k + 1; j < rank_; ++j) work_[k] -= at(k, j) * work_[j];
    work_[k] /= at(k, k);
  }
  for (std::size_t j = 0; j < n_; ++j) right[columns_[j]] = j < rank_ ? work_[j] * column_scale_[columns_[j]] : 0.0;
  return left_over;
}

}  // namespace sunder::emit
