// Attributes of alias sets: what was said about an eliminated variable holds for the one that stays.
#pragma once

#include "causalise/work.hpp"

namespace sunder::causalise {

/// Moves start, fixed, nominal, unit and stateSelect of each alias to its target. A fixed start value wins over one
/// that is not; two different fixed ones are an error; different guesses and different units are warned about once.
void merge_attributes(Work& work);

}  // namespace sunder::causalise
