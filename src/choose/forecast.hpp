// What each method would need to keep an error, told from a coarse run without running it.
#pragma once

#include "choose/coarse_run.hpp"
#include "choose/plan.hpp"
#include "simulate/averaging_parts.hpp"

namespace sunder::choose {

/// CVODE keeps errors 26 times its tolerance in the median, rosenbrock 0.6 times.
inline constexpr double rosenbrock_error_per_tolerance = 0.6;
inline constexpr double cvode_error_per_tolerance = 26;
/// No method resolves less.
inline constexpr double smallest_tolerance = 1e-12;

/// The tolerance with which a candidate has about the error of rosenbrock with all states implicit at `tolerance`.
double equivalent_tolerance(const Candidate& candidate, double tolerance);

/// Steps of rosenbrock at `tolerance`, all of its states implicit or some, from its own coarse run.
double forecast_steps(const CoarseRun& coarse, bool all_implicit, double tolerance);

/// The sum of the errors that its steps are estimated to make then; at the tolerance of the coarse run: that they made.
double forecast_local_errors(const CoarseRun& coarse, bool all_implicit, double tolerance);

/// The part of the errors made by steps that are divided then.
double forecast_divided(const CoarseRun& coarse, bool all_implicit, double tolerance);

/// rosenbrock with all states implicit, with none, and CVODE: each with a forecast.
std::vector<Candidate> forecast_candidates(const CoarseRun& coarse, std::size_t states, double tolerance);
/// rosenbrock with some states implicit, from a coarse run of that very method. Its time is told by the work it does
/// and the time that the coarse run with all states implicit took for its own: a choice by counts is always the same.
Candidate forecast_rows(const CoarseRun& some, const CoarseRun& all, model::StateSet rows, std::size_t states,
                        double tolerance);

/// Parts with steps of their own, from a coarse run of that method; times as above.
void forecast_parts(const CoarseRun& parts, const CoarseRun& all, std::size_t states, double tolerance,
                    Candidate& candidate);

/// Averaging, from a coarse run of its own. Times are on the scale of `direct`.
Candidate forecast_averaging(const simulate::AveragingParts& parts, const CoarseRun& direct, std::size_t states,
                             double tolerance);

/// The cheapest that is not refused, and why the others are not; the list is sorted by it.
void choose_cheapest(std::vector<Candidate>& candidates);
/// Arithmetic around the model and the matrices, in operations of a step.
double overhead(double states);

/// States whose own time scale lay below the steps taken, anywhere in the run.
model::StateSet fast_states(const CoarseRun& coarse);

}  // namespace sunder::choose
