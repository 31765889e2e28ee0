#include "algebra/orthogonal.hpp"

#include <Eigen/QR>

namespace sunder::algebra {

MatrixXd basis_of(const MatrixXd& columns) {
  if (columns.size() == 0) return MatrixXd(columns.rows(), 0);
  const Eigen::ColPivHouseholderQR<MatrixXd> qr(columns);
  return qr.householderQ() * MatrixXd::Identity(columns.rows(), qr.rank());
}

MatrixXd complement_of(const MatrixXd& columns) {
  if (columns.cols() == 0) return MatrixXd::Identity(columns.rows(), columns.rows());
  const Eigen::HouseholderQR<MatrixXd> qr(columns);
  return MatrixXd(qr.householderQ()).rightCols(columns.rows() - columns.cols());
}

struct LeastSquares::Factors {
  Eigen::CompleteOrthogonalDecomposition<MatrixXd> qr;
};

LeastSquares::LeastSquares(const MatrixXd& matrix)
    : factors_(std::make_unique<Factors>(Factors{Eigen::CompleteOrthogonalDecomposition<MatrixXd>(matrix)})) {}
LeastSquares::~LeastSquares() = default;
LeastSquares::LeastSquares(LeastSquares&&) noexcept = default;
LeastSquares& LeastSquares::operator=(LeastSquares&&) noexcept = default;

VectorXd LeastSquares::solve(const VectorXd& right) const { return factors_->qr.solve(right); }

}  // namespace sunder::algebra
