// The parts of a bipartite graph that cannot be matched: too many equations here, too many unknowns there.
#pragma once

#include <cstdint>
#include <vector>

#include "graph/matching.hpp"

namespace sunder::graph {

/// All lists ascending. Rows and columns that are in neither part can be matched to each other perfectly.
struct DulmageMendelsohn {
  std::vector<std::uint32_t> over_rows, over_columns;    ///< more rows than columns: over-determined
  std::vector<std::uint32_t> under_rows, under_columns;  ///< fewer rows than columns: under-determined
};

/// The coarse decomposition; `matching` must be maximum. The parts do not depend on which maximum matching it is.
DulmageMendelsohn dulmage_mendelsohn(const Rows& rows, std::uint32_t column_count, const Matching& matching);

}  // namespace sunder::graph
