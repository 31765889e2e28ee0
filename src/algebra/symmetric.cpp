#include "algebra/symmetric.hpp"

#include <Eigen/Cholesky>
#include <Eigen/Eigenvalues>

namespace sunder::algebra {

SymmetricEigensystem symmetric_eigensystem(const MatrixXd& matrix) {
  if (matrix.rows() == 0) return {VectorXd(0), MatrixXd(0, 0)};
  const Eigen::SelfAdjointEigenSolver<MatrixXd> solver(matrix);
  return {solver.eigenvalues(), solver.eigenvectors()};
}

VectorXd symmetric_eigenvalues(const MatrixXd& matrix) {
  if (matrix.rows() == 0) return VectorXd(0);
  return Eigen::SelfAdjointEigenSolver<MatrixXd>(matrix, Eigen::EigenvaluesOnly).eigenvalues();
}

MatrixXd solve_symmetric(const MatrixXd& matrix, const MatrixXd& right) { return matrix.ldlt().solve(right); }

}  // namespace sunder::algebra
