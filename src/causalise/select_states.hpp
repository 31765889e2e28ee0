// Which variables stay states when equations have been differentiated: static selection of dummy derivatives.
#pragma once

#include <vector>

#include "causalise/work.hpp"

namespace sunder::causalise {

struct DifferentiatedEquation {
  ir::EquationId equation, derivative;
};

/// Every derivative found by index reduction has the role `derivative` before. Level by level, from the highest
/// derivatives down: of the equations that were differentiated, each determines one variable, which is a state no more.
/// Afterwards the roles are final: a derivative that is a state too has a copy (`Work::rates`).
void select_states(Work& work, const std::vector<DifferentiatedEquation>& differentiated);

}  // namespace sunder::causalise
