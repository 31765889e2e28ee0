#include "execute/constant_partials.hpp"

#include <algorithm>

#include "causalise/slice.hpp"
#include "symbolic/walk.hpp"

namespace sunder::execute {

// States and inputs move; of what is computed, all that reads something that moves. Discrete variables are given.
ConstantPartials::ConstantPartials(const ir::Plan& plan, const ir::Slice& slice,
                                   std::span<const ir::VariableId> columns, std::span<const ir::VariableId> given)
    : plan_(plan),
      section_(slice.varying),
      moving_(plan.dae.variable_count, false),
      varying_(plan.dae.variable_count, false) {
  for (const ir::VariableId state : plan.states) moving_[state.index()] = true;
  for (std::size_t i = 0; i < plan.driven_count(); ++i) moving_[plan.driven(i).index()] = true;
  for (const ir::VariableId variable : given) moving_[variable.index()] = true;
  mark_moving(slice.frozen);
  mark_moving(slice.varying);
  for (const ir::VariableId column : columns) varying_[column.index()] = true;
  for (const ir::Block& block : slice.varying.blocks)
    for (const ir::VariableId target : causalise::targets_of(slice.varying, block)) varying_[target.index()] = true;
}

void ConstantPartials::mark_moving(const ir::Section& section) {
  for (const ir::Block& block : section.blocks) {
    const auto equations = causalise::equations_of(section, block);
    const bool moved = std::ranges::any_of(equations, [&](ir::EquationId id) {
      const auto operands = plan_.dae.operands_of(plan_.dae.equations[id.index()]);
      return std::ranges::any_of(operands, [&](ir::Operand operand) { return moves(operand); });
    });
    if (!moved) continue;
    for (const ir::VariableId target : causalise::targets_of(section, block)) moving_[target.index()] = true;
  }
}

bool ConstantPartials::moves(ir::Operand operand) const {
  if (operand.kind() == ir::Operand::Kind::time) return true;
  return operand.is_variable() && moving_[operand.variable().index()];
}

bool ConstantPartials::varies(ir::Operand operand) const {
  return operand.is_variable() && varying_[operand.variable().index()];
}

bool ConstantPartials::is_constant(std::span<const std::uint32_t> slots, std::uint32_t operands_begin) const {
  return std::ranges::none_of(slots,
                              [&](std::uint32_t slot) { return moves(plan_.dae.operands[operands_begin + slot]); });
}

bool ConstantPartials::is_constant(const emit::TaskClass& c) const {
  std::vector<std::uint32_t> wanted;
  for (std::uint32_t slot = 0; slot < c.spaces.size(); ++slot) {
    const auto by_slot = [&](const emit::Task& task) { return varies(plan_.dae.operands[task.operands_begin + slot]); };
    if (slot != c.slot && std::ranges::any_of(c.tasks, by_slot)) wanted.push_back(slot);
  }
  symbolic::Pool& pool = plan_.dae.shapes->pool();
  for (const symbolic::NodeId partial : symbolic::gradient(pool, c.value, wanted)) {
    const std::vector<std::uint32_t> slots = symbolic::slots_in_order(pool, partial);
    const auto fine = [&](const emit::Task& task) { return is_constant(slots, task.operands_begin); };
    if (!std::ranges::all_of(c.tasks, fine)) return false;
  }
  return true;
}

bool ConstantPartials::is_constant(const ir::Equation& equation) const {
  symbolic::ShapeTable& shapes = *plan_.dae.shapes;
  const auto operands = plan_.dae.operands_of(equation);
  for (std::uint32_t slot = 0; slot < operands.size(); ++slot) {
    if (!varies(operands[slot])) continue;
    const auto slots = symbolic::slots_in_order(shapes.pool(), shapes.partial(equation.shape, slot));
    if (!is_constant(slots, equation.operands_begin)) return false;
  }
  return true;
}

bool ConstantPartials::all(const emit::Schedule& schedule) const {
  const auto loop_is_constant = [&](const ir::Loop& loop) {
    return std::ranges::all_of(loop.equations,
                               [&](ir::EquationId id) { return is_constant(plan_.dae.equations[id.index()]); });
  };
  return std::ranges::all_of(schedule.classes, [&](const emit::TaskClass& c) { return is_constant(c); }) &&
         std::ranges::all_of(section_.loops, loop_is_constant);
}

}  // namespace sunder::execute
