// A switched affine system from a model that is affine in every discrete mode.
//
// A mode is a set of relations that hold: its matrices are the exact Jacobian, its domain is where no relation changes.
// Modes are found by running: where a run leaves a mode through a guard for the first time, the model itself is asked
// what follows. What no run visits is not in the result.
#pragma once

#include <functional>

#include "base/cancel.hpp"
#include "reduce/ports.hpp"
#include "reduce/switched.hpp"

namespace sunder::reduce {

struct ExtractOptions {
  std::function<InputSeries(std::size_t)> realisation;  ///< inputs of the runs
  std::size_t runs = 20;
  std::size_t most_modes = 5000;
  CancelToken cancel{};
};

/// `model` is the one with ports. The claim that it is affine is confirmed numerically at every new mode.
Outcome<SwitchedSystem> extract_switched(const Model& model, const Ports& ports, const ExtractOptions& options);

}  // namespace sunder::reduce
