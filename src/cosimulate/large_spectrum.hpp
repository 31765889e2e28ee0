// The spectrum of a communication step of systems with so many states that its matrix is not formed.
#pragma once

#include "cosimulate/stability.hpp"

namespace sunder::cosimulate {

/// Of one sample. The largest eigenvalues are found by Arnoldi's method, in units of how far each state moves by
/// itself; the margin around one is at least the residual of the largest. Growth is that of some disturbances that are
/// followed: not bounded. The radius of the system as one is looked for where that of the step is above one. What is
/// allowed is not decided here, since it depends on all samples. Nothing as for `spectrum`.
std::optional<Spectrum> large_spectrum(const StabilityProblem& problem, std::size_t sample,
                                       const std::vector<StepMap>& maps, double step, double margin,
                                       bool looks_for_growth, const std::vector<double>& weights = {});

}  // namespace sunder::cosimulate
