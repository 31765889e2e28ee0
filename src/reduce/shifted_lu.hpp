// Solves (A + shift I) x = b for one sparse matrix and real or complex shifts, again and again, and the same for A'.
#pragma once

#include <complex>
#include <vector>

#include "algebra/matrices.hpp"
#include "algebra/sparse_blocks.hpp"
#include "algebra/sparse_lu.hpp"

namespace sunder::reduce {

class ShiftedLu {
 public:
  explicit ShiftedLu(const algebra::SparseMatrix& a);

  /// False: singular.
  [[nodiscard]] bool factor(double shift);
  [[nodiscard]] bool factor(std::complex<double> shift);
  /// After a real shift. `transposed`: with (A + shift I)'.
  [[nodiscard]] Eigen::MatrixXd solve(Eigen::MatrixXd right, bool transposed) const;
  /// After a complex shift. `transposed` does not conjugate.
  [[nodiscard]] Eigen::MatrixXcd solve_complex(Eigen::MatrixXcd right, bool transposed) const;

 private:
  algebra::FullDiagonal layout_;
  std::vector<double> unshifted_, shifted_;
  std::vector<std::complex<double>> complex_;
  algebra::SparseLu lu_;
};

/// A x, or A' x.
Eigen::MatrixXd multiply(const algebra::SparseMatrix& a, const Eigen::MatrixXd& x, bool transposed = false);

}  // namespace sunder::reduce
