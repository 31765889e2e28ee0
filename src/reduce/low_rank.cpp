#include "reduce/low_rank.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>

#include "algebra/linear_equations.hpp"
#include "algebra/singular_values.hpp"
#include "algebra/symmetric.hpp"
#include "base/codes.hpp"
#include "base/text.hpp"
#include "reduce/shifted_lu.hpp"

namespace sunder::reduce {
namespace {

double squared_norm(const MatrixXd& thin) {
  if (thin.size() == 0) return 0;
  return algebra::symmetric_eigenvalues(thin.transpose() * thin).maxCoeff();
}

/// R of the low-rank singular perturbation: everything is expressed by A^-1 B and A^-1 V, no neglected block is formed.
void perturb(const SparseLinearSystem& system, const ShiftedLu& inverse, Reduction& out) {
  const MatrixXd& v = out.lift_state;
  const MatrixXd a_v = inverse.solve(v, false);
  const MatrixXd a_b = inverse.solve(system.b, false);
  const MatrixXd small = out.project * a_v;
  const MatrixXd ar = small.size() == 0 ? small : algebra::inverse(small);
  const MatrixXd wab = out.project * a_b;
  out.system.a = ar;
  out.system.b = ar * wab;
  out.system.c = system.c * a_v * ar;
  out.system.d = system.d - system.c * a_b + system.c * a_v * ar * wab;
  out.lift_input = a_v * ar * wab - a_b;
  out.lift_state = a_v * ar;
}

using Complex = std::complex<double>;

/// The iteration itself: what is left of the equation, and the columns so far.
class Iteration {
 public:
  Iteration(const algebra::SparseMatrix& a, const MatrixXd& b, bool transposed)
      : a_(a), lu_(a), residual_(b), scale_(squared_norm(b)), transposed_(transposed) {}

  /// Of what is left, relative to B B'.
  [[nodiscard]] double residual() const { return scale_ > 0 ? squared_norm(residual_) / scale_ : 0; }

  /// False: A plus the shift is singular, and nothing was done. A complex shift stands for the pair: both steps at
  /// once, in real numbers (the second solution is a combination of real and imaginary part of the first).
  bool step(Complex shift) {
    const double real = shift.real();
    if (shift.imag() == 0) {
      if (!lu_.factor(real)) return false;
      const MatrixXd v = lu_.solve(residual_, transposed_);
      residual_ -= 2 * real * v;
      columns_.push_back(std::sqrt(-2 * real) * v);
      return true;
    }
    if (!lu_.factor(shift)) return false;
    const Eigen::MatrixXcd v = lu_.solve_complex(residual_.cast<Complex>(), transposed_);
    const double ratio = real / shift.imag();
    const MatrixXd first = v.real() + ratio * v.imag();
    residual_ -= 4 * real * first;
    columns_.push_back(2 * std::sqrt(-real) * first);
    columns_.push_back(2 * std::sqrt(-real * (ratio * ratio + 1)) * v.imag());
    return true;
  }

  /// The columns of the last `blocks` steps, or of all.
  [[nodiscard]] MatrixXd newest(std::size_t blocks) const {
    const std::size_t first = columns_.size() - std::min(blocks, columns_.size());
    MatrixXd out(residual_.rows(), static_cast<Eigen::Index>(columns_.size() - first) * residual_.cols());
    for (std::size_t i = first; i < columns_.size(); ++i)
      out.middleCols(static_cast<Eigen::Index>(i - first) * residual_.cols(), residual_.cols()) = columns_[i];
    return out;
  }
  [[nodiscard]] std::size_t blocks() const { return columns_.size(); }
  [[nodiscard]] std::vector<Complex> shifts_seen_from(std::size_t blocks, std::size_t count) const {
    return choose_shifts(projected_values(a_, newest(blocks), transposed_), count);
  }

