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

}  // namespace sunder::verbs
