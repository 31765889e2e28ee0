// Warns of fixed steps that do not resolve what repeats in a model.
#pragma once

#include "base/cancel.hpp"
#include "base/diagnostic.hpp"
#include "model/model.hpp"
#include "simulate/events.hpp"
#include "simulate/grid.hpp"

namespace sunder::simulate {

/// Periods come from the model's text, else from the events of a short run with a variable step at the beginning of the
/// grid. Events that are located are met, however often they come: then only sines count. One warning, for the shortest
/// period that two steps do not resolve; `context` is not used for the run.
void warn_of_aliasing(const model::Model& model, model::Context& context, const TimeGrid& grid, EventMode events,
                      const CancelToken& cancel, Diagnostics& diagnostics);

/// A step near `step` that meets all phases of the period in turn, or resolves it.
double incommensurate_step(double step, double period);

}  // namespace sunder::simulate
