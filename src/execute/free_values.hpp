// Unknowns that their equations do not determine.
//
// holds  what nothing depends on may have any value, which is said; it keeps the one it had
// never  lets a derivative depend on such a value, or one that has a derivative keep it
#pragma once

#include "emit/program.hpp"
#include "execute/compiled_context.hpp"

namespace sunder::execute {

/// After `program` has computed everything in the context's scratch, with its workspace for records.
model::Status allow_free(const ir::Plan& plan, CompiledContext& context, const emit::Program& program,
                         ir::VariableId variable, double time);

/// After `program` has solved the initial system in the context's scratch and left something open: that no state and no
/// parameter depends on it. (What else does, equations that hold all the time leave open, too: `allow_free`.)
bool is_harmless_at_start(const ir::Plan& plan, CompiledContext& context, const emit::Program& program,
                          emit::Workspace& workspace, double time);

}  // namespace sunder::execute
