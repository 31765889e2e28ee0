#include "integrate/dominant.hpp"

#include <algorithm>
#include <cmath>
#include <complex>
#include <cstdint>
#include <iterator>
#include <limits>
#include <vector>

#include "algebra/matrices.hpp"
#include "algebra/spectrum.hpp"
#include "algebra/symmetric.hpp"

namespace sunder::integrate {

namespace {

using Complex = std::complex<double>;

/// A Schur form of a small matrix with the eigenvalues sorted by falling modulus.
class SortedSchur {
 public:
  explicit SortedSchur(const Eigen::MatrixXd& matrix) {
    auto schur = algebra::complex_schur(matrix);
    succeeded_ = schur.has_value();
    if (!succeeded_) return;
    triangle_ = std::move(schur->t);
    vectors_ = std::move(schur->u);
    sort();
  }

  [[nodiscard]] bool succeeded() const { return succeeded_; }
  [[nodiscard]] Complex value(Eigen::Index i) const { return triangle_(i, i); }
  [[nodiscard]] auto vectors(Eigen::Index count) const { return vectors_.leftCols(count); }
  [[nodiscard]] Complex last_component(Eigen::Index i) const { return vectors_(vectors_.rows() - 1, i); }

  /// Near `count`, and not between the two of a conjugate pair.
  [[nodiscard]] Eigen::Index whole_pairs(Eigen::Index count) const {
    const Complex last = value(count - 1);
    const Complex next = value(count);
    const double pair = std::abs(last - std::conj(next));
    const bool split = std::abs(last.imag()) > 0 && pair <= 1e-8 * std::abs(last) && !complete_pair(count - 1);
    return split ? count + 1 : count;
  }

 private:
  /// The partner of a complex value already stands before it.
  [[nodiscard]] bool complete_pair(Eigen::Index i) const {
    std::size_t partners = 0;
    for (Eigen::Index k = 0; k < i; ++k) {
      if (std::abs(value(k) - std::conj(value(i))) <= 1e-8 * std::abs(value(i))) ++partners;
    }
    return partners % 2 == 1;
  }

  void sort() {
    const Eigen::Index n = triangle_.rows();
    for (Eigen::Index place = 0; place < n; ++place) {
      Eigen::Index largest = place;
      for (Eigen::Index i = place + 1; i < n; ++i) {
        // clearly larger: equal ones, such as conjugates, stay in their order
        if (std::abs(triangle_(i, i)) > std::abs(triangle_(largest, largest)) * (1 + 1e-12)) largest = i;
      }
      for (Eigen::Index i = largest; i > place; --i) swap(i - 1);
    }
  }

  /// Exchanges the eigenvalues i and i + 1 by a rotation onto the eigenvector of the second.
  void swap(Eigen::Index i) {
    const Complex x = triangle_(i, i + 1);
    const Complex y = triangle_(i + 1, i + 1) - triangle_(i, i);
    const double r = std::hypot(std::abs(x), std::abs(y));
    if (r == 0) return;
    Eigen::Matrix2cd rotation;
    rotation << x / r, -std::conj(y) / r, y / r, std::conj(x) / r;
    triangle_.middleRows(i, 2) = (rotation.adjoint() * triangle_.middleRows(i, 2)).eval();
    triangle_.middleCols(i, 2) = (triangle_.middleCols(i, 2) * rotation).eval();
    vectors_.middleCols(i, 2) = (vectors_.middleCols(i, 2) * rotation).eval();
    triangle_(i + 1, i) = 0;
  }

  bool succeeded_ = false;
  Eigen::MatrixXcd triangle_, vectors_;
};

class ThickRestart {
 public:
  ThickRestart(std::size_t size, const std::function<void(std::span<const double>, std::span<double>)>& apply,
               const DominantOptions& options)
      : apply_(apply),
        options_(options),
        n_(static_cast<Eigen::Index>(size)),
        width_(std::min<Eigen::Index>(n_, 60)),
        keep_(width_ / 3),
        basis_(n_, width_ + 1),
        projected_(Eigen::MatrixXd::Zero(width_ + 1, width_)) {}

  DominantEigenvalue run() {
    start();
    Eigen::Index from = 0;
    for (;;) {
      const Eigen::Index reached = extend(from);
      if (reached < 0) return {std::numeric_limits<double>::infinity(), 0, true};
      if (options_.cancel.requested()) return {};
      const SortedSchur schur(projected_.topLeftCorner(reached, reached));
      if (!schur.succeeded()) return best_;
      best_.modulus = std::abs(schur.value(0));
      best_.residual = invariant_ ? 0 : projected_(reached, reached - 1) * std::abs(schur.last_component(0));
      history_.push_back(best_.modulus);
      best_.converged = good_enough();
      if (best_.converged || used_ >= options_.applications || reached <= keep_ + 1) return best_;
      from = compress(schur, reached);
    }
  }

