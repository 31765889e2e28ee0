// Pictures of stability as SVG text.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cosimulate/stability.hpp"

namespace sunder {

/// The spectral radius over the communication step, stable intervals shaded, the step in question marked.
std::string radius_picture(const StepSearch& search, double step);

/// The error of runs over the communication step on logarithmic axes, with the predicted end of stability. An error
/// that is not finite stands at the upper edge.
struct ErrorPoint {
  double step = 0;
  double error = 0;
};
std::string error_picture(const std::string& title, const std::vector<ErrorPoint>& points,
                          std::optional<double> predicted_limit);

}  // namespace sunder
