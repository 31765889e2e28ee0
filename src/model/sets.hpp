// Sets of states, inputs and outputs.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/id.hpp"

namespace sunder::model {

/// Places in the vectors u and y.
using InputIndex = Id<struct InputTag>;
using OutputIndex = Id<struct OutputTag>;

/// Ascending and without repetition.
using StateSet = std::vector<std::uint32_t>;
using InputSet = std::vector<InputIndex>;
using OutputSet = std::vector<OutputIndex>;

StateSet all_states(std::size_t count);
InputSet all_inputs(std::size_t count);
OutputSet all_outputs(std::size_t count);
StateSet complement(const StateSet& set, std::size_t count);

}  // namespace sunder::model
