// A cut of the states into clusters of similar pace.
#pragma once

#include <vector>

#include "model/model.hpp"

namespace sunder {

/// Clusters ordered from fast to slow; together they hold every state exactly once. Clusters may be empty only
/// in a two-way partition (everything slow, or everything fast).
struct Partition {
  std::vector<StateSet> clusters;

  static Partition two_way(StateSet fast, std::size_t state_count) {
    StateSet slow = complement(fast, state_count);
    return {{std::move(fast), std::move(slow)}};
  }
  [[nodiscard]] const StateSet& fast() const { return clusters.front(); }
  [[nodiscard]] const StateSet& slow() const { return clusters.back(); }
};

}  // namespace sunder
