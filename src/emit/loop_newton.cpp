// Nonlinear loops: Newton's method with damping and bounds, from other starting values where it must be.
#include <algorithm>
#include <cmath>
#include <limits>

#include "algebra/sparse_lu.hpp"
#include "emit/loop_solver.hpp"

namespace sunder::emit {

namespace {

constexpr int most_iterations = 100;
/// Relative steps below this are rounding when they do not shrink any more.
constexpr double nearly_converged = 1e-8;
constexpr double converged = 4e-15;
/// Where the residual cannot decrease any more although the step is larger: a badly conditioned loop.
constexpr double lost_in_rounding = 1e-6;
constexpr double smallest_damping = 1.0 / 65536;

}  // namespace

bool LoopSolver::solve_nonlinear(std::uint32_t instance, const LoopEffort& effort, Failure& failure) {
  iterate(family_.torn());
  const bool found = solve_from_guesses(instance, effort, failure);
  if (torn_) memory_.by_whole[instance] = found ? 0 : 1;
  if (found) return true;
  if (torn_) {
    // all unknowns at once: other starting values, and pivots where errors grow along the way through the inner part
    take_whole(instance);
    if (solve_from_guesses(instance, effort, failure)) return true;
  }
  if (solve_from_elsewhere(instance, effort.keep_factors, failure)) return true;
  return effort.persistent && solve_by_continuation(instance, effort.keep_factors, failure);
}

void LoopSolver::take_whole(std::uint32_t instance) {
  if (!memory_.sparse[instance])
    memory_.sparse[instance] = std::make_unique<algebra::SparseLu>(
        algebra::SparsePattern{family_.size, family_.size, family_.column_starts, family_.row_indices});
  iterate(false);
}

// Inside of the bounds that the unknowns declare, as long as that leads to a solution.
bool LoopSolver::solve_from_guesses(std::uint32_t instance, const LoopEffort& effort, Failure& failure) {
  bounded_ = !family_.bounds.empty();
  clipped_ = false;
  start(instance, 0);
  bool found = newton(instance, effort.keep_factors, failure);
  // a bound in the way: from other places inside of the bounds
  for (const double distance : {1.0, 10.0, -1.0, -10.0}) {
    if (found || !clipped_ || !effort.persistent) break;
    start(instance, distance);
    found = newton(instance, effort.keep_factors, failure);
  }
  bounded_ = false;
  if (found || !clipped_) return found;
  start(instance, 0);
  return newton(instance, effort.keep_factors, failure);
}

// Products of unknowns that all begin at zero, say, have a singular matrix there and not beside it; and what divides by
// an unknown that begins at zero has no value there.
bool LoopSolver::solve_from_elsewhere(std::uint32_t instance, bool keep_factors, Failure& failure) {
  for (const double distance : {1e-3, 1e-1, 1.0}) {
    if (failure.kind == Failure::Kind::not_converged) return false;
    start(instance, distance);
    if (newton(instance, keep_factors, failure)) return true;
  }
  return false;
}

// At the guesses, or at a distance from them relative to their size, a different one for each.
void LoopSolver::start(std::uint32_t instance, double distance) {
  for (std::uint32_t u = 0; u < iterated_; ++u) {
    double& value = unknown(instance, u);
    value = guesses_.at(family_.places[static_cast<std::size_t>(instance) * family_.size + u]);
    const double size = std::max(1.0, std::fabs(value));
    if (distance != 0) value += distance * size * (0.5 + std::fmod(0.6180339887498949 * (u + 1), 0.5));
    if (bounded_) value = within_bounds(instance, u, value);
  }
}

double LoopSolver::within_bounds(std::uint32_t instance, std::uint32_t number, double value) {
  const LoopFamily::Bounds& bounds = family_.bounds[static_cast<std::size_t>(instance) * family_.size + number];
  double inside = value;
  if (bounds.lower) inside = std::max(inside, frame_.at(*bounds.lower));
  if (bounds.upper) inside = std::min(inside, frame_.at(*bounds.upper));
  if (!(inside == value) && std::isfinite(inside)) clipped_ = true;
  return std::isfinite(inside) ? inside : value;
}

// The largest relative change of an unknown; memory_.trial holds the unknowns.
double LoopSolver::step_size() const {
  double size = 0;
  for (std::uint32_t u = 0; u < iterated_; ++u) {
    const double relative = std::fabs(memory_.step[u]) / (std::fabs(memory_.trial[u]) + smallest_size);
    if (!(relative <= size)) size = relative;
  }
  return size;
}

bool LoopSolver::newton(std::uint32_t instance, bool keep_factors, Failure& failure) {
  evaluate(instance);
  memory_.history.clear();
  double last_size = std::numeric_limits<double>::infinity();
  for (failure.iterations = 0; failure.iterations < most_iterations; ++failure.iterations) {
    if (!evaluation_finite()) {
      blame(instance, failure);
      failure.kind = Failure::Kind::not_finite;
      return false;
    }
    const double norm = measure_rows();
    memory_.history.push_back(norm);
    if (norm == 0 && !keep_factors) return true;
    if (!factor(instance, failure)) return false;
    if (norm == 0) return true;
    for (std::uint32_t u = 0; u < iterated_; ++u) {
      memory_.step[u] = -memory_.residual[u];
      memory_.trial[u] = unknown(instance, u);
    }
    solve_iterated(instance, memory_.step.data());
    const double size = step_size();
    const bool small = size <= nearly_converged;
    const bool done = size <= converged || (small && last_size <= nearly_converged && size >= last_size / 2);
    last_size = size;
    if (small) {
      for (std::uint32_t u = 0; u < iterated_; ++u) unknown(instance, u) = memory_.trial[u] + memory_.step[u];
      if (done && !keep_factors) {
        follow(instance);
        return true;
      }
      evaluate(instance);
      if (done) return factor(instance, failure);
      continue;
    }
    if (damped_step(instance, norm)) continue;
    evaluate(instance);
    if (size <= lost_in_rounding || is_rounding(instance)) return !keep_factors || factor(instance, failure);
    break;
  }
  evaluate(instance);
  measure_rows();
  blame(instance, failure);
  failure.kind = Failure::Kind::not_converged;
  return false;
}

// Whether the residuals where the loop was evaluated are no more than the rounding of what their equations add up: then
// no step makes them smaller, whatever its size.
bool LoopSolver::is_rounding(std::uint32_t instance) {
  constexpr double operations = 64;  // of an equation, each with its rounding
  double* const terms = memory_.scratch.data();
  std::fill_n(terms, family_.size, 0.0);
  const double* matrix = frame_[Space::matrix];
  for (std::uint32_t column = 0; column < family_.size; ++column) {
    const double size = std::max(1.0, std::fabs(unknown(instance, column)));
    if (family_.dense) {
      for (std::uint32_t row = 0; row < family_.size; ++row) terms[row] += std::fabs(*matrix++) * size;
    } else {
      for (auto k = family_.column_starts[column]; k < family_.column_starts[column + 1]; ++k)
        terms[family_.row_indices[k]] += std::fabs(matrix[k]) * size;
    }
  }
  for (std::uint32_t row = 0; row < iterated_; ++row) {
    const double largest = operations * std::numeric_limits<double>::epsilon() * terms[row];
    if (!(std::fabs(memory_.residual[row]) <= largest)) return false;
  }
  return true;
}

// Shortens the step until the residuals become smaller. False (and nothing changed): they do not.
bool LoopSolver::damped_step(std::uint32_t instance, double norm) {
  for (double damping = 1; damping >= smallest_damping; damping /= 2) {
    for (std::uint32_t u = 0; u < iterated_; ++u) {
      const double wanted = memory_.trial[u] + damping * memory_.step[u];
      unknown(instance, u) = bounded_ ? within_bounds(instance, u, wanted) : wanted;
    }
    evaluate(instance);
    if (evaluation_finite() && residual_norm() <= (1 - damping / 10) * norm) return true;
  }
  for (std::uint32_t u = 0; u < iterated_; ++u) unknown(instance, u) = memory_.trial[u];
  return false;
}

}  // namespace sunder::emit
