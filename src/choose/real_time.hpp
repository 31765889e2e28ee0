// Steps of a given length, each with the same amount of work, as a controller or a simulator on a test bench needs
// them.
#pragma once

#include "choose/choose.hpp"

namespace sunder::choose {

/// A coarse run tells what a step of each method would take and whether it would be stable. An error where none keeps
/// the step.
Outcome<Plan> plan_real_time(const model::Model& model, const ContextMaker& make_context,
                             const simulate::SimulateOptions& options, const Purpose& purpose);

/// Runs every candidate of the plan that may keep the step and holds it against a run with controlled errors; the most
/// accurate is delivered. Without an audit the one chosen by forecast is run, and nothing else.
Outcome<ChosenRun> simulate_in_real_time(const model::Model& model, const ContextMaker& make_context,
                                         const simulate::SimulateOptions& options, Plan plan);

/// The candidates of such a plan, measured in the same way.
Diagnostics measure_in_real_time(const model::Model& model, const ContextMaker& make_context,
                                 const simulate::SimulateOptions& options, Plan& plan);

}  // namespace sunder::choose
