// The tolerances of the runs that an audit begins with. No constant factor between tolerance and error holds: single
// runs keep an error E in 65, 91 and 94.5 of 100 cases with the tolerances E, E/10 and E/100. Two runs that agree do.
#pragma once

#include <algorithm>
#include <vector>

#include "choose/plan.hpp"

namespace sunder::choose {

/// Two runs for a bound below this would both be at the smallest tolerance: that they agree proves nothing.
inline constexpr double smallest_error = 1e-9;

/// Of rosenbrock; the last is that of the run delivered if all is well.
inline std::vector<double> tolerances(const Purpose& purpose) {
  const double error = purpose.max_error;
  switch (purpose.audit) {
    case Audit::promise: return {error / 30, error / 300};
    case Audit::estimate: return {error, error / 10};
    case Audit::off: break;
  }
  return {error / 10};
}

}  // namespace sunder::choose
