#include "ir/evaluation.hpp"

#include <cmath>

namespace sunder::ir {

std::optional<std::int64_t> range_length(double first, double step, double last) {
  if (step == 0) return std::nullopt;
  // the small allowance keeps 0:0.1:1 at eleven points although 0.1 is not exact
  const double count = std::floor((last - first) / step + 1e-10) + 1;
  if (!(count <= static_cast<double>(largest_count))) return std::nullopt;
  return count > 0 ? static_cast<std::int64_t>(count) : 0;
}

}  // namespace sunder::ir
