#include "cosimulate/step_choice.hpp"

#include <algorithm>
#include <cmath>
#include <ctime>
#include <limits>
#include <map>
#include <utility>

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
constexpr double least_seconds = 10;      // of the processor, that may be spent on trying one other master
constexpr double cuts_tried_as_long = 4;  // as the search took, all of them together
constexpr double shortest_part = 1e-6;    // of the run: a shorter communication step is no help to anybody

/// To two digits.
double rounded_down(double step) {
  const double unit = std::pow(10.0, std::floor(std::log10(step)) - 1);
  return rounded_number(std::floor(step / unit * (1 + 1e-9)) * unit, 2);
}
double rounded_up(double error) {
  const double unit = std::pow(10.0, std::floor(std::log10(error)) - 1);
  return rounded_number(std::ceil(error / unit * (1 - 1e-9)) * unit, 2);
}

bool is_acceptable(Verdict verdict) {
  return verdict == Verdict::stable || verdict == Verdict::marginal || verdict == Verdict::grows_as_one;
}

double worse_error(const StepTrial& trial) { return std::max(trial.forecast.value_or(0), trial.measured.value_or(0)); }

std::string error_text(const StepTrial& trial) {
  return trial.measured ? "error " + rounded(*trial.measured, 3) + " measured"
                        : "error " + rounded(trial.forecast.value_or(0), 3) + " forecast";
}

/// How else values could be exchanged, and what to add to the command for it.
struct OtherMaster {
  MasterKind kind = MasterKind::jacobi;
  int extrapolation = 0;
  std::string options;
};
std::vector<OtherMaster> other_masters(const MasterSettings& present) {
  std::vector<OtherMaster> all{{MasterKind::jacobi, 1, {}},
                               {MasterKind::gauss_seidel, 0, {}},
                               {MasterKind::gauss_seidel, 1, {}},
                               {MasterKind::iterated, 1, {}}};
  for (OtherMaster& one : all) {
    if (one.kind != present.kind) one.options = "--master " + std::string(name_of(one.kind));
    if (one.extrapolation != present.extrapolation)
      one.options +=
          (one.options.empty() ? "" : " ") + std::string("--extrapolation ") + std::to_string(one.extrapolation);
  }
  std::erase_if(all, [](const OtherMaster& one) { return one.options.empty(); });
  return all;
}

/// What was tried where no step would do, in words.
class Attempts {
 public:
  explicit Attempts(const CancelToken& cancel) : cancel_(cancel) {}

  void add(const OtherWay& way, double most_seconds) {
    if (cancel_.requested() || (way.last_resort && !helpful_.empty())) return;
    const StepAttempt made = way.attempt(most_seconds);
    if (made.chosen)
      helpful_.push_back(way.options + " (step " + rounded(made.chosen->step, 6) + ", " + error_text(*made.chosen) +
                         ")");
    else
      (made.took_too_long ? too_long_ : in_vain_).push_back(way.options);
  }

  void leave_out(const OtherWay& way) {
    if (!way.last_resort) left_out_.push_back(way.options);
  }

  [[nodiscard]] std::string text() const {
    std::string text;
    const auto say = [&](const std::string& what, const std::vector<std::string>& list) {
      if (!list.empty()) text += (text.empty() ? "" : "; ") + what + enumerated(list);
    };
    say("this was tried and does it: ", helpful_);
    say("tried in vain: ", in_vain_);
    say("tried, and given up since it takes longer than the search did: ", too_long_);
    say("not tried any more: ", left_out_);
    return text;
  }

 private:
  const CancelToken& cancel_;
  std::vector<std::string> helpful_, in_vain_, too_long_, left_out_;
};

class Chooser {
 public:
  Chooser(OpenSystem& system, const StepChoiceSettings& settings) : system_(system), settings_(settings) {
    for (const auto& part : system.description.parts) states_ += part.interface.states.size();
  }

  Outcome<StepChoice> run() {
    if (search()) return {std::move(out_), std::move(diagnostics_)};
    if (settings_.cancel.requested()) return cancelled();
    if (diagnostics_.has_errors()) return failed();
    return refuse(out_.trials.back());
  }

  StepAttempt attempt(double most_seconds) {
    StepAttempt made;
    if (search(most_seconds)) made.chosen = out_.trials.back();
    made.took_too_long = took_too_long_;
    return made;
  }

