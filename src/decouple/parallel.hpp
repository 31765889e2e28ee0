// Parts of a model that can be advanced in parallel: cycles that meet only in a few states.
#pragma once

#include <vector>

#include "decouple/analysis.hpp"

namespace sunder::decouple {

/// Looks in every strong component of three states or more for up to four states without which it falls apart. The
/// first choice is the state whose removal leaves the smallest largest block (among the most promising strong
/// articulation points, found by dominators), then again in the largest block left. Where single states separate
/// next to nothing, one with far more neighbours than the others (a hub) is set aside and the search goes on.
///
/// The blocks are the strong components that remain. Only components are listed whose largest block is at most four
/// fifths of them, and which fall into two blocks with cycles or into two unconnected pieces at least; the largest
/// component comes first. Every round costs O(m log n).
std::vector<CycleSets> find_cycle_sets(const DependencyGraph& graph);

}  // namespace sunder::decouple
