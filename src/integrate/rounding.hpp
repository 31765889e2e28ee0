// What rounding leaves of an instant, and where few rows stop paying.
#pragma once

#include <cmath>
#include <limits>

namespace sunder::integrate {

inline constexpr double epsilon = std::numeric_limits<double>::epsilon();
inline double rounding_of(double t) { return 4 * epsilon * std::abs(t); }

/// Above this part of all states, the full Jacobian with the method of higher order costs less than some of its rows.
inline constexpr double most_rows = 0.5;

}  // namespace sunder::integrate
