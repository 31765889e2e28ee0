// How far a polynomial gain stays small: the steps that a cycle allows.
#pragma once

#include <span>

#include "decouple/probe.hpp"

namespace sunder::decouple {

/// Where the magnitude of the product of the weights first exceeds alpha, searched from zero; `limit` when it stays
/// below up to there. No weight is identically zero.
double first_gain_above(std::span<const ProbeWeight> weights, double alpha, double limit);

/// The bound of a self loop 1 + weight by the rules of probe.hpp; infinite when there is none.
double self_gain_bound(const ProbeWeight& weight, SelfLoop convention, double alpha);

}  // namespace sunder::decouple
