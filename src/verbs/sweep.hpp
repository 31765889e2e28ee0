// sweep: a run for every combination of some values of some parameters, several at a time.
#pragma once

#include "simulate/sweep.hpp"
#include "verbs/simulate.hpp"

namespace sunder::verbs {

struct SweepOptions {
  std::vector<simulate::SweepAxis> axes;  ///< the last one changes fastest
  /// Of every run; `compare` does not go with a sweep. `output` is one table (.csv) of all runs with the parameters in
  /// front; the threads are those of the sweep.
  SimulateOptions run;
  std::optional<std::size_t> threads;  ///< runs at a time; as many as there are cores
};

/// How one run ended.
struct SweepRun {
  std::vector<std::string> values;  ///< of the parameters, in the order of the axes
  bool ran = false;                 ///< false: not begun, for example after a cancellation
  std::optional<simulate::Simulation> simulation;
  std::optional<results::Trajectory> trajectory;  ///< if it was to be kept
  Diagnostics diagnostics;

  [[nodiscard]] bool ok() const { return simulation && simulation->status.ok; }
  /// How it ended, in words.
  [[nodiscard]] std::string ending() const;
};

struct SweepResult {
  std::string model, method;
  std::vector<simulate::SweepAxis> axes;
  std::vector<SweepRun> runs;
  std::vector<std::string> names;  ///< of the variables that change during a run
  std::size_t compilations = 0;    ///< beside that of the loaded model: one for each set of structural values
  std::size_t threads = 1;         ///< of every rank
  std::size_t ranks = 1;
  std::string result;  ///< the table, if one was written
  double seconds = 0;
  SourceMap sources;  ///< the texts that all diagnostics of the sweep point into
};

/// Errors where options make no sense, whatever the model; the verb asks by itself.
void check_options(const SweepOptions& options, Diagnostics& diagnostics);
/// With the values of the first run among the settings: a model loaded so need not be compiled again for it.
LoadOptions for_first_run(LoadOptions options, const SweepOptions& sweep);
/// Only where values of structural parameters are swept the model is compiled again, once for each set of them.
/// A value, and errors that say which runs failed, as soon as one was begun.
Outcome<SweepResult> sweep(const LoadedModel& model, const SweepOptions& options, const Control& control = {});
nlohmann::ordered_json to_json(const SweepResult& result);

}  // namespace sunder::verbs
