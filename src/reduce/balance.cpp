#include "reduce/balance.hpp"

#include <algorithm>
#include <cmath>
#include <memory>

#include "algebra/linear_equations.hpp"
#include "algebra/orthogonal.hpp"
#include "algebra/singular_values.hpp"
#include "algebra/spectrum.hpp"
#include "algebra/sylvester.hpp"
#include "algebra/symmetric.hpp"
#include "base/codes.hpp"
#include "base/text.hpp"

namespace sunder::reduce {
namespace {

/// S with S S' = W for a positive semidefinite W that may have lost its sign in rounding.
MatrixXd factor(const MatrixXd& w) {
  const auto [values, vectors] = algebra::symmetric_eigensystem(w);
  const VectorXd roots = values.cwiseMax(0.0).cwiseSqrt();
  return vectors * roots.asDiagonal();
}

struct Parts {
  LinearSystem stable, unstable;
  MatrixXd stable_lift, stable_project, unstable_lift, unstable_project;
};

/// left * right, where what is rounding only, of a sum of products that cancel, becomes zero: whether an output sees a
/// state that never decays must not be left to it.
MatrixXd product_without_rounding(const MatrixXd& left, const MatrixXd& right) {
  constexpr double rounding = 1e-11;
  MatrixXd out = left * right;
  for (Eigen::Index i = 0; i < out.rows(); ++i)
    for (Eigen::Index j = 0; j < out.cols(); ++j)
      if (std::abs(out(i, j)) <= rounding * left.row(i).norm() * right.col(j).norm()) out(i, j) = 0;
  return out;
}

/// The stable and the unstable part side by side; empty: the eigenvalues could not be found or separated.
std::optional<Parts> split(const LinearSystem& system) {
  const bool discrete = system.discrete();
  const double margin = 1e-12 * std::max(system.a.norm(), 1e-300);
  const auto is_stable = [&](std::complex<double> e) {
    return discrete ? std::abs(e) < 1 - 1e-12 : e.real() < -margin;
  };
  const auto schur = algebra::real_schur(system.a, is_stable);
  if (!schur) return std::nullopt;
  const Eigen::Index n = system.order();
  const Eigen::Index k = schur->selected;
  MatrixXd lift = schur->u;
  MatrixXd project = schur->u.transpose();
  if (k > 0 && k < n) {
    const auto x = algebra::solve_sylvester(schur->t.topLeftCorner(k, k), -schur->t.bottomRightCorner(n - k, n - k),
                                            -schur->t.topRightCorner(k, n - k));
    if (!x) return std::nullopt;
    lift.rightCols(n - k) += lift.leftCols(k) * *x;
    project.topRows(k) -= *x * project.bottomRows(n - k);
  }
  Parts out;
  const auto part = [&](Eigen::Index first, Eigen::Index count, LinearSystem& model, MatrixXd& up, MatrixXd& down) {
    up = lift.middleCols(first, count);
    down = project.middleRows(first, count);
    model = {.a = schur->t.block(first, first, count, count),
             .b = down * system.b,
             .c = system.c * up,
             .d = MatrixXd::Zero(system.d.rows(), system.d.cols()),
             .sample_time = system.sample_time};
  };
  part(0, k, out.stable, out.stable_lift, out.stable_project);
  part(k, n - k, out.unstable, out.unstable_lift, out.unstable_project);
  out.unstable.b = product_without_rounding(out.unstable_project, system.b);
  out.unstable.c = product_without_rounding(system.c, out.unstable_lift);
  return out;
}

/// Takes states out of the unstable part that no input reaches or no output sees. Moved into the stable region, a
/// system is as reachable and as observable as before, and has Gramians. False: they could not be found.
bool make_unstable_minimal(Parts& parts, double negligible) {
  LinearSystem& unstable = parts.unstable;
  const Eigen::Index n = unstable.order();
  if (n == 0) return true;
  LinearSystem moved = unstable;
  const auto poles = algebra::eigenvalues(unstable.a);
  if (!poles) return false;
  const double size = poles->cwiseAbs().maxCoeff();
  if (moved.discrete())
    moved.a /= 2 * size;
  else
    moved.a -= (poles->real().maxCoeff() + (size > 0 ? size : 1)) * MatrixXd::Identity(n, n);
  const std::optional<Gramians> both = gramians(moved);
  if (!both) return false;
  const std::optional<Balancing> found = balance(*both, negligible);
  if (!found) return false;
  const Balancing& balancing = *found;
  if (balancing.lift.cols() == n) return true;
  unstable.a = balancing.project * unstable.a * balancing.lift;
  unstable.b = balancing.project * unstable.b;
  unstable.c = unstable.c * balancing.lift;
  parts.unstable_lift = parts.unstable_lift * balancing.lift;
  parts.unstable_project = balancing.project * parts.unstable_project;
  return true;
}

void add_unstable(Reduction& reduction, const Parts& parts) {
  reduction.system = sum(reduction.system, parts.unstable);
  const Eigen::Index n = parts.stable_lift.rows();
  const Eigen::Index stable = reduction.lift_state.cols();
  const Eigen::Index all = reduction.system.order();
  MatrixXd lift(n, all);
  lift << parts.stable_lift * reduction.lift_state, parts.unstable_lift;
  MatrixXd project(all, n);
  project.topRows(stable) = reduction.project * parts.stable_project;
  project.bottomRows(all - stable) = parts.unstable_project;
  reduction.lift_input = parts.stable_lift * reduction.lift_input;
  reduction.lift_state = std::move(lift);
  reduction.project = std::move(project);
}

bool options_make_sense(const ReductionOptions& o, Diagnostics& diagnostics) {
  std::string wrong;
  if (static_cast<int>(o.order.has_value()) + static_cast<int>(o.gamma.has_value()) +
          static_cast<int>(o.error.has_value()) >
      1)
    wrong = "order, gamma and error exclude each other";
  else if (o.gamma && !(*o.gamma >= 0 && *o.gamma <= 1))
    wrong = "gamma is " + shortest(*o.gamma) + ", not a number from 0 to 1";
  else if (o.error && !(*o.error > 0 && std::isfinite(*o.error)))
    wrong = "the error to stay within is " + shortest(*o.error) + ", not a positive number";
  if (!wrong.empty()) diagnostics.error(Code::E1103, {}, wrong);
  return wrong.empty();
}

/// How many balanced states the options want, of those that are not negligible; a diagnostic when they are wrong.
std::optional<Eigen::Index> choose_order(const VectorXd& hankel, Eigen::Index minimal, Eigen::Index unstable,
                                         const ReductionOptions& options, Diagnostics& diagnostics) {
  if (!options_make_sense(options, diagnostics)) return std::nullopt;
  if (options.order) {
    const Eigen::Index order = static_cast<Eigen::Index>(std::min<std::size_t>(*options.order, 1U << 30U));
    const Eigen::Index states = hankel.size() + unstable;
    if (order > states) {
      diagnostics.error(
          Code::E1103, {},
          "the order " + std::to_string(order) + " is above that of the system, " + std::to_string(states));
      return std::nullopt;
    }
    if (order < unstable) {
      diagnostics.error(Code::E1103, {},
                        "the order " + std::to_string(order) + " is below the " +
                            counted(static_cast<std::size_t>(unstable), "unstable state") + ", which must be kept");
      return std::nullopt;
    }
    return std::min(order - unstable, minimal);
  }
  const std::vector<double> psi = neglected_fractions(hankel);
  for (Eigen::Index i = 0; i < minimal; ++i) {
    if (options.gamma && psi[static_cast<std::size_t>(i)] <= *options.gamma) return i;
    if (options.error && error_bound(hankel, i) <= *options.error) return i;
  }
  return minimal;
}

}  // namespace

std::string_view name_of(Rule rule) { return rule == Rule::truncation ? "truncation" : "singular-perturbation"; }

std::optional<Gramians> gramians(const LinearSystem& stable) {
  const Eigen::Index n = stable.order();
  if (n == 0) return Gramians{MatrixXd(0, 0), MatrixXd(0, 0)};
  MatrixXd a = stable.a;
  MatrixXd qb = stable.b * stable.b.transpose();
  MatrixXd qc = stable.c.transpose() * stable.c;
  if (stable.discrete()) {  // a Stein equation becomes a Lyapunov equation by the bilinear transformation
    const MatrixXd inverse = algebra::inverse(MatrixXd(a + MatrixXd::Identity(n, n)));
    qb = 2 * inverse * qb * inverse.transpose();
    qc = 2 * inverse.transpose() * qc * inverse;
    a = inverse * (a - MatrixXd::Identity(n, n));
  }
  const auto schur = algebra::real_schur(a);
  if (!schur) return std::nullopt;
  const auto controllability = algebra::solve_lyapunov(*schur, qb);
  const auto observability = algebra::solve_lyapunov_transposed(*schur, qc);
  if (!controllability || !observability) return std::nullopt;
  return Gramians{*controllability, *observability};
}

std::optional<Balancing> balance(const Gramians& gramians, double negligible) {
  Balancing out;
  if (gramians.controllability.size() == 0) {
    out.lift.resize(0, 0);
    out.project.resize(0, 0);
    return out;
  }
  const MatrixXd sc = factor(gramians.controllability);
  const MatrixXd so = factor(gramians.observability);
  const auto svd = algebra::singular_values(so.transpose() * sc);
  if (!svd) return std::nullopt;
  out.hankel = svd->values;
  Eigen::Index k = 0;
  while (k < out.hankel.size() && out.hankel[k] > negligible * out.hankel[0]) ++k;
  const VectorXd scale = out.hankel.head(k).cwiseSqrt().cwiseInverse();
  out.lift = sc * svd->v.leftCols(k) * scale.asDiagonal();
  out.project = scale.asDiagonal() * svd->u.leftCols(k).transpose() * so.transpose();
  return out;
}

void complete(Balancing& balancing, const MatrixXd& observability) {
  const Eigen::Index n = observability.rows();
  const Eigen::Index k = balancing.lift.cols();
  if (k == n) return;
  MatrixXd rest = MatrixXd::Identity(n, n);
  if (k > 0) {
    rest = algebra::complement_of(balancing.project.transpose());
  } else {
    balancing.lift.resize(n, 0);
    balancing.project.resize(0, n);
  }
  const MatrixXd vectors = algebra::symmetric_eigensystem(rest.transpose() * observability * rest).vectors;
  rest = (rest * vectors).rowwise().reverse().eval();
  MatrixXd lift(n, n);
  lift << balancing.lift, rest;
  MatrixXd project(n, n);
  project.topRows(k) = balancing.project;
  project.bottomRows(n - k) = rest.transpose() - rest.transpose() * balancing.lift * balancing.project;
  balancing.lift = std::move(lift);
  balancing.project = std::move(project);
}

std::vector<double> neglected_fractions(const VectorXd& hankel) {
  std::vector<double> out(static_cast<std::size_t>(hankel.size()) + 1, 0.0);
  double tail = 0;
  for (Eigen::Index i = hankel.size(); i-- > 0;) out[static_cast<std::size_t>(i)] = tail += hankel[i];
  if (tail > 0)
    for (double& one : out) one /= tail;
  return out;
}

double error_bound(const VectorXd& hankel, Eigen::Index kept) {
  double sum = 0;
  for (Eigen::Index i = hankel.size(); i-- > kept;) {
    const bool repeated = i + 1 < hankel.size() && hankel[i] == hankel[i + 1];
    if (!repeated) sum += hankel[i];
  }
  return 2 * sum;
}

std::optional<Reduction> neglect(const LinearSystem& system, const Balancing& balancing, Eigen::Index order,
                                 Rule rule) {
  const Eigen::Index all = balancing.lift.cols();
  const Eigen::Index rest = all - order;
  const MatrixXd a = balancing.project * system.a * balancing.lift;
  const MatrixXd b = balancing.project * system.b;
  const MatrixXd c = system.c * balancing.lift;
  Reduction out;
  out.hankel = balancing.hankel;
  out.psi = neglected_fractions(out.hankel);
  out.bound = error_bound(out.hankel, order);
  out.system = {.a = a.topLeftCorner(order, order),
                .b = b.topRows(order),
                .c = c.leftCols(order),
                .d = system.d,
                .inputs = system.inputs,
                .outputs = system.outputs,
                .sample_time = system.sample_time};
  out.project = balancing.project.topRows(order);
  out.lift_state = balancing.lift.leftCols(order);
  out.lift_input = MatrixXd::Zero(system.order(), system.b.cols());
  if (rule == Rule::truncation || rest == 0) return out;
  // what the neglected states come to rest at: A22 x2 = -(A21 x1 + B2 u), in discrete time (A22 - I) x2 = ...
  MatrixXd a22 = a.bottomRightCorner(rest, rest);
  if (system.discrete()) a22 -= MatrixXd::Identity(rest, rest);
  const algebra::CarefulFactors lu(a22);
  if (!lu.invertible()) return std::nullopt;
  const MatrixXd from_state = -lu.solve(a.bottomLeftCorner(rest, order));
  const MatrixXd from_input = -lu.solve(b.bottomRows(rest));
  out.system.a += a.topRightCorner(order, rest) * from_state;
  out.system.b += a.topRightCorner(order, rest) * from_input;
  out.system.c += c.rightCols(rest) * from_state;
  out.system.d += c.rightCols(rest) * from_input;
  out.lift_state += balancing.lift.rightCols(rest) * from_state;
  out.lift_input = balancing.lift.rightCols(rest) * from_input;
  return out;
}

Outcome<Reducible> make_reducible(LinearSystem system, const ReductionOptions& options) {
  Diagnostics diagnostics;
  if (!check(system, diagnostics)) return Outcome<Reducible>(std::move(diagnostics));
  const auto give_up = [&](Code code, const std::string& message) {
    diagnostics.error(code, {}, message);
    return Outcome<Reducible>(std::move(diagnostics));
  };
  constexpr double largest = 1e150;  // beyond, products of two have no number
  for (const MatrixXd* matrix : {&system.a, &system.b, &system.c})
    if (matrix->size() > 0 && matrix->cwiseAbs().maxCoeff() > largest)
      return give_up(Code::E1117,
                     "the entries of the matrices are too large for Gramians, which hold their products: up to " +
                         rounded(matrix->cwiseAbs().maxCoeff(), 3));
  std::optional<Parts> found = split(system);
  if (!found)
    return give_up(Code::E1107, "stable and unstable states cannot be separated: their eigenvalues are too close");
  const Eigen::Index all_unstable = found->unstable.order();
  if (!make_unstable_minimal(*found, options.negligible))
    return give_up(Code::E1107, "the unstable part cannot be balanced");
  const auto parts = std::make_shared<const Parts>(std::move(*found));
  Reducible out;
  out.states = static_cast<std::size_t>(system.order());
  out.unstable = parts->unstable.order();
  if (out.unstable > 0)
    diagnostics.warning(Code::W1104, {},
                        std::to_string(out.unstable) + " of " + std::to_string(system.order()) +
                            " states do not decay; they are kept, the others reduced");
  const std::optional<Gramians> both = gramians(parts->stable);
  if (!both) return give_up(Code::E1107, "the Gramians do not exist: the system is at the limit of stability");
  std::optional<Balancing> balanced = balance(*both, options.negligible);
  if (!balanced) return give_up(Code::E1107, "the Gramians are not finite: the system is at the limit of stability");
  Balancing& balancing = *balanced;
  out.hankel = balancing.hankel;
  out.minimal = balancing.lift.cols();
  const Eigen::Index removed = parts->stable.order() - out.minimal + all_unstable - out.unstable;
  if (removed > 0)
    diagnostics.warning(Code::W1105, {},
                        std::to_string(removed) + " of " + std::to_string(system.order()) +
                            " states are not reached by any input or not seen by any output (singular values below " +
                            shortest(options.negligible) + " of the largest): removed");
  // what is removed as not minimal still has its small share in the static gain
  if (options.rule == Rule::singular_perturbation) complete(balancing, both->observability);
  out.stable = parts->stable;
  out.stable.d = system.d;
  out.at = [parts, whole = out.stable, balancing, removed, rule = options.rule, inputs = system.inputs,
            outputs = system.outputs](Eigen::Index kept) -> std::optional<Reduction> {
    std::optional<Reduction> reduction = neglect(whole, balancing, kept, rule);
    if (!reduction) return std::nullopt;
    add_unstable(*reduction, *parts);
    reduction->unstable = static_cast<std::size_t>(parts->unstable.order());
    reduction->nonminimal = static_cast<std::size_t>(removed);
    reduction->system.inputs = inputs;
    reduction->system.outputs = outputs;
    return reduction;
  };
  return {std::move(out), std::move(diagnostics)};
}

Outcome<Reduction> reduce(const Reducible& system, const ReductionOptions& options) {
  Diagnostics diagnostics;
  if (!system.hankel.allFinite() || !std::isfinite(2 * system.hankel.sum())) {
    diagnostics.error(Code::E1117, {}, "the singular values are too large to be computed with: no bound can be given")
        .help = "give inputs, outputs or states other units, so that the entries of the matrices are smaller";
    return Outcome<Reduction>(std::move(diagnostics));
  }
  const std::optional<Eigen::Index> order =
      choose_order(system.hankel, system.minimal, system.unstable, options, diagnostics);
  if (!order) return Outcome<Reduction>(std::move(diagnostics));
  std::optional<Reduction> reduction = system.at(*order);
  if (!reduction)
    diagnostics.error(Code::E1106, {}, "the neglected states have no equilibrium (A22 is singular): use truncation");
  if (!reduction || !check(reduction->system, diagnostics)) return Outcome<Reduction>(std::move(diagnostics));
  return {std::move(*reduction), std::move(diagnostics)};
}

Outcome<Reduction> reduce(LinearSystem system, const ReductionOptions& options) {
  return reduce(make_reducible(std::move(system), options), options);
}

Outcome<Reduction> reduce(const Outcome<Reducible>& system, const ReductionOptions& options) {
  Diagnostics diagnostics = system.diagnostics();
  if (!system.ok()) return Outcome<Reduction>(std::move(diagnostics));
  Outcome<Reduction> reduction = reduce(*system, options);
  diagnostics.append(reduction.diagnostics());
  if (!reduction.ok()) return Outcome<Reduction>(std::move(diagnostics));
  return {reduction.take(), std::move(diagnostics)};
}

}  // namespace sunder::reduce
