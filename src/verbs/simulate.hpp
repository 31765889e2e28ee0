// simulate: one run, its statistics, its results, and how it compares with a reference.
#pragma once

#include "choose/plan.hpp"
#include "decouple/analysis.hpp"
#include "simulate/simulate.hpp"
#include "verbs/inputs.hpp"
#include "verbs/load.hpp"
#include "verbs/reference.hpp"

namespace sunder::verbs {

/// Which states mixed methods treat implicitly; nothing given: automatic. Other methods do not take any of it, but for
/// the time scale of interest, which tells the method auto what the run is for.
struct CutOptions {
  std::optional<double> alpha;  ///< 1
  std::optional<decouple::SelfLoop> self_loop;
  std::optional<std::vector<std::string>> fast;  ///< states by name
  std::optional<std::size_t> parts;
  std::optional<double> slowest_of_interest;
};

/// What a run with the method auto is for; other methods do not take any of it.
struct PurposeOptions {
  std::optional<double> max_error;     ///< of the range of every variable: promised; else 1e-3 is aimed at
  std::optional<choose::Audit> audit;  ///< promise where `max_error` is given, else estimate
  std::vector<std::string> only;       ///< the error counts for these variables; empty: for all that are recorded
  std::optional<double> real_time;     ///< steps of this length, each with the same amount of work
};

/// Chooses the method itself: see PurposeOptions.
inline constexpr const char* automatic = "auto";

/// Unset times and tolerances come from the model's experiment, then from the defaults in the comments.
struct SimulateOptions {
  std::string method = automatic;
  std::optional<double> step;                ///< of fixed-step methods; mixed ones suggest one
  std::optional<double> start;               ///< 0
  std::optional<double> stop;                ///< start + 1
  std::optional<double> tolerance;           ///< 1e-6
  std::optional<double> absolute_tolerance;  ///< in units of the nominal values; as `tolerance`
  std::optional<std::size_t> intervals;      ///< between output points
  InputSources inputs;
  PurposeOptions purpose;
  CutOptions cut;
  std::optional<double> period;  ///< averaging
  std::optional<std::size_t> steps_per_jacobian;
  simulate::StartUp start_up = simulate::StartUp::plain;
  std::optional<integrate::ExplicitUpdate> explicit_update;  ///< mixed-euler: simultaneous
  simulate::EventMode events = simulate::EventMode::locate;
  std::string initial_from;  ///< a file to start from, FILE or FILE@TIME; empty: the initial equations
  std::vector<std::pair<std::string, double>> initial;  ///< states and discrete variables to start from; or the file
  std::optional<std::size_t> threads;                   ///< 1: for independent blocks of implicit states
  std::string filter;                  ///< a regular expression for whole names of what is recorded; empty: all
  std::vector<std::string> variables;  ///< names of what is recorded, or the filter; empty: all
  std::string output;                  ///< a .csv or .mat file; empty: none
  bool keep = false;                   ///< the trajectory in the result
  std::string compare;                 ///< a method to run as the reference; empty: none
};

struct SimulateResult {
  simulate::Simulation run;
  std::size_t state_count = 0;
  std::vector<std::string> fast, slow;       ///< of a mixed method
  std::vector<PassTiming> timing;            ///< of the compiler
  std::optional<choose::Plan> plan;          ///< of the method auto: what could be run
  std::optional<choose::AuditResult> audit;  ///< and what is known of the error
  std::optional<ReferenceComparison> comparison;
  std::optional<results::Trajectory> trajectory;  ///< if it was to be kept
};

/// Errors where options make no sense, whatever the model; the verb asks by itself.
void check_options(const SimulateOptions& options, Diagnostics& diagnostics);
/// A run that began has a value, however it ended: its status says how, and an error does where it failed.
Outcome<SimulateResult> simulate(const LoadedModel& model, const SimulateOptions& options, const Control& control = {});
nlohmann::ordered_json to_json(const SimulateResult& result);

}  // namespace sunder::verbs
