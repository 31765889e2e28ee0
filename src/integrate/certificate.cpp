#include "integrate/certificate.hpp"

#include <algorithm>
#include <cmath>
#include <complex>
#include <limits>

#include "algebra/linear_equations.hpp"
#include "algebra/matrices.hpp"
#include "algebra/powers.hpp"
#include "algebra/sparse_blocks.hpp"
#include "algebra/spectrum.hpp"
#include "graph/components.hpp"
#include "integrate/comparison_bound.hpp"
#include "integrate/dominant.hpp"
#include "integrate/one_step.hpp"

namespace sunder::integrate {

namespace {

constexpr double infinite = std::numeric_limits<double>::infinity();

/// What an iteration tells apart from one. (Many slow modes next to each other have no gap between them.)
constexpr double iterated_margin = 1e-6;

struct Radius {
  double value = 0;
  bool converged = true;
  double margin = model::certificate_margin;  ///< nearer to one than this it stands for one

  [[nodiscard]] bool above_one() const { return value > 1 + margin; }
  [[nodiscard]] bool is_one() const { return !above_one() && value >= 1 - margin; }
};

/// Whether a matrix that differs by rounding has an eigenvalue on the circle where this one has it nearby. A double
/// eigenvalue one (a body that nothing holds has two integrators) moves by the square root of the machine precision.
bool on_circle_but_for_rounding(const Eigen::MatrixXd& matrix, std::complex<double> value) {
  const Eigen::MatrixXd scaled = algebra::balanced(matrix);
  const auto n = scaled.rows();
  const double rounding = 1e-15 * static_cast<double>(n) * scaled.cwiseAbs().rowwise().sum().maxCoeff();
  const Eigen::MatrixXcd shifted =
      scaled.cast<std::complex<double>>() - value / std::abs(value) * Eigen::MatrixXcd::Identity(n, n);
  const double inverse = algebra::inverse(shifted).norm();
  return !(inverse * rounding < 1);  // also when it is singular
}

Radius dense_radius(OneStep& step) {
  const Eigen::MatrixXd matrix = matrix_of(step);
  if (!matrix.allFinite()) return {infinite, true};
  const auto values = algebra::eigenvalues(matrix);
  if (!values) return {infinite, false};
  Eigen::Index largest = 0;
  Radius radius;
  radius.value = values->cwiseAbs().maxCoeff(&largest);
  constexpr double close = 1e-5;  // a triple eigenvalue moves by the third root of the machine precision
  const double distance = std::abs(radius.value - 1);
  if (distance > radius.margin && distance < close && on_circle_but_for_rounding(matrix, (*values)[largest]))
    radius.margin = distance;
  return radius;
}

/// Large blocks: a bound that proves stability where there is one, then the largest eigenvalue by iteration.
Radius large_radius(const LinearStep& method, const algebra::SparseMatrix& block, const std::vector<char>& fast,
                    double step, OneStep& one_step, const CancelToken& cancel) {
  constexpr double threshold = 1 + iterated_margin;
  const std::optional<RadiusBound> bound = comparison_bound(method, block, fast, step);
  const bool proven = bound && bound->upper <= threshold;
  const double margin =
      bound && bound->upper <= 1 + model::certificate_margin ? model::certificate_margin : iterated_margin;
  if (proven && bound->sharp) return {bound->upper, true, margin};
  DominantOptions options;
  options.threshold = threshold;
  // as many as take some seconds; where stability is proven already only the value is missing
  const double each = 250.0 * static_cast<double>(one_step.size());
  constexpr double all = 1e10, least = 60;
  const double affordable = std::max(least, all / (4 * one_step.operations()));
  const double applications = proven ? 200 : std::clamp(all / each, 400.0, 4000.0);
  options.applications = static_cast<std::size_t>(std::min(applications, affordable));
  options.cancel = cancel;
  const DominantEigenvalue found = dominant_eigenvalue(
      one_step.size(), [&](std::span<const double> x, std::span<double> y) { one_step.apply(x, y); }, options);
  if (found.converged) return {found.modulus, true, margin};
  if (proven) return {bound->upper, true, margin};
  return {found.modulus, false, margin};
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

Radius radius_of(const LinearStep& method, algebra::BlockExtractor& blocks, std::span<const std::uint32_t> component,
                 const std::vector<char>& is_fast, double step, const CertificateOptions& options) {
  if (component.size() == 1) {
    const std::uint32_t state = component.front();
    return {std::abs(scalar_factor(method, is_fast[state] != 0, step * blocks.diagonal(state)))};
  }
  const algebra::SparseMatrix block = blocks.block(component);
  std::vector<char> fast;
  for (const std::uint32_t state : component) fast.push_back(is_fast[state]);
  OneStep one_step(method, block, fast, step);
  if (!one_step.solvable()) return {infinite};
  return component.size() <= options.dense_limit ? dense_radius(one_step)
                                                 : large_radius(method, block, fast, step, one_step, options.cancel);
}

/// The radius of the whole matrix is the largest of its blocks.
struct BlockRadii {
  Radius largest;
  bool is_one = false;   ///< that of some block
  bool refuted = false;  ///< one block that certainly grows settles it, whatever is known of the others

  void add(const Radius& radius) {
    largest.value = std::max(largest.value, radius.value);
    largest.converged = largest.converged && radius.converged;
    is_one = is_one || radius.is_one();
    if (!radius.above_one()) return;
    refuted = refuted || radius.converged;
    grows = true;
  }
  [[nodiscard]] model::StepVerdict verdict(double growth) const {
    if (refuted) return model::StepVerdict::unstable;
    if (!largest.converged || grows) return model::StepVerdict::undecided;
    if (growth > model::growth_limit) return model::StepVerdict::transient_growth;
    return is_one ? model::StepVerdict::marginal : model::StepVerdict::stable;
  }
  bool grows = false;
};

}  // namespace

Certification::Certification(const algebra::SparseMatrix& jacobian, std::vector<double> nominals)
    : jacobian_(jacobian), components_(strong_blocks(jacobian)), growth_(jacobian, std::move(nominals)) {}

std::optional<model::StepCertificate> Certification::certify(std::string_view method, const model::StateSet& fast,
                                                             double step, const CertificateOptions& options) {
  const std::optional<LinearStep> linear = linear_step(method, options.explicit_update);
  if (!linear) return std::nullopt;
  std::vector<char> is_fast(jacobian_.pattern.columns, 0);
  for (const std::size_t state : model::places(fast)) is_fast[state] = 1;
  BlockRadii radii;
  algebra::BlockExtractor blocks(jacobian_);
  model::StepCertificate certificate;
  certificate.method = method;
  certificate.step = step;
  for (std::uint32_t c = 0; c < components_.members.size() && !options.cancel.requested(); ++c)
    radii.add(radius_of(*linear, blocks, components_.members[c], is_fast, step, options));
  if (options.cancel.requested()) return certificate;
  certificate.spectral_radius = radii.largest.value;
  if (!radii.grows) {
    const algebra::PowerGrowth growth = growth_.of(*linear, is_fast, step, options.dense_growth_limit, options.cancel);
    if (options.cancel.requested()) return certificate;  // what was seen by then shows nothing
    certificate.growth = growth.factor;
    certificate.growth_bounded = growth.bounded;
  }
  certificate.verdict = radii.verdict(certificate.growth);
  return certificate;
}

std::optional<model::StepCertificate> certify(std::string_view method, const algebra::SparseMatrix& jacobian,
                                              const model::StateSet& fast, double step,
                                              const CertificateOptions& options) {
  return Certification(jacobian).certify(method, fast, step, options);
}

}  // namespace sunder::integrate
