// Two runs of an oscillator differ mostly in time: what the one does the other does a little later. Then their
// difference, which grows until it is the whole range, says little about the shape of either.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "results/trajectory.hpp"

namespace sunder::choose {

struct TimeShift {
  double shape = 0;            ///< what is left of the difference of states when times are shifted, of the range
  double shift = 0;            ///< the largest, in the unit of time
  double time = 0;             ///< where it is
  std::optional<int> power{};  ///< it grows with this power of time, 0: it does not; empty: neither
};

/// Nothing: the difference of the two runs is no shift, or derivatives of states were not recorded, by which values
/// between output points are known. `difference`: of the two runs as they are, of the range.
std::optional<TimeShift> time_shift(const results::Trajectory& coarse, const results::Trajectory& fine,
                                    double difference, const std::vector<std::string>& only);

/// "shape 3e-4, time shift 2 ms, growing like T".
std::string to_text(const TimeShift& shift);

}  // namespace sunder::choose
