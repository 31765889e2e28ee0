// Unknowns that a factor of parameters multiplies by zero, with the values that the model's text gives: a resistance or
// a capacitance of 0, say.
#pragma once

#include <optional>
#include <vector>

#include "causalise/work.hpp"

namespace sunder::causalise {

/// The incidence without such entries; empty: there is none.
std::optional<graph::Rows> without_zero_factors(const ir::Dae& dae, const System& system,
                                                const std::vector<std::uint32_t>& column_of);

/// Where equations can be matched to unknowns only with the help of such an entry, the unknown does not occur there: it
/// is taken out of the equation, and the parameters of its factor are structural from then on. Only if the model can be
/// solved without it. True: equations have changed. Roles are those of `classify`.
bool remove_zero_factors(Work& work);

}  // namespace sunder::causalise
