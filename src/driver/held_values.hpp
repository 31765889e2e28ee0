// What held values mean: when they hold, and when the clock alone will change them.
#pragma once

#include "ir/dae.hpp"

namespace sunder {

/// The value that follows from z.
double live_value(ir::HeldKind kind, double z);
/// How far z is from where `held` ceases to hold; negative exactly when it does not hold.
double margin(ir::HeldKind kind, double z, double held);
/// For z that changes at the rate `slope`, z being within what `held` allows: how long it will hold.
double time_to_change(ir::HeldKind kind, double z, double held, double slope);
/// The shortest stretch of time that is not lost in rounding. Time events are looked at this much later, so that the
/// rounding of their instants does not matter.
double instant_after(double time);

}  // namespace sunder
