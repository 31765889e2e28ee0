#include "algebra/arnoldi.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <random>
#include <vector>

#include "algebra/spectrum.hpp"

namespace sunder::algebra {

namespace {

/// What the subspace of the first `count` vectors says; `outside`: what the map brings beyond it.
std::optional<LargestEigenvalues> ritz(const MatrixXd& basis, const MatrixXd& hessenberg, Index count, double outside,
                                       double tolerance) {
  const auto system = eigensystem(hessenberg.topLeftCorner(count, count));
  if (!system) return std::nullopt;
  std::vector<Index> order(static_cast<std::size_t>(count));
  std::iota(order.begin(), order.end(), 0);
  std::ranges::stable_sort(order,
                           [&](Index a, Index b) { return std::abs(system->values[a]) > std::abs(system->values[b]); });
  LargestEigenvalues found;
  std::vector<Complex> values;
  for (const Index i : order) {
    const double residual = outside * std::abs(system->vectors(count - 1, i));
    if (values.empty()) {
      found.residual = residual;
      found.vector = basis.leftCols(count).cast<Complex>() * system->vectors.col(i);
    } else if (residual > std::max(tolerance, found.residual)) {
      continue;
    }
    values.push_back(system->values[i]);
  }
  found.values = Eigen::Map<const VectorXcd>(values.data(), static_cast<Index>(values.size()));
  return found;
}

}  // namespace

std::optional<LargestEigenvalues> largest_eigenvalues(const std::function<VectorXd(const VectorXd&)>& map, Index size,
                                                      double tolerance, Index most) {
  constexpr Index between = 20;  // vectors between two looks
  most = std::min(most, size);
  MatrixXd basis(size, most + 1), hessenberg = MatrixXd::Zero(most + 1, most);
  std::mt19937 random(1);
  std::normal_distribution<double> normal;
  VectorXd start(size);
  for (Index i = 0; i < size; ++i) start[i] = normal(random);
  basis.col(0) = start / start.norm();
  for (Index k = 0; k < most; ++k) {
    VectorXd next = map(basis.col(k));
    if (!next.allFinite()) return std::nullopt;
    const double size_before = next.norm();
    // twice: what the first time leaves by rounding is taken away, too
    for (int turn = 0; turn < 2; ++turn) {
      const VectorXd inside = basis.leftCols(k + 1).transpose() * next;
      hessenberg.col(k).head(k + 1) += inside;
      next -= basis.leftCols(k + 1) * inside;
    }
    double outside = next.norm();
    if (outside <= 1e-14 * size_before) outside = 0;  // the subspace holds whatever the map makes of it
    hessenberg(k + 1, k) = outside;
    const bool last = outside == 0 || k + 1 == most;
    if (last || (k + 1) % between == 0) {
      auto found = ritz(basis, hessenberg, k + 1, outside, tolerance);
      if (!found) return std::nullopt;
      if (last || found->residual <= tolerance) return found;
    }
    basis.col(k + 1) = next / outside;
  }
  return std::nullopt;
}

}  // namespace sunder::algebra
