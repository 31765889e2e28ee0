// How far two runs of one model, recorded at the same output points, are apart.
#pragma once

#include <string>
#include <vector>

#include "results/trajectory.hpp"

namespace sunder::choose {

struct Agreement {
  double difference = 0;  ///< the largest, of the range of the variable over the run
  std::string variable;
  double time = 0;
  double until = 0;  ///< before the first output point with a difference above the bound; the last one: there is none
  std::size_t compared = 0;               ///< variables
  std::vector<std::string> not_compared;  ///< they jump near every output point
};

/// Compared at the output points that both have, by the measure `range` of results/compare; `fine` is the reference.
/// Where a variable jumps, output points nearer to the jump than `window` (and a tenth of the mean way from jump to
/// jump) are left out: a jump that comes a little sooner or later is no error of the size of the jump. `only`: names to
/// compare; empty: all that may change, but for derivatives of states.
Agreement agreement(const results::Trajectory& coarse, const results::Trajectory& fine, double bound, double window,
                    const std::vector<std::string>& only);

}  // namespace sunder::choose
