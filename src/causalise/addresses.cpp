// Pass: places in memory. States by declaration, derivatives at the index of their state, algebraic variables (those of
// relaxed loops first, in the order of their elimination), inputs and parameters contiguous by declaration, what is
// delayed behind the inputs, literals behind the parameters.
#include <algorithm>

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
  for (const Loop& loop : plan.continuous.loops) {
    if (!loop.elimination) continue;
    for (const VariableId unknown : loop.unknowns) {
      // derivatives leave a gap, so that all unknowns of the loop are moved there at once
      const std::uint32_t place = plan.work_count++;
      if (work.roles[unknown.index()] == Role::algebraic) plan.addresses[unknown.index()] = {Space::work, place};
    }
  }
  std::vector<bool> is_past(plan.dae.variable_count, false);
  for (const Delay& delay : plan.dae.delays) is_past[delay.past.index()] = true;
  for (std::uint32_t v = 0; v < plan.dae.variable_count; ++v) {
    if (work.roles[v] == Role::algebraic && plan.addresses[v].space == Space::none)
      plan.addresses[v] = {Space::work, plan.work_count++};
    if (work.roles[v] == Role::free_parameter) plan.initial_parameters.emplace_back(v);
    const bool parameter = work.roles[v] == Role::known || work.roles[v] == Role::free_parameter;
    if (parameter && !plan.dae.is_held(VariableId(v))) plan.addresses[v] = {Space::parameter, plan.parameter_count++};
    if (work.roles[v] != Role::input || is_past[v]) continue;
    plan.addresses[v] = {Space::input, static_cast<std::uint32_t>(plan.inputs.size())};
    plan.inputs.emplace_back(v);
  }
  for (std::size_t k = 0; k < plan.dae.delays.size(); ++k)
    plan.addresses[plan.dae.delays[k].past.index()] = {Space::input,
                                                       static_cast<std::uint32_t>(plan.inputs.size() + k)};
  for (const Declaration& d : plan.dae.declarations) {
    if (d.causality != Causality::output) continue;
    for (std::uint32_t v = d.first.value; v < d.first.value + d.count; ++v) plan.outputs.emplace_back(v);
  }
  for (std::uint32_t i = 0; i < plan.dae.held.size(); ++i)
    plan.addresses[plan.dae.held_variable(i).index()] = {Space::held, i};
  const bool algebraic = std::ranges::any_of(plan.addresses, [](Address a) { return a.space == Space::work; });
  plan.index += algebraic ? 1 : 0;
}

}  // namespace sunder::causalise
