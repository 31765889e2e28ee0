#include "integrate/implicit_solver.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/codes.hpp"
#include "base/text.hpp"

namespace sunder {

namespace {
constexpr double slow_rate = 0.25;  // a residual that falls less than this asks for a new Jacobian
}

ImplicitSolver::ImplicitSolver(const Model& model, Context& context, const StateSet& unknowns, Statistics& statistics,
                               NewtonOptions options)
    : model_(model),
      context_(context),
      statistics_(statistics),
      options_(options),
      derivatives_(model, context, unknowns, unknowns, statistics),
      linear_(derivatives_.pattern()),
      jacobian_(derivatives_.pattern().nonzeros()),
      slope_(model.state_count()),
      residual_(unknowns.size()),
      correction_(unknowns.size()),
      before_(unknowns.size()),
      residual_before_(unknowns.size()) {
  nominal_.reserve(unknowns.size());
  for (const std::uint32_t state : unknowns) nominal_.push_back(std::abs(model.state_nominal(state)));
}

bool ImplicitSolver::slope(double time, std::span<const double> x, std::span<double> by_position) {
  if (!derivatives_.at(time, x, slope_)) return false;
  for (std::size_t i = 0; i < unknowns().size(); ++i) by_position[i] = slope_[unknowns()[i]];
  return true;
}

bool ImplicitSolver::residual(double c, std::span<const double> base, std::span<const double> x, Residual& result) {
  if (!derivatives_.evaluate(x, slope_)) return false;
  result = {0, true};
  for (std::size_t i = 0; i < unknowns().size(); ++i) {
    const double y = x[unknowns()[i]];
    const double change = c * slope_[unknowns()[i]];
    residual_[i] = y - base[i] - change;
    result.norm = std::max(result.norm, std::abs(residual_[i]) / (std::abs(y) + nominal_[i]));
    const double terms = std::abs(y) + std::abs(base[i]) + std::abs(change);
    if (std::abs(residual_[i]) > 2 * std::numeric_limits<double>::epsilon() * terms) result.rounding = false;
  }
  return std::isfinite(result.norm);
}

bool ImplicitSolver::refresh_jacobian(std::span<const double> x) {
  factors_known_ = false;
  jacobian_known_ = jacobian_fresh_ = jacobian_trusted_ = derivatives_.jacobian(x, jacobian_);
  return jacobian_known_;
}

bool ImplicitSolver::refactor(double c) {
  if (factors_known_ && c == factored_c_) return true;
  ++statistics_.factorisations;
  factors_known_ = linear_.factor(jacobian_, c);
  factored_c_ = c;
  statistics_.solver_operations += linear_.factor_operations();
  if (factors_known_) return true;
  const std::uint32_t state = unknowns()[linear_.singular_column()];
  Fault fault;
  fault.code = Code::E0607;
  fault.variable = model_.state_name(state);
  fault.message = "the iteration matrix of the implicit states is singular at '" + fault.variable + "'";
  fault.span = model_.state_origin(state);
  context_.set_fault(std::move(fault));
  return false;
}

/// Solves for the Newton correction of the present residual and returns its scaled size.
double ImplicitSolver::correction(std::span<const double> x) {
  std::copy(residual_.begin(), residual_.end(), correction_.begin());
  linear_.solve(correction_);
  statistics_.solver_operations += linear_.solve_operations();
  ++statistics_.newton_iterations;
  double size = 0;
  for (std::size_t i = 0; i < correction_.size(); ++i) {
    size = std::max(size, std::abs(correction_[i]) / (std::abs(x[unknowns()[i]]) + nominal_[i]));
  }
  return size;
}

/// An old Jacobian that is much too stiff in one component makes its correction small, not its error: convergence is
/// believed only when the residual of every component falls.
bool ImplicitSolver::every_component_contracted(std::span<const double> x) const {
  for (std::size_t i = 0; i < residual_.size(); ++i) {
    const double negligible = options_.tolerance * (std::abs(x[unknowns()[i]]) + nominal_[i]);
    if (std::abs(residual_[i]) > std::max(negligible, slow_rate * std::abs(residual_before_[i]))) return false;
  }
  return true;
}

/// Takes the correction, halved until the residual falls. With an old Jacobian no halving: a new one helps more.
ImplicitSolver::Move ImplicitSolver::move(double c, std::span<const double> base, std::span<double> x,
                                          Residual& current) {
  for (std::size_t i = 0; i < before_.size(); ++i) before_[i] = x[unknowns()[i]];
  residual_before_ = residual_;
  double part = 1;
  for (int halved = 0; halved <= options_.damping_limit; ++halved, part /= 2) {
    for (std::size_t i = 0; i < before_.size(); ++i) x[unknowns()[i]] = before_[i] - part * correction_[i];
    Residual next;
    const bool evaluated = residual(c, base, x, next);
    if (evaluated && (next.rounding || next.norm <= (1 - part / 4) * current.norm)) {
      const bool fast = next.rounding ||
                        (next.norm <= slow_rate * current.norm && (jacobian_trusted_ || every_component_contracted(x)));
      current = next;
      jacobian_fresh_ = false;
      jacobian_trusted_ = fast;
      return fast ? Move::fast : Move::slow;
    }
    if (!jacobian_fresh_) break;
  }
  for (std::size_t i = 0; i < before_.size(); ++i) x[unknowns()[i]] = before_[i];
  return jacobian_fresh_ ? Move::stuck : Move::refused;
}

bool ImplicitSolver::give_up(double time, std::span<const double> x) {
  ++statistics_.newton_failures;
  std::size_t worst = 0;
  double largest = -1;
  for (std::size_t i = 0; i < residual_.size(); ++i) {
    const double size = std::abs(residual_[i]) / (std::abs(x[unknowns()[i]]) + nominal_[i]);
    if (!(size <= largest)) {
      largest = size;
      worst = i;
    }
  }
  Fault fault;
  if (context_.fault()) fault = *context_.fault();
  if (fault.message.empty()) {
    fault.code = Code::E0606;
    fault.variable = model_.state_name(unknowns()[worst]);
    fault.equation = "der(" + fault.variable + ")";
    fault.span = model_.state_origin(unknowns()[worst]);
    fault.message = "Newton's method does not converge at time " + shortest(time) + "; the worst equation is that of " +
                    fault.equation + " (relative residual " + rounded(largest, 3) + ")";
  }
  fault.time = time;
  context_.set_fault(std::move(fault));
  jacobian_known_ = false;
  return false;
}

bool ImplicitSolver::solve(double time, double c, std::span<const double> base, std::span<double> x) {
  if (unknowns().empty()) return true;
  context_.clear_fault();
  jacobian_fresh_ = jacobian_trusted_ = false;
  Residual current;
  if (!derivatives_.freeze(time, x) || !residual(c, base, x, current)) return give_up(time, x);
  for (int iteration = 0; iteration < options_.iteration_limit && !current.rounding; ++iteration) {
    if (!jacobian_known_ && !refresh_jacobian(x)) return give_up(time, x);
    if (!refactor(c)) {
      if (jacobian_fresh_) return give_up(time, x);
      jacobian_known_ = false;
      continue;
    }
    context_.clear_fault();
    if (correction(x) <= options_.tolerance && jacobian_trusted_) {
      for (std::size_t i = 0; i < correction_.size(); ++i) x[unknowns()[i]] -= correction_[i];
      return true;
    }
    switch (move(c, base, x, current)) {
      case Move::fast: break;
      case Move::slow: jacobian_known_ = false; break;
      case Move::refused:
        jacobian_known_ = false;
        context_.clear_fault();
        if (!residual(c, base, x, current)) return give_up(time, x);
        break;
      case Move::stuck: return give_up(time, x);
    }
  }
  if (!current.rounding) return give_up(time, x);
  context_.clear_fault();
  return true;
}

}  // namespace sunder
