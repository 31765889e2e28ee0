#include "algebra/exponential.hpp"

#include <unsupported/Eigen/MatrixFunctions>

namespace sunder::algebra {

MatrixXd exponential(const MatrixXd& matrix) {
  if (matrix.size() == 0) return matrix;
  return matrix.exp();
}

}  // namespace sunder::algebra
