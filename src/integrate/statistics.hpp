// What a run cost, in counts that do not depend on the machine.
#pragma once

#include <cstdint>

namespace sunder::integrate {

struct Statistics {
  std::uint64_t steps = 0;     ///< accepted steps, sub-steps of a halved interval included
  std::uint64_t rejected = 0;  ///< attempts thrown away: halved intervals, error tests not passed
  std::uint64_t function_evaluations = 0;
  std::uint64_t jacobian_evaluations = 0;
  std::uint64_t function_evaluations_in_jacobian = 0;  ///< 0 while Jacobians come from generated code
  std::uint64_t newton_iterations = 0;
  std::uint64_t newton_failures = 0;
  std::uint64_t factorisations = 0;
  std::uint64_t events = 0;
  std::uint64_t full_rhs_evaluations = 0;        ///< evaluations that computed every derivative
  std::uint64_t restricted_rhs_evaluations = 0;  ///< evaluations that computed only the derivatives of one part
  std::uint64_t slow_steps = 0;                  ///< multirate: accepted steps of the slowest level
  std::uint64_t rows_added = 0;                  ///< rosenbrock: states that became implicit on the way
  std::uint64_t kernel_operations = 0;           ///< arithmetic of evaluations; 0 when the model does not know
  std::uint64_t solver_operations = 0;           ///< arithmetic of factorisations and substitutions

  Statistics& operator+=(const Statistics& other) {
    steps += other.steps;
    rejected += other.rejected;
    function_evaluations += other.function_evaluations;
    jacobian_evaluations += other.jacobian_evaluations;
    function_evaluations_in_jacobian += other.function_evaluations_in_jacobian;
    newton_iterations += other.newton_iterations;
    newton_failures += other.newton_failures;
    factorisations += other.factorisations;
    events += other.events;
    full_rhs_evaluations += other.full_rhs_evaluations;
    restricted_rhs_evaluations += other.restricted_rhs_evaluations;
    slow_steps += other.slow_steps;
    rows_added += other.rows_added;
    kernel_operations += other.kernel_operations;
    solver_operations += other.solver_operations;
    return *this;
  }
};

}  // namespace sunder::integrate
