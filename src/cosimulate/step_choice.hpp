// The longest communication step that is stable wherever the run goes and keeps an error.
#pragma once

#include <functional>
#include <set>
#include <string>

#include "base/progress.hpp"
#include "cosimulate/cosimulate.hpp"
#include "results/trajectory.hpp"

namespace sunder::cosimulate {

/// A step that was looked at.
struct StepTrial {
  double step = 0;
  Verdict verdict = Verdict::none;
  std::optional<double> radius;
  std::optional<double> radius_as_one;  ///< of the model over the same time, where it is known
  std::optional<double> difference;     ///< to the run of half the step, of the range; nothing: not run, or it failed
  std::optional<double> forecast;       ///< of the error, from that difference and the order of the inputs' curves
  std::optional<double> measured;       ///< against the whole model, where the forecast is small enough
  std::string worst_variable;
};

/// What became of looking for a step in another way.
struct StepAttempt {
  std::optional<StepTrial> chosen;  ///< nothing: there is none
  bool took_too_long = false;
};

/// Another way to do it, for the help: what to write for it, and an attempt that may take so many seconds of the
/// processor.
struct OtherWay {
  std::string options;
  std::function<StepAttempt(double most_seconds)> attempt;
  bool last_resort = false;  ///< only tried when nothing before it helped
};

struct StepChoiceSettings {
  double start = 0, stop = 1;
  double max_error = 1e-3;        ///< of the range of every state and output, at communication points
  std::optional<double> step;     ///< given: only judged
  bool hybrid = false;            ///< something jumps: two steps before and after are not compared
  std::set<std::string> counted;  ///< values that jump from number to number, by part and name: a jump that comes a
                                  ///< little later is no error of its size
  /// The error of a run against the whole model, of the range. A run of half the step sees nothing of what repeats from
  /// one communication point to the next (the mains): so a step is taken only when this is small enough, too. Nothing:
  /// it cannot be found.
  std::function<std::optional<double>(const Cosimulation& run, const results::Trajectory& trajectory)> measure;
  /// Other cuts of the same model, the most promising first; asked for where no step will do.
  std::function<std::vector<OtherWay>()> other_cuts;
  std::size_t threads = 1;
  CancelToken cancel;
  Progress* progress = nullptr;
};

struct StepChoice {
  double step = 0;
  std::vector<StepTrial> trials;  ///< in the order they were made; the last one was chosen
  SystemStability stability;      ///< at the start and at points along the run
  Cosimulation run;
  results::Trajectory trajectory;
};

/// An error, with the connection that is to blame and what was found to help, where there is no such step. The system's
/// communication step is then the one chosen.
Outcome<StepChoice> choose_step(OpenSystem& system, const StepChoiceSettings& settings);
/// The same search, without a word about what else would do.
StepAttempt attempt_step(OpenSystem& system, const StepChoiceSettings& settings, double most_seconds);

}  // namespace sunder::cosimulate
