// Whether the Jacobian of a slice is the same everywhere between two events: nothing that moves with the states, the
// inputs or the clock enters a partial derivative of its equations.
#pragma once

#include <span>
#include <vector>

#include "emit/schedule.hpp"
#include "ir/plan.hpp"

namespace sunder::execute {

class ConstantPartials {
 public:
  /// `columns`: the states and inputs that the Jacobian is about; `given`: variables that move as someone outside
  /// wants.
  ConstantPartials(const ir::Plan& plan, const ir::Slice& slice, std::span<const ir::VariableId> columns,
                   std::span<const ir::VariableId> given);

  /// Of all equations of the varying section, which `schedule` was made of.
  [[nodiscard]] bool all(const emit::Schedule& schedule) const;

 private:
  void mark_moving(const ir::Section& section);
  [[nodiscard]] bool moves(ir::Operand operand) const;
  [[nodiscard]] bool varies(ir::Operand operand) const;
  /// None of these slots of the operands that begin there moves.
  [[nodiscard]] bool is_constant(std::span<const std::uint32_t> slots, std::uint32_t operands_begin) const;
  [[nodiscard]] bool is_constant(const emit::TaskClass& c) const;
  [[nodiscard]] bool is_constant(const ir::Equation& equation) const;

  const ir::Plan& plan_;
  const ir::Section& section_;
  std::vector<bool> moving_;   // by variable: between events
  std::vector<bool> varying_;  // by variable: with the columns
};

}  // namespace sunder::execute
