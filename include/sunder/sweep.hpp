// A run for every combination of some values of some parameters.
#pragma once

#include <sunder/simulate.hpp>

namespace sunder {

struct SweepAxis {
  std::string parameter{};
  std::vector<std::string> values{};  ///< numbers, true, false
};

struct SweepOptions {
  std::vector<SweepAxis> axes{};  ///< the last one changes fastest
  /// Of every run. `output` is one table (.csv) of all runs; `threads` counts runs at a time, unset: one for each core.
  SimulateOptions run{};
};

struct SUNDER_API Sweep : Answer {
  struct Point {
    std::vector<std::string> values;  ///< of the parameters, in the order of the axes
    bool finished = false;
    std::string ending;
    Trajectory trajectory;  ///< if runs were to be kept
    std::vector<std::string> names;
    std::vector<double> final_values;

    /// Throws std::out_of_range where nothing of that name was recorded.
    [[nodiscard]] SUNDER_API double final_value(const std::string& name) const;
  };
  std::vector<Point> points;
  std::size_t compilations = 0;  ///< beside that of the model: one for each set of structural values
  double seconds = 0;
};

}  // namespace sunder
