// Eigenvalues of a large sparse matrix that swing fast and decay slowly: what rational approximations of its
// exponential miss without noticing.
#pragma once

#include <cstddef>

#include "algebra/sparse.hpp"

namespace sunder::cosimulate {

/// The largest imaginary part above `from` of an eigenvalue whose real part is above `-decayed`; `from` where there is
/// none. Discs around the diagonal (Gershgorin's) say how far to look; between them, points up the imaginary axis are
/// closed in on by inverse iteration in a subspace. So it is looked for, not proven.
double fastest_swing(const algebra::SparseMatrix& matrix, double from, double decayed);
/// Steps that `algebra::ExponentialAction` of this matrix needs, so that swings are not taken for decayed.
std::size_t steps_for_swings(const algebra::SparseMatrix& matrix);

}  // namespace sunder::cosimulate
