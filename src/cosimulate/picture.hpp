// Pictures of distributed systems: stability, error, steps.
#pragma once

#include "cosimulate/error_table.hpp"
#include "cosimulate/stability.hpp"
#include "results/figure.hpp"

namespace sunder {

/// The spectral radius over the communication step, stable intervals shaded, the step in question marked.
Figure radius_figure(const StepSearch& search, double step);
/// Eigenvalues of one communication step and the unit circle.
Figure eigenvalue_figure(const Spectrum& spectrum);
/// The error over the communication step, stable intervals shaded, where runs diverge marked: seen and predicted.
Figure error_figure(const ErrorTable& table);
/// Communication steps over time.
Figure step_figure(const std::vector<TakenStep>& steps);
/// Variables of a run over time; `reference`, if given, dashed beside each.
Figure trajectory_figure(const Trajectory& run, const Trajectory* reference, const std::vector<std::string>& variables,
                         const std::string& title);

}  // namespace sunder
