// A switched affine system from a model that is affine in every discrete mode: all modes, not only those a run visits.
//
// What a mode remembers is what the model remembers from event to event (pre of something), and what holds of the
// relations that derivatives or outputs read. From where the model starts, every mode is asked under which relations
// what it remembers would change, and to what: each such condition is a guard with the rows of its relations, the
// relations that do not matter left out. Conditions that no point fulfils are dropped (a linear programme). What
// changes independently of each other is kept in groups. Modes are collected until there is no new one.
#pragma once

#include "base/cancel.hpp"
#include "base/outcome.hpp"
#include "ir/plan.hpp"
#include "model/model.hpp"
#include "reduce/switched.hpp"

namespace sunder::approximate {

struct ModeOptions {
  std::size_t most_modes = 4096;
  CancelToken cancel{};
};

/// `model` is the compiled model of the plan; `affine_in_modes` must have found nothing.
Outcome<reduce::SwitchedSystem> all_modes(const ir::Plan& plan, const model::Model& model,
                                          const ModeOptions& options = {});

}  // namespace sunder::approximate
