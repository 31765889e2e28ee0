#include "driver/state_costs.hpp"

#include "causalise/dependencies.hpp"
#include "causalise/slice.hpp"
#include "graph/ordering.hpp"

namespace sunder::driver {

std::vector<double> costs_of_states(const ir::Plan& plan) {
  std::vector<double> costs;
  std::vector<bool> counted(plan.dae.equations.size(), false);
  causalise::Slicer slicer(plan);
  std::size_t looked = 0;
  constexpr std::size_t most = 50'000'000;  // equations looked at: beyond, the own equation alone counts
  for (std::size_t s = 0; s < plan.states.size(); ++s) {
    double cost = 1;
    if (looked < most) {
      const ir::VariableId rate = plan.derivatives[s];
      const ir::Slice slice = slicer.slice({&rate, 1}, plan.states);
      for (const ir::Block& block : slice.varying.blocks) {
        for (const ir::EquationId id : causalise::equations_of(slice.varying, block)) {
          ++looked;
          if (counted[id.index()]) continue;
          counted[id.index()] = true;
          cost += static_cast<double>(plan.dae.shapes->operations(plan.dae.equations[id.index()].shape));
        }
      }
    }
    costs.push_back(cost);
  }
  return costs;
}

std::vector<std::uint32_t> neighbours_in_order(const ir::Plan& plan) {
  return graph::cuthill_mckee(causalise::derivative_dependencies(plan, plan.states));
}

}  // namespace sunder::driver
