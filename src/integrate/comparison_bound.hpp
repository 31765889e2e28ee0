// A proven bound of the spectral radius of one Euler step, explicit, implicit or mixed, without any eigenvalue.
//
// With M = (I - h Q A)^-1 (I + h P A), P the slow and Q the fast states: |M| <= C^-1 |I + h P A| entry by entry, where
// C has the magnitudes of the diagonal of I - h Q A on its diagonal and the negative magnitudes elsewhere, if C is an
// M-matrix. For every positive w the largest ratio of (C^-1 |I + h P A| w)_i to w_i is then a bound of the radius. Good
// weights solve (s I - A') w = 1 with A' = A with non-negative entries off the diagonal and a small s: they are close
// to the slowest mode of A'. For diffusion, heat and mass transport, and everything else whose influences are positive,
// the bound is sharp.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "integrate/one_step.hpp"

namespace sunder::integrate {

struct RadiusBound {
  double upper = 0;
  bool sharp = false;  ///< the radius itself, to a relative 1e-6
};

/// How much disturbances grow at most over any number of such steps, every state in units of its scale: 1 where the
/// step itself makes none larger, else by weights in which it does. Nothing when no weights were found, or as below.
std::optional<double> comparison_growth(const LinearStep& method, const algebra::SparseMatrix& matrix,
                                        const std::vector<char>& fast, double step, std::span<const double> scales);

/// Nothing for other methods than Euler's, or when C is no M-matrix.
std::optional<RadiusBound> comparison_bound(const LinearStep& method, const algebra::SparseMatrix& matrix,
                                            const std::vector<char>& fast, double step);

}  // namespace sunder::integrate
