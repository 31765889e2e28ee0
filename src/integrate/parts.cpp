#include "integrate/parts.hpp"

namespace sunder::integrate {

model::Partition parts_worth_steps(const model::Partition& partition) {
  constexpr std::size_t larger = 4;
  model::Partition kept;
  std::size_t faster = 0;  // states in all parts before
  for (std::size_t k = 0; k < partition.clusters.size(); ++k) {
    const model::StateSet& cluster = partition.clusters[k];
    const bool cut = k > 0 && (k == partition.implicit || cluster.size() >= larger * faster);
    if (kept.clusters.empty() || cut) {
      kept.clusters.push_back(cluster);
    } else {
      model::StateSet& joined = kept.clusters.back();
      joined.insert(joined.end(), cluster.begin(), cluster.end());
      model::make_set(joined);
    }
    faster += cluster.size();
    if (k < partition.implicit) kept.implicit = kept.clusters.size();
  }
  return kept;
}

}  // namespace sunder::integrate
