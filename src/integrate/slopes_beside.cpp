#include "integrate/slopes_beside.hpp"

#include <algorithm>
#include <cmath>

#include "runtime/finite.h"

namespace sunder::integrate {

bool slopes_beside(const algebra::SparsePattern& pattern, const std::function<double&(std::size_t column)>& coordinate,
                   const RowsHere& evaluate, std::span<double> values) {
  constexpr double relative = 1e-6, smallest_size = 1e-3;
  std::vector<double> here, there;
  for (std::size_t column = 0; column < pattern.columns; ++column) {
    const auto first = pattern.column_starts[column], last = pattern.column_starts[column + 1];
    const auto is_finite = [&] {
      return sunder_all_finite(values.data() + first, static_cast<std::size_t>(last - first)) != 0;
    };
    if (is_finite()) continue;
    if (here.empty() && !evaluate(here)) return false;
    double& moved = coordinate(column);
    const double kept = moved;
    const double distance = relative * std::max(std::fabs(kept), smallest_size);
    for (const double way : {distance, -distance}) {
      moved = kept + way;
      const bool evaluated = evaluate(there);
      moved = kept;
      if (!evaluated) continue;
      for (auto k = first; k < last; ++k) {
        const auto row = static_cast<std::size_t>(pattern.row_indices[k]);
        values[k] = (there[row] - here[row]) / way;
      }
      if (is_finite()) break;
    }
    if (!is_finite()) return false;
  }
  return true;
}

}  // namespace sunder::integrate
