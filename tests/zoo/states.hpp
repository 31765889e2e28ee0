// Sets of states by their numbers: states(0, 2).
#pragma once

#include <concepts>

#include "model/sets.hpp"

namespace sunder::zoo {

model::StateSet states(std::integral auto... numbers) { return {model::StateIndex(numbers)...}; }

}  // namespace sunder::zoo
