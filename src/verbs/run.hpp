// What a run of a loaded model needs, from the options of a verb: for one run and for the many of a sweep.
#pragma once

#include "verbs/simulate.hpp"

namespace sunder::verbs {

/// Options as the room `simulate` takes them, but for what depends on the model: start, inputs, cut.
simulate::SimulateOptions plain_options(const SimulateOptions& options, const Control& control);
/// Names to record become a filter. False after a diagnostic, as all that follows.
bool choose_variables(const LoadedModel& model, const SimulateOptions& options, simulate::SimulateOptions& run,
                      Diagnostics& diagnostics);
bool read_start(const LoadedModel& model, const SimulateOptions& options, simulate::SimulateOptions& run,
                Diagnostics& diagnostics);
/// Files and signals.
bool read_inputs(const LoadedModel& model, const InputSources& sources, std::vector<simulate::DrivenInput>& inputs,
                 Diagnostics& diagnostics);
/// With the values of the parameters and with constant inputs, which `read_inputs` has checked.
std::unique_ptr<model::Context> create_context(const LoadedModel& model, const InputSources& sources);
/// Mixed methods always, others that take a set of fast states where the options ask for one.
bool needs_cut(const SimulateOptions& options);
/// The partition of a mixed method: as asked for, else by the step, else automatic with its suggested step.
bool choose_cut(const LoadedModel& model, const SimulateOptions& options, model::Context& context,
                simulate::SimulateOptions& run, Diagnostics& diagnostics);

/// The reference at the very points of the run, to a tolerance well below the errors of interest.
bool compare_with(const std::string& method, const LoadedModel& model, const InputSources& sources,
                  const simulate::SimulateOptions& options, const simulate::Simulation& run,
                  results::Trajectory trajectory, std::optional<ReferenceComparison>& comparison,
                  Diagnostics& diagnostics);
/// Leaves nothing but these states. Means have no counterpart at a point in time: of a run by averaging only slow
/// states can be compared.
void keep_states(results::Trajectory& trajectory, const model::StateSet& states, const model::Model& model);

}  // namespace sunder::verbs
