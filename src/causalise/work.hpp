// What the passes of this room hand to each other.
#pragma once

#include <cstdint>
#include <vector>

#include "base/diagnostic.hpp"
#include "graph/components.hpp"
#include "graph/matching.hpp"
#include "ir/plan.hpp"

namespace sunder::causalise {

/// What a variable is to the system.
enum class Role : std::uint8_t {
  known,       ///< parameter or constant, or held between events
  input,       ///< driven from outside
  state,       ///< its derivative occurs in an equation
  derivative,  ///< of a state
  algebraic,
  alias,   ///< eliminated
  unused,  ///< derivative of something that is not a state
};

/// A square system: rows are equations, columns are unknowns.
struct System {
  std::vector<ir::EquationId> equations;  ///< by row
  std::vector<ir::VariableId> unknowns;   ///< by column
  graph::Rows incidence;                  ///< columns of each row
  graph::Matching matching;
};

struct Work {
  ir::Plan plan;
  Diagnostics diagnostics;
  std::vector<Role> roles;  ///< by variable
  System continuous;

  [[nodiscard]] ir::Dae& dae() { return plan.dae; }
  [[nodiscard]] Role role(ir::VariableId variable) const { return roles[variable.index()]; }
};

}  // namespace sunder::causalise
