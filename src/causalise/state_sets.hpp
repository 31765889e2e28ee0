// States that are chosen again while the model runs: variables and equations of `ir::StateSet`.
#pragma once

#include <vector>

#include "causalise/work.hpp"

namespace sunder::causalise {

/// Constraints whose coefficients move: which of the free variables they determine best changes.
struct OpenChoice {
  std::vector<ir::EquationId> rows;
  std::vector<ir::VariableId> determined;  ///< always, by coefficients that do not move
  std::vector<ir::VariableId> free;        ///< the others …
  std::vector<bool> starts_as_state;       ///< … and which of them are the states at first
};

/// Each set gets as many states as rows leave open. All variables of the choice are algebraic already.
void make_state_sets(Work& work, const std::vector<OpenChoice>& choices);

}  // namespace sunder::causalise
