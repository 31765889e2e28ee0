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

/// A subspace that grows by what the map makes of its last vector.
class KrylovSpace {
 public:
  KrylovSpace(Index size, Index most) : basis_(size, most + 1), hessenberg_(MatrixXd::Zero(most + 1, most)) {
    std::mt19937 random(1);
    std::normal_distribution<double> normal;
    VectorXd start(size);
    for (Index i = 0; i < size; ++i) start[i] = normal(random);
    basis_.col(0) = start / start.norm();
  }

  /// False: the map gives what is not finite.
  bool grow(const std::function<VectorXd(const VectorXd&)>& map) {
    VectorXd next = map(basis_.col(count_));
    if (!next.allFinite()) return false;
    const double size_before = next.norm();
    // twice: what the first time leaves by rounding is taken away, too
    for (int turn = 0; turn < 2; ++turn) {
      const VectorXd inside = basis_.leftCols(count_ + 1).transpose() * next;
      hessenberg_.col(count_).head(count_ + 1) += inside;
      next -= basis_.leftCols(count_ + 1) * inside;
    }
    outside_ = next.norm();
    if (outside_ <= 1e-14 * size_before) outside_ = 0;  // the subspace holds whatever the map makes of it
    hessenberg_(count_ + 1, count_) = outside_;
    ++count_;
    if (outside_ > 0) basis_.col(count_) = next / outside_;
    return true;
  }

  [[nodiscard]] Index count() const { return count_; }
  [[nodiscard]] double outside() const { return outside_; }
  [[nodiscard]] const MatrixXd& basis() const { return basis_; }
  [[nodiscard]] const MatrixXd& hessenberg() const { return hessenberg_; }

 private:
  MatrixXd basis_, hessenberg_;
  Index count_ = 0;
  double outside_ = 1;
};

}  // namespace

std::optional<LargestEigenvalues> largest_eigenvalues(const std::function<VectorXd(const VectorXd&)>& map, Index size,
                                                      double tolerance, Index most) {
  constexpr Index between = 20;  // vectors between two looks
  most = std::min(most, size);
  KrylovSpace space(size, most);
  while (space.count() < most) {
    if (!space.grow(map)) return std::nullopt;
    const bool last = space.outside() == 0 || space.count() == most;
    if (!last && space.count() % between != 0) continue;
    auto found = ritz(space.basis(), space.hessenberg(), space.count(), space.outside(), tolerance);
    if (!found || last || found->residual <= tolerance) return found;
  }
  return std::nullopt;
}

std::optional<RitzValues> ritz_values(const std::function<VectorXd(const VectorXd&)>& map, Index size, Index count) {
  count = std::min(count, size);
  KrylovSpace space(size, count);
  while (space.count() < count && space.outside() > 0)
    if (!space.grow(map)) return std::nullopt;
  const auto system = eigensystem(space.hessenberg().topLeftCorner(space.count(), space.count()));
  if (!system) return std::nullopt;
  RitzValues found;
  for (Index i = 0; i < space.count(); ++i) {
    found.values.push_back(system->values[i]);
    found.residuals.push_back(space.outside() * std::abs(system->vectors(space.count() - 1, i)));
  }
  return found;
}

}  // namespace sunder::algebra
