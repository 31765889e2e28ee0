// A picture of stability as SVG text.
#pragma once

#include <string>

#include "cosimulate/stability.hpp"

namespace sunder {

/// The spectral radius over the communication step, stable intervals shaded, the step in question marked.
std::string radius_picture(const StepSearch& search, double step);

}  // namespace sunder
