// Where a loaded model is linearised.
#pragma once

#include "simulate/linearise.hpp"
#include "verbs/load.hpp"

namespace sunder::verbs {

/// Times and tolerance come from the model's experiment. No points: the initial one and some along a coarse run.
simulate::OperatingPoint operating_point(const LoadedModel& model, std::vector<simulate::PointRequest> points,
                                         const Control& control);

}  // namespace sunder::verbs
