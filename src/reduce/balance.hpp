// Balanced reduction of a linear system.
//
// Unstable states have no Gramians: the system is split into a stable and an unstable part, and only the first is
// reduced. Its Gramians come from Lyapunov equations, are factored, and the singular value decomposition of the product
// of the factors gives the Hankel singular values and balanced coordinates (square-root balancing). Neglected states
// are dropped (truncation: exact for infinite frequency) or put to their equilibrium (singular perturbation: exact for
// constant inputs). Both stay within twice the sum of the distinct neglected singular values for all frequencies.
#pragma once

#include <functional>
#include <string_view>

#include "reduce/system.hpp"

namespace sunder::reduce {

enum class Rule { truncation, singular_perturbation };
std::string_view name_of(Rule rule);

/// At most one of order, gamma and error; none: everything that is not negligible (gamma 0).
struct ReductionOptions {
  Rule rule = Rule::singular_perturbation;
  std::optional<std::size_t> order{};  ///< of the whole, unstable states included
  std::optional<double> gamma{};       ///< smallest order with psi(order) <= gamma
  std::optional<double> error{};       ///< smallest order with a bound of at most this
  /// Singular values below this fraction of the largest are those of states that are not minimal: the factors of the
  /// Gramians are known to about the square root of the rounding unit.
  double negligible = 1e-7;
};

/// Coordinates in which both Gramians are diagonal and equal: x = lift xb, xb = project x.
struct Balancing {
  VectorXd hankel;  ///< all of them, descending
  MatrixXd project, lift;
};

struct Reduction {
  LinearSystem system;
  VectorXd hankel;           ///< of the stable part
  std::vector<double> psi;   ///< psi[i]: of order i of the stable part, i = 0 ...
  double bound = 0;          ///< of the largest gain of the error
  bool approximate = false;  ///< singular values and bound come from low-rank factors
  std::size_t unstable = 0;  ///< states split off and kept
  std::size_t nonminimal = 0;
  /// x is about lift_state x_r + lift_input u; x_r = project x.
  MatrixXd lift_state, lift_input, project;
};

/// A system in balanced coordinates: all that does not depend on the order, found once.
struct Reducible {
  std::size_t states = 0;
  VectorXd hankel;           ///< of the stable part
  Eigen::Index minimal = 0;  ///< how many of them are not negligible
  Eigen::Index unstable = 0;
  bool approximate = false;
  /// The stable part, with D; dense systems only. The rest is the same in every reduction.
  LinearSystem stable;
  /// Keeps that many balanced states, and the unstable ones behind them. Empty: neglected states have no equilibrium.
  std::function<std::optional<Reduction>(Eigen::Index kept)> at;
};

/// Controllability and observability Gramians of a stable system. Empty: eigenvalues at the limit of stability.
struct Gramians {
  MatrixXd controllability, observability;
};
std::optional<Gramians> gramians(const LinearSystem& stable);

/// Balanced coordinates for the states whose singular value is above the fraction of the largest.
/// Empty: the Gramians are not finite.
std::optional<Balancing> balance(const Gramians& gramians, double negligible);
/// Coordinates for all other states are added behind, most observable first, so that nothing is lost.
void complete(Balancing& balancing, const MatrixXd& observability);

/// psi(i) for i = 0 ... n as tail sums.
std::vector<double> neglected_fractions(const VectorXd& hankel);
/// Twice the sum of the distinct singular values from `kept` on.
double error_bound(const VectorXd& hankel, Eigen::Index kept);

/// Keeps the first `order` balanced states. Empty: the neglected states have no equilibrium.
std::optional<Reduction> neglect(const LinearSystem& system, const Balancing& balancing, Eigen::Index order, Rule rule);

/// Splits, solves and balances. Says what was split off and what is not minimal.
Outcome<Reducible> make_reducible(LinearSystem system, const ReductionOptions& options);
/// The order the options want.
Outcome<Reduction> reduce(const Reducible& system, const ReductionOptions& options);
/// With what was said when it was made.
Outcome<Reduction> reduce(const Outcome<Reducible>& system, const ReductionOptions& options);
Outcome<Reduction> reduce(LinearSystem system, const ReductionOptions& options);

}  // namespace sunder::reduce
