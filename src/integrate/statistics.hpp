// What a run cost, in counts that do not depend on the machine.
#pragma once

#include <cstdint>

namespace sunder {

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
};

}  // namespace sunder
