// Pass: places in memory. States by declaration, derivatives at the index of their state, algebraic variables and
// parameters contiguous by declaration, literals behind the parameters.
#include "causalise/passes.hpp"

namespace sunder::causalise {

using namespace ir;

void assign_addresses(Work& work) {
  Plan& plan = work.plan;
  plan.addresses.assign(plan.dae.variable_count, Address{});
  for (std::uint32_t i = 0; i < plan.states.size(); ++i) {
    plan.addresses[plan.states[i].index()] = {Space::state, i};
    plan.addresses[plan.derivatives[i].index()] = {Space::derivative, i};
  }
  for (std::uint32_t v = 0; v < plan.dae.variable_count; ++v) {
    if (work.roles[v] == Role::algebraic) plan.addresses[v] = {Space::work, plan.work_count++};
    if (work.roles[v] == Role::known && !plan.dae.is_held(VariableId(v)))
      plan.addresses[v] = {Space::parameter, plan.parameter_count++};
  }
  for (std::uint32_t i = 0; i < plan.dae.held.size(); ++i)
    plan.addresses[plan.dae.held_variable(i).index()] = {Space::held, i};
  plan.index = plan.work_count == 0 ? 0 : 1;
}

}  // namespace sunder::causalise
