// A linear system that does not determine all of its unknowns: Gauss elimination with the largest pivots.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace sunder::emit {

class RankFactors {
 public:
  /// Column-major, n * n. Rows and columns are scaled by their largest entries: units do not matter.
  void factor(std::span<const double> matrix, std::size_t n);

  [[nodiscard]] bool empty() const { return n_ == 0; }
  void clear() { n_ = 0; }
  [[nodiscard]] std::size_t rank() const { return rank_; }
  /// An unknown that is free; there is one if the rank is less than the size.
  [[nodiscard]] std::size_t free_column() const { return columns_[rank_]; }

  /// Overwrites the right-hand side with a solution in which free unknowns are 0. Returns how far the equations that
  /// are left over are from being satisfied, each against `sizes` of the terms it is made of.
  double solve(std::span<double> right, std::span<const double> sizes) const;
  void solve(std::span<double> right) const { solve(right, {}); }

 private:
  std::size_t n_ = 0, rank_ = 0;
  std::vector<double> a_, row_scale_, column_scale_;
  std::vector<std::uint32_t> rows_, columns_;  // in the order of elimination
  mutable std::vector<double> work_;
};

}  // namespace sunder::emit
