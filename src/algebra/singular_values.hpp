// Singular values, the largest first.
#pragma once

#include <optional>

#include "algebra/matrices.hpp"

namespace sunder::algebra {

/// A = U diag(values) V' with as many columns as the smaller side of A.
struct SingularValues {
  MatrixXd u, v;
  VectorXd values;
};
/// Empty when the matrix is not finite.
std::optional<SingularValues> singular_values(MatrixXd matrix);

/// 0 of an empty matrix, not a number of one that is not finite.
double largest_singular_value(const MatrixXcd& matrix);

}  // namespace sunder::algebra
