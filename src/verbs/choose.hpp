// choose: which method should run a model, and why.
#pragma once

#include "verbs/simulate.hpp"

namespace sunder::verbs {

struct ChooseResult {
  std::string model;
  choose::Plan plan;
  std::string command;  ///< of the run that is recommended, for a shell
};

/// Of the options only those count that the method auto takes. `measure`: every candidate is run.
Outcome<ChooseResult> choose_method(const LoadedModel& model, const SimulateOptions& options, bool measure,
                                    const Control& control = {});
nlohmann::ordered_json to_json(const ChooseResult& result);

}  // namespace sunder::verbs
