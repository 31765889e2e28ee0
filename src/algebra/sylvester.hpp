// What we use of LAPACK: the real Schur form, and Sylvester equations by the algorithm of Bartels and Stewart.
#pragma once

#include <functional>
#include <optional>

#include "algebra/matrices.hpp"

namespace sunder::algebra {

/// A = U T U', T quasi upper triangular; the eigenvalues that were `selected` come first.
struct RealSchur {
  MatrixXd u, t;
  VectorXcd eigenvalues;
  Index selected = 0;
};
using Selection = std::function<bool(Complex)>;

/// Empty when the iteration did not converge. `select` empty: no order.
std::optional<RealSchur> real_schur(const MatrixXd& a, const Selection& select = {});

/// A X + X B = C with A and B given by their Schur forms. Empty when eigenvalues of A and -B are (nearly) equal.
std::optional<MatrixXd> solve_sylvester(const RealSchur& a, const RealSchur& b, const MatrixXd& c);
std::optional<MatrixXd> solve_sylvester(const MatrixXd& a, const MatrixXd& b, const MatrixXd& c);

/// A X + X A' + Q = 0 and A' X + X A + Q = 0 for symmetric Q.
std::optional<MatrixXd> solve_lyapunov(const RealSchur& a, const MatrixXd& q);
std::optional<MatrixXd> solve_lyapunov_transposed(const RealSchur& a, const MatrixXd& q);

}  // namespace sunder::algebra
