// What a run with steps of its own looked like, step by step: what forecasts are made of.
#pragma once

#include <vector>

namespace sunder::integrate {

struct TracedStep {
  double time = 0;  ///< at its end
  double length = 0;
  double error = 0;      ///< estimated, weighted, 1 at the tolerance
  double stiffness = 0;  ///< length times the estimated spectral radius of the Jacobian; 0 where none is evaluated
};

/// Filled by methods that know it (rosenbrock).
struct StepTrace {
  std::vector<TracedStep> steps;
  std::vector<double> pull;  ///< of each state: the largest length |J_ii| of all steps, or of the longest, if less
  double longest = 0;        ///< step that a run may take which is not only to tell how another will go
};

}  // namespace sunder::integrate
