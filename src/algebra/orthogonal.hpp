// Orthonormal bases, and equations solved as well as they can be.
#pragma once

#include <memory>

#include "algebra/matrices.hpp"

namespace sunder::algebra {

/// What the columns span; columns that add nothing but rounding are left out.
MatrixXd basis_of(const MatrixXd& columns);

/// What is orthogonal to the columns, which must be independent.
MatrixXd complement_of(const MatrixXd& columns);

/// The shortest of the vectors that solve A x = right with the least error.
class LeastSquares {
 public:
  explicit LeastSquares(const MatrixXd& matrix);
  ~LeastSquares();
  LeastSquares(LeastSquares&&) noexcept;
  LeastSquares& operator=(LeastSquares&&) noexcept;

  [[nodiscard]] VectorXd solve(const VectorXd& right) const;

 private:
  struct Factors;
  std::unique_ptr<Factors> factors_;
};

}  // namespace sunder::algebra
