// Whether a model is affine in every discrete mode: what it depends on between events enters linearly.
#pragma once

#include "base/diagnostic.hpp"
#include "ir/plan.hpp"

namespace sunder::approximate {

/// Looks at the shapes of all continuous equations and of what makes events: the slope of one continuous variable must
/// contain no other, and time must not occur. Each row that fails is an error with its place.
bool affine_in_modes(const ir::Plan& plan, Diagnostics& diagnostics);

}  // namespace sunder::approximate
