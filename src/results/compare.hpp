// How far two results are apart.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/outcome.hpp"
#include "results/trajectory.hpp"

namespace sunder::results {

/// The error of x against the reference y:
///   equivalence  |x - y| / (1 + |y|)
///   range        |x - y| / range of y over the run. A reference that stays constant (within rounding) is measured by
///                its nominal value, if one is known, else by its magnitude. Files do not hold nominal values.
///   relative     |x - y| / |y|; points where y is zero are left out
///   absolute     |x - y|
enum class Measure { equivalence, range, relative, absolute };
Outcome<Measure> measure_named(std::string_view name);
std::string_view name_of(Measure measure);

struct VariableError {
  std::string name;
  double epsilon = 0;  ///< largest error
  double rms = 0;      ///< root mean square over the output points
};

struct Comparison {
  Measure measure = Measure::equivalence;
  std::size_t left_out = 0;     ///< values near jumps that were not compared
  double epsilon = 0;           ///< not a number when nothing was compared
  double epsilon_relative = 0;  ///< by the measure `relative`, whichever was asked for
  std::string worst_variable;
  double worst_time = 0;
  std::vector<VariableError> variables;
  std::vector<std::string> not_compared;  ///< in both, but no value is left: all lie near jumps (relative: or are zero)
  std::vector<std::string> only_in_a;
  std::vector<std::string> only_in_b;
};

/// What errors of the measure `range` are divided by; `nominal`: 0 where it is not known.
double range_scale(std::span<const double> reference, double nominal);

/// B is the reference. Compared at the times of A that lie inside B's range; between B's times linearly. A value that
/// is not finite in one of the two only is infinitely wrong. Where a variable jumps (its value changes at a time that
/// one of the two has twice), its values within `window` before and after are left out: a jump that comes a little
/// sooner or later is no error of the size of the jump.
Outcome<Comparison> compare(const Trajectory& a, const Trajectory& b, Measure measure, double window = 0);

}  // namespace sunder::results
