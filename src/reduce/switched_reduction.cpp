#include "reduce/switched_reduction.hpp"

#include <cmath>

#include "algebra/exponential.hpp"
#include "algebra/linear_equations.hpp"
#include "algebra/spectrum.hpp"
#include "algebra/sylvester.hpp"
#include "algebra/symmetric.hpp"
#include "base/codes.hpp"
#include "base/text.hpp"

namespace sunder::reduce {
namespace {

/// States whose singular value is below this part of the largest keep plain coordinates behind the balanced ones: the
/// condition of the coordinates goes with its inverse, and all of it would be seen in the outputs after a switch.
constexpr double well_excited = 1e-5;

/// One dynamics about its equilibrium, reduced.
struct Piece {
  LinearSystem full;
  VectorXd rest;  ///< equilibrium without inputs
  VectorXd rest_output;
  Reduction reduction;
  MatrixXd entry;  ///< reduced state of a state about the equilibrium
};

/// W and X of the free evolution for all times.
struct Evolution {
  MatrixXd w, x;
};

std::optional<Evolution> evolution(const LinearSystem& full, const MatrixXd& a, const MatrixXd& c) {
  const auto schur = algebra::real_schur(a);
  if (!schur) return std::nullopt;
  auto w = algebra::solve_lyapunov_transposed(*schur, c.transpose() * c);
  auto x = algebra::solve_sylvester(a.transpose(), full.a, -c.transpose() * full.c);
  if (!w || !x) return std::nullopt;
  return Evolution{std::move(*w), std::move(*x)};
}

/// Psi, and how much the horizon amplifies errors. Reduced states that outputs hardly see, but switches move far, make
/// W so ill-conditioned that its small part is lost: first the reduced state is scaled until W is about the identity.
std::optional<MatrixXd> free_evolution(const LinearSystem& full, const LinearSystem& reduced,
                                       std::optional<double> horizon, double& condition) {
  const Eigen::Index n = reduced.order();
  MatrixXd scale = MatrixXd::Identity(n, n);  // x_r = scale z
  MatrixXd a = reduced.a;
  MatrixXd c = reduced.c;
  std::optional<Evolution> e;
  for (int turn = 0; turn < 4; ++turn) {
    e = evolution(full, a, c);
    if (!e) return std::nullopt;
    const auto [values, vectors] = algebra::symmetric_eigensystem(e->w);
    const double largest = values.maxCoeff();
    if (!(largest > 0)) return std::nullopt;
    if (values.minCoeff() > 0.1 * largest) break;
    if (turn == 3) return std::nullopt;  // outputs do not see all of the reduced state
    const VectorXd roots = values.cwiseMax(1e-14 * largest).cwiseSqrt();
    const MatrixXd step = vectors * roots.cwiseInverse().asDiagonal();
    a = roots.asDiagonal() * vectors.transpose() * a * step;
    c = c * step;
    scale = scale * step;
  }
  condition = 1;
  if (horizon) {  // what comes after the horizon is the same integral from where the states are then
    const MatrixXd later = algebra::exponential(full.a * *horizon);
    const MatrixXd later_reduced = algebra::exponential(a * *horizon);
    const double whole = e->w.norm();
    e->w -= later_reduced.transpose() * e->w * later_reduced;
    e->x -= later_reduced.transpose() * e->x * later;
    const double smallest = algebra::symmetric_eigenvalues(e->w).minCoeff();
    if (!(smallest > 1e-14 * whole)) return std::nullopt;
    condition = whole / smallest;
  }
  return MatrixXd(scale * algebra::solve_symmetric(e->w, e->x));
}

class SwitchedReducer {
 public:
  SwitchedReducer(const SwitchedSystem& system, const SwitchedReductionOptions& options)
      : system_(system), options_(options) {}

  Outcome<SwitchedReduction> run() {
    if (!check(system_, diagnostics_) || !check_options() || !equilibria()) return failed();
    for (std::size_t i = 0; i < pieces_.size(); ++i)
      if (!reduce_piece(i)) return failed();
    SwitchedReduction out;
    for (const Piece& piece : pieces_) out.hankel.push_back(piece.reduction.hankel);
    out.system = assemble();
    return {std::move(out), std::move(diagnostics_)};
  }

 private:
  Outcome<SwitchedReduction> failed() { return Outcome<SwitchedReduction>(std::move(diagnostics_)); }

  bool check_options() {
    const auto n = static_cast<Eigen::Index>(system_.states.size());
    if (options_.order < 1 || options_.order > n)
      diagnostics_.error(
          Code::E1103, {},
          "the order " + std::to_string(options_.order) + " does not lie between 1 and " + std::to_string(n));
    if (options_.map == ResetMap::finite_horizon && !(options_.horizon > 0 && std::isfinite(options_.horizon)))
      diagnostics_.error(Code::E1103, {}, "the horizon of the free evolution must be a positive number");
    return !diagnostics_.has_errors();
  }

