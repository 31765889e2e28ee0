// A Jacobian in the form SUNDIALS wants: compressed columns that always hold their diagonal entry. (To add the unit
// matrix to one that does not takes the library time quadratic in the number of states.)
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "algebra/sparse_blocks.hpp"

namespace sunder::integrate {

class SundialsJacobian {
 public:
  /// Of all derivatives by all states.
  explicit SundialsJacobian(const algebra::SparsePattern& pattern);

  [[nodiscard]] std::size_t nonzeros() const { return layout_.pattern.nonzeros(); }
  /// Where the values of the pattern are to be written before `give`.
  [[nodiscard]] std::span<double> values() { return values_; }
  void give(std::int64_t* column_starts, std::int64_t* row_indices, double* data) const;

 private:
  algebra::FullDiagonal layout_;
  std::vector<double> values_;  // by entry of the pattern
};

}  // namespace sunder::integrate
