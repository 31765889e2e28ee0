// How large the powers of a matrix become, not only in the end.
#pragma once

#include "algebra/matrices.hpp"

namespace sunder::algebra {

/// The largest row sum of |M^k| for k = 0, 1, 2, …: how far disturbances of one go, each variable in units of its
/// range.
struct PowerGrowth {
  double factor = 1;    ///< never below 1: the power 0 counts
  bool bounded = true;  ///< no power exceeds the factor; false: one reaches it, and others may be larger
};

/// `ranges` are at least one. Settled by repeated squaring where it can be: once |M^K| <= 1, no power is larger than
/// those before K are, and these are at most the product of the norms of M, M^2, M^4, … A product up to `enough` is
/// good enough. Else powers are formed one by one; where that takes more operations than `work`, some vectors are
/// followed instead.
PowerGrowth power_growth(const MatrixXd& matrix, const VectorXd& ranges, double enough, double work = 2e9);

/// How far the states of x' = A x move, whatever the disturbance of at most the nominal values: the largest row sums of
/// |exp(A t)| over times that double. Never below the nominal values.
VectorXd own_ranges(const MatrixXd& a, const VectorXd& nominals);

/// Similar by a diagonal matrix of powers of two, with rows and columns of about the same size.
MatrixXd balanced(MatrixXd matrix);

}  // namespace sunder::algebra
