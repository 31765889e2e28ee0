#include "reduce/low_rank.hpp"

#include <algorithm>
#include <cmath>

#include "base/text.hpp"
#include "reduce/sparse_lu.hpp"

namespace sunder::reduce {
namespace {

MatrixXd multiply(const SparseMatrix& a, const MatrixXd& x) {
  MatrixXd out = MatrixXd::Zero(static_cast<Eigen::Index>(a.pattern.rows), x.cols());
  for (std::size_t j = 0; j < a.pattern.columns; ++j) {
    for (auto e = static_cast<std::size_t>(a.pattern.column_starts[j]);
         e < static_cast<std::size_t>(a.pattern.column_starts[j + 1]); ++e)
      out.row(a.pattern.row_indices[e]) += a.values[e] * x.row(static_cast<Eigen::Index>(j));
  }
  return out;
}

/// Magnitudes of the Ritz values of a few Krylov steps with an orthonormal basis; the largest is what we are after.
template <class Apply>
double largest_ritz_value(Eigen::Index n, const Apply& apply) {
  const Eigen::Index steps = std::min<Eigen::Index>(n, 20);
  MatrixXd basis(n, steps + 1);
  MatrixXd h = MatrixXd::Zero(steps + 1, steps);
  VectorXd start(n);  // no symmetry of the model may hide a direction from it
  for (Eigen::Index i = 0; i < n; ++i) start[i] = 1 + 0.5 * std::sin(1.7 * static_cast<double>(i * i % 1009));
  basis.col(0) = start.normalized();
  Eigen::Index done = 0;
  while (done < steps) {
    VectorXd w = apply(basis.col(done));
    for (int twice = 0; twice < 2; ++twice) {
      const VectorXd parts = basis.leftCols(done + 1).transpose() * w;
      w -= basis.leftCols(done + 1) * parts;
      h.block(0, done, done + 1, 1) += parts;
    }
    const double norm = w.norm();
    h(done + 1, done) = norm;
    ++done;
    if (!(norm > 1e-12 * h.norm())) break;
    basis.col(done) = w / norm;
  }
  return h.topLeftCorner(done, done).eigenvalues().cwiseAbs().maxCoeff();
}

/// Evenly spread on a logarithmic scale between the ends: near the best for real spectra.
std::vector<double> choose_shifts(const SpectrumEnds& ends, std::size_t count) {
  std::vector<double> out;
  const double ratio = std::log(ends.largest / ends.smallest);
  for (std::size_t i = 0; i < count; ++i)
    out.push_back(-ends.smallest * std::exp(ratio * (static_cast<double>(i) + 0.5) / static_cast<double>(count)));
  std::reverse(out.begin(), out.end());
  return out;
}

double squared_norm(const MatrixXd& thin) {
  if (thin.size() == 0) return 0;
  return (thin.transpose() * thin).selfadjointView<Eigen::Lower>().eigenvalues().maxCoeff();
}

/// R of the low-rank singular perturbation: everything is expressed by A^-1 B and A^-1 V, no neglected block is formed.
void perturb(const SparseModel& system, const SparseLu& inverse, Reduction& out) {
  const MatrixXd& v = out.lift_state;
  const MatrixXd a_v = inverse.solve(v, false);
  const MatrixXd a_b = inverse.solve(system.b, false);
  const MatrixXd ar = (out.project * a_v).inverse();
  const MatrixXd wab = out.project * a_b;
  out.system.a = ar;
  out.system.b = ar * wab;
  out.system.c = system.c * a_v * ar;
  out.system.d = system.d - system.c * a_b + system.c * a_v * ar * wab;
  out.lift_input = a_v * ar * wab - a_b;
  out.lift_state = a_v * ar;
}

}  // namespace

std::optional<SpectrumEnds> spectrum_ends(const SparseMatrix& a) {
  SparseLu lu(a);
  if (!lu.factor(0)) return std::nullopt;
  const auto n = static_cast<Eigen::Index>(a.pattern.rows);
  const double largest = largest_ritz_value(n, [&](const VectorXd& x) -> VectorXd { return multiply(a, x); });
  const double inverse = largest_ritz_value(n, [&](const VectorXd& x) -> VectorXd { return lu.solve(x, false); });
  if (!(largest > 0 && inverse > 0 && std::isfinite(largest) && std::isfinite(inverse))) return std::nullopt;
  return SpectrumEnds{std::min(1 / inverse, largest), largest};
}

std::optional<LowRankFactor> low_rank_gramian(const SparseMatrix& a, const MatrixXd& b, bool transposed,
                                              const LowRankOptions& options) {
  const std::optional<SpectrumEnds> ends = spectrum_ends(a);
  if (!ends) return std::nullopt;
  const std::vector<double> shifts = choose_shifts(*ends, options.shifts);
  SparseLu lu(a);
  LowRankFactor out;
  MatrixXd residual = b;
  const double scale = squared_norm(b);
  std::vector<MatrixXd> columns;
  while (out.steps < options.most_steps && !options.cancel.requested()) {
    out.residual = scale > 0 ? squared_norm(residual) / scale : 0;
    out.converged = out.residual <= options.tolerance;
    if (out.converged) break;
    const double p = shifts[out.steps % shifts.size()];
    if (!lu.factor(p)) return std::nullopt;
    const MatrixXd v = lu.solve(residual, transposed);
    residual -= 2 * p * v;
    columns.push_back(std::sqrt(-2 * p) * v);
    ++out.steps;
  }
  out.z.resize(b.rows(), static_cast<Eigen::Index>(columns.size()) * b.cols());
  for (std::size_t i = 0; i < columns.size(); ++i)
    out.z.middleCols(static_cast<Eigen::Index>(i) * b.cols(), b.cols()) = columns[i];
  return out;
}

Outcome<Reduction> reduce_large(const SparseModel& system, const ReductionOptions& options,
                                const LowRankOptions& low_rank) {
  Diagnostics diagnostics;
  const auto give_up = [&](Code code, const std::string& message) {
    diagnostics.error(code, {}, message);
    return Outcome<Reduction>(std::move(diagnostics));
  };
  SparseLu inverse(system.a);
  if (!inverse.factor(0))
    return give_up(Code::E1106, "the system matrix is singular: large systems must be stable to be reduced");
  const auto zc = low_rank_gramian(system.a, system.b, false, low_rank);
  const auto zo = low_rank_gramian(system.a, system.c.transpose(), true, low_rank);
  if (low_rank.cancel.requested()) return give_up(Code::E0008, "interrupted");
  if (!zc || !zo) return give_up(Code::E1106, "the system matrix, shifted by a real number, is singular");
  if (!zc->z.allFinite() || !zo->z.allFinite() || zc->residual > 1 || zo->residual > 1)
    return give_up(Code::E1107, "the low-rank Gramians diverge: large systems must be stable to be reduced");
  for (const LowRankFactor* factor : {&*zc, &*zo}) {
    if (factor->converged) continue;
    diagnostics.warning(Code::W1108, {},
                        std::string(factor == &*zc ? "controllability" : "observability") +
                            " Gramian: relative residual " + rounded(factor->residual, 3) + " after " +
                            counted(factor->steps, "step"));
  }
  Reduction out;
  out.approximate = true;
  const Eigen::BDCSVD<MatrixXd> svd(zo->z.transpose() * zc->z, Eigen::ComputeThinU | Eigen::ComputeThinV);
  out.hankel = svd.singularValues();
  Eigen::Index minimal = 0;
  while (minimal < out.hankel.size() && out.hankel[minimal] > options.negligible * out.hankel[0]) ++minimal;
  const std::optional<Eigen::Index> order = choose_order(out.hankel, minimal, 0, options, diagnostics);
  if (!order) return Outcome<Reduction>(std::move(diagnostics));
  const VectorXd weights = out.hankel.head(*order).cwiseSqrt().cwiseInverse();
  out.lift_state = zc->z * svd.matrixV().leftCols(*order) * weights.asDiagonal();
  out.project = weights.asDiagonal() * svd.matrixU().leftCols(*order).transpose() * zo->z.transpose();
  out.psi = neglected_fractions(out.hankel);
  out.bound = error_bound(out.hankel, *order);
  if (options.rule == Rule::truncation) {
    out.system = {.a = out.project * multiply(system.a, out.lift_state),
                  .b = out.project * system.b,
                  .c = system.c * out.lift_state,
                  .d = system.d};
    out.lift_input = MatrixXd::Zero(system.b.rows(), system.b.cols());
  } else {
    perturb(system, inverse, out);
  }
  out.system.inputs = system.inputs;
  out.system.outputs = system.outputs;
  if (!check(out.system, diagnostics)) return Outcome<Reduction>(std::move(diagnostics));
  return {std::move(out), std::move(diagnostics)};
}

}  // namespace sunder::reduce
