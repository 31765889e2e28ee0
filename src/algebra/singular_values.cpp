// LAPACK's, not Eigen's: those of Eigen take the compiler over half a minute.
#include "algebra/singular_values.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "algebra/symmetric.hpp"

extern "C" {
// NOLINTBEGIN(readability-identifier-naming): the names and the hidden string lengths are those of Fortran
void dgesdd_(const char* job, const int* m, const int* n, double* a, const int* lda, double* s, double* u,
             const int* ldu, double* vt, const int* ldvt, double* work, const int* lwork, int* iwork, int* info,
             std::size_t);
// NOLINTEND(readability-identifier-naming)
}

namespace sunder::algebra {

std::optional<SingularValues> singular_values(MatrixXd matrix) {
  const int m = static_cast<int>(matrix.rows());
  const int n = static_cast<int>(matrix.cols());
  const int count = std::min(m, n);
  SingularValues out{MatrixXd(m, count), MatrixXd(n, count), VectorXd(count)};
  if (count == 0) return out;
  MatrixXd vt(count, n);
  std::vector<int> integers(8 * static_cast<std::size_t>(count));
  int info = 0;
  int size = -1;
  double best_size = 0;
  dgesdd_("S", &m, &n, matrix.data(), &m, out.values.data(), out.u.data(), &m, vt.data(), &count, &best_size, &size,
          integers.data(), &info, 1);
  size = static_cast<int>(best_size);
  std::vector<double> work(static_cast<std::size_t>(size));
  dgesdd_("S", &m, &n, matrix.data(), &m, out.values.data(), out.u.data(), &m, vt.data(), &count, work.data(), &size,
          integers.data(), &info, 1);
  if (info != 0) return std::nullopt;  // not finite, or no convergence
  out.v = vt.transpose();
  return out;
}

double largest_singular_value(const MatrixXcd& matrix) {
  if (matrix.size() == 0) return 0;
  if (!matrix.allFinite()) return std::numeric_limits<double>::quiet_NaN();
  const double size = matrix.cwiseAbs().maxCoeff();
  if (size == 0) return 0;
  // The root of the largest eigenvalue of the smaller product with its adjoint, which is as exact as the largest (not
  // as a small) singular value is. That product as a real symmetric matrix has every eigenvalue twice.
  const MatrixXcd scaled = matrix / size;
  const MatrixXcd product =
      matrix.rows() < matrix.cols() ? MatrixXcd(scaled * scaled.adjoint()) : MatrixXcd(scaled.adjoint() * scaled);
  const Index n = product.rows();
  MatrixXd real(2 * n, 2 * n);
  real << product.real(), -product.imag(), product.imag(), product.real();
  return size * std::sqrt(symmetric_eigenvalues(real).maxCoeff());
}

}  // namespace sunder::algebra
