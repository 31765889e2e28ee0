#include "cosimulate/cosimulate.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>

#include "base/codes.hpp"
#include "base/text.hpp"
#include "cosimulate/report_fault.hpp"
#include "cosimulate/results_of_parts.hpp"
#include "simulate/grid.hpp"

namespace sunder::cosimulate {

namespace {

/// How long the next communication step may be.
class StepControl {
 public:
  StepControl(double first, double tolerance, int extrapolation, std::vector<Interval> allowed)
      : length_(first), tolerance_(tolerance), exponent_(1.0 / (extrapolation + 2)), allowed_(std::move(allowed)) {
    length_ = inside(length_);
  }
  [[nodiscard]] double length() const { return length_; }
  /// Whether a step with this error may stay; chooses the next length.
  bool judge(double error, double taken) {
    const double factor = error > 0 ? 0.9 * std::pow(tolerance_ / error, exponent_) : 4.0;
    const bool good = error <= tolerance_;
    length_ = inside(taken * std::clamp(factor, 0.2, good ? 2.0 : 0.9));
    return good;
  }

 private:
  /// The longest allowed step that is no longer; the shortest allowed when there is none.
  [[nodiscard]] double inside(double wanted) const {
    if (allowed_.empty()) return wanted;
    double best = 0;
    for (const Interval& interval : allowed_)
      if (interval.low < wanted) best = std::max(best, std::min(wanted, interval.high));
    return best > 0 ? best : allowed_.front().low;
  }

  double length_, tolerance_, exponent_;
  std::vector<Interval> allowed_;
};

class Run {
 public:
  Run(const OpenSystem& system, const CosimOptions& options, const SystemStability& stability)
      : system_(system),
        options_(options),
        stability_(stability),
        pool_(make_thread_pool(std::min(options.threads, system.parts.size()))),
        master_(system.pointers(), system.wiring, system.description.master, pool_.get()),
        recorder_(system) {}

  Outcome<Cosimulation> execute(results::ResultWriter* sink) {
    const auto begin = std::chrono::steady_clock::now();
    if (!prepare(sink)) return Outcome<Cosimulation>(std::move(diagnostics_));
    run();
    tell_warnings();
    const results::Recording& recording = recorder_.recording();
    if (!recorder_.finish() && recording.write_error() != nullptr) {
      diagnostics_.add(*recording.write_error());
      result_.ok = false;
    }
    result_.statistics = master_.statistics();
    result_.statistics.rejected = rejected_;
    result_.statistics.steps = accepted_;
    for (const results::ResultVariable& variable : recording.variables()) {
      result_.names.push_back(variable.name);
      result_.constant.push_back(variable.constant);
    }
    result_.final_values = recording.last();
    result_.result = options_.output;
    result_.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    return {std::move(result_), std::move(diagnostics_)};
  }

 private:
  bool prepare(results::ResultWriter* sink) {
    const SystemDescription& given = system_.description;
    result_.start = options_.start.value_or(given.start);
    result_.stop = options_.stop.value_or(given.stop.value_or(result_.start + 1));
    result_.communication_step = options_.communication_step.value_or(given.communication_step);
    result_.adaptive = options_.adaptive;
    if (!(result_.stop >= result_.start)) {
      diagnostics_.error(Code::E0604, {}, "the stop time lies before the start time");
      return false;
    }
    if (!options_.adaptive && !whole_numbers_of_steps()) return false;
    if (given.master.kind == MasterKind::iterated && !master_.can_restore()) {
      diagnostics_.error(Code::E1008, given.communication_span,
                         "the iterated master repeats steps, and a part cannot take a step back");
      return false;
    }
    if (!judge_stability()) return false;
    return recorder_.prepare(options_.filter, options_.output, sink, diagnostics_);
  }

  bool whole_numbers_of_steps() {
    bool fine = true;
    for (std::size_t p = 0; p < system_.parts.size(); ++p) {
      const PartDescription& part = system_.description.parts[p];
      const LocalRule& rule = stability_.problem.rules[p];
      constexpr double most_local_steps = 1e8;  // nobody waits for one communication step of more
      if (part.step && result_.communication_step / *part.step > most_local_steps) {
        fine = false;
        diagnostics_.error(Code::E0605, part.step_span,
                           "the communication step " + shortest(result_.communication_step) + " is " +
                               rounded(result_.communication_step / *part.step, 3) + " steps of " +
                               shortest(*part.step) + " of part '" + part.interface.name + "', more than " +
                               rounded(most_local_steps, 3));
        continue;
      }
      if (!rule.known || rule.method == "exact" || whole_substeps(part, result_.communication_step)) continue;
      fine = false;
      diagnostics_
          .error(Code::E1009, part.step_span,
                 "the communication step " + shortest(result_.communication_step) + " is " +
                     rounded(result_.communication_step / *part.step) + " steps of " + shortest(*part.step) +
                     " of part '" + part.interface.name + "': not a whole number")
          .help = "choose a communication step that is a multiple of every local step, or give 'substeps'";
    }
    return fine;
  }

