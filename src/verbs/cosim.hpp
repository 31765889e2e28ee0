// cosim: one run of a distributed system, or the error over the communication step.
#pragma once

#include "cosimulate/error_table.hpp"
#include "cosimulate/remote_parts.hpp"
#include "verbs/load_system.hpp"
#include "verbs/reference.hpp"

namespace sunder::verbs {

struct CosimOptions {
  std::optional<double> start, stop;
  bool adaptive = false;    ///< the communication step follows the error, inside stable intervals
  double tolerance = 1e-4;  ///< of adapted steps
  bool allow_unstable = false;
  std::optional<std::size_t> threads;  ///< 1: for parts; the results do not depend on it
  std::string filter;                  ///< a regular expression for whole names of what is recorded; empty: all
  std::string output;                  ///< a .csv or .mat file; empty: none
  bool keep = false;                   ///< the trajectory in the result
  bool compare = false;                ///< with the same system as one model
  std::string report;                  ///< .html
  std::optional<cosimulate::SearchMode> search;  ///< of the report
};

struct CosimResult {
  cosimulate::Cosimulation run;
  cosimulate::SystemStability stability;
  cosimulate::SystemDescription system;
  std::vector<cosimulate::RankShare> ranks;  ///< empty: one process
  std::optional<ReferenceComparison> comparison;
  std::optional<results::Trajectory> trajectory;  ///< if it was to be kept
};

/// Errors where options make no sense, whatever the system; the verb asks by itself.
void check_options(const CosimOptions& options, Diagnostics& diagnostics);
/// A run that began has a value, however it ended; an error says so where it failed.
Outcome<CosimResult> cosim(LoadedSystem& system, const CosimOptions& options = {}, const Control& control = {});
nlohmann::ordered_json to_json(const CosimResult& result);

struct ErrorOverStepOptions {
  double from = 0, to = 0;                       ///< communication steps, spaced evenly on a logarithmic scale
  std::size_t count = 0;                         ///< 2 to 1000
  std::optional<cosimulate::SearchMode> search;  ///< how they vary
  std::optional<double> start, stop;
  std::optional<std::size_t> threads;  ///< 1
  std::string picture;                 ///< .svg
  std::string report;                  ///< .html
};

struct ErrorOverStepResult {
  cosimulate::ErrorTable table;
  std::string path;  ///< of the system
};

/// Errors where options make no sense, whatever the system; the verb asks by itself.
void check_options(const ErrorOverStepOptions& options, Diagnostics& diagnostics);
Outcome<ErrorOverStepResult> error_over_step(LoadedSystem& system, const ErrorOverStepOptions& options,
                                             const Control& control = {});
nlohmann::ordered_json to_json(const ErrorOverStepResult& result);

}  // namespace sunder::verbs