 private:
  static constexpr std::ptrdiff_t settled_restarts = 6;

  void start() {
    std::uint64_t state = 0x9e3779b97f4a7c15ULL;
    for (Eigen::Index i = 0; i < n_; ++i) {
      state = state * 6364136223846793005ULL + 1442695040888963407ULL;
      basis_(i, 0) = static_cast<double>(state >> 11) / 9007199254740992.0 - 0.5;
    }
    basis_.col(0).normalize();
  }

  [[nodiscard]] bool good_enough() const {
    const double relative = best_.residual / std::max(best_.modulus, 1e-300);
    const double distance = std::abs(best_.modulus - options_.threshold);
    if (relative <= options_.tolerance) return true;
    if (relative <= 1e-2 && best_.residual <= 0.1 * distance) return true;
    const bool far_above = best_.modulus - options_.threshold > 3 * best_.residual;
    if ((relative > 1e-3 && !far_above) || std::ssize(history_) < settled_restarts) return false;
    const auto [low, high] = std::minmax_element(history_.end() - settled_restarts, history_.end());
    return *high - *low <= 0.1 * distance;
  }

  /// Grows the basis to its full width; returns the dimension reached (smaller when the space is invariant), -1 when
  /// the operator gives something that is not finite.
  Eigen::Index extend(Eigen::Index from) {
    invariant_ = false;
    for (Eigen::Index j = from; j < width_; ++j) {
      if (options_.cancel.requested()) return j;
      const auto size = static_cast<std::size_t>(n_);
      apply_({basis_.col(j).data(), size}, {basis_.col(j + 1).data(), size});
      ++used_;
      if (!basis_.col(j + 1).allFinite()) return -1;
      projected_.col(j).head(j + 1).setZero();
      for (int pass = 0; pass < 2; ++pass) {
        const Eigen::VectorXd overlap = basis_.leftCols(j + 1).transpose() * basis_.col(j + 1);
        basis_.col(j + 1) -= basis_.leftCols(j + 1) * overlap;
        projected_.col(j).head(j + 1) += overlap;
      }
      const double norm = basis_.col(j + 1).norm();
      projected_(j + 1, j) = norm;
      if (norm <= 1e-14 * projected_.col(j).head(j + 1).norm()) {
        invariant_ = true;
        return j + 1;
      }
      basis_.col(j + 1) /= norm;
    }
    return width_;
  }

  /// Keeps the subspace of the largest Ritz values. It is closed under conjugation, hence its projector is real and has
  /// a real orthonormal basis.
  Eigen::Index compress(const SortedSchur& schur, Eigen::Index reached) {
    const Eigen::Index count = schur.whole_pairs(std::min(keep_, reached - 2));
    const Eigen::MatrixXcd kept = schur.vectors(count);
    const Eigen::MatrixXd projector = (kept * kept.adjoint()).real();
    const Eigen::MatrixXd small = algebra::symmetric_eigensystem(projector).vectors.rightCols(count);
    const Eigen::MatrixXd compressed = basis_.leftCols(reached) * small;
    const Eigen::MatrixXd inner = small.transpose() * projected_.topLeftCorner(reached, reached) * small;
    const Eigen::RowVectorXd coupling = projected_(reached, reached - 1) * small.row(reached - 1);
    basis_.leftCols(count) = compressed;
    basis_.col(count) = basis_.col(reached);
    projected_.setZero();
    projected_.topLeftCorner(count, count) = inner;
    projected_.row(count).head(count) = coupling;
    return count;
  }

  const std::function<void(std::span<const double>, std::span<double>)>& apply_;
  const DominantOptions& options_;
  Eigen::Index n_;
  Eigen::Index width_;
  Eigen::Index keep_;
  Eigen::MatrixXd basis_;
  Eigen::MatrixXd projected_;  // row j + 1 holds what leaves the space of the first j + 1 vectors
  std::size_t used_ = 0;
  bool invariant_ = false;
  DominantEigenvalue best_;
  std::vector<double> history_;  // of the modulus, after every restart
};

}  // namespace

DominantEigenvalue dominant_eigenvalue(std::size_t size,
                                       const std::function<void(std::span<const double>, std::span<double>)>& apply,
                                       const DominantOptions& options) {
  return ThickRestart(size, apply, options).run();
}

}  // namespace sunder::integrate
