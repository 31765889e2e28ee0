// A Jacobian in the form SUNDIALS wants: compressed columns that always hold their diagonal entry. (To add the unit
// matrix to one that does not takes the library time quadratic in the number of states.)
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "model/model.hpp"

namespace sunder::integrate {

class SundialsJacobian {
 public:
  /// `rows` are the states behind the rows of the pattern; its columns are all states.
  SundialsJacobian(const model::SparsePattern& pattern, const model::StateSet& rows);

  [[nodiscard]] std::size_t nonzeros() const { return row_indices_.size(); }
  /// Where the values of the pattern are to be written before `give`.
  [[nodiscard]] std::span<double> values() { return values_; }
  void give(std::int64_t* column_starts, std::int64_t* row_indices, double* data) const;

 private:
  std::vector<std::int64_t> column_starts_, row_indices_;
  std::vector<std::size_t> places_;  // of the pattern's entries
  std::vector<double> values_;       // by entry of the pattern
};

}  // namespace sunder::integrate
