// Which states belong together when a model is split.
#pragma once

#include "decouple/analysis.hpp"
#include "verbs/split.hpp"

namespace sunder::verbs {

struct ChosenParts {
  std::vector<driver::PartRequest> parts;  ///< fast ones first where time scales decide
  std::string rule;
};

/// By the options; `analysis` knows the time scales. No value after a diagnostic.
std::optional<ChosenParts> choose_parts(const LoadedModel& model, const SplitOptions& options,
                                        const decouple::Analysis& analysis, Diagnostics& diagnostics);

}  // namespace sunder::verbs
