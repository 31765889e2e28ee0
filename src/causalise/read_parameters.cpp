#include "causalise/read_parameters.hpp"

#include "graph/rows.hpp"

namespace sunder::causalise {

using namespace ir;

void ReadParameters::note(std::vector<VariableId> read, Span place) {
  if (assigned_.empty()) {
    assigned_.assign(dae_.variable_count, graph::none);
    for (std::uint32_t i = 0; i < dae_.parameters.size(); ++i) assigned_[dae_.parameters[i].target.index()] = i;
  }
  while (!read.empty()) {
    const VariableId parameter = read.back();
    read.pop_back();
    Declaration& declaration = dae_.declarations[dae_.declaration_of(parameter).index()];
    if (declaration.variability == Variability::parameter && !declaration.structural_at.valid())
      declaration.structural_at = place;
    std::uint32_t& at = assigned_[parameter.index()];
    if (at == graph::none) continue;
    for (const Operand operand : dae_.operands_of(dae_.parameters[at]))
      if (operand.is_variable()) read.push_back(operand.variable());
    at = graph::none;  // once is enough
  }
}

}  // namespace sunder::causalise
