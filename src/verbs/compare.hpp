// compare: how far two results are apart.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "results/compare.hpp"

namespace sunder::verbs {

struct CompareOptions {
  results::Measure measure = results::Measure::equivalence;
  double window = 0;         ///< what jumps is left out this long before and after its jumps
  bool derivatives = false;  ///< compare der(x) too
};

/// `reference` is what `results` are measured against.
Outcome<results::Comparison> compare(results::Trajectory results, results::Trajectory reference,
                                     const CompareOptions& options = {});
/// Files, .csv or .mat.
Outcome<results::Comparison> compare(const std::string& results, const std::string& reference,
                                     const CompareOptions& options = {});
nlohmann::ordered_json to_json(const results::Comparison& comparison);

}  // namespace sunder::verbs
