// Shifts for the alternating direction iteration: where in the left half plane the spectrum of a large matrix lies.
#pragma once

#include <complex>
#include <vector>

#include "algebra/matrices.hpp"
#include "algebra/sparse.hpp"

namespace sunder::reduce {

class ShiftedLu;

/// What a few Krylov steps with A and with its inverse tell about the eigenvalues.
struct SpectrumEstimate {
  std::vector<std::complex<double>> values;  ///< Ritz values: all of them, converged or not
  /// Of those that are eigenvalues to many digits, the one furthest to the right.
  std::complex<double> rightmost{};
  bool any_converged = false;
};

/// `inverse` holds the factors of A itself.
SpectrumEstimate estimate_spectrum(const algebra::SparseMatrix& a, const ShiftedLu& inverse);

/// In turn the value where the shifts chosen so far do least (the heuristic of Penzl), at most `count`. Values to the
/// right of the imaginary axis are mirrored. Of a conjugate pair one is listed, with a positive imaginary part.
std::vector<std::complex<double>> choose_shifts(const std::vector<std::complex<double>>& values, std::size_t count);

/// Eigenvalues of A (or A') seen from the span of these columns only.
std::vector<std::complex<double>> projected_values(const algebra::SparseMatrix& a, const Eigen::MatrixXd& columns,
                                                   bool transposed);

}  // namespace sunder::reduce
