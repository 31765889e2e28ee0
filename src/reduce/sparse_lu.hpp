// Sparse LU of A + shift I for one pattern, again and again, and both A x = b and A' x = b.
#pragma once

#include <Eigen/Dense>
#include <memory>

#include "model/sparse.hpp"

namespace sunder::reduce {

class SparseLu {
 public:
  explicit SparseLu(const SparseMatrix& a);
  ~SparseLu();
  SparseLu(const SparseLu&) = delete;
  SparseLu& operator=(const SparseLu&) = delete;

  /// False: singular.
  [[nodiscard]] bool factor(double shift);
  [[nodiscard]] Eigen::MatrixXd solve(Eigen::MatrixXd right, bool transposed) const;

 private:
  struct Klu;
  std::unique_ptr<Klu> klu_;
};

}  // namespace sunder::reduce
