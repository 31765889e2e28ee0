// A run held against a reference.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>

#include "results/compare.hpp"

namespace sunder::verbs {

struct ReferenceComparison {
  std::string method;
  results::Comparison equivalence;
  results::Comparison range;
  double window = 0;         ///< around jumps, left out; 0: the model has no events
  bool grid_events = false;  ///< the run did not locate its events
  double speedup = 0;
  std::optional<double> tolerance;  ///< of the reference, when its step is variable

  /// Positions in both lists of variables, worst by range first.
  [[nodiscard]] std::vector<std::size_t> worst_first() const;
};

nlohmann::ordered_json to_json(const ReferenceComparison& comparison);

}  // namespace sunder::verbs
