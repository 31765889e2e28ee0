// Which level of a multirate method advances which state, and what it reads of the others.
#pragma once

#include <cstdint>
#include <vector>

#include "algebra/sparse.hpp"
#include "model/partition.hpp"

namespace sunder::integrate {

/// A state whose derivative reads a state of a faster cluster is a coupled one: it is advanced with the fastest of what
/// it reads, so that everything slower sees its mean and nothing else of the fast part. All others are advanced with
/// their own cluster. So no level reads the states of a faster cluster; it reads coupled states of its own and slower
/// clusters.
struct LevelSets {
  model::StateSet coupled;  ///< of slower clusters, advanced here: explicit
  model::StateSet own;      ///< of this level's cluster
  model::StateSet above;    ///< read here, advanced by slower levels
  model::StateSet below;    ///< read here, coupled ones that faster levels advance
};

struct MultirateLayout {
  std::vector<LevelSets> levels;        ///< from slow to fast
  std::vector<std::uint32_t> advances;  ///< by state: the level that advances it
  /// By state: the slowest level that advances or reads it. Levels slower than that do not notice when it jumps.
  std::vector<std::uint32_t> noticed_by;
};

/// `dependencies`: d(all derivatives)/d(all states).
MultirateLayout make_layout(const algebra::SparsePattern& dependencies, const model::Partition& partition);

}  // namespace sunder::integrate
