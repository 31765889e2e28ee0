#include "integrate/growth.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>

#include "integrate/comparison_bound.hpp"
#include "model/certificate.hpp"

namespace sunder::integrate {

namespace {

using algebra::PowerGrowth;
using algebra::VectorXd;

VectorXd vector_of(std::span<const double> values) {
  return Eigen::Map<const VectorXd>(values.data(), static_cast<algebra::Index>(values.size()));
}

algebra::MatrixXd dense_of(const algebra::SparseMatrix& sparse) {
  const auto n = static_cast<algebra::Index>(sparse.pattern.columns);
  algebra::MatrixXd matrix = algebra::MatrixXd::Zero(n, n);
  for (algebra::Index column = 0; column < n; ++column) {
    const auto c = static_cast<std::size_t>(column);
    for (auto k = sparse.pattern.column_starts[c]; k < sparse.pattern.column_starts[c + 1]; ++k)
      matrix(sparse.pattern.row_indices[k], column) += sparse.values[k];
  }
  return matrix;
}

/// How far each state goes, at least its nominal value, when some vectors of signs are followed through many steps: all
/// alike, alternating, and by chance (the same at every call).
class Followed {
 public:
  Followed(const std::vector<double>& nominals, OneStep& one_step, const CancelToken& cancel)
      : nominals_(nominals), farthest_(nominals), cancel_(cancel) {
    // where states are joined to a few others the vectors are what takes time, else the matrix
    const double each = std::max(250.0 * static_cast<double>(nominals.size()), 4 * one_step.operations());
    const auto steps = static_cast<std::size_t>(std::clamp(5e9 / each / vectors, 10.0, 2000.0));
    for (std::size_t v = 0; v < vectors; ++v) follow(v, steps, one_step);
  }

  [[nodiscard]] double growth(const std::vector<double>& ranges) const {
    double most = 1;
    for (std::size_t i = 0; i < ranges.size(); ++i) most = std::max(most, farthest_[i] / ranges[i]);
    return most;
  }
  [[nodiscard]] const std::vector<double>& farthest() const { return farthest_; }

 private:
  static constexpr std::size_t vectors = 4;

  void follow(std::size_t v, std::size_t steps, OneStep& one_step) {
    constexpr double enormous = 1e30;
    std::mt19937 random(static_cast<unsigned>(v));
    std::vector<double> x = nominals_, y(x.size());
    for (std::size_t i = 0; i < x.size(); ++i)
      if (v == 1 ? i % 2 == 1 : v > 1 && (random() & 1U) != 0) x[i] = -x[i];
    double most = 1;
    for (std::size_t k = 0; k < steps && !cancel_.requested(); ++k) {
      one_step.apply(x, y);
      std::swap(x, y);
      double now = 0;
      for (std::size_t i = 0; i < x.size(); ++i) {
        farthest_[i] = std::max(farthest_[i], std::abs(x[i]));
        now = std::max(now, std::abs(x[i]) / nominals_[i]);
      }
      most = std::max(most, now);
      if (!(now < enormous) || now < 1e-3 * most) return;  // far enough, or past the top
    }
  }

  const std::vector<double>& nominals_;
  std::vector<double> farthest_;
  const CancelToken& cancel_;
};

}  // namespace

GrowthEstimator::GrowthEstimator(const algebra::SparseMatrix& jacobian, std::vector<double> nominals)
    : jacobian_(jacobian), nominals_(std::move(nominals)) {
  nominals_.resize(jacobian.pattern.columns, 1.0);
  for (double& nominal : nominals_) {
    nominal = std::abs(nominal);
    if (!(nominal > 0) || !std::isfinite(nominal)) nominal = 1;
  }
}

PowerGrowth GrowthEstimator::of(const LinearStep& method, const std::vector<char>& fast, double step,
                                std::size_t dense_limit, const CancelToken& cancel) {
  if (nominals_.empty()) return {};
  if (nominals_.size() > dense_limit) {
    const std::optional<double> bound = comparison_growth(method, jacobian_, fast, step, nominals_);
    if (bound && *bound <= model::growth_limit) return {*bound, true};
    return sampled(method, fast, step, cancel);
  }
  OneStep one_step(method, jacobian_, fast, step);
  if (!one_step.solvable()) return {std::numeric_limits<double>::infinity(), false};
  return dense(one_step);
}

PowerGrowth GrowthEstimator::dense(OneStep& one_step) {
  const VectorXd nominals = vector_of(nominals_);
  const VectorXd ones = VectorXd::Ones(nominals.size());
  const auto in_nominals = [&](const algebra::MatrixXd& matrix) -> algebra::MatrixXd {
    return nominals.cwiseInverse().asDiagonal() * matrix * nominals.asDiagonal();
  };
  const algebra::MatrixXd matrix = in_nominals(matrix_of(one_step));
  const PowerGrowth growth = algebra::power_growth(matrix, ones, model::growth_limit);
  if (growth.factor <= model::growth_limit) return growth;
  if (!own_ranges_) own_ranges_ = algebra::own_ranges(in_nominals(dense_of(jacobian_)), ones);
  return algebra::power_growth(matrix, *own_ranges_, model::growth_limit);
}

PowerGrowth GrowthEstimator::sampled(const LinearStep& method, const std::vector<char>& fast, double step,
                                     const CancelToken& cancel) {
  OneStep one_step(method, jacobian_, fast, step);
  OneStep implicit(*linear_step("implicit-euler", ExplicitUpdate::simultaneous), jacobian_, fast, step);
  if (!one_step.solvable() || !implicit.solvable()) return {std::numeric_limits<double>::infinity(), false};
  const Followed followed(nominals_, one_step, cancel);
  const double growth = followed.growth(nominals_);
  if (growth <= model::growth_limit) return {growth, false};
  // Euler's implicit steps are means of the model's own motion: they go nowhere it does not go
  return {followed.growth(Followed(nominals_, implicit, cancel).farthest()), false};
}

}  // namespace sunder::integrate