 private:
  /// False after a diagnostic, when cancelled, when no step will do, or when it takes longer than this.
  bool search(double most_seconds = std::numeric_limits<double>::infinity()) {
    const double length = settings_.stop - settings_.start;
    double step = settings_.step.value_or(rounded_down(length / 20));
    system_.description.communication_step = step;
    if (!examine_at_start(step)) return false;
    for (int i = 0; i < most_trials; ++i) {
      took_too_long_ = i > 0 && seconds() > most_seconds;
      if (settings_.cancel.requested() || took_too_long_) return false;
      if (settings_.progress != nullptr)
        settings_.progress->update(static_cast<double>(i) / most_trials, "step " + rounded(step, 3));
      StepTrial trial;
      trial.step = step;
      judge(step, trial);
      std::optional<double> next;  // a shorter step
      if (!is_acceptable(trial.verdict) && can_certify()) {
        next = step * 0.7;
      } else if (!compare_with_half(step, trial, next)) {
        return false;
      }
      out_.trials.push_back(trial);
      if (!next) {
        out_.step = step;
        system_.description.communication_step = step;
        return true;
      }
      if (settings_.step) return false;
      step = rounded_down(*next);
      if (step < shortest_part * length) return false;
    }
    return false;
  }

  [[nodiscard]] bool can_certify() const { return out_.stability.certified; }
  /// Of the processor, since this began.
  [[nodiscard]] double seconds() const {
    return static_cast<double>(std::clock() - began_) / static_cast<double>(CLOCKS_PER_SEC);
  }

  Outcome<StepChoice> failed() { return Outcome<StepChoice>(std::move(diagnostics_)); }
  Outcome<StepChoice> cancelled() {
    diagnostics_.error(Code::E0613, {}, "the search for a communication step was cancelled");
    return failed();
  }

  bool examine_at_start(double step) {
    if (!examine(system_, step, out_.stability, diagnostics_, settings_.stop - settings_.start)) return false;
    start_samples_ = out_.stability.problem.samples.size();
    return true;
  }

  void judge(double step, StepTrial& trial) {
    SystemStability& stability = out_.stability;
    stability.spectrum = spectrum(stability.problem, step, SearchMode::fixed_steps);
    stability.synchronised = stability.spectrum.has_value();
    trial.verdict = stability.verdict = Verdict::none;  // whatever other points allowed
    if (!stability.spectrum) return;
    trial.radius = stability.spectrum->radius;
    if (!std::isnan(stability.spectrum->radius_as_one)) trial.radius_as_one = stability.spectrum->radius_as_one;
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
      broke_off_ = whole.done ? "a run with a step of " + rounded(step / 2, 3) + " broke off: " + half.run.reason
                              : "a run with a step of " + rounded(step, 3) + " broke off: " + whole.run.reason;
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
    moved_ = movements(whole.trajectory);
    switched_ = switched_differently(whole.switches, half.switches, step);
    const double order = 1.0 + system_.description.master.extrapolation;
    trial.difference = found->epsilon;
    trial.worst_variable = found->worst_variable;
    trial.forecast = found->epsilon * std::pow(2, order) / (std::pow(2, order) - 1);
    const auto shorter = [&](double error) {
      const double factor = std::isfinite(error) ? std::pow(0.8 * settings_.max_error / error, 1 / order) : 0.25;
      next = step * std::clamp(factor, 0.05, 0.8);
    };
    if (!(*trial.forecast <= settings_.max_error)) {
      shorter(*trial.forecast);
      return true;
    }
    // the points of this run must allow the step as well
    judge(step, trial);
    if (can_certify() && !is_acceptable(trial.verdict)) {
      next = step * 0.7;
    } else if (settings_.measure) {
      trial.measured = settings_.measure(whole.run, whole.trajectory);
      if (trial.measured && !(*trial.measured <= settings_.max_error)) shorter(*trial.measured);
    }
    out_.run = std::move(whole.run);
    out_.trajectory = std::move(whole.trajectory);
    return true;
  }

  /// When values that jump from number to number did so, by part and name.
  using Switches = std::map<std::string, std::vector<double>>;
  struct Made {
    bool begun = false, done = false;
    Cosimulation run;
    results::Trajectory trajectory;
    Switches switches;
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
      problem.wholes.resize(start_samples_);
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
    result.switches = switches_of(result.trajectory);
    leave_out_counted(result.trajectory);
    return result;
  }

