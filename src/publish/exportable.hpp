// What of a plan the C code of an FMU can carry.
#pragma once

#include "base/diagnostic.hpp"
#include "ir/plan.hpp"

namespace sunder::publish {

/// False, with the reason and its place, where the model needs something that has no C code yet: routines that are
/// called (loops of functions, tables), states that are chosen again in the run.
bool can_export(const ir::Plan& plan, Diagnostics& diagnostics);

}  // namespace sunder::publish
