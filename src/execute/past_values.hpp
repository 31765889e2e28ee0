// What is written down of a run, for the delays of a model.
#pragma once

#include "execute/compiled_context.hpp"

namespace sunder::execute {

/// The value of a variable, whatever it is an alias of.
double value_at(const ir::Plan& plan, const emit::Frame& frame, ir::VariableId variable);

/// At the start what is delayed is what it was made of; true: it has changed, so that everything must be computed
/// again.
bool follow_start(const ir::Plan& plan, CompiledContext& context, double time);
/// The values in context.scratch are those just before, and just after, an event.
void note_before_event(const ir::Plan& plan, CompiledContext& context, double time);
void note_after_event(const ir::Plan& plan, CompiledContext& context, double time, int sharpness);

}  // namespace sunder::execute
