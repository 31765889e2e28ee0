// stability: is the communication step of a distributed system stable, and which ones are?
#pragma once

#include "report/stability_answer.hpp"
#include "verbs/load_system.hpp"

namespace sunder::verbs {

struct StabilityOptions {
  std::optional<cosimulate::SearchMode> search;  ///< local steps kept where they have a common multiple
  std::string picture;                           ///< spectral radius over the communication step, .svg
  std::string report;                            ///< .html
};

struct StabilityResult {
  report::StabilityAnswer answer;
  cosimulate::SystemDescription system;
};

Outcome<StabilityResult> stability(const LoadedSystem& system, const StabilityOptions& options = {});
nlohmann::ordered_json to_json(const StabilityResult& result);

}  // namespace sunder::verbs
