#include "integrate/certificate.hpp"

#include <algorithm>
#include <cmath>
#include <complex>
#include <limits>

#include "algebra/matrices.hpp"
#include "algebra/sparse_blocks.hpp"
#include "algebra/spectrum.hpp"
#include "graph/components.hpp"
#include "integrate/comparison_bound.hpp"
#include "integrate/dominant.hpp"
#include "integrate/one_step.hpp"

namespace sunder::integrate {

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
  const auto values = algebra::eigenvalues(matrix);
  if (!values) return {infinite, false};
  return {values->cwiseAbs().maxCoeff(), true};
}

/// Large blocks: a bound that proves stability where there is one, then the largest eigenvalue by iteration.
Radius large_radius(const LinearStep& method, const algebra::SparseMatrix& block, const std::vector<char>& fast,
                    double step, OneStep& one_step) {
  constexpr double threshold = 1 + model::certificate_margin;
  const std::optional<RadiusBound> bound = comparison_bound(method, block, fast, step);
  const bool proven = bound && bound->upper <= threshold;
  if (proven && bound->sharp) return {bound->upper, true};
  DominantOptions options;
  options.threshold = threshold;
  // as many as take some seconds; where stability is proven already only the value is missing
  const double each = 250.0 * static_cast<double>(one_step.size());
  options.applications = proven ? 200 : static_cast<std::size_t>(std::clamp(1e10 / each, 400.0, 4000.0));
  const DominantEigenvalue found = dominant_eigenvalue(
      one_step.size(), [&](std::span<const double> x, std::span<double> y) { one_step.apply(x, y); }, options);
  if (found.converged) return {found.modulus, true};
  if (proven) return {bound->upper, true};
  return {found.modulus, false};
}

graph::Components strong_blocks(const algebra::SparseMatrix& matrix) {
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

std::optional<model::StepCertificate> certify(std::string_view method, const algebra::SparseMatrix& jacobian,
                                              const model::StateSet& fast, double step,
                                              const CertificateOptions& options) {
  const std::optional<LinearStep> linear = linear_step(method, options.explicit_update);
  if (!linear) return std::nullopt;
  std::vector<char> is_fast(jacobian.pattern.columns, 0);
  for (const std::size_t state : model::places(fast)) is_fast[state] = 1;

  Radius largest;
  bool refuted = false;  // one block that certainly grows settles it, whatever is known of the others
  algebra::BlockExtractor blocks(jacobian);
  const graph::Components components = strong_blocks(jacobian);
  for (std::uint32_t c = 0; c < components.members.size(); ++c) {
    const std::span<const std::uint32_t> component = components.members[c];
    Radius radius;
    if (component.size() == 1) {
      const std::uint32_t state = component.front();
      radius.value = std::abs(scalar_factor(*linear, is_fast[state] != 0, step * blocks.diagonal(state)));
    } else {
      const algebra::SparseMatrix block = blocks.block(component);
      std::vector<char> block_fast;
      for (const std::uint32_t state : component) block_fast.push_back(is_fast[state]);
      OneStep one_step(*linear, block, block_fast, step);
      if (!one_step.solvable()) {
        radius.value = infinite;
      } else {
        radius = component.size() <= options.dense_limit ? dense_radius(one_step)
                                                         : large_radius(*linear, block, block_fast, step, one_step);
      }
    }
    largest.value = std::max(largest.value, radius.value);
    largest.converged = largest.converged && radius.converged;
    refuted = refuted || (radius.converged && radius.value > 1 + model::certificate_margin);
  }
  model::StepCertificate certificate;
  certificate.method = method;
  certificate.step = step;
  certificate.spectral_radius = largest.value;
  certificate.converged = largest.converged || refuted;
  certificate.stable = largest.value <= 1 + model::certificate_margin;
  return certificate;
}

}  // namespace sunder::integrate
