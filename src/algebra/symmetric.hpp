// Symmetric matrices; only the lower half is read.
#pragma once

#include "algebra/matrices.hpp"

namespace sunder::algebra {

/// W = V diag(values) V', values ascending. Of a matrix that is not finite: not numbers.
struct SymmetricEigensystem {
  VectorXd values;
  MatrixXd vectors;
};
SymmetricEigensystem symmetric_eigensystem(const MatrixXd& matrix);
VectorXd symmetric_eigenvalues(const MatrixXd& matrix);

/// W x = right for a positive or negative semidefinite W.
MatrixXd solve_symmetric(const MatrixXd& matrix, const MatrixXd& right);

}  // namespace sunder::algebra