  bool judge_stability() {
    if (options_.adaptive || stability_.verdict == Verdict::none) {
      diagnostics_.warning(Code::W1014, system_.description.communication_span,
                           options_.adaptive
                               ? "communication steps that change are not certified: steps that are each "
                                 "stable do not make switching between them stable"
                               : "the run is not certified stable: a part chooses its local steps itself");
    }
    if (options_.adaptive) return true;
    if (stability_.verdict == Verdict::transient_growth) {
      diagnostics_.warning(Code::W1017, system_.description.communication_span,
                           "with the communication step " + shortest(result_.communication_step) + " the " +
                               (stability_.linearised ? "linearised " : "") +
                               "system is stable in the end, but disturbances grow " +
                               (stability_.spectrum->growth_bounded ? "up to " : "at least ") +
                               rounded(stability_.spectrum->growth, 3) + "-fold first");
    }
    if (stability_.verdict != Verdict::unstable) return true;
    std::string message = "with the communication step " + shortest(result_.communication_step) + " the " +
                          (stability_.linearised ? "linearised " : "") + "system grows: the spectral radius is " +
                          rounded(stability_.spectrum->radius, 8);
    if (stability_.spectrum->grows_by_itself())
      message += ", that of the system as one " + rounded(stability_.spectrum->radius_as_one, 8);
    if (options_.allow_unstable) {
      diagnostics_.warning(Code::W1013, system_.description.communication_span, std::move(message));
      return true;
    }
    diagnostics_.error(Code::E1012, system_.description.communication_span, std::move(message)).help =
        "`sunder stability` looks for stable steps; --allow-unstable runs it all the same";
    return false;
  }

  void run() {
    double time = result_.start;
    for (std::size_t p = 0; p < system_.parts.size(); ++p) {
      const model::Status initialised = system_.parts[p]->initialise(time);
      if (initialised) continue;
      report_part(system_, p, time, initialised.fault(), diagnostics_);
      return end(time, "part '" + system_.description.parts[p].interface.name + "' could not be initialised");
    }
    if (!master_.start(time)) return failed(time);
    if (!recorder_.begin(result_.start, result_.stop)) return recording_failed(time);
    if (options_.adaptive) {
      adapt(time);
    } else {
      walk(time);
    }
  }

  void walk(double time) {
    const auto grid =
        simulate::make_grid(result_.start, result_.stop, result_.communication_step, Code::E0603, diagnostics_);
    if (!grid) return end(time, "the communication step is invalid");
    result_.steps = {result_.communication_step, result_.communication_step};
    for (std::uint64_t i = 0; i < grid->count; ++i) {
      if (options_.cancel.requested()) return cancelled(time);
      if (!master_.step(time, grid->time(i + 1), grid->length(i))) return failed(time);
      ++accepted_;
      time = grid->time(i + 1);
      if (!recorder_.row(time)) return recording_failed(time);
      if (options_.visit) options_.visit(time, master_.inputs());
      if (const auto part = ended_part()) return ended_by(*part, time);
      progress(time);
    }
    reached(time);
  }

  void adapt(double time) {
    std::vector<Interval> allowed;
    if (!options_.allow_unstable && stability_.certified) {
      StepSearch found = search_steps(stability_.problem, result_.communication_step, SearchMode::fixed_substeps);
      allowed = std::move(found.intervals);
      allowed.insert(allowed.end(), found.as_one.begin(), found.as_one.end());
      std::ranges::sort(allowed, {}, &Interval::low);
    }
    StepControl control(result_.communication_step, options_.tolerance, system_.description.master.extrapolation,
                        std::move(allowed));
    result_.steps = {std::numeric_limits<double>::infinity(), 0};
    const bool doubling = master_.can_restore();
    while (time < result_.stop) {
      if (options_.cancel.requested()) return cancelled(time);
      const double rest = result_.stop - time;
      const double length = control.length() >= rest * (1 - 1e-9) ? rest : control.length();
      const double next = length == rest ? result_.stop : time + length;
      if (!(next > time) || length < 1e-13 * (result_.stop - result_.start)) {
        diagnostics_.error(Code::E1011, system_.description.communication_span,
                           "the communication step became too small at time " + shortest(time));
        return end(time, "the communication step became too small");
      }
      double error = 0;
      Master::Saved before;
      if (doubling) before = master_.save();
      if (!(doubling ? step_twice(time, next, length, before, error) : step_once(time, next, length, error)))
        return failed(time);
      // without a way back a step stays whatever its error: only the next one is shorter
      if (!control.judge(error, length) && doubling) {
        master_.restore(before);
        ++rejected_;
        continue;
      }
      ++accepted_;
      result_.steps = {std::min(result_.steps.smallest, length), std::max(result_.steps.largest, length)};
      result_.taken.push_back({time, length});
      time = next;
      if (!recorder_.row(time)) return recording_failed(time);
      if (const auto part = ended_part()) return ended_by(*part, time);
      progress(time);
    }
    reached(time);
  }

