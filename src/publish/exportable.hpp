// What of a plan the C code of an FMU can carry.
#pragma once

#include "base/diagnostic.hpp"
#include "ir/plan.hpp"

namespace sunder::publish {

/// False, with the reason and its place, where the model calls a routine that has no C code.
bool can_export(const ir::Plan& plan, Diagnostics& diagnostics);

}  // namespace sunder::publish
