// Sets of states, inputs and outputs.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace sunder::model {

/// Indices of states (or of inputs, or outputs), ascending and without repetition.
using StateSet = std::vector<std::uint32_t>;
using IndexSet = std::vector<std::uint32_t>;

StateSet all_states(std::size_t count);
StateSet complement(const StateSet& set, std::size_t count);

}  // namespace sunder::model
