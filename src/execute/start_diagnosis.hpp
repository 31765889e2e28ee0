// What is wrong with the conditions of a start, and what to do about it.
#pragma once

#include "emit/listing.hpp"
#include "emit/program.hpp"
#include "execute/compiled_context.hpp"
#include "ir/plan.hpp"
#include "model/status.hpp"

namespace sunder::execute {

/// `variable = start value`, and initial equations like that, which were not needed to compute the start: they must
/// hold there.
model::Status check_surplus_conditions(const ir::Plan& plan, CompiledContext& context, double time);

/// What to do about equations of the start that do not determine their unknowns.
model::Status with_hint(const ir::Plan& plan, model::Status status, const emit::Failure& failure,
                        const emit::Frame& guesses);

}  // namespace sunder::execute