  bool equilibria() {
    for (std::size_t i = 0; i < system_.dynamics.size(); ++i) {
      const Dynamics& d = system_.dynamics[i];
      Piece piece;
      piece.full = {.a = d.a, .b = d.b, .c = d.c, .d = d.d, .inputs = system_.inputs, .outputs = system_.outputs};
      const algebra::CarefulFactors lu(d.a);
      if (!lu.invertible()) {
        diagnostics_.error(Code::E1106, {},
                           "dynamics " + std::to_string(i + 1) +
                               " of the switched system: A is singular, so there is no equilibrium to start from");
        return false;
      }
      const auto poles = algebra::eigenvalues(d.a);
      if (!poles || poles->real().maxCoeff() >= 0) {
        diagnostics_.error(
            Code::E1107, {},
            "dynamics " + std::to_string(i + 1) + " of the switched system is not stable: it has no Gramians");
        return false;
      }
      piece.rest = -lu.solve(d.f);
      piece.rest_output = d.c * piece.rest + d.g;
      pieces_.push_back(std::move(piece));
    }
    return true;
  }

  /// The directions from which states of this dynamics are excited.
  MatrixXd excitation(std::size_t i) const {
    const Piece& piece = pieces_[i];
    if (options_.balancing == SwitchedBalancing::inputs) return piece.full.b;
    const Eigen::Index m = piece.full.b.cols();
    MatrixXd out(piece.full.order(), m + static_cast<Eigen::Index>(pieces_.size()));
    out.leftCols(m) = piece.full.b;
    for (std::size_t j = 0; j < pieces_.size(); ++j)
      out.col(m + static_cast<Eigen::Index>(j)) = pieces_[j].rest - piece.rest;
    return out;
  }

  bool reduce_piece(std::size_t i) {
    Piece& piece = pieces_[i];
    LinearSystem excited = piece.full;
    excited.b = excitation(i);
    const std::optional<Gramians> both = gramians(excited);
    const auto wrong = [&](Code code, const char* what) {
      diagnostics_.error(code, {}, "dynamics " + std::to_string(i + 1) + " of the switched system: " + what);
      return false;
    };
    if (!both) return wrong(Code::E1107, "the Gramians do not exist");
    std::optional<Balancing> balanced = balance(*both, well_excited);
    if (!balanced) return wrong(Code::E1107, "the Gramians are not finite");
    Balancing& balancing = *balanced;
    complete(balancing, both->observability);
    // A switch goes up through one lift and down through the projection of another: they must be inverse to each other
    // to the last digits, which the products of two factors are not.
    balancing.lift = algebra::CarefulFactors(balancing.project).inverse();
    std::optional<Reduction> reduction = neglect(piece.full, balancing, options_.order, Rule::singular_perturbation);
    if (!reduction) return wrong(Code::E1106, "the neglected states have no equilibrium (A22 is singular)");
    piece.reduction = std::move(*reduction);
    // with all states kept nothing is closer than the state itself, which every map then is: no equation has to be
    // solved
    if (options_.map == ResetMap::projection || options_.order == piece.full.order()) {
      piece.entry = piece.reduction.project;
      return true;
    }
    const std::optional<double> horizon =
        options_.map == ResetMap::finite_horizon ? std::optional(options_.horizon) : std::nullopt;
    double condition = 0;
    std::optional<MatrixXd> psi = free_evolution(piece.full, piece.reduction.system, horizon, condition);
    if (!psi)
      return wrong(Code::E1107, horizon
                                    ? "the reset map does not exist: the horizon is too short, or the reduced system "
                                      "unstable or not observable"
                                    : "the reset map does not exist: the reduced system is unstable or not observable");
    if (condition > 1e6)
      diagnostics_.warning(Code::W1114, {},
                           "dynamics " + std::to_string(i + 1) +
                               " of the switched system: the reset map amplifies errors up to " +
                               rounded(condition, 2) + " times");
    piece.entry = std::move(*psi);
    return true;
  }

  SwitchedSystem assemble() const {
    SwitchedSystem out;
    for (Eigen::Index i = 0; i < options_.order; ++i) out.states.push_back("x" + std::to_string(i + 1));
    out.inputs = system_.inputs;
    out.outputs = system_.outputs;
    out.memory = system_.memory;
    out.modes = system_.modes;
    out.first_mode = system_.first_mode;
    out.input_start = system_.input_start;
    for (const Piece& piece : pieces_) {
      const LinearSystem& r = piece.reduction.system;
      out.dynamics.push_back({r.a, r.b, r.c, r.d, VectorXd::Zero(options_.order), piece.rest_output});
    }
    for (const Piece& piece : pieces_)
      out.passages.push_back(
          {piece.reduction.lift_state, piece.reduction.lift_input, piece.rest, piece.entry, -piece.entry * piece.rest});
    const Piece& first = pieces_[system_.modes[system_.first_mode].dynamics];
    out.start = first.entry * (system_.start - first.rest);
    return out;
  }

  const SwitchedSystem& system_;
  const SwitchedReductionOptions& options_;
  Diagnostics diagnostics_;
  std::vector<Piece> pieces_;
};

}  // namespace

std::string_view name_of(ResetMap map) {
  switch (map) {
    case ResetMap::projection: return "projection";
    case ResetMap::free_evolution: return "free-evolution";
    case ResetMap::finite_horizon: return "finite-horizon";
  }
  return "";
}

std::string_view name_of(SwitchedBalancing balancing) {
  return balancing == SwitchedBalancing::inputs ? "inputs" : "inputs-and-jumps";
}

std::optional<MatrixXd> free_evolution_map(const LinearSystem& full, const LinearSystem& reduced,
                                           std::optional<double> horizon) {
  double condition = 0;
  return free_evolution(full, reduced, horizon, condition);
}

Outcome<SwitchedReduction> reduce(const SwitchedSystem& system, const SwitchedReductionOptions& options) {
  return SwitchedReducer(system, options).run();
}

}  // namespace sunder::reduce
