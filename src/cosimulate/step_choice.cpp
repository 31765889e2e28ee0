#include "cosimulate/step_choice.hpp"

#include <algorithm>
#include <cmath>

#include "base/codes.hpp"
#include "base/text.hpp"
#include "cosimulate/error_table.hpp"
#include "results/compare.hpp"
#include "results/writer.hpp"

namespace sunder::cosimulate {
namespace {

constexpr std::size_t points_along = 8;        // at which parts are linearised in a run
constexpr std::size_t points_along_large = 3;  // where each takes long, and its matrices much space
constexpr int most_trials = 40;
constexpr double shortest_part = 1e-6;  // of the run: a shorter communication step is no help to anybody

/// Downwards, to two digits.
double rounded_down(double step) {
  const double unit = std::pow(10.0, std::floor(std::log10(step)) - 1);
  return std::floor(step / unit * (1 + 1e-9)) * unit;
}

bool is_acceptable(Verdict verdict) { return verdict == Verdict::stable || verdict == Verdict::marginal; }

class Chooser {
 public:
  Chooser(OpenSystem& system, const StepChoiceSettings& settings) : system_(system), settings_(settings) {
    for (const auto& part : system.description.parts) states_ += part.interface.states.size();
  }

  Outcome<StepChoice> run() {
    const double length = settings_.stop - settings_.start;
    double step = settings_.step.value_or(rounded_down(length / 20));
    system_.description.communication_step = step;
    if (!examine_at_start(step)) return failed();
    for (int i = 0; i < most_trials; ++i) {
      if (settings_.cancel.requested()) return cancelled();
      if (settings_.progress != nullptr)
        settings_.progress->update(static_cast<double>(i) / most_trials, "step " + rounded(step, 3));
      StepTrial trial;
      trial.step = step;
      judge(step, trial);
      std::optional<double> next;  // a shorter step
      if (!is_acceptable(trial.verdict) && can_certify()) {
        next = step * 0.7;
      } else if (!compare_with_half(step, trial, next)) {
        return settings_.cancel.requested() ? cancelled() : failed();
      }
      out_.trials.push_back(trial);
      if (!next) return finish(step);
      if (settings_.step) return refuse(trial);
      step = rounded_down(*next);
      if (step < shortest_part * length) return refuse(trial);
    }
    return refuse(out_.trials.back());
  }

 private:
  [[nodiscard]] bool can_certify() const { return out_.stability.certified; }

  Outcome<StepChoice> failed() { return Outcome<StepChoice>(std::move(diagnostics_)); }
  Outcome<StepChoice> cancelled() {
    diagnostics_.error(Code::E0613, {}, "the search for a communication step was cancelled");
    return failed();
  }

  bool examine_at_start(double step) {
    if (!examine(system_, step, out_.stability, diagnostics_)) return false;
    start_samples_ = out_.stability.problem.samples.size();
    return true;
  }

  void judge(double step, StepTrial& trial) {
    SystemStability& stability = out_.stability;
    stability.spectrum = spectrum(stability.problem, step, SearchMode::fixed_steps);
    stability.synchronised = stability.spectrum.has_value();
    if (!stability.spectrum) return;
    trial.radius = stability.spectrum->radius;
    if (stability.certified) trial.verdict = stability.spectrum->verdict();
    stability.verdict = trial.verdict;
  }

  /// The run with this step against one with half of it. `next`: a shorter step must be tried. False: nothing can be
  /// run at all.
  bool compare_with_half(double step, StepTrial& trial, std::optional<double>& next) {
    Made whole = make_run(step, true), half = make_run(step / 2, false);
    if (settings_.cancel.requested()) return false;
    if (!whole.done || !half.done) {
      if (!whole.begun || !half.begun || settings_.step) {
        diagnostics_.append((whole.done ? half : whole).diagnostics);
        return false;
      }
      next = step / 4;
      return true;
    }
    const double window = settings_.hybrid ? 2 * step : 0;
    const Outcome<results::Comparison> found =
        results::compare(whole.trajectory, half.trajectory, results::Measure::range, window);
    if (!found.ok()) {
      diagnostics_.append(found.diagnostics());
      return false;
    }
    const double order = 1.0 + system_.description.master.extrapolation;
    trial.difference = found->epsilon;
    trial.worst_variable = found->worst_variable;
    trial.forecast = found->epsilon * std::pow(2, order) / (std::pow(2, order) - 1);
    if (!(*trial.forecast <= settings_.max_error)) {
      const double factor =
          std::isfinite(*trial.forecast) ? std::pow(0.8 * settings_.max_error / *trial.forecast, 1 / order) : 0.25;
      next = step * std::clamp(factor, 0.05, 0.8);
      return true;
    }
    // the points of this run must allow the step as well
    judge(step, trial);
    if (can_certify() && !is_acceptable(trial.verdict)) next = step * 0.7;
    out_.run = std::move(whole.run);
    out_.trajectory = std::move(whole.trajectory);
    return true;
  }

