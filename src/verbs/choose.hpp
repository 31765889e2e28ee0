// choose: which method should run a model, and why.
#pragma once

#include "verbs/simulate.hpp"

namespace sunder::verbs {

struct ChooseResult {
  std::string model;
  choose::Plan plan;
  std::string command;  ///< of the run that is recommended, for a shell
};

/// How much is told of the candidates: what they cost, also their errors, or what comes of running them all.
enum class Told { costs, errors, measured };
/// Of the options only those count that the method auto takes.
Outcome<ChooseResult> choose_method(const LoadedModel& model, const SimulateOptions& options, Told told,
                                    const Control& control = {});
nlohmann::ordered_json to_json(const ChooseResult& result);

}  // namespace sunder::verbs
