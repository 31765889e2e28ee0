// check: what a model is made of.
#pragma once

#include "driver/summary.hpp"
#include "verbs/load.hpp"

namespace sunder::verbs {

struct CheckResult {
  driver::ModelSummary summary;
  std::vector<PassTiming> timing;
};

CheckResult check(const LoadedModel& model);
nlohmann::ordered_json to_json(const CheckResult& result);

}  // namespace sunder::verbs