  struct Made {
    bool begun = false, done = false;
    Cosimulation run;
    results::Trajectory trajectory;
    Diagnostics diagnostics;
  };

  Made make_run(double step, bool takes_samples) {
    CosimOptions options;
    options.start = settings_.start;
    options.stop = settings_.stop;
    options.communication_step = step;
    options.allow_unstable = true;
    options.threads = settings_.threads;
    options.cancel = settings_.cancel;
    Diagnostics wrong;
    if (takes_samples) {
      StabilityProblem& problem = out_.stability.problem;
      problem.samples.resize(start_samples_);
      problem.ranges.resize(start_samples_);
      const double spacing = (settings_.stop - settings_.start) /
                             static_cast<double>(states_ > most_in_matrix ? points_along_large : points_along);
      double next = settings_.start + spacing;
      options.visit = [this, spacing, next, &wrong](double time, const std::vector<double>& inputs) mutable {
        if (time < next || wrong.has_errors()) return;
        while (next <= time) next += spacing;
        add_sample(system_, time, inputs, out_.stability, wrong);
      };
    }
    SystemStability quiet = out_.stability;
    quiet.verdict = Verdict::stable;  // what a run may do is decided here
    results::MemoryWriter memory;
    Outcome<Cosimulation> made = cosimulate(system_, options, quiet, &memory);
    Made result;
    result.begun = made.has_value();
    result.diagnostics = made.diagnostics();
    result.diagnostics.append(wrong);
    if (!made.has_value()) return result;
    result.run = made.take();
    result.done = result.run.ok && !wrong.has_errors();
    result.trajectory = memory.take();
    keep_states_and_outputs(result.trajectory);
    leave_out_counted(result.trajectory);
    return result;
  }

  void leave_out_counted(results::Trajectory& trajectory) const {
    results::Trajectory kept;
    for (std::size_t i = 0; i < trajectory.variables.size(); ++i) {
      if (settings_.counted.contains(trajectory.variables[i].name)) continue;
      kept.variables.push_back(trajectory.variables[i]);
      kept.columns.push_back(std::move(trajectory.columns[i]));
    }
    kept.times = std::move(trajectory.times);
    trajectory = std::move(kept);
  }

  Outcome<StepChoice> finish(double step) {
    out_.step = step;
    system_.description.communication_step = step;
    return {std::move(out_), std::move(diagnostics_)};
  }

  Outcome<StepChoice> refuse(const StepTrial& last) {
    std::string message;
    if (can_certify() && !is_acceptable(last.verdict)) {
      message = "no communication step down to " + rounded(last.step, 3) + " is stable: at " + rounded(last.step, 3) +
                " the verdict is " + std::string(name_of(last.verdict)) +
                (last.radius ? ", with a spectral radius of " + rounded(*last.radius, 6) : "");
    } else {
      message = "no communication step down to " + rounded(last.step, 3) + " keeps an error of " +
                shortest(settings_.max_error) + " of the range";
      if (last.forecast)
        message += ": the forecast is " + rounded(*last.forecast, 3) + ", because of " + last.worst_variable;
    }
    Diagnostic& error = diagnostics_.error(Code::E1022, {}, std::move(message));
    const auto blame = sensitivities(out_.stability.problem, last.step, SearchMode::fixed_steps);
    if (!blame.empty()) {
      const ConnectionDescription& connection = system_.description.connections[blame.front().connection];
      error.notes.push_back(
          {"the connection from " + connection.from.text + " to " + connection.to.text + " limits the step most", {}});
    }
    error.help =
        "cut elsewhere (--by, --parts), let inputs follow lines (--extrapolation 1), or repeat steps until the "
        "parts agree (--master iterated)";
    return failed();
  }

  OpenSystem& system_;
  const StepChoiceSettings& settings_;
  std::size_t states_ = 0, start_samples_ = 0;
  StepChoice out_;
  Diagnostics diagnostics_;
};

}  // namespace

Outcome<StepChoice> choose_step(OpenSystem& system, const StepChoiceSettings& settings) {
  return Chooser(system, settings).run();
}

}  // namespace sunder::cosimulate
