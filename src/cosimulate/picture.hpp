// A picture of stability.
#pragma once

#include "cosimulate/stability.hpp"
#include "results/figure.hpp"

namespace sunder {

/// The spectral radius over the communication step, stable intervals shaded, the step in question marked.
Figure radius_figure(const StepSearch& search, double step);

}  // namespace sunder
