// A cut of the states into clusters of similar pace.
#pragma once

#include <algorithm>
#include <vector>

#include "model/model.hpp"

namespace sunder::model {

/// Clusters ordered from fast to slow; none is empty, and together they hold every state exactly once.
///
/// A multirate method gives each cluster its own step. A method with two parts needs one cut only: the first `implicit`
/// clusters together are its fast part (solved implicitly), the others its slow part (explicit). Where that cut lies is
/// part of the partition, since it is the one whose step was certified; it need not be the last boundary.
struct Partition {
  std::vector<StateSet> clusters;
  std::size_t implicit = 0;  ///< from 0 (nothing is fast) to clusters.size() (everything is)

  static Partition two_way(StateSet fast, std::size_t state_count) {
    Partition partition;
    StateSet slow = complement(fast, state_count);
    if (!fast.empty()) {
      partition.clusters.push_back(std::move(fast));
      partition.implicit = 1;
    }
    if (!slow.empty()) partition.clusters.push_back(std::move(slow));
    return partition;
  }
  [[nodiscard]] StateSet fast() const { return merged(0, implicit); }
  [[nodiscard]] StateSet slow() const { return merged(implicit, clusters.size()); }

 private:
  [[nodiscard]] StateSet merged(std::size_t from, std::size_t to) const {
    StateSet all;
    for (std::size_t k = from; k < to; ++k) all.insert(all.end(), clusters[k].begin(), clusters[k].end());
    std::sort(all.begin(), all.end());
    return all;
  }
};

}  // namespace sunder::model
