// The system with modes that options ask about, and how its inputs are drawn.
#pragma once

#include "verbs/reduce_switched.hpp"

namespace sunder::verbs {

/// From a model. False after a diagnostic, as the other.
bool open_task(const LoadedModel& model, const SwitchedOptions& options, const Control& control,
               reduce::SwitchedTask& task, Diagnostics& diagnostics);
/// From a description.
bool open_task(const Source& description, SourceMap& sources, const SwitchedOptions& options,
               reduce::SwitchedTask& task, Diagnostics& diagnostics);

}  // namespace sunder::verbs
