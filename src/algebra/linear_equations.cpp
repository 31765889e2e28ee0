#include "algebra/linear_equations.hpp"

#include <Eigen/LU>

namespace sunder::algebra {

struct CarefulFactors::Factors {
  Eigen::FullPivLU<MatrixXd> lu;
  bool empty = true;
};

CarefulFactors::CarefulFactors(const MatrixXd& matrix) : factors_(std::make_unique<Factors>()) {
  factors_->empty = matrix.size() == 0;
  if (!factors_->empty) factors_->lu.compute(matrix);
}
CarefulFactors::~CarefulFactors() = default;
CarefulFactors::CarefulFactors(CarefulFactors&&) noexcept = default;
CarefulFactors& CarefulFactors::operator=(CarefulFactors&&) noexcept = default;

bool CarefulFactors::invertible() const { return factors_->empty || factors_->lu.isInvertible(); }
MatrixXd CarefulFactors::solve(const MatrixXd& right) const {
  if (right.size() == 0) return right;
  return factors_->lu.solve(right);
}
MatrixXd CarefulFactors::inverse() const { return factors_->empty ? MatrixXd(0, 0) : MatrixXd(factors_->lu.inverse()); }

std::optional<MatrixXd> solve(const MatrixXd& matrix, const MatrixXd& right) {
  if (matrix.size() == 0) return right;
  const Eigen::PartialPivLU<MatrixXd> factors(matrix);
  if (!(factors.matrixLU().diagonal().cwiseAbs().minCoeff() > 0)) return std::nullopt;
  if (right.size() == 0) return right;
  return factors.solve(right);
}

MatrixXcd solve(const MatrixXcd& matrix, const MatrixXcd& right) {
  if (right.size() == 0) return right;
  return matrix.partialPivLu().solve(right);
}

MatrixXcd solve_upper(const MatrixXcd& triangle, const MatrixXcd& right) {
  if (right.size() == 0) return right;
  return triangle.triangularView<Eigen::Upper>().solve(right);
}

MatrixXd inverse(const MatrixXd& matrix) { return matrix.inverse(); }
MatrixXcd inverse(const MatrixXcd& matrix) { return matrix.inverse(); }

}  // namespace sunder::algebra
