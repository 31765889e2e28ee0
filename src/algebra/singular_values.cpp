// LAPACK's, not Eigen's: those of Eigen take the compiler over half a minute.
#include "algebra/singular_values.hpp"

#include <algorithm>
#include <cassert>
#include <limits>
#include <vector>

extern "C" {
// NOLINTBEGIN(readability-identifier-naming): the names and the hidden string lengths are those of Fortran
void dgesdd_(const char* job, const int* m, const int* n, double* a, const int* lda, double* s, double* u,
             const int* ldu, double* vt, const int* ldvt, double* work, const int* lwork, int* iwork, int* info,
             std::size_t);
void zgesvd_(const char* jobu, const char* jobvt, const int* m, const int* n, std::complex<double>* a, const int* lda,
             double* s, std::complex<double>* u, const int* ldu, std::complex<double>* vt, const int* ldvt,
             std::complex<double>* work, const int* lwork, double* rwork, int* info, std::size_t, std::size_t);
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

double largest_singular_value(MatrixXcd matrix) {
  const int m = static_cast<int>(matrix.rows());
  const int n = static_cast<int>(matrix.cols());
  const int count = std::min(m, n);
  if (count == 0) return 0;
  if (!matrix.allFinite()) return std::numeric_limits<double>::quiet_NaN();
  if (count == 1) return matrix.norm();
  std::vector<double> values(static_cast<std::size_t>(count)), rotations(5 * static_cast<std::size_t>(count));
  const int one = 1;
  int info = 0;
  const int size = 2 * count + std::max(m, n);
  std::vector<Complex> work(static_cast<std::size_t>(size));
  zgesvd_("N", "N", &m, &n, matrix.data(), &m, values.data(), nullptr, &one, nullptr, &one, work.data(), &size,
          rotations.data(), &info, 1, 1);
  assert(info >= 0);
  return info == 0 ? values.front() : std::numeric_limits<double>::quiet_NaN();
}

}  // namespace sunder::algebra
