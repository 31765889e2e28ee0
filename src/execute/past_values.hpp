// What is written down of a run, for the delays and flows of a model.
#pragma once

#include "execute/compiled_context.hpp"

namespace sunder::execute {

/// The value of a variable, whatever it is an alias of.
double value_at(const ir::Plan& plan, const emit::Frame& frame, ir::VariableId variable);

/// Lengths of delays and profiles of flows, as the parameters say now: some may be found by initialisation only.
std::vector<double> shape_of_past(const ir::Plan& plan, const CompiledContext& context);
/// Before the start, everything was as it is there. `guessed`: lengths may still change, and are no mistakes yet.
model::Status begin_past(const ir::Plan& plan, CompiledContext& context, double time, bool guessed);
/// At the start what is delayed is what it was made of; true: it has changed, so that everything must be computed
/// again.
bool follow_start(const ir::Plan& plan, CompiledContext& context, double time);
/// The values in context.scratch are those at the end of a step or just before an event, and just after one.
void note_values(const ir::Plan& plan, CompiledContext& context, double time);
void note_after_event(const ir::Plan& plan, CompiledContext& context, double time, int sharpness);
/// Which jumps and corners of fixed delays were to arrive up to now: the sharpest of them.
int pass_delays(const ir::Plan& plan, CompiledContext& context, double time);
/// When the next of them arrives, or when at the latest a course has to be looked at again.
double next_arrival(const ir::Plan& plan, CompiledContext& context);

}  // namespace sunder::execute
