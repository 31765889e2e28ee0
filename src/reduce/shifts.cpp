#include "reduce/shifts.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "algebra/orthogonal.hpp"
#include "algebra/spectrum.hpp"
#include "reduce/shifted_lu.hpp"

namespace sunder::reduce {
namespace {

using Complex = std::complex<double>;
using Eigen::MatrixXd;
using Eigen::VectorXd;

struct RitzValue {
  Complex value;
  bool converged = false;
};

/// Of a Krylov space with an orthonormal basis; `apply` is a matrix times a vector.
template <class Apply>
std::vector<RitzValue> ritz_values(Eigen::Index n, Eigen::Index steps, const Apply& apply) {
  steps = std::min(n, steps);
  MatrixXd basis(n, steps + 1);
  MatrixXd h = MatrixXd::Zero(steps + 1, steps);
  VectorXd start(n);  // no symmetry of the model may hide a direction from it
  for (Eigen::Index i = 0; i < n; ++i) start[i] = 1 + 0.5 * std::sin(1.7 * static_cast<double>(i * i % 1009));
  basis.col(0) = start.normalized();
  Eigen::Index done = 0;
  double left_over = 0;
  while (done < steps) {
    VectorXd w = apply(VectorXd(basis.col(done)));
    for (int twice = 0; twice < 2; ++twice) {
      const VectorXd parts = basis.leftCols(done + 1).transpose() * w;
      w -= basis.leftCols(done + 1) * parts;
      h.block(0, done, done + 1, 1) += parts;
    }
    left_over = w.norm();
    h(done + 1, done) = left_over;
    ++done;
    if (!std::isfinite(left_over) || !(left_over > 1e-12 * h.norm())) break;
    basis.col(done) = w / left_over;
  }
  std::vector<RitzValue> out;
  const MatrixXd square = h.topLeftCorner(done, done);
  if (!square.allFinite()) return out;
  const auto system = algebra::eigensystem(square);
  if (!system) return out;
  for (Eigen::Index i = 0; i < done; ++i) {
    const Eigen::VectorXcd vector = system->vectors.col(i);
    const double residual = left_over * std::abs(vector[done - 1]) / vector.norm();
    const Complex value = system->values[i];
    out.push_back({value, residual <= 1e-8 * std::abs(value)});
  }
  return out;
}

/// Where everything is that a shift must reach: the left half plane, the upper half of it.
std::vector<Complex> mirrored(const std::vector<Complex>& values) {
  double largest = 0;
  for (const Complex& v : values)
    if (std::isfinite(std::abs(v))) largest = std::max(largest, std::abs(v));
  std::vector<Complex> out;
  for (const Complex& v : values) {
    if (!std::isfinite(std::abs(v)) || std::abs(v) <= 1e-14 * largest) continue;
    // on the axis itself a shift does nothing, and A plus the shift may be singular
    const double real = -std::max(std::abs(v.real()), 1e-6 * std::abs(v));
    const double imaginary = std::abs(v.imag()) <= 1e-10 * std::abs(v) ? 0.0 : std::abs(v.imag());
    out.emplace_back(real, imaginary);
  }
  // an order of their own, so that equal sets give equal shifts
  std::sort(out.begin(), out.end(), [](const Complex& a, const Complex& b) {
    return std::pair(a.real(), a.imag()) < std::pair(b.real(), b.imag());
  });
  out.erase(std::unique(out.begin(), out.end()), out.end());
  return out;
}

/// What one step with this shift (and its conjugate) leaves of the component that belongs to t.
double remaining(const Complex& t, const Complex& shift) {
  const double one = std::abs(t - shift) / std::abs(t + std::conj(shift));
  return shift.imag() == 0 ? one : one * std::abs(t - std::conj(shift)) / std::abs(t + shift);
}

}  // namespace

SpectrumEstimate estimate_spectrum(const algebra::SparseMatrix& a, const ShiftedLu& inverse) {
  const auto n = static_cast<Eigen::Index>(a.pattern.rows);
  constexpr Eigen::Index steps_forward = 40, steps_backward = 30;
  SpectrumEstimate out;
  const auto add = [&](const RitzValue& one) {
    out.values.push_back(one.value);
    if (!one.converged) return;
    if (!out.any_converged || one.value.real() > out.rightmost.real()) out.rightmost = one.value;
    out.any_converged = true;
  };
  for (const RitzValue& one :
       ritz_values(n, steps_forward, [&](const VectorXd& x) -> VectorXd { return multiply(a, x); }))
    add(one);
  for (RitzValue one :
       ritz_values(n, steps_backward, [&](const VectorXd& x) -> VectorXd { return inverse.solve(x, false); })) {
    if (one.value == 0.0) continue;
    one.value = 1.0 / one.value;
    add(one);
  }
  return out;
}

std::vector<Complex> choose_shifts(const std::vector<Complex>& values, std::size_t count) {
  const std::vector<Complex> targets = mirrored(values);
  std::vector<Complex> out;
  if (targets.empty()) return out;
  std::vector<double> left(targets.size(), 1.0);
  std::size_t next = 0;
  double best = std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < targets.size(); ++i) {
    double worst = 0;
    for (const Complex& t : targets) worst = std::max(worst, remaining(t, targets[i]));
    if (worst < best) {
      best = worst;
      next = i;
    }
  }
  while (out.size() < count) {
    out.push_back(targets[next]);
    for (std::size_t i = 0; i < targets.size(); ++i) left[i] *= remaining(targets[i], out.back());
    next = static_cast<std::size_t>(std::max_element(left.begin(), left.end()) - left.begin());
    if (left[next] == 0) break;
  }
  return out;
}

std::vector<Complex> projected_values(const algebra::SparseMatrix& a, const MatrixXd& columns, bool transposed) {
  const MatrixXd basis = algebra::basis_of(columns);
  if (basis.cols() == 0) return {};
  const MatrixXd small = basis.transpose() * multiply(a, basis, transposed);
  if (!small.allFinite()) return {};
  const auto values = algebra::eigenvalues(small);
  if (!values) return {};
  return {values->begin(), values->end()};
}

}  // namespace sunder::reduce
