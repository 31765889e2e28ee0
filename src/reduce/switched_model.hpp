// A switched system with given inputs as a Model: every method runs it, with its switches as events and the passages
// between dynamics as jumps of the state.
#pragma once

#include "model/model.hpp"
#include "reduce/switched.hpp"

namespace sunder::reduce {

/// Variables: states, inputs, outputs, `mode` (the code of the mode). Inputs stay where they are beyond the series.
std::unique_ptr<const Model> make_switched_model(SwitchedSystem system, InputSeries inputs, std::string name);

}  // namespace sunder::reduce
