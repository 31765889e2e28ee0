// What the states of a model cost, and which of them stand close to each other: for parts of equal cost.
#pragma once

#include <cstdint>
#include <vector>

#include "ir/plan.hpp"

namespace sunder::driver {

/// Operations of the equations that give each state its rate; what several need counts once, for the first. The caller
/// holds the lock of the shapes, as for the next.
std::vector<double> costs_of_states(const ir::Plan& plan);
/// The states in an order in which those that depend on each other stand together.
std::vector<std::uint32_t> neighbours_in_order(const ir::Plan& plan);

}  // namespace sunder::driver
