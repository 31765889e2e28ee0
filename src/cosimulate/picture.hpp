// Pictures of distributed systems: stability, error, steps.
#pragma once

#include "cosimulate/error_table.hpp"
#include "cosimulate/stability.hpp"
#include "results/figure.hpp"

namespace sunder::cosimulate {

/// The spectral radius over the communication step, stable intervals shaded, the step in question marked.
results::Figure radius_figure(const StepSearch& search, double step);
/// Eigenvalues of one communication step and the unit circle.
results::Figure eigenvalue_figure(const Spectrum& spectrum);
/// The error over the communication step, stable intervals shaded, where runs diverge marked: seen and predicted.
results::Figure error_figure(const ErrorTable& table);
/// Communication steps over time.
results::Figure step_figure(const std::vector<TakenStep>& steps);
/// Variables of a run over time; `reference`, if given, dashed beside each.
results::Figure trajectory_figure(const results::Trajectory& run, const results::Trajectory* reference,
                                  const std::vector<std::string>& variables, const std::string& title);

}  // namespace sunder::cosimulate
