// Square systems of linear equations.
#pragma once

#include <memory>
#include <optional>

#include "algebra/matrices.hpp"

namespace sunder::algebra {

/// L and U with rows and columns exchanged: slow, and tells whether a matrix is singular up to rounding.
class CarefulFactors {
 public:
  explicit CarefulFactors(const MatrixXd& matrix);
  ~CarefulFactors();
  CarefulFactors(CarefulFactors&&) noexcept;
  CarefulFactors& operator=(CarefulFactors&&) noexcept;

  [[nodiscard]] bool invertible() const;
  /// Only of invertible matrices.
  [[nodiscard]] MatrixXd solve(const MatrixXd& right) const;
  [[nodiscard]] MatrixXd inverse() const;

 private:
  struct Factors;
  std::unique_ptr<Factors> factors_;
};

/// By exchanging rows alone. Empty when a pivot is exactly zero.
std::optional<MatrixXd> solve(const MatrixXd& matrix, const MatrixXd& right);

// By exchanging rows alone; of singular matrices: not finite.
MatrixXcd solve(const MatrixXcd& matrix, const MatrixXcd& right);
/// Reads the upper triangle alone.
MatrixXcd solve_upper(const MatrixXcd& triangle, const MatrixXcd& right);
MatrixXd inverse(const MatrixXd& matrix);
MatrixXcd inverse(const MatrixXcd& matrix);

}  // namespace sunder::algebra
