// What is slower than a given time: which states the error counts for, and whether means of the others will do.
#pragma once

#include "choose/coarse_run.hpp"
#include "choose/plan.hpp"
#include "decouple/analysis.hpp"

namespace sunder::choose {

/// Time scales at the start, for the purposes of the planner: without a cut.
Outcome<decouple::Analysis> time_scales(const model::Model& model, const ContextMaker& make_context,
                                        const simulate::SimulateOptions& options);

/// The error counts for states slower than `slowest_of_interest`, or for those among them that the purpose names. False
/// after a diagnostic: there are none, or one that is named is faster.
bool count_slow_states(const model::Model& model, const decouple::Analysis& analysis, Purpose& purpose,
                       Diagnostics& diagnostics);

}  // namespace sunder::choose
