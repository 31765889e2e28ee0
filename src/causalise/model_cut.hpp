// A model cut into parts that are simulated apart: what each part computes, and which values it takes from others, as
// few as possible.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "ir/plan.hpp"

namespace sunder::causalise {

/// A value that follows from the states of one part alone (and the clock, inputs of the model, parameters), which
/// others are given. It may be a state, a derivative, a variable in between, or one that changes at events only.
struct CrossingValue {
  ir::VariableId variable;
  std::uint32_t from = 0;  ///< the part that computes it
  friend auto operator<=>(const CrossingValue&, const CrossingValue&) = default;
};

/// What one part consists of. All lists ascend.
struct CutPart {
  std::vector<ir::VariableId> states;
  std::vector<CrossingValue> inputs;        ///< what it takes from other parts
  std::vector<ir::VariableId> outputs;      ///< what others take from it, and outputs of the model
  std::vector<std::uint32_t> blocks;        ///< of the continuous section; some are computed by several parts
  std::vector<std::uint32_t> held;          ///< held values
  std::vector<std::uint32_t> delays;        ///< courses that it remembers
  std::vector<std::uint32_t> reinits;       ///< of its states
  std::vector<std::uint32_t> checks;        ///< that it can make
  std::vector<ir::VariableId> open_inputs;  ///< inputs of the model that it reads
};

struct ModelCut {
  std::vector<CutPart> parts;
  std::vector<ir::VariableId>
      nowhere;  ///< follow from several parts and nobody needs them: no part has them; ascending
  std::vector<std::uint32_t> unchecked;  ///< checks that no part alone can make
};

/// `parts`: the states of each; every state in one of them. Values that cross are minimum vertex cuts between the
/// states of all others and what a part needs, among the values of which each is a matter of one part alone: so no
/// output of a part depends on its inputs directly.
ModelCut cut_model(const ir::Plan& plan, std::span<const std::vector<ir::VariableId>> parts);

}  // namespace sunder::causalise
