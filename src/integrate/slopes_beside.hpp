// Jacobians where partial derivatives have no value: the root of something that is zero just now.
#pragma once

#include <functional>
#include <span>
#include <vector>

#include "algebra/sparse.hpp"

namespace sunder::integrate {

/// All rows of a Jacobian's pattern at the point as it stands; false: it cannot be evaluated there.
using RowsHere = std::function<bool(std::vector<double>& rows)>;

/// Columns of `values` that are not finite become slopes towards a point beside this one, on the side where there is
/// one. `coordinate` is what the column is a derivative by; it is moved, and put back. False: a column has none.
bool slopes_beside(const algebra::SparsePattern& pattern, const std::function<double&(std::size_t column)>& coordinate,
                   const RowsHere& evaluate, std::span<double> values);

}  // namespace sunder::integrate
