#include "integrate/sundials_jacobian.hpp"

#include <algorithm>

namespace sunder::integrate {

SundialsJacobian::SundialsJacobian(const algebra::SparsePattern& pattern)
    : layout_(algebra::with_diagonal(pattern)), values_(pattern.nonzeros()) {}

void SundialsJacobian::give(std::int64_t* column_starts, std::int64_t* row_indices, double* data) const {
  std::copy(layout_.pattern.column_starts.begin(), layout_.pattern.column_starts.end(), column_starts);
  std::copy(layout_.pattern.row_indices.begin(), layout_.pattern.row_indices.end(), row_indices);
  std::fill(data, data + nonzeros(), 0.0);
  for (std::size_t k = 0; k < values_.size(); ++k) data[layout_.places[k]] = values_[k];
}

}  // namespace sunder::integrate
