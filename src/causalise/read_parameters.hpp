// Parameters whose values were read when the model was compiled: they are structural from then on.
#pragma once

#include <vector>

#include "base/source.hpp"
#include "ir/dae.hpp"

namespace sunder::causalise {

class ReadParameters {
 public:
  explicit ReadParameters(ir::Dae& dae) : dae_(dae) {}

  /// These, and whatever they were computed from.
  void note(std::vector<ir::VariableId> read, Span place);

 private:
  ir::Dae& dae_;
  std::vector<std::uint32_t> assigned_;  // by variable: its place in Dae::parameters
};

}  // namespace sunder::causalise
