// analyze: time scales, separability, the suggested cut and its certificate.
#pragma once

#include "decouple/analysis.hpp"
#include "simulate/linearise.hpp"
#include "verbs/load.hpp"

namespace sunder::verbs {

struct AnalyzeOptions {
  decouple::AnalysisOptions analysis;  ///< but for the token: that of the control counts
  /// Where the model is linearised: of several points the worst bound of each state counts. Empty: the
  /// initial state and some points along a coarse run.
  std::vector<simulate::PointRequest> at;
};

struct AnalyzeResult {
  decouple::Analysis analysis;
  bool list_cycles = false;
  bool interrupted = false;  ///< with an error: what was not proven by then is bracketed, what comes after may miss
};

/// Errors where options make no sense, whatever the model; the verb asks by itself.
void check_options(const AnalyzeOptions& options, Diagnostics& diagnostics);
/// An interrupted analysis has a value and an error.
Outcome<AnalyzeResult> analyze(const LoadedModel& model, const AnalyzeOptions& options, const Control& control = {});
nlohmann::ordered_json to_json(const AnalyzeResult& result);

}  // namespace sunder::verbs
