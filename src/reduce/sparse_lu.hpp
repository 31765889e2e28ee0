// Sparse LU of A + shift I for one pattern and real or complex shifts, again and again; both A x = b and A' x = b.
#pragma once

#include <complex>
#include <memory>

#include "algebra/matrices.hpp"
#include "model/sparse.hpp"

namespace sunder::reduce {

class SparseLu {
 public:
  explicit SparseLu(const model::SparseMatrix& a);
  ~SparseLu();
  SparseLu(const SparseLu&) = delete;
  SparseLu& operator=(const SparseLu&) = delete;

  /// False: singular.
  [[nodiscard]] bool factor(double shift);
  [[nodiscard]] bool factor(std::complex<double> shift);
  /// After a real shift. `transposed`: with (A + shift I)'.
  [[nodiscard]] Eigen::MatrixXd solve(Eigen::MatrixXd right, bool transposed) const;
  /// After a complex shift. `transposed` does not conjugate.
  [[nodiscard]] Eigen::MatrixXcd solve_complex(Eigen::MatrixXcd right, bool transposed) const;

 private:
  struct Klu;
  std::unique_ptr<Klu> klu_;
};

/// A x, or A' x.
Eigen::MatrixXd multiply(const model::SparseMatrix& a, const Eigen::MatrixXd& x, bool transposed = false);

}  // namespace sunder::reduce
