// Random hybrid models: nonlinear terms, parameters, arrays and for-equations, linear and nonlinear loops, relations,
// when, elsewhen, reinit, sample, pre.
#pragma once

#include <cstdint>

#include "laws/random_hybrid/machine.hpp"

namespace sunder::random_hybrid {

enum class Style {
  /// Any function, also with kinks: for values at single points.
  rich,
  /// Smooth between events, with moderate slopes, and every relation that is not of time is about a state that moves
  /// through it at a good pace: no event is touched without being crossed, so that every method can keep its promise.
  smooth,
};

Description generate(std::uint64_t seed, Style style);

}  // namespace sunder::random_hybrid
