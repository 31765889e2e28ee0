// Which unknowns equations read.
#pragma once

#include <cstdint>
#include <vector>

#include "graph/rows.hpp"
#include "ir/dae.hpp"

namespace sunder::causalise {

/// The columns of each equation, where `counts(equation, slot, column)`; unknowns without a column are left out.
template <class Counts>
graph::Rows incidence_of(const ir::Dae& dae, const std::vector<ir::EquationId>& equations,
                         const std::vector<std::uint32_t>& column_of, Counts counts) {
  graph::Rows rows;
  rows.starts.reserve(equations.size() + 1);
  for (const ir::EquationId id : equations) {
    const ir::Equation& equation = dae.equations[id.index()];
    const auto operands = dae.operands_of(equation);
    for (std::uint32_t slot = 0; slot < operands.size(); ++slot) {
      if (!operands[slot].is_variable()) continue;
      const std::uint32_t column = column_of[operands[slot].variable().index()];
      if (column == graph::none) continue;
      if (dae.shapes->incidence(equation.shape, slot) == symbolic::Incidence::absent) continue;
      if (counts(equation, slot, column)) rows.entries.push_back(column);
    }
    rows.end_row();
  }
  return rows;
}

}  // namespace sunder::causalise
