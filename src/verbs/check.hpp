// check: what a model is made of.
#pragma once

#include "base/outcome.hpp"
#include "driver/explain.hpp"
#include "driver/summary.hpp"
#include "verbs/load.hpp"

namespace sunder::verbs {

/// What an FMU says of itself.
struct FmuSummary {
  std::string path, version, description, made_by;
  bool model_exchange = false, co_simulation = false, scheduled_execution = false;
  bool directional_derivatives = false;  ///< of Model Exchange, as all that follows
  bool dependencies = false;             ///< of all derivatives are declared
  bool gets_and_sets_state = false;
  std::size_t event_indicators = 0;
  std::size_t variables = 0;
};

struct CheckResult {
  driver::ModelSummary summary;
  std::optional<FmuSummary> fmu;  ///< given: the model is an FMU, of which equations and blocks are not known
  std::vector<PassTiming> timing;
};

/// How far a model was taken when it was loaded with LoadOptions::until.
struct ReachedResult {
  std::string model, stage;
  std::int64_t equations = 0, unknowns = 0;  ///< at the stage flat
  std::vector<PassTiming> timing;
};
ReachedResult reached(const LoadedModel& model);
nlohmann::ordered_json to_json(const ReachedResult& result);

CheckResult check(const LoadedModel& model);

/// Which equation computes a variable, with which others, and why it is a state or not.
struct ExplainResult {
  std::string model;
  driver::Explanation explanation;
  std::vector<std::string> places;  ///< of its equations, "file:line:column"
};
Outcome<ExplainResult> explain(const LoadedModel& model, const std::string& variable);
nlohmann::ordered_json to_json(const ExplainResult& result);

FmuSummary summarise(const fmi::Fmu& fmu);
nlohmann::ordered_json to_json(const CheckResult& result);

}  // namespace sunder::verbs
