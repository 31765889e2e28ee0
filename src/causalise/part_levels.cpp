#include "causalise/part_levels.hpp"

#include <algorithm>

#include "causalise/slice.hpp"
#include "graph/rows.hpp"

namespace sunder::causalise {

using namespace ir;

PartLevels find_part_levels(const Plan& plan, std::span<const std::vector<VariableId>> parts, bool clock_is_fast) {
  PartLevels levels;
  const std::size_t count = plan.dae.variable_count;
  levels.block_of.assign(count, graph::none);
  levels.depends_on.assign(count, 0);
  levels.by_clock.assign(count, false);
  levels.clock_alone.assign(count, false);
  const PartBits fastest = clock_is_fast ? PartBits{1} << (parts.size() - 1) : 0;
  for (std::size_t k = 0; k < parts.size(); ++k)
    for (const VariableId state : parts[k]) levels.depends_on[state.index()] = PartBits{1} << k;
  for (std::size_t i = 0; i < plan.driven_count(); ++i) {
    const VariableId input = plan.driven(i);
    levels.depends_on[input.index()] = fastest;
    levels.by_clock[input.index()] = !clock_is_fast;
    levels.clock_alone[input.index()] = true;
  }
  for (std::uint32_t b = 0; b < plan.continuous.blocks.size(); ++b) {
    const Block& block = plan.continuous.blocks[b];
    const auto targets = targets_of(plan.continuous, block);
    // discrete variables are given: they depend on nothing that moves between events
    const bool discrete = !plan.dae.held.empty() && std::ranges::all_of(targets, [&](VariableId target) {
      return plan.dae.declaration(target).variability == Variability::discrete;
    });
    if (discrete) continue;
    PartBits bits = 0;
    bool reads_time = false, reads_clock = false, clock = false, reads_states = false;
    for (const EquationId id : equations_of(plan.continuous, block)) {
      for (const Operand operand : plan.dae.operands_of(plan.dae.equations[id.index()])) {
        if (operand.kind() == Operand::Kind::time) reads_time = reads_clock = true;
        if (!operand.is_variable()) continue;
        bits |= levels.depends_on[operand.variable().index()];
        const std::size_t variable = operand.variable().index();
        clock = clock || levels.by_clock[variable];
        reads_clock = reads_clock || levels.clock_alone[variable];
        reads_states = reads_states || (levels.depends_on[variable] != 0 && !levels.clock_alone[variable]);
      }
    }
    const bool clock_alone = reads_clock && !reads_states;
    if (clock_is_fast && clock_alone) {
      bits |= fastest;
    } else {
      clock = clock || reads_time;
    }
    for (const VariableId target : targets) {
      levels.block_of[target.index()] = b;
      levels.depends_on[target.index()] = bits;
      levels.by_clock[target.index()] = clock;
      levels.clock_alone[target.index()] = clock_alone;
    }
  }
  return levels;
}

}  // namespace sunder::causalise
