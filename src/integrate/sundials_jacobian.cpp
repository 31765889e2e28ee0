#include "integrate/sundials_jacobian.hpp"

#include <algorithm>

namespace sunder::integrate {

SundialsJacobian::SundialsJacobian(const model::SparsePattern& pattern, const model::StateSet& rows)
    : places_(pattern.nonzeros()), values_(pattern.nonzeros()) {
  column_starts_.push_back(0);
  for (std::size_t column = 0; column < pattern.columns; ++column) {
    const auto state = static_cast<std::int64_t>(column);
    bool has_diagonal = false;
    for (auto k = pattern.column_starts[column]; k < pattern.column_starts[column + 1]; ++k) {
      const auto row = static_cast<std::int64_t>(rows[pattern.row_indices[k]]);
      if (row > state && !has_diagonal) {
        row_indices_.push_back(state);
        has_diagonal = true;
      }
      has_diagonal = has_diagonal || row == state;
      places_[k] = row_indices_.size();
      row_indices_.push_back(row);
    }
    if (!has_diagonal) row_indices_.push_back(state);
    column_starts_.push_back(static_cast<std::int64_t>(row_indices_.size()));
  }
}

void SundialsJacobian::give(std::int64_t* column_starts, std::int64_t* row_indices, double* data) const {
  std::copy(column_starts_.begin(), column_starts_.end(), column_starts);
  std::copy(row_indices_.begin(), row_indices_.end(), row_indices);
  std::fill(data, data + nonzeros(), 0.0);
  for (std::size_t k = 0; k < places_.size(); ++k) data[places_[k]] = values_[k];
}

}  // namespace sunder::integrate