  [[nodiscard]] Switches switches_of(const results::Trajectory& trajectory) const {
    Switches found;
    for (std::size_t v = 0; v < trajectory.variables.size(); ++v) {
      if (!settings_.counted.contains(trajectory.variables[v].name)) continue;
      std::vector<double>& times = found[trajectory.variables[v].name];
      for (std::size_t i = 1; i < trajectory.times.size(); ++i)
        if (trajectory.at(v, i) != trajectory.at(v, i - 1)) times.push_back(trajectory.times[i]);
    }
    return found;
  }

  /// Where errors come from: what crosses switches more or less often with half the step, or much later. Empty: it does
  /// not. `step`: within two of them nothing is compared.
  static std::string switched_differently(const Switches& whole, const Switches& half, double step) {
    std::string worst;
    std::size_t more = 0;
    double latest = 2 * step;
    for (const auto& [name, times] : whole) {
      const auto other = half.find(name);
      if (other == half.end()) continue;
      const std::size_t a = times.size(), b = other->second.size();
      if (const std::size_t difference = a > b ? a - b : b - a; difference > more) {
        more = difference;
        worst = name + ", which crosses, switches " + std::to_string(a) + " times with a step of " + rounded(step, 3) +
                " and " + std::to_string(b) + " times with half of it";
      }
      if (more > 0) continue;
      for (std::size_t i = 0; i < a; ++i) {
        const double apart = std::abs(times[i] - other->second[i]);
        if (apart <= latest) continue;
        latest = apart;
        worst = name + ", which crosses, switches " + rounded(apart, 3) + " s sooner or later with a step of " +
                rounded(step, 3) + " than with half of it";
      }
    }
    return worst.empty() ? worst : worst + ": when it switches depends on the exchange";
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

  /// By how much of its range what a connection carries changes from one communication point to the next, at most.
  [[nodiscard]] std::vector<double> movements(const results::Trajectory& trajectory) const {
    std::vector<double> list;
    for (const ConnectionDescription& connection : system_.description.connections) {
      list.push_back(0);
      const auto place = trajectory.find(connection.from.text);
      if (!place || trajectory.times.empty()) continue;
      double low = trajectory.at(*place, 0), high = low, most = 0;
      for (std::size_t i = 1; i < trajectory.times.size(); ++i) {
        const double value = trajectory.at(*place, i);
        most = std::max(most, std::abs(value - trajectory.at(*place, i - 1)));
        low = std::min(low, value);
        high = std::max(high, value);
      }
      if (high > low) list.back() = most / (high - low);
    }
    return list;
  }

  Outcome<StepChoice> refuse(const StepTrial& last) {
    const bool unstable = can_certify() && !is_acceptable(last.verdict);
    std::string message;
    const std::string step = rounded(last.step, 3);
    if (unstable && last.verdict == Verdict::none) {
      message = settings_.step ? "the communication step " + step + " has no certificate"
                               : "no communication step down to " + step + " has a certificate";
      message += ": the matrix of a step, or its largest eigenvalue, could not be found";
    } else if (unstable) {
      message = settings_.step
                    ? "the communication step " + step + " is not stable: the verdict is "
                    : "no communication step down to " + step + " is stable: at " + step + " the verdict is ";
      message += std::string(name_of(last.verdict)) +
                 (last.radius ? ", with a spectral radius of " + rounded(*last.radius, 6) : "");
      if (last.radius && last.verdict == Verdict::unstable)
        message += last.radius_as_one ? " (of the model as one: " + rounded(*last.radius_as_one, 6) + ")"
                                      : " (that of the model as one could not be found)";
    } else {
      message = (settings_.step ? "the communication step " + step + " does not keep"
                                : "no communication step down to " + step + " keeps") +
                " an error of " + shortest(settings_.max_error) + " of the range";
      if (last.measured)
        message += ": against the whole model it is " + rounded(*last.measured, 3);
      else if (last.forecast)
        message += ": the forecast is " + rounded(*last.forecast, 3) + ", because of " + last.worst_variable;
    }
    Diagnostic error;
    error.code = Code::E1022;
    error.severity = Severity::error;
    error.message = std::move(message);
    if (const std::string blame = unstable ? blame_for_growth(last.step) : blame_for_error(); !blame.empty())
      error.notes.push_back({blame, {}});
    if (!unstable && last.forecast && !switched_.empty()) error.notes.push_back({switched_, {}});
    if (!unstable && !last.forecast && !broke_off_.empty()) error.notes.push_back({broke_off_, {}});
    error.help = what_helps(unstable);
    if (settings_.cancel.requested()) return cancelled();
    diagnostics_.add(std::move(error));
    return failed();
  }

  [[nodiscard]] std::string name_of_connection(std::size_t index) const {
    const ConnectionDescription& connection = system_.description.connections[index];
    return "the connection from " + connection.from.text + " to " + connection.to.text;
  }
  [[nodiscard]] std::string blame_for_growth(double step) const {
    const auto blame = sensitivities(out_.stability.problem, step, SearchMode::fixed_steps);
    return blame.empty() ? "" : name_of_connection(blame.front().connection) + " limits the step most";
  }
  [[nodiscard]] std::string blame_for_error() const {
    const auto most = std::ranges::max_element(moved_);
    if (most == moved_.end() || !(*most > 0)) return {};
    return "what " + name_of_connection(static_cast<std::size_t>(most - moved_.begin())) +
           " carries changes most between communication points: by up to " + rounded(100 * *most, 3) +
           " % of its range";
  }

  /// What was tried and does it, with the step; and what does not. Every attempt may take as long as the search did;
  /// other cuts together as long as all other masters may.
  std::string what_helps(bool unstable) {
    const double most_seconds = std::max(seconds(), least_seconds);
    Attempts attempts(settings_.cancel);
    StepChoiceSettings settings = settings_;
    const auto try_it = [&](const std::string& options, const MasterSettings& master) {
      const MasterSettings present = std::exchange(system_.description.master, master);
      attempts.add({options, [&](double most) { return attempt_step(system_, settings, most); }, false}, most_seconds);
      system_.description.master = present;
    };
    const MasterSettings present = system_.description.master;
    if (settings.step) {
      settings.step.reset();
      try_it("without --communication-step", present);
      settings.step = settings_.step;
    }
    for (const OtherMaster& one : other_masters(present)) {
      MasterSettings other = present;
      other.kind = one.kind;
      other.extrapolation = one.extrapolation;
      try_it(one.options, other);
    }
    if (settings.other_cuts && !settings.cancel.requested()) {
      const double until = seconds() + cuts_tried_as_long * most_seconds;
      for (const OtherWay& cut : settings.other_cuts()) {
        if (seconds() > until)
          attempts.leave_out(cut);
        else
          attempts.add(cut, most_seconds);
      }
    }
    if (const auto best = best_forecast(); best && !unstable) {
      settings.step = best->step;
      settings.max_error = rounded_up(worse_error(*best));
      try_it("--communication-step " + rounded(best->step, 6) + " --max-error " + rounded(settings.max_error, 2),
             present);
    }
    return attempts.text();
  }

  /// Of the trials whose verdict allows the step; none where nobody would want it.
  [[nodiscard]] std::optional<StepTrial> best_forecast() const {
    constexpr double wanted_by_nobody = 0.5;  // of the range
    std::optional<StepTrial> best;
    for (const StepTrial& trial : out_.trials) {
      if (!trial.forecast || !(*trial.forecast < wanted_by_nobody) || (can_certify() && !is_acceptable(trial.verdict)))
        continue;
      if (trial.measured && !(*trial.measured < wanted_by_nobody)) continue;
      if (!best || worse_error(trial) < worse_error(*best)) best = trial;
    }
    return best;
  }

  OpenSystem& system_;
  const StepChoiceSettings& settings_;
  std::size_t states_ = 0, start_samples_ = 0;
  std::clock_t began_ = std::clock();
  bool took_too_long_ = false;
  std::vector<double> moved_;  // by connection
  std::string switched_;       // differently with half the step
  std::string broke_off_;      // the last run that did
  StepChoice out_;
  Diagnostics diagnostics_;
};

}  // namespace

Outcome<StepChoice> choose_step(OpenSystem& system, const StepChoiceSettings& settings) {
  return Chooser(system, settings).run();
}

StepAttempt attempt_step(OpenSystem& system, const StepChoiceSettings& settings, double most_seconds) {
  return Chooser(system, settings).attempt(most_seconds);
}

}  // namespace sunder::cosimulate
