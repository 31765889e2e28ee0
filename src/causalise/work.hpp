// What the passes of this room hand to each other.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "base/diagnostic.hpp"
#include "causalise/marks.hpp"
#include "graph/components.hpp"
#include "graph/matching.hpp"
#include "ir/plan.hpp"

namespace sunder::causalise {

/// What a variable is to the system.
enum class Role : std::uint8_t {
  known,           ///< parameter or constant, or held between events
  free_parameter,  ///< determined by the initial system, known afterwards
  input,           ///< driven from outside
  state,           ///< what the integrator advances
  derivative,      ///< of a state
  algebraic,
  alias,   ///< eliminated
  unused,  ///< a derivative that occurs nowhere
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
  std::vector<Role> roles;                                   ///< by variable
  std::unordered_map<ir::VariableId, ir::VariableId> rates;  ///< by state: its rate of change, where der(x) is a state
  std::unordered_map<ir::VariableId, ir::StateSelect>
      wishes;  ///< of variables that others are equal to: of all together
  System continuous;
  std::size_t iterate_above = never_iterated;  ///< larger last blocks of relaxed loops are iterated
  std::vector<IdleMark> idle_marks;            ///< in the continuous section
  /// Files of libraries: marks there are meant for every place a component is put to, nobody is told where they do not
  /// help.
  std::unordered_set<FileId> libraries;
  /// Names of the inputs of components: where one is undetermined, nothing is connected to it.
  std::unordered_set<std::string> inputs_of_components;

  [[nodiscard]] ir::Dae& dae() { return plan.dae; }
  [[nodiscard]] Role role(ir::VariableId variable) const { return roles[variable.index()]; }
  /// Whether it should be a state.
  [[nodiscard]] ir::StateSelect wish(ir::VariableId variable) const {
    const auto merged = wishes.find(variable);
    return merged != wishes.end() ? merged->second : plan.dae.declaration(variable).state_select;
  }
  /// The variable that holds the rate of change of a state.
  [[nodiscard]] ir::VariableId rate_of(ir::VariableId state) const {
    const auto copy = rates.find(state);
    return copy != rates.end() ? copy->second : plan.dae.derivative_of(state);
  }
};

}  // namespace sunder::causalise
