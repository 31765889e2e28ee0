#include "algebra/spectrum.hpp"

#include <Eigen/Eigenvalues>

namespace sunder::algebra {

std::optional<VectorXcd> eigenvalues(const MatrixXd& matrix) {
  if (matrix.rows() == 0) return VectorXcd(0);
  const Eigen::EigenSolver<MatrixXd> solver(matrix, false);
  if (solver.info() != Eigen::Success) return std::nullopt;
  return solver.eigenvalues();
}

std::optional<Eigensystem> eigensystem(const MatrixXd& matrix) {
  if (matrix.rows() == 0) return Eigensystem{VectorXcd(0), MatrixXcd(0, 0)};
  const Eigen::EigenSolver<MatrixXd> solver(matrix);
  if (solver.info() != Eigen::Success) return std::nullopt;
  return Eigensystem{solver.eigenvalues(), solver.eigenvectors()};
}

std::optional<ComplexSchur> complex_schur(const MatrixXd& matrix) {
  if (matrix.rows() == 0) return ComplexSchur{MatrixXcd(0, 0), MatrixXcd(0, 0)};
  const Eigen::ComplexSchur<MatrixXcd> schur(matrix.cast<Complex>());
  if (schur.info() != Eigen::Success) return std::nullopt;
  return ComplexSchur{schur.matrixU(), schur.matrixT()};
}

}  // namespace sunder::algebra
