// What repeats by the clock according to the model's text.
#pragma once

#include <vector>

#include "execute/compiled_context.hpp"

namespace sunder::execute {

/// Sines of an argument that is linear in time, rounding of such an argument, instants of sample; shortest period
/// first. The caller holds the mutex of the shapes.
std::vector<model::PeriodInfo> find_periods(const ir::Plan& plan, const CompiledContext& context);

}  // namespace sunder::execute
