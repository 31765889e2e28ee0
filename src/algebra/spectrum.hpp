// Eigenvalues of square matrices.
#pragma once

#include <optional>

#include "algebra/matrices.hpp"

namespace sunder::algebra {

// All are empty when the iteration did not converge, which happens to matrices that are not finite.

std::optional<VectorXcd> eigenvalues(const MatrixXd& matrix);

/// A v_i = value_i v_i; the columns of `vectors` have length 1.
struct Eigensystem {
  VectorXcd values;
  MatrixXcd vectors;
};
std::optional<Eigensystem> eigensystem(const MatrixXd& matrix);

/// A = U T U*, T upper triangular with the eigenvalues on its diagonal.
struct ComplexSchur {
  MatrixXcd u, t;
};
std::optional<ComplexSchur> complex_schur(const MatrixXd& matrix);

}  // namespace sunder::algebra
