// What the clock drives for a short time only: a dose of a second in a run of a day. While all states rest, steps
// become long and pass over it, in every run alike, so that comparing runs shows nothing.
#pragma once

#include <span>
#include <vector>

#include "base/cancel.hpp"
#include "model/model.hpp"

namespace sunder::simulate {

/// Instants at which steps should end so that pulses of the derivatives, as functions of the time alone, are seen:
/// around and in each of them, ascending. The derivatives are looked at with the states standing still at x and beside
/// it, at many points (up to 100 000, fewer for models that take long to evaluate), so that pulses shorter than two of
/// their distances may stay unseen. The context is initialised, is used up, and belongs to nobody else. Nothing for
/// models that do not depend on the time, and for FMUs.
std::vector<double> instants_of_pulses(const model::Model& model, model::Context& context, std::span<const double> x,
                                       double start, double stop, const CancelToken& cancel);

}  // namespace sunder::simulate
