// The eigenvalue of largest modulus of a linear operator that can only be applied to vectors.
#pragma once

#include <cstddef>
#include <functional>
#include <span>

namespace sunder {

struct DominantEigenvalue {
  double modulus = 0;
  double residual = 0;     ///< |M v - theta v| of its unit vector
  bool converged = false;  ///< by one of the rules of DominantOptions
};

struct DominantOptions {
  std::size_t applications = 1000;  ///< of the operator, at most
  /// The residual, relative to the modulus, of an eigenvalue that counts as found.
  double tolerance = 1e-8;
  /// Only the side of this value matters: the search may also end when the modulus is farther from it than a hundred
  /// residuals, and the residual is below 1e-4.
  double threshold = 1;
};

/// Arnoldi's method with thick restarts: the basis is compressed to the invariant subspace of the largest Ritz values
/// (a Schur form of the small projected matrix, reordered) and grown again, so that nothing already found is lost. The
/// start vector is fixed: the answer does not depend on chance. An operator that gives values which are not finite has
/// an infinite modulus.
DominantEigenvalue dominant_eigenvalue(std::size_t size,
                                       const std::function<void(std::span<const double>, std::span<double>)>& apply,
                                       const DominantOptions& options);

}  // namespace sunder
