// reduce, of systems with modes: the modes are kept, each is reduced, and random inputs tell how good every order is.
#pragma once

#include "report/switched.hpp"
#include "verbs/load.hpp"

namespace sunder::verbs {

/// How inputs are drawn; what is unset is as the description of the system says, then as reduce::InputRecipe does.
struct SwitchedInputs {
  std::optional<double> offset;  ///< of models: their inputs' start values
  std::optional<double> amplitude, period, phase, variance, highest_frequency;
  std::optional<double> stop, step;
};

struct SwitchedOptions {
  SwitchedInputs inputs;
  std::vector<std::pair<std::string, double>> deviations;  ///< of states at the start; "*": of all
  std::vector<std::string> series;                         ///< results files with inputs to use instead of random ones
  std::optional<double> horizon;                           ///< of the finite-horizon map; a twentieth of the run
  std::optional<std::size_t> samples;                      ///< this many, whatever the confidence
  double epsilon = reduce::Confidence{}.epsilon, eta = reduce::Confidence{}.eta, beta = reduce::Confidence{}.beta;
  bool safe = false;  ///< enough realisations for all larger numbers too
  std::uint64_t seed = 1;
  std::optional<std::size_t> threads;                  ///< as many as there are cores; the results do not depend on it
  std::optional<std::size_t> order;                    ///< only this one
  std::optional<double> error;                         ///< choose the smallest order with at most this distance
  std::optional<reduce::ResetMap> map;                 ///< only this one
  std::optional<reduce::SwitchedBalancing> balancing;  ///< only this one
  std::string output;                                  ///< the chosen system as .mo
  std::string figure;                                  ///< error over order, .svg
  std::string report;                                  ///< .html
};

struct SwitchedResult {
  report::SwitchedFindings findings;
  std::string output;
};

/// Errors where options make no sense, whatever the system; the verb asks by itself.
void check_options(const SwitchedOptions& options, Diagnostics& diagnostics);
/// A model that is affine in each of its modes. An interrupted one has a value and an error.
Outcome<SwitchedResult> reduce_switched(const LoadedModel& model, const SwitchedOptions& options,
                                        const Control& control = {});
/// A description of modes (TOML), which is added to `sources`: diagnostics point into it.
Outcome<SwitchedResult> reduce_switched(const Source& description, SourceMap& sources, const SwitchedOptions& options,
                                        const Control& control = {});
nlohmann::ordered_json to_json(const SwitchedResult& result);

}  // namespace sunder::verbs