  /// The step at once, then in two halves, which stay: their difference tells the error.
  bool step_twice(double time, double next, double length, const Master::Saved& before, double& error) {
    if (!master_.step(time, next, length)) return false;
    // what a part will switch by leaves no trace in any state before it switches
    error = master_.decision_error();
    const std::vector<double> whole = everything();
    master_.restore(before);
    const double middle = time + length / 2;
    if (!master_.step(time, middle, length / 2) || !master_.step(middle, next, length / 2)) return false;
    const std::vector<double> halves = everything();
    for (std::size_t i = 0; i < whole.size(); ++i)
      error = std::max(error, std::abs(whole[i] - halves[i]) / (1 + std::abs(halves[i])));
    return true;
  }
  bool step_once(double time, double next, double length, double& error) {
    if (!master_.step(time, next, length)) return false;
    error = master_.prediction_error();
    return true;
  }
  [[nodiscard]] std::vector<double> everything() const {
    std::vector<double> values = master_.inputs();
    for (const auto& part : system_.parts) values.insert(values.end(), part->states().begin(), part->states().end());
    return values;
  }

  void progress(double time) {
    if (options_.progress != nullptr)
      options_.progress->update((time - result_.start) / (result_.stop - result_.start), "t = " + rounded(time, 4));
  }
  void end(double time, std::string reason) {
    result_.time = time;
    result_.reason = std::move(reason);
  }
  [[nodiscard]] std::optional<std::size_t> ended_part() const {
    for (std::size_t p = 0; p < system_.parts.size(); ++p)
      if (system_.parts[p]->termination()) return p;
    return std::nullopt;
  }
  void ended_by(std::size_t part, double time) {
    result_.ok = true;
    end(time, "ended by part '" + system_.description.parts[part].interface.name +
                  "': " + system_.parts[part]->termination()->text);
  }
  /// A step that was taken back may have said the same before.
  void tell_warnings() {
    for (const auto& part : system_.parts) {
      std::vector<std::string> told;
      for (const model::EventMessage& warning : part->warnings()) {
        if (warning.on_file || std::ranges::find(told, warning.text) != told.end()) continue;
        told.push_back(warning.text);
        if (warning.printed) {
          Diagnostic said;
          said.code = Code::W0624;
          said.severity = Severity::note;
          said.message = warning.text;
          said.span = warning.span;
          diagnostics_.add(std::move(said));
          continue;
        }
        diagnostics_.warning(warning.code, warning.span, warning.text);
      }
    }
  }
  void reached(double time) {
    result_.ok = true;
    end(time, "reached the stop time");
  }
  void cancelled(double time) {
    diagnostics_.error(Code::E0613, {}, "the run was cancelled at time " + shortest(time));
    end(time, "cancelled");
  }
  void failed(double time) {
    result_.fault = master_.fault();
    report_fault(system_, *result_.fault, diagnostics_);
    end(std::max(time, result_.fault->time), result_.fault->message);
  }
  void recording_failed(double time) {
    if (const auto part = recorder_.failed_part()) {
      MasterFault fault;
      fault.code = Code::E1010;
      fault.part = part;
      fault.time = time;
      fault.inner = recorder_.fault();
      result_.fault = fault;
      report_part(system_, *part, time, *fault.inner, diagnostics_);
      return end(time, "part '" + system_.description.parts[*part].interface.name + "' could not be evaluated");
    }
    end(time, "the results could not be written");
  }

  const OpenSystem& system_;
  const CosimOptions& options_;
  const SystemStability& stability_;
  std::unique_ptr<ThreadPool> pool_;
  Master master_;
  ResultsOfParts recorder_;
  Cosimulation result_;
  std::uint64_t accepted_ = 0, rejected_ = 0;
  Diagnostics diagnostics_;
};

}  // namespace

Outcome<Cosimulation> cosimulate(const OpenSystem& system, const CosimOptions& options,
                                 const SystemStability& stability, results::ResultWriter* sink) {
  return Run(system, options, stability).execute(sink);
}

}  // namespace sunder::cosimulate
