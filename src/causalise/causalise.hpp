// dae -> plan: who computes what, in which order.
#pragma once

#include "base/outcome.hpp"
#include "base/pass.hpp"
#include "causalise/work.hpp"
#include "ir/plan.hpp"

namespace sunder::causalise {

/// From "dae" to "plan". Each product has its contract, see causalise/verify.hpp.
const PassList<Work>& passes();

/// Runs them all; stops after the first that finds errors.
Outcome<ir::Plan> causalise(ir::Dae dae, const PassOptions& options = {});

}  // namespace sunder::causalise
