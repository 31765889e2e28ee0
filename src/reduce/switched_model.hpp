// A switched system with given inputs as a Model: every method runs it, with its switches as events and the passages
// between dynamics as jumps of the state.
#pragma once

#include "model/model.hpp"
#include "reduce/switched.hpp"

namespace sunder::reduce {

/// Variables: states, inputs, outputs, `mode` (the code of the mode). Inputs follow the series unless somebody drives
/// them otherwise, and stay where they are beyond it.
std::shared_ptr<const model::Model> make_switched_model(SwitchedSystem system, const InputSeries& inputs,
                                                        const std::string& name);

}  // namespace sunder::reduce
