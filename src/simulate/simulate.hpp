// A run from start to stop: initialise, advance, record.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/cancel.hpp"
#include "base/outcome.hpp"
#include "base/progress.hpp"
#include "integrate/stepper.hpp"
#include "model/partition.hpp"
#include "model/sweeps.hpp"
#include "results/writer.hpp"
#include "simulate/averaging.hpp"
#include "simulate/events.hpp"
#include "simulate/graded_stepper.hpp"
#include "simulate/initial_values.hpp"
#include "simulate/input_files.hpp"

namespace sunder::simulate {

/// Unset times and tolerances come from the model's experiment, then from the defaults in the comments.
struct SimulateOptions {
  std::string method = "cvode";
  std::optional<double> step;       ///< needed by fixed-step methods; averaging can do without
  std::optional<double> start;      ///< 0
  std::optional<double> stop;       ///< start + 1
  std::optional<double> tolerance;  ///< 1e-6
  /// Of cvode and dopri5, in units of the nominal values; unset: as `tolerance`.
  std::optional<double> absolute_tolerance;
  bool tells_unresolved = false;    ///< warns of states that the tolerance hides
  std::vector<DrivenInput> inputs;  ///< others keep their start values, with a warning
  /// Output points. Fixed-step methods record every step unless one of these is given, and then the first step at or
  /// after each output point; variable-step methods record at start + k * interval, 500 intervals by default.
  std::optional<std::size_t> intervals;
  std::optional<double> interval;
  std::optional<model::Partition> partition;  ///< mixed methods: fast() is implicit; multirate: all clusters
  bool all_clusters = false;                  ///< multirate: also those that hardly pay have their own steps
  std::size_t threads = 1;                    ///< for independent blocks of implicit states
  std::optional<double> period;               ///< averaging: of the fast part; unset: what the model's text says
  std::vector<std::string> made_fast;         ///< averaging: slow states that swing, for the summary
  std::size_t steps_per_jacobian = integrate::StepperOptions{}.steps_per_jacobian;  ///< mixed-realtime
  StartUp start_up = StartUp::plain;
  integrate::ExplicitUpdate explicit_update = integrate::ExplicitUpdate::simultaneous;
  EventMode events = EventMode::locate;
  std::optional<StartPoint> from;  ///< where to start instead of at the solution of the initial equations
  std::string filter;  ///< regular expression that a variable's whole name must match to be recorded; empty: all
  std::string output;  ///< path of a .csv or .mat file; empty: none
  CancelToken cancel;
  Progress* progress = nullptr;
  integrate::StepTrace* trace = nullptr;  ///< of methods that fill one
  bool long_steps = false;                ///< see StepperOptions; crossings are looked at less often too
  std::vector<double> instants;           ///< steps of variable-step methods end at these, too; ascending
};

/// How a run ended.
struct RunStatus {
  bool ok = false;
  bool started = false;  ///< the initial values were found: otherwise no method could do better
  std::string reason;    ///< "reached the stop time", why the model terminated the run, or what went wrong
  double time = 0;       ///< where it ended
  std::optional<model::Fault> fault;
};

struct Simulation {
  std::string model;
  std::string method;
  std::optional<double> step;
  double start = 0;
  double stop = 0;
  RunStatus status;
  integrate::Statistics statistics;
  model::SweepCount sweeps;                   ///< of loops that are iterated
  std::optional<EventMode> events;            ///< how events were found; empty: the model has none
  std::optional<AveragingSummary> averaging;  ///< then all values but those of slow states are means over one period
  std::optional<model::Partition> partition;
  std::vector<std::string> names;  ///< of all recorded variables, and their last values
  std::vector<double> final_values;
  std::vector<bool> constant;                        ///< which of them cannot change during a run
  std::vector<std::string> text_names, final_texts;  ///< of all recorded texts
  struct Printed {
    double time = 0;
    std::string text;
  };
  std::vector<Printed> printed;  ///< by the model, in the order of the run
  struct FileAction {
    double time = 0;
    std::string what;  ///< symbolic/file_action.hpp
    Span place;
  };
  std::vector<FileAction> file_actions;  ///< that the model wants to be carried out, likewise
  std::string result;                    ///< path of the results file, if one was written
  double initialise_seconds = 0;
  double simulate_seconds = 0;
};

/// Options that make no sense give diagnostics and no value. A run that starts gives a value whatever happens: a
/// failure is in its status, and as an error among the diagnostics. `sink`, if given, receives the results as well as
/// the file.
Outcome<Simulation> simulate(const model::Model& model, model::Context& context, const SimulateOptions& options,
                             results::ResultWriter* sink = nullptr);
/// With a context of its own: parameters as the model has them.
Outcome<Simulation> simulate(const model::Model& model, const SimulateOptions& options,
                             results::ResultWriter* sink = nullptr);

}  // namespace sunder::simulate
