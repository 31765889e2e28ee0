// A steady state: all derivatives vanish at one time.
//
// Some states may be left out. A state on whose value no derivative depends (an angle behind a speed, a counter), or
// only derivatives of such states, can be anywhere: it keeps its start value, and whether it comes to rest does not
// matter to the others. For the rest f(x) = 0 is solved by Newton's method with the exact Jacobian, damped by the
// natural monotonicity test (the next correction must become smaller), which no change of units can fool. Where that
// fails, or where the Jacobian is singular (a conserved quantity), the transient is followed instead by implicit steps
// (I - d J) dx = d f(x) that become longer as it fades: conserved quantities keep their start value, everything stays
// finite.
#pragma once

#include <span>
#include <vector>

#include "base/cancel.hpp"
#include "base/outcome.hpp"
#include "model/model.hpp"

namespace sunder::simulate {

struct SteadyState {
  std::vector<double> x;
  model::StateSet moving;           ///< left out, and not at rest there
  bool unique = true;               ///< false: the Jacobian is singular, others lie next to it
  bool followed_transient = false;  ///< Newton's method alone did not find it
  std::size_t iterations = 0;
};

/// Searched from `start`, with time held. Warnings say what is moving and what is not unique. Failure is an error and
/// the context's fault: the derivative that does not vanish, and its value.
Outcome<SteadyState> find_steady_state(const model::Model& model, model::Context& context, double time,
                                       std::span<const double> start, const CancelToken& cancel = {});

}  // namespace sunder::simulate
