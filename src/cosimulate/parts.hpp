// Parts as instances: a linear system or any model with inputs and outputs, with its local method.
#pragma once

#include <memory>

#include "base/cancel.hpp"
#include "base/outcome.hpp"
#include "cosimulate/system.hpp"

namespace sunder::cosimulate {

/// A parameter of a part that is set before it is initialised.
struct PartSetting {
  model::VariableIndex variable;
  double value = 0;
  Span span;
};

/// `states` of the mixed methods' fast set are looked up by name; errors say where they stand. With `substeps` kept
/// (when communication steps change), a fixed local step is the longest allowed.
Outcome<std::unique_ptr<model::Part>> make_part(const PartDescription& description,
                                                std::shared_ptr<const model::Model> model,
                                                const CancelToken& cancel = {},
                                                const std::vector<PartSetting>& settings = {});
/// A part given by its matrices.
Outcome<std::unique_ptr<model::Part>> make_linear_part(const PartDescription& description,
                                                       const CancelToken& cancel = {});

/// Whether a local method chooses its steps by a tolerance.
bool chooses_steps(const std::string& method);

/// The fast states of a description as positions among the part's states.
model::StateSet fast_states(const PartDescription& description, Diagnostics& diagnostics);

}  // namespace sunder::cosimulate
