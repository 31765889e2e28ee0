// The method auto: what its options mean and which it does not take.
#pragma once

#include "choose/choose.hpp"
#include "verbs/simulate.hpp"

namespace sunder::verbs {

choose::Purpose purpose_of(const SimulateOptions& options);
/// Names that --only gives must be variables of the model, and recorded.
bool check_only(const LoadedModel& model, const SimulateOptions& options, Diagnostics& diagnostics);
/// Errors where options ask for what the method chooses itself, or contradict each other.
void check_automatic(const SimulateOptions& options, Diagnostics& diagnostics);

/// An FMU for Co-Simulation steps itself: two runs of it are the same whatever the tolerance, and agree. So no error is
/// promised (false, with an error), and none estimated (with a warning).
bool can_be_audited(const LoadedModel& model, choose::Purpose& purpose, Diagnostics& diagnostics);

}  // namespace sunder::verbs
