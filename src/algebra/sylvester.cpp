#include "algebra/sylvester.hpp"

#include <algorithm>
#include <cassert>
#include <vector>

extern "C" {
// NOLINTBEGIN(readability-identifier-naming): the names and the hidden string lengths are those of Fortran
void dgees_(const char* jobvs, const char* sort, int (*select)(const double*, const double*), const int* n, double* a,
            const int* lda, int* sdim, double* wr, double* wi, double* vs, const int* ldvs, double* work,
            const int* lwork, int* bwork, int* info, std::size_t, std::size_t);
void dtrsyl_(const char* trana, const char* tranb, const int* isgn, const int* m, const int* n, const double* a,
             const int* lda, const double* b, const int* ldb, double* c, const int* ldc, double* scale, int* info,
             std::size_t, std::size_t);
// NOLINTEND(readability-identifier-naming)
}

namespace sunder::algebra {
namespace {

// LAPACK takes a plain function: which selection is meant must be known per thread.
thread_local const Selection* current_selection = nullptr;
int select_eigenvalue(const double* real, const double* imaginary) {
  return (*current_selection)({*real, *imaginary}) ? 1 : 0;
}

std::optional<MatrixXd> triangular_sylvester(char transposed_a, const MatrixXd& a, char transposed_b, const MatrixXd& b,
                                             MatrixXd c) {
  const int m = static_cast<int>(a.rows());
  const int n = static_cast<int>(b.rows());
  if (m == 0 || n == 0) return c;
  const int sign = 1;
  double scale = 1;
  int info = 0;
  dtrsyl_(&transposed_a, &transposed_b, &sign, &m, &n, a.data(), &m, b.data(), &n, c.data(), &m, &scale, &info, 1, 1);
  assert(info >= 0);
  if (info != 0 || scale == 0) return std::nullopt;
  return c / scale;
}

}  // namespace

std::optional<RealSchur> real_schur(const MatrixXd& a, const Selection& select) {
  RealSchur out;
  const int n = static_cast<int>(a.rows());
  out.t = a;
  out.u.resize(n, n);
  out.eigenvalues.resize(n);
  if (n == 0) return out;
  std::vector<double> real(static_cast<std::size_t>(n));
  std::vector<double> imaginary(real.size());
  std::vector<int> flags(real.size());
  int selected = 0;
  int info = 0;
  int size = -1;
  double best_size = 0;
  current_selection = &select;
  const char* const sort = select ? "S" : "N";
  dgees_("V", sort, select_eigenvalue, &n, out.t.data(), &n, &selected, real.data(), imaginary.data(), out.u.data(), &n,
         &best_size, &size, flags.data(), &info, 1, 1);
  size = static_cast<int>(best_size);
  std::vector<double> work(static_cast<std::size_t>(size));
  dgees_("V", sort, select_eigenvalue, &n, out.t.data(), &n, &selected, real.data(), imaginary.data(), out.u.data(), &n,
         work.data(), &size, flags.data(), &info, 1, 1);
  assert(info >= 0);
  // n + 2: rounding moved an eigenvalue over the limit while the rest was put in order; the form itself is right
  if (info != 0 && info != n + 2) return std::nullopt;
  out.selected = selected;
  for (int i = 0; i < n; ++i)
    out.eigenvalues[i] = {real[static_cast<std::size_t>(i)], imaginary[static_cast<std::size_t>(i)]};
  return out;
}

std::optional<MatrixXd> solve_sylvester(const RealSchur& a, const RealSchur& b, const MatrixXd& c) {
  const auto x = triangular_sylvester('N', a.t, 'N', b.t, a.u.transpose() * c * b.u);
  if (!x) return std::nullopt;
  return MatrixXd(a.u * *x * b.u.transpose());
}

std::optional<MatrixXd> solve_sylvester(const MatrixXd& a, const MatrixXd& b, const MatrixXd& c) {
  const auto schur_a = real_schur(a);
  const auto schur_b = real_schur(b);
  if (!schur_a || !schur_b) return std::nullopt;
  return solve_sylvester(*schur_a, *schur_b, c);
}

std::optional<MatrixXd> solve_lyapunov(const RealSchur& a, const MatrixXd& q) {
  const auto x = triangular_sylvester('N', a.t, 'T', a.t, -(a.u.transpose() * q * a.u));
  if (!x) return std::nullopt;
  const MatrixXd full = a.u * *x * a.u.transpose();
  return MatrixXd((full + full.transpose()) / 2);
}

std::optional<MatrixXd> solve_lyapunov_transposed(const RealSchur& a, const MatrixXd& q) {
  const auto x = triangular_sylvester('T', a.t, 'N', a.t, -(a.u.transpose() * q * a.u));
  if (!x) return std::nullopt;
  const MatrixXd full = a.u * *x * a.u.transpose();
  return MatrixXd((full + full.transpose()) / 2);
}

}  // namespace sunder::algebra