 private:
  const algebra::SparseMatrix& a_;
  ShiftedLu lu_;
  MatrixXd residual_;
  double scale_;
  bool transposed_;
  std::vector<MatrixXd> columns_;
};

const char* const what_to_do =
    "--gramians dense splits unstable states off, in a time that grows with the cube of the number of states; or give "
    "states that integrate or grow a feedback in the model";

}  // namespace

std::optional<LowRankFactor> low_rank_gramian(const algebra::SparseMatrix& a, const MatrixXd& b, bool transposed,
                                              const SpectrumEstimate& spectrum, const LowRankOptions& options) {
  Iteration iteration(a, b, transposed);
  LowRankFactor out;
  const std::vector<Complex> first = choose_shifts(spectrum.values, options.shifts);
  std::vector<Complex> shifts = first;
  std::size_t next = 0;
  std::size_t singular = 0;
  double before = std::numeric_limits<double>::infinity();
  while (!options.cancel.requested()) {
    out.residual = iteration.residual();
    out.steps = iteration.blocks();
    out.converged = out.residual <= options.tolerance;
    if (out.converged || out.steps >= options.most_steps || !std::isfinite(out.residual)) break;
    if (next == shifts.size()) {
      // what the newest columns see of A is what is still to be done; where that does not help, the first ones again
      const bool helped = out.residual < before / 10;
      before = out.residual;
      shifts = iteration.shifts_seen_from(options.shifts, options.shifts);
      if (shifts.empty() || !helped) shifts.insert(shifts.end(), first.begin(), first.end());
      next = 0;
      if (shifts.empty()) return std::nullopt;
    }
    if (!iteration.step(shifts[next++]) && ++singular > 3) return std::nullopt;
  }
  out.z = iteration.newest(iteration.blocks());
  return out;
}

Outcome<Reducible> make_reducible_large(SparseLinearSystem model, const ReductionOptions& options,
                                        const LowRankOptions& low_rank) {
  Diagnostics diagnostics;
  const auto give_up = [&](Code code, const std::string& message) {
    diagnostics.error(code, {}, message).help = code == Code::E0008 ? "" : what_to_do;
    return Outcome<Reducible>(std::move(diagnostics));
  };
  const auto system = std::make_shared<const SparseLinearSystem>(std::move(model));
  const auto inverse = std::make_shared<ShiftedLu>(system->a);
  if (!inverse->factor(0.0))
    return give_up(Code::E1106,
                   "the system matrix is singular (a state that integrates): large systems must be stable");
  const SpectrumEstimate spectrum = estimate_spectrum(system->a, *inverse);
  if (spectrum.any_converged && spectrum.rightmost.real() > 0)
    return give_up(
        Code::E1107,
        "the system is unstable (an eigenvalue at " + rounded(spectrum.rightmost.real(), 4) +
            (spectrum.rightmost.imag() == 0 ? "" : " ± " + rounded(std::abs(spectrum.rightmost.imag()), 4) + "i") +
            "): large systems must be stable");
  const auto zc = low_rank_gramian(system->a, system->b, false, spectrum, low_rank);
  const auto zo = low_rank_gramian(system->a, system->c.transpose(), true, spectrum, low_rank);
  if (low_rank.cancel.requested()) return give_up(Code::E0008, "interrupted");
  if (!zc || !zo) return give_up(Code::E1106, "the system matrix, shifted, is singular: no low-rank Gramians");
  if (std::isnan(zc->residual) || std::isnan(zo->residual))
    return give_up(Code::E1117, "the entries of the matrices are too large for Gramians, which hold their products");
  if (!zc->z.allFinite() || !zo->z.allFinite() || zc->residual > 1 || zo->residual > 1)
    return give_up(Code::E1107, "the low-rank Gramians diverge: large systems must be stable");
  for (const LowRankFactor* factor : {&*zc, &*zo}) {
    if (factor->converged) continue;
    diagnostics
        .warning(Code::W1108, {},
                 std::string(factor == &*zc ? "controllability" : "observability") + " Gramian: relative residual " +
                     rounded(factor->residual, 3) + " after " + counted(factor->steps, "step"))
        .help = "--gramians dense is exact, in a time that grows with the cube of the number of states";
  }
  Reducible out;
  out.states = system->a.pattern.rows;
  out.approximate = true;
  const auto n = static_cast<Eigen::Index>(out.states);
  MatrixXd lift(n, 0);
  MatrixXd project(0, n);
  if (zc->z.cols() > 0 && zo->z.cols() > 0) {  // else no input does anything, or nothing is seen
    const auto svd = algebra::singular_values(zo->z.transpose() * zc->z);
    if (!svd) return give_up(Code::E1107, "the low-rank Gramians diverge: large systems must be stable");
    out.hankel = svd->values;
    while (out.minimal < out.hankel.size() && out.hankel[out.minimal] > options.negligible * out.hankel[0])
      ++out.minimal;
    const VectorXd weights = out.hankel.head(out.minimal).cwiseSqrt().cwiseInverse();
    lift = zc->z * svd->v.leftCols(out.minimal) * weights.asDiagonal();
    project = weights.asDiagonal() * svd->u.leftCols(out.minimal).transpose() * zo->z.transpose();
  }
  out.at = [system, inverse, lift, project, hankel = out.hankel,
            rule = options.rule](Eigen::Index kept) -> std::optional<Reduction> {
    Reduction reduction;
    reduction.approximate = true;
    reduction.hankel = hankel;
    reduction.psi = neglected_fractions(hankel);
    reduction.bound = error_bound(hankel, kept);
    reduction.lift_state = lift.leftCols(kept);
    reduction.project = project.topRows(kept);
    if (rule == Rule::truncation) {
      reduction.system = {.a = reduction.project * multiply(system->a, reduction.lift_state),
                          .b = reduction.project * system->b,
                          .c = system->c * reduction.lift_state,
                          .d = system->d};
      reduction.lift_input = MatrixXd::Zero(system->b.rows(), system->b.cols());
    } else {
      perturb(*system, *inverse, reduction);
    }
    reduction.system.inputs = system->inputs;
    reduction.system.outputs = system->outputs;
    return reduction;
  };
  return {std::move(out), std::move(diagnostics)};
}

Outcome<Reduction> reduce_large(const SparseLinearSystem& system, const ReductionOptions& options,
                                const LowRankOptions& low_rank) {
  return reduce(make_reducible_large(system, options, low_rank), options);
}

}  // namespace sunder::reduce
