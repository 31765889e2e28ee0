#include "integrate/certificate.hpp"

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>
#include <complex>
#include <limits>

#include "graph/components.hpp"
#include "integrate/one_step.hpp"
#include "model/sparse_blocks.hpp"

namespace sunder {

namespace {

constexpr double infinite = std::numeric_limits<double>::infinity();

struct Radius {
  double value = 0;
  bool converged = true;
};

Radius dense_radius(OneStep& step) {
  const auto n = static_cast<Eigen::Index>(step.size());
  Eigen::MatrixXd matrix(n, n);
  std::vector<double> unit(step.size(), 0.0);
  for (Eigen::Index column = 0; column < n; ++column) {
    unit[column] = 1;
    step.apply(unit, {matrix.col(column).data(), step.size()});
    unit[column] = 0;
  }
  if (!matrix.allFinite()) return {infinite, true};
  const Eigen::EigenSolver<Eigen::MatrixXd> solver(matrix, false);
  if (solver.info() != Eigen::Success) return {infinite, false};
  return {solver.eigenvalues().cwiseAbs().maxCoeff(), true};
}

/// Arnoldi with explicit restarts in the direction of the dominant Ritz vector.
class Arnoldi {
 public:
  explicit Arnoldi(OneStep& step)
      : step_(step),
        n_(static_cast<Eigen::Index>(step.size())),
        width_(std::min<Eigen::Index>(n_, 40)),
        basis_(n_, width_ + 1),
        hessenberg_(Eigen::MatrixXd::Zero(width_ + 1, width_)) {}

  Radius run() {
    start_vector();
    Radius best{0, false};
    constexpr int restarts = 12;
    for (int restart = 0; restart < restarts; ++restart) {
      const Eigen::Index reached = extend();
      if (reached < 0) return {infinite, true};
      if (dominant_pair(reached, best)) return best;
    }
    best.value = std::max(best.value, growth());
    return best;
  }

 private:
  void start_vector() {
    // any fixed vector without structure: the answer must not depend on chance
    std::uint64_t state = 0x9e3779b97f4a7c15ULL;
    for (Eigen::Index i = 0; i < n_; ++i) {
      state = state * 6364136223846793005ULL + 1442695040888963407ULL;
      basis_(i, 0) = static_cast<double>(state >> 11) / 9007199254740992.0 - 0.5;
    }
    basis_.col(0).normalize();
  }

  void apply(Eigen::Index from, Eigen::Index to) {
    step_.apply({basis_.col(from).data(), step_.size()}, {basis_.col(to).data(), step_.size()});
  }

  /// Builds the basis; returns the dimension reached (smaller when the space is invariant), -1 when not finite.
  Eigen::Index extend() {
    hessenberg_.setZero();
    for (Eigen::Index j = 0; j < width_; ++j) {
      apply(j, j + 1);
      if (!basis_.col(j + 1).allFinite()) return -1;
      for (int pass = 0; pass < 2; ++pass) {
        const Eigen::VectorXd projection = basis_.leftCols(j + 1).transpose() * basis_.col(j + 1);
        basis_.col(j + 1) -= basis_.leftCols(j + 1) * projection;
        hessenberg_.col(j).head(j + 1) += projection;
      }
      const double norm = basis_.col(j + 1).norm();
      hessenberg_(j + 1, j) = norm;
      if (norm <= 1e-14 * hessenberg_.col(j).head(j + 1).norm()) return j + 1;
      basis_.col(j + 1) /= norm;
    }
    return width_;
  }

  /// Takes the Ritz value of largest modulus; true when its residual says it is an eigenvalue.
  bool dominant_pair(Eigen::Index dimension, Radius& best) {
    const Eigen::EigenSolver<Eigen::MatrixXd> solver(hessenberg_.topLeftCorner(dimension, dimension));
    if (solver.info() != Eigen::Success) return false;
    Eigen::Index dominant = 0;
    solver.eigenvalues().cwiseAbs().maxCoeff(&dominant);
    best.value = std::abs(solver.eigenvalues()[dominant]);
    const Eigen::VectorXcd vector = solver.eigenvectors().col(dominant);
    const double coupling = dimension < width_ ? 0.0 : hessenberg_(dimension, dimension - 1);
    if (coupling * std::abs(vector[dimension - 1]) <= 1e-8 * std::max(best.value, 1e-300)) {
      best.converged = true;
      return true;
    }
    const Eigen::VectorXd next = basis_.leftCols(dimension) * (vector.real() + vector.imag());
    basis_.col(0) = next.normalized();
    return false;
  }

  /// The mean growth of a vector over many steps, a second witness when Arnoldi did not settle.
  double growth() {
    constexpr int settle = 200;
    constexpr int count = 200;
    double logarithms = 0;
    for (int k = 0; k < settle + count; ++k) {
      apply(0, 1);
      const double norm = basis_.col(1).norm();
      if (norm == 0) return 0;
      if (!std::isfinite(norm)) return infinite;
      if (k >= settle) logarithms += std::log(norm);
      basis_.col(0) = basis_.col(1) / norm;
    }
    return std::exp(logarithms / count);
  }

  OneStep& step_;
  Eigen::Index n_;
  Eigen::Index width_;
  Eigen::MatrixXd basis_;
  Eigen::MatrixXd hessenberg_;
};

graph::Components strong_blocks(const SparseMatrix& matrix) {
  graph::Rows influence;
  for (std::size_t column = 0; column < matrix.pattern.columns; ++column) {
    for (auto k = matrix.pattern.column_starts[column]; k < matrix.pattern.column_starts[column + 1]; ++k) {
      if (matrix.values[k] != 0) influence.entries.push_back(static_cast<std::uint32_t>(matrix.pattern.row_indices[k]));
    }
    influence.end_row();
  }
  return graph::strong_components(influence);
}

}  // namespace

std::optional<StepCertificate> certify(std::string_view method, const SparseMatrix& jacobian, const StateSet& fast,
                                       double step, const CertificateOptions& options) {
  const std::optional<LinearStep> linear = linear_step(method, options.explicit_update);
  if (!linear) return std::nullopt;
  std::vector<char> is_fast(jacobian.pattern.columns, 0);
  for (const std::uint32_t state : fast) is_fast[state] = 1;

  Radius largest;
  BlockExtractor blocks(jacobian);
  const graph::Components components = strong_blocks(jacobian);
  for (std::uint32_t c = 0; c < components.members.size(); ++c) {
    const std::span<const std::uint32_t> component = components.members[c];
    Radius radius;
    if (component.size() == 1) {
      const std::uint32_t state = component.front();
      radius.value = std::abs(scalar_factor(*linear, is_fast[state] != 0, step * blocks.diagonal(state)));
    } else {
      const SparseMatrix block = blocks.block(component);
      std::vector<char> block_fast;
      for (const std::uint32_t state : component) block_fast.push_back(is_fast[state]);
      OneStep one_step(*linear, block, std::move(block_fast), step);
      if (!one_step.solvable()) {
        radius.value = infinite;
      } else {
        radius = component.size() <= options.dense_limit ? dense_radius(one_step) : Arnoldi(one_step).run();
      }
    }
    largest.value = std::max(largest.value, radius.value);
    largest.converged = largest.converged && radius.converged;
  }
  StepCertificate certificate;
  certificate.method = method;
  certificate.step = step;
  certificate.spectral_radius = largest.value;
  certificate.converged = largest.converged;
  certificate.stable = largest.value <= 1 + certificate_margin;
  return certificate;
}

}  // namespace sunder
