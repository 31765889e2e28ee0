#include "integrate/implicit_solver.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/codes.hpp"
#include "base/text.hpp"
#include "integrate/opened_rows.hpp"

namespace sunder::integrate {

namespace {
constexpr double slow_rate = 0.25;  // a residual that falls less than this asks for a new Jacobian
}

ImplicitSolver::ImplicitSolver(const model::Model& model, model::Context& context, const model::StateSet& unknowns,
                               Statistics& statistics, NewtonOptions options)
    : model_(model),
      statistics_(statistics),
      options_(options),
      derivatives_(model, context, unknowns, unknowns, statistics),
      opened_(opening_pays(derivatives_.evaluator())),
      slope_(model.state_count()),
      residual_(unknowns.size()),
      correction_(unknowns.size()),
      before_(unknowns.size()),
      residual_before_(unknowns.size()) {
  nominal_.reserve(unknowns.size());
  for (const model::StateIndex state : unknowns) nominal_.push_back(std::abs(model.state_nominal(state)));
  if (opened_) derivatives_.opened()->prepare();
  make_linear(opened_ ? derivatives_.opened()->pattern() : derivatives_.pattern());
}

void ImplicitSolver::make_linear(const algebra::SparsePattern& pattern) {
  linear_.emplace(pattern, ShiftedSolver::dense_limit, unknowns().size());
  jacobian_.resize(pattern.nonzeros());
  right_side_.resize(opened_ ? pattern.columns : 0);
}

void ImplicitSolver::close() {
  opened_ = jacobian_known_ = jacobian_fresh_ = factors_known_ = false;
  make_linear(derivatives_.pattern());
}

model::Status ImplicitSolver::slope(double time, std::span<const double> x, std::span<double> by_position) {
  if (model::Status evaluated = derivatives_.at(time, x, slope_); !evaluated) return evaluated;
  model::gather(slope_, unknowns(), by_position);
  return {};
}

model::Status ImplicitSolver::residual(double c, std::span<const double> base, std::span<const double> x,
                                       Residual& result) {
  if (model::Status evaluated = derivatives_.evaluate(x, slope_); !evaluated) return evaluated;
  result = {0, true};
  for (std::size_t i = 0; i < unknowns().size(); ++i) {
    const std::size_t state = unknowns()[i].index();
    const double y = x[state];
    const double change = c * slope_[state];
    residual_[i] = y - base[i] - change;
    result.norm = std::max(result.norm, std::abs(residual_[i]) / (std::abs(y) + nominal_[i]));
    const double terms = std::abs(y) + std::abs(base[i]) + std::abs(change);
    if (std::abs(residual_[i]) > 2 * std::numeric_limits<double>::epsilon() * terms) result.rounding = false;
  }
  return {};
}

model::Status ImplicitSolver::refresh_jacobian(std::span<const double> x) {
  factors_known_ = false;
  model::Status evaluated = opened_ ? derivatives_.opened_jacobian(x, jacobian_) : derivatives_.jacobian(x, jacobian_);
  if (!evaluated && opened_) {
    close();
    evaluated = derivatives_.jacobian(x, jacobian_);
  }
  jacobian_known_ = jacobian_fresh_ = jacobian_trusted_ = evaluated.ok();
  return evaluated;
}

model::Status ImplicitSolver::refactor(double c) {
  if (factors_known_ && c == factored_c_) return {};
  ++statistics_.factorisations;
  factors_known_ = linear_->factor(jacobian_, c);
  factored_c_ = c;
  statistics_.solver_operations += linear_->factor_operations();
  if (factors_known_) return {};
  const std::size_t column = linear_->singular_column();
  const model::StateIndex state = unknowns()[column < unknowns().size() ? column : 0];
  if (opened_) close();  // and the next attempt tells
  model::Fault fault;
  fault.code = Code::E0607;
  fault.variable = model_.state_name(state);
  fault.message = "the iteration matrix of the implicit states is singular at '" + fault.variable + "'";
  fault.span = model_.state_origin(state);
  return fault;
}

/// Solves for the Newton correction of the present residual and returns its scaled size.
double ImplicitSolver::correction(std::span<const double> x) {
  if (opened_) {
    std::copy(residual_.begin(), residual_.end(), right_side_.begin());
    std::fill(right_side_.begin() + static_cast<std::ptrdiff_t>(residual_.size()), right_side_.end(), 0.0);
    linear_->solve(right_side_);
    std::copy_n(right_side_.begin(), correction_.size(), correction_.begin());
  } else {
    std::copy(residual_.begin(), residual_.end(), correction_.begin());
    linear_->solve(correction_);
  }
  statistics_.solver_operations += linear_->solve_operations();
  ++statistics_.newton_iterations;
  double size = 0;
  for (std::size_t i = 0; i < correction_.size(); ++i) {
    size = std::max(size, std::abs(correction_[i]) / (std::abs(x[unknowns()[i].index()]) + nominal_[i]));
  }
  return size;
}

/// An old Jacobian that is much too stiff in one component makes its correction small, not its error: convergence is
/// believed only when the residual of every component falls.
bool ImplicitSolver::every_component_contracted(std::span<const double> x) const {
  for (std::size_t i = 0; i < residual_.size(); ++i) {
    const double negligible = options_.tolerance * (std::abs(x[unknowns()[i].index()]) + nominal_[i]);
    if (std::abs(residual_[i]) > std::max(negligible, slow_rate * std::abs(residual_before_[i]))) return false;
  }
  return true;
}

/// Takes the correction, halved until the residual falls. With an old Jacobian no halving: a new one helps more.
ImplicitSolver::Move ImplicitSolver::move(double c, std::span<const double> base, std::span<double> x,
                                          Residual& current, model::Status& why) {
  model::gather(x, unknowns(), before_);
  residual_before_ = residual_;
  double part = 1;
  for (int halved = 0; halved <= options_.damping_limit; ++halved, part /= 2) {
    for (std::size_t i = 0; i < before_.size(); ++i) x[unknowns()[i].index()] = before_[i] - part * correction_[i];
    Residual next;
    why = residual(c, base, x, next);
    if (why && next.finite() && (next.rounding || next.norm <= (1 - part / 4) * current.norm)) {
      const bool fast = next.rounding ||
                        (next.norm <= slow_rate * current.norm && (jacobian_trusted_ || every_component_contracted(x)));
      current = next;
      jacobian_fresh_ = false;
      jacobian_trusted_ = fast;
      return fast ? Move::fast : Move::slow;
    }
    if (!jacobian_fresh_) break;
  }
  model::scatter(before_, unknowns(), x);
  return jacobian_fresh_ ? Move::stuck : Move::refused;
}

model::Fault ImplicitSolver::give_up(double time, std::span<const double> x, const model::Status& why) {
  ++statistics_.newton_failures;
  std::size_t worst = 0;
  double largest = -1;
  for (std::size_t i = 0; i < residual_.size(); ++i) {
    const double size = std::abs(residual_[i]) / (std::abs(x[unknowns()[i].index()]) + nominal_[i]);
    if (!(size <= largest)) {
      largest = size;
      worst = i;
    }
  }
  model::Fault fault;
  if (!why) {
    fault = why.fault();
  } else {
    fault.code = Code::E0606;
    fault.variable = model_.state_name(unknowns()[worst]);
    fault.equation = "der(" + fault.variable + ")";
    fault.span = model_.state_origin(unknowns()[worst]);
    fault.message = "Newton's method does not converge at time " + shortest(time) + "; the worst equation is that of " +
                    fault.equation + " (relative residual " + rounded(largest, 3) + ")";
  }
  fault.time = time;
  jacobian_known_ = false;
  return fault;
}

model::Status ImplicitSolver::solve(double time, double c, std::span<const double> base, std::span<double> x) {
  if (unknowns().empty()) return {};
  jacobian_fresh_ = jacobian_trusted_ = false;
  Residual current;
  model::Status why = derivatives_.freeze(time, x);
  if (why) why = residual(c, base, x, current);
  if (!why || !current.finite()) return give_up(time, x, why);
  for (int iteration = 0; iteration < options_.iteration_limit && !current.rounding; ++iteration) {
    if (!jacobian_known_)
      if (why = refresh_jacobian(x); !why) return give_up(time, x, why);
    if (why = refactor(c); !why) {
      if (jacobian_fresh_) return give_up(time, x, why);
      jacobian_known_ = false;
      continue;
    }
    if (correction(x) <= options_.tolerance && jacobian_trusted_) {
      for (std::size_t i = 0; i < correction_.size(); ++i) x[unknowns()[i].index()] -= correction_[i];
      return {};
    }
    switch (move(c, base, x, current, why)) {
      case Move::fast: break;
      case Move::slow: jacobian_known_ = false; break;
      case Move::refused:
        jacobian_known_ = false;
        if (why = residual(c, base, x, current); !why || !current.finite()) return give_up(time, x, why);
        break;
      case Move::stuck: return give_up(time, x, why);
    }
  }
  if (!current.rounding) return give_up(time, x, why);
  return {};
}

}  // namespace sunder::integrate
