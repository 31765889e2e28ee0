#include "integrate/multirate_layout.hpp"

#include <algorithm>

namespace sunder::integrate {

MultirateLayout make_layout(const algebra::SparsePattern& dependencies, const model::Partition& partition) {
  const std::size_t count = dependencies.columns;
  const std::size_t levels = partition.clusters.size();
  std::vector<std::uint32_t> cluster_level(count);
  for (std::size_t k = 0; k < levels; ++k) {
    for (const std::size_t state : model::places(partition.clusters[k]))
      cluster_level[state] = static_cast<std::uint32_t>(levels - 1 - k);
  }
  const auto for_each_entry = [&](auto&& visit) {
    for (std::uint32_t column = 0; column < count; ++column) {
      for (auto k = dependencies.column_starts[column]; k < dependencies.column_starts[column + 1]; ++k)
        visit(static_cast<std::uint32_t>(dependencies.row_indices[k]), column);
    }
  };
  MultirateLayout layout;
  layout.levels.resize(levels);
  layout.advances = cluster_level;
  for_each_entry([&](std::uint32_t row, std::uint32_t read) {
    layout.advances[row] = std::max(layout.advances[row], cluster_level[read]);
  });
  for (std::uint32_t state = 0; state < count; ++state) {
    LevelSets& level = layout.levels[layout.advances[state]];
    (layout.advances[state] == cluster_level[state] ? level.own : level.coupled).emplace_back(state);
  }
  layout.noticed_by = layout.advances;
  for_each_entry([&](std::uint32_t row, std::uint32_t read) {
    const std::uint32_t by = layout.advances[row];
    layout.noticed_by[read] = std::min(layout.noticed_by[read], by);
    if (layout.advances[read] < by) layout.levels[by].above.emplace_back(read);
    if (layout.advances[read] > by) layout.levels[by].below.emplace_back(read);
  });
  for (LevelSets& level : layout.levels) {
    model::make_set(level.above);
    model::make_set(level.below);
  }
  return layout;
}

}  // namespace sunder::integrate
