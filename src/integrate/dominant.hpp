// The eigenvalue of largest modulus of a linear operator that can only be applied to vectors.
#pragma once

#include <cstddef>
#include <functional>
#include <span>

#include "base/cancel.hpp"

namespace sunder::integrate {

struct DominantEigenvalue {
  double modulus = 0;
  double residual = 0;     ///< |M v - theta v| of its unit vector
  bool converged = false;  ///< by one of the rules of DominantOptions
};

/// Only the side of `threshold` matters, and the search ends with `converged` when one of these holds:
///   - the residual is at most `tolerance` of the modulus: an eigenvalue is found
///   - the residual is at most 1 % of the modulus, and a tenth of its distance from the threshold
///   - the residual is at most 0.1 % of the modulus, or the modulus is above the threshold by three residuals, and over
///     the last six restarts it moved by less than a tenth of its distance from the threshold. (Many slow modes next to
///     each other have no gap that would let the residual vanish; nor have strong one-way influences.)
struct DominantOptions {
  std::size_t applications = 1000;  ///< of the operator, at most
  double tolerance = 1e-8;
  double threshold = 1;
  CancelToken cancel;  ///< ends the search: nothing has converged
};

/// Arnoldi's method with thick restarts: the basis is compressed to the invariant subspace of the largest Ritz values
/// (a Schur form of the small projected matrix, reordered) and grown again, so that nothing already found is lost. The
/// start vector is fixed: the answer does not depend on chance. An operator that gives values which are not finite has
/// an infinite modulus.
DominantEigenvalue dominant_eigenvalue(std::size_t size,
                                       const std::function<void(std::span<const double>, std::span<double>)>& apply,
                                       const DominantOptions& options);

}  // namespace sunder::integrate
