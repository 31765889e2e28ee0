// Evaluators restricted to some derivatives: what they need of the plan, and what of that can be computed beforehand.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "ir/plan.hpp"

namespace sunder::causalise {

/// Knows which block defines which variable; build one per plan and ask for many slices. Each slice costs about as
/// much as it is large. Refers to the plan.
class Slicer {
 public:
  explicit Slicer(const ir::Plan& plan);

  /// The blocks that the wanted variables need. Those that depend on nothing that varies (states, inputs) go to
  /// `frozen`. Variables that change at events only are taken as given.
  /// `given` variables come from elsewhere: what defines them is left out.
  ir::Slice slice(std::span<const ir::VariableId> wanted, std::span<const ir::VariableId> varying,
                  std::span<const ir::VariableId> given = {});
  /// What the wanted variables need and what changes with the clock while these inputs follow it and states stand
  /// still.
  ir::Section moved_by_time(std::span<const ir::VariableId> wanted, std::span<const ir::VariableId> inputs,
                            std::span<const ir::VariableId> given = {});

 private:
  void reach(ir::VariableId variable);
  void reach_needs();
  ir::Slice collect();
  [[nodiscard]] bool varies(const ir::Block& block) const;

  const ir::Plan& plan_;
  std::vector<std::uint32_t> block_of_;  // by variable
  std::vector<bool> reached_;            // by block; all false between calls
  std::vector<bool> varying_;            // by variable; all false between calls
  std::vector<std::uint32_t> found_;
  std::vector<bool> discrete_;  // by block
  std::vector<ir::VariableId> given_;
  bool time_varies_ = false;
};

ir::Slice slice(const ir::Plan& plan, std::span<const ir::VariableId> wanted, std::span<const ir::VariableId> varying,
                std::span<const ir::VariableId> given = {});

/// The variables a block defines, and the equations it consists of.
std::span<const ir::VariableId> targets_of(const ir::Section& section, const ir::Block& block);
std::span<const ir::EquationId> equations_of(const ir::Section& section, const ir::Block& block);

}  // namespace sunder::causalise
