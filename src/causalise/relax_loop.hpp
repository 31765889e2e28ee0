// Relaxing: loops whose equations have marks are eliminated in the order that these tell, where that is less work.
#pragma once

#include <optional>
#include <span>

#include "causalise/marks.hpp"
#include "causalise/work.hpp"

namespace sunder::causalise {

/// Strong components where the unknown of residue() counts as occurring, for instances with marks that concern loops.
/// Nothing: no loop has marks.
std::optional<graph::Components> relaxed_components(const ir::Dae& dae, const System& system,
                                                    const std::vector<std::uint32_t>& column_of,
                                                    const graph::Components& blocks, Marks& marks);

/// The loop with its elimination; nothing: no mark stands in it, or `why` tells why its marks do not help.
/// `rows` of the system belong to one component.
std::optional<ir::Loop> relax_loop(const ir::Dae& dae, const System& system, std::span<const std::uint32_t> rows,
                                   bool linear, Marks& marks, std::size_t iterate_above, std::string& why);

}  // namespace sunder::causalise
