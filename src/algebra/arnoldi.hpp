// The largest eigenvalues of a linear map that is known only by what it does to vectors.
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "algebra/matrices.hpp"

namespace sunder::algebra {

struct LargestEigenvalues {
  VectorXcd values;     ///< largest magnitude first; those that are settled, and at least one
  VectorXcd vector;     ///< of the first, of length 1
  double residual = 0;  ///< |M v - value v| of the first: how exact it is
};

/// Arnoldi's method, until the residual of the largest is below the tolerance, or to `most` vectors. Nothing when the
/// map gives what is not finite.
std::optional<LargestEigenvalues> largest_eigenvalues(const std::function<VectorXd(const VectorXd&)>& map, Index size,
                                                      double tolerance, Index most = 240);

/// What a subspace of so many vectors says of all eigenvalues: they are as exact as their residuals are small.
struct RitzValues {
  std::vector<Complex> values;
  std::vector<double> residuals;
};
std::optional<RitzValues> ritz_values(const std::function<VectorXd(const VectorXd&)>& map, Index size, Index count);

}  // namespace sunder::algebra
