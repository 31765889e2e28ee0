// The planner: what should be run to keep an error, and the run itself with its audit.
#pragma once

#include "choose/coarse_run.hpp"
#include "choose/plan.hpp"
#include "results/trajectory.hpp"

namespace sunder::choose {

/// Errors where the purpose contradicts itself or asks for more than numbers can give.
void check(const Purpose& purpose, Diagnostics& diagnostics);

/// A coarse run, forecasts, a choice. `options` say what is run, not how: method, tolerance, step and partition are
/// chosen here. A coarse run that fails is told in the plan, and CVODE is what is left.
Outcome<Plan> make_plan(const model::Model& model, const ContextMaker& make_context,
                        const simulate::SimulateOptions& options, const Purpose& purpose,
                        double tolerance_of_coarse_run = coarse_tolerance);

/// Runs every candidate of a plan, and a reference.
Diagnostics measure(const model::Model& model, const ContextMaker& make_context,
                    const simulate::SimulateOptions& options, Plan& plan);

struct ChosenRun {
  simulate::Simulation run;  ///< the one delivered
  results::Trajectory trajectory;
  Plan plan;
  AuditResult audit;
};

/// Runs what a plan has chosen, with its audit; plans again where the first run shows that the plan does not hold.
Outcome<ChosenRun> simulate_planned(const model::Model& model, const ContextMaker& make_context,
                                    const simulate::SimulateOptions& options, Plan plan);

/// Plans, runs and audits. The results file, if the options name one, holds the run delivered. A promise that is not
/// kept is an error, and the best run is delivered all the same.
Outcome<ChosenRun> simulate_chosen(const model::Model& model, const ContextMaker& make_context,
                                   const simulate::SimulateOptions& options, const Purpose& purpose);

}  // namespace sunder::choose
