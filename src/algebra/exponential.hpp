// The exponential of a matrix.
#pragma once

#include "algebra/matrices.hpp"

namespace sunder::algebra {

MatrixXd exponential(const MatrixXd& matrix);

}  // namespace sunder::algebra
