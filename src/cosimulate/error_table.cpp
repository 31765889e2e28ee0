#include "cosimulate/error_table.hpp"

#include <algorithm>
#include <cmath>

#include "base/codes.hpp"
#include "base/text.hpp"
#include "simulate/simulate.hpp"

namespace sunder::cosimulate {

void keep_states_and_outputs(results::Trajectory& trajectory) {
  results::Trajectory kept;
  for (std::size_t i = 0; i < trajectory.variables.size(); ++i) {
    const results::ResultVariable& variable = trajectory.variables[i];
    if (variable.constant ||
        (variable.kind != model::VariableKind::state && variable.kind != model::VariableKind::output))
      continue;
    kept.variables.push_back(variable);
    kept.columns.push_back(std::move(trajectory.columns[i]));
  }
  kept.times = std::move(trajectory.times);
  trajectory = std::move(kept);
}

namespace {

/// Of the processor, for one communication step; and twenty times as many where divergence begins.
constexpr double seconds_to_observe = 10;

class Table {
 public:
  Table(OpenSystem& system, const model::Model& whole, const ErrorTableSettings& settings)
      : system_(system), whole_(whole), settings_(settings) {}

  Outcome<ErrorTable> run() {
    if (!prepare()) return Outcome<ErrorTable>(std::move(diagnostics_));
    const std::vector<double> steps = chosen_steps();
    for (std::size_t i = 0; i < steps.size(); ++i) {
      if (settings_.progress != nullptr)
        settings_.progress->update(static_cast<double>(i) / static_cast<double>(steps.size()),
                                   "step " + rounded(steps[i], 4));
      if (!add_row(steps[i])) return Outcome<ErrorTable>(std::move(diagnostics_));
    }
    find_limit();
    if (settings_.reference.cancel.requested()) {
      diagnostics_.error(Code::E0613, {}, "the table was cancelled");
      return Outcome<ErrorTable>(std::move(diagnostics_));
    }
    return {std::move(out_), std::move(diagnostics_)};
  }

 private:
  bool prepare() {
    const SystemDescription& given = system_.description;
    out_.start = settings_.start.value_or(given.start);
    out_.stop = settings_.stop.value_or(given.stop.value_or(out_.start + 1));
    out_.reference_tolerance = settings_.reference.tolerance;
    if (!examine(system_, given.communication_step, stability_, diagnostics_, out_.stop - out_.start)) return false;
    if (settings_.points != nullptr) {
      stability_.problem.samples = settings_.points->samples;
      stability_.problem.wholes = settings_.points->wholes;
      stability_.samples = stability_.problem.samples.size();
    }
    // local steps kept: all multiples up to the longest step asked for
    const double around = std::max(given.communication_step, settings_.to / 20);
    // where a spectrum takes seconds only the steps of the table are looked at
    const bool large = is_large(stability_.problem);
    StepSearch kept;
    if (!large && settings_.mode != SearchMode::fixed_substeps)
      kept = search_steps(stability_.problem, around, SearchMode::fixed_steps);
    const bool keeps = kept.possible && !large;
    out_.mode = settings_.mode.value_or(keeps ? SearchMode::fixed_steps : SearchMode::fixed_substeps);
    if (out_.mode == SearchMode::fixed_steps) {
      if (!kept.possible) {
        diagnostics_.error(Code::E1009, given.communication_span, "the local steps have no common multiple").help =
            "keep the numbers of substeps instead: --search fixed-substeps";
        return false;
      }
      out_.search = std::move(kept);
      return true;
    }
    for (std::size_t p = 0; p < system_.parts.size(); ++p) {
      const std::size_t count = stability_.problem.rules[p].substeps;
      system_.parts[p]->keep_substeps(count);
      system_.description.parts[p].step.reset();
      system_.description.parts[p].substeps = count;
    }
    out_.search.mode = out_.mode;
    if (!large) out_.search = search_steps(stability_.problem, std::sqrt(settings_.from * settings_.to), out_.mode);
    return true;
  }

  [[nodiscard]] std::vector<double> chosen_steps() const {
    std::vector<double> steps;
    for (std::size_t i = 0; i < settings_.count; ++i) {
      const double fraction =
          settings_.count > 1 ? static_cast<double>(i) / static_cast<double>(settings_.count - 1) : 0;
      double step = settings_.from * std::pow(settings_.to / settings_.from, fraction);
      if (out_.mode == SearchMode::fixed_steps)
        step = std::max(1.0, std::round(step / out_.search.unit)) * out_.search.unit;
      if (steps.empty() || step > steps.back() * (1 + 1e-9)) steps.push_back(step);
    }
    return steps;
  }

  bool add_row(double step) {
    ErrorRow row;
    row.step = step;
    stability_.spectrum = spectrum(stability_.problem, step, out_.mode);
    stability_.synchronised = stability_.spectrum.has_value();
    if (stability_.spectrum) row.radius = stability_.spectrum->radius;
    if (stability_.spectrum) row.allowed = std::max(1.0, stability_.spectrum->allowed);
    if (stability_.spectrum && stability_.spectrum->grows_by_itself())
      row.radius_as_one = stability_.spectrum->radius_as_one;
    if (row.radius && stability_.certified) row.verdict = stability_.spectrum->verdict();
    stability_.verdict = row.verdict;
    CosimOptions options;
    options.start = out_.start;
    options.stop = out_.stop;
    options.communication_step = step;
    options.allow_unstable = true;
    options.threads = settings_.threads;
    options.cancel = settings_.reference.cancel;
    results::MemoryWriter memory;
    Outcome<Cosimulation> made = cosimulate(system_, options, stability_, &memory);
    if (!made.has_value()) {
      diagnostics_.append(made.diagnostics());
      return false;
    }
    if (settings_.reference.cancel.requested()) return cancelled();
    // a run that breaks down is an answer here, not an error: so is what it warned of
    row.finished = made->ok;
    row.reached = made->time;
    if (made->ok) {
      const Outcome<ReferenceError> error = compare_with_whole(*made, memory.take(), whole_, settings_.reference);
      if (!error.ok()) {
        diagnostics_.append(error.diagnostics());
        return false;
      }
      row.error = error->range.epsilon;
      row.worst_variable = error->range.worst_variable;
    }
    row.growth =
        observe_growth(system_, step, {steps_to_observe(step), seconds_to_observe}, settings_.reference.cancel);
    if (settings_.reference.cancel.requested()) return cancelled();
    out_.rows.push_back(std::move(row));
    return true;
  }

  bool cancelled() {
    diagnostics_.error(Code::E0613, {}, "the table was cancelled");
    return false;
  }

  /// At least as long as the run; and long enough to see growth that is hardly any.
  [[nodiscard]] std::uint64_t steps_to_observe(double step) const {
    return static_cast<std::uint64_t>(
        std::min(std::clamp((out_.stop - out_.start) / step, 1000.0, 20000.0), affordable()));
  }
  /// Steps of many states take long.
  [[nodiscard]] double affordable() const {
    std::size_t states = 0;
    for (const auto& part : system_.parts) states += part->states().size();
    return std::clamp(3e5 / static_cast<double>(std::max<std::size_t>(states, 1)), 200.0, 20000.0);
  }

  void find_limit() {
    for (std::size_t i = 0; i + 1 < out_.rows.size(); ++i) {
      const ErrorRow &low = out_.rows[i], &high = out_.rows[i + 1];
      if (!low.growth || !high.growth || low.diverges() || !high.diverges()) continue;
      if (high.verdict == Verdict::marginal) continue;  // an integrator: only rounding tells its growth from one
      const double unit = out_.mode == SearchMode::fixed_steps ? out_.search.unit : 0;
      const auto steps_at_limit = static_cast<std::uint64_t>(std::min(10000.0, affordable()));
      // what is allowed is asked for only where the system as one grows: there it depends on the step
      const bool grows = low.allowed > 1 || high.allowed > 1;
      const auto allowed = [&](double step) {
        const auto found = grows ? spectrum(stability_.problem, step, out_.mode, 0) : std::nullopt;
        return found ? std::max(1.0, found->allowed) : 1.0;
      };
      const auto seen = observe_limit(system_, {low.step, high.step}, unit, {steps_at_limit, seconds_to_observe},
                                      settings_.reference.cancel, allowed);
      if (seen) {
        out_.limit.observed = seen->converging;
        out_.limit.beyond = seen->diverging;
      }
      predict(low.step, high.step);
      return;
    }
    if (!out_.rows.empty()) predict(out_.rows.front().step, out_.rows.back().step);
  }

  /// Beyond these steps disturbances do not die out any more, however much they grow before.
  [[nodiscard]] std::vector<double> ends_of_stability() const {
    std::vector<double> ends;
    const auto goes_on = [&](double end, const std::vector<Interval>& others) {
      const double gap = 1e-9 * end + (out_.mode == SearchMode::fixed_steps ? 1.5 * out_.search.unit : 0);
      return std::ranges::any_of(others,
                                 [&](const Interval& other) { return other.low > end && other.low < end + gap; });
    };
    for (const Interval& one : out_.search.intervals)
      if (!goes_on(one.high, out_.search.growing) && !goes_on(one.high, out_.search.as_one)) ends.push_back(one.high);
    for (const Interval& one : out_.search.growing)
      if (!goes_on(one.high, out_.search.intervals) && !goes_on(one.high, out_.search.as_one)) ends.push_back(one.high);
    for (const Interval& one : out_.search.as_one)
      if (!goes_on(one.high, out_.search.intervals) && !goes_on(one.high, out_.search.growing))
        ends.push_back(one.high);
    if (ends.empty() && out_.search.intervals.empty()) add_ends_of_marginality(ends);
    return ends;
  }

  /// A system with an integrator is nowhere stable, but there are steps beyond which it grows for another reason.
  void add_ends_of_marginality(std::vector<double>& ends) const {
    const std::vector<RadiusPoint>& curve = out_.search.curve;
    if (curve.empty()) return;
    const auto first = spectrum(stability_.problem, curve.front().step, out_.mode);
    const double margin = first ? first->margin : 0;
    const auto grows = [&](double step) {
      const auto found = spectrum(stability_.problem, step, out_.mode);
      return !found || found->radius > 1 + margin;
    };
    for (std::size_t i = 0; i + 1 < curve.size(); ++i) {
      double low = curve[i].step, high = curve[i + 1].step;
      if (curve[i].radius > 1 + margin || curve[i + 1].radius <= 1 + margin) continue;
      constexpr int halvings = 40;
      for (int k = 0; out_.mode == SearchMode::fixed_substeps && k < halvings; ++k) {
        const double middle = std::sqrt(low * high);
        (grows(middle) ? high : low) = middle;
      }
      ends.push_back(low);
    }
  }

  /// The end of stability between two neighbours of the table.
  void predict_large(double from, double to) {
    const auto grows = [&](double step) {
      const auto found = spectrum(stability_.problem, step, out_.mode, 0);
      return !found || found->unstable();
    };
    for (std::size_t i = 0; i + 1 < out_.rows.size(); ++i) {
      double low = out_.rows[i].step, high = out_.rows[i + 1].step;
      if (low < from || high > to || out_.rows[i].verdict == Verdict::unstable ||
          out_.rows[i + 1].verdict != Verdict::unstable)
        continue;
      while (high > low * 1.001) {
        if (settings_.reference.cancel.requested()) return;
        const double middle = std::sqrt(low * high);
        (grows(middle) ? high : low) = middle;
      }
      out_.limit.predicted = low;
      return;
    }
  }

  /// One of them between these; of several, the one nearest to what was observed.
  void predict(double from, double to) {
    if (is_large(stability_.problem)) return predict_large(from, to);
    const double near = out_.limit.observed.value_or(from);
    for (const double end : ends_of_stability()) {
      if (end < from * (1 - 1e-9) || !(end < to)) continue;
      std::optional<double>& best = out_.limit.predicted;
      if (!best || std::abs(end - near) < std::abs(*best - near)) best = end;
    }
  }

  OpenSystem& system_;
  const model::Model& whole_;
  const ErrorTableSettings& settings_;
  SystemStability stability_;
  ErrorTable out_;
  Diagnostics diagnostics_;
};

}  // namespace

Outcome<ReferenceError> compare_with_whole(const Cosimulation& run, results::Trajectory trajectory,
                                           const model::Model& whole, const ReferenceSettings& settings,
                                           results::Trajectory* reference) {
  Diagnostics diagnostics;
  const auto failed = [&](const Diagnostics& why, const std::string& what) {
    diagnostics.append(why);
    diagnostics.error(Code::E1016, {}, what);
    return Outcome<ReferenceError>(std::move(diagnostics));
  };
  constexpr std::size_t fine_grid = 20000;  // between its points linearly: runs whose steps change have no grid
  simulate::SimulateOptions options;
  options.start = run.start;
  options.stop = run.stop;
  options.tolerance = settings.tolerance;
  options.cancel = settings.cancel;
  if (run.adaptive) {
    options.intervals = fine_grid;
  } else {
    options.interval = run.communication_step;
  }
  results::MemoryWriter memory;
  const Outcome<simulate::Simulation> made = simulate::simulate(whole, options, &memory);
  if (!made.ok() || !made->status.ok)
    return failed(made.diagnostics(), "the system as one model could not be integrated");
  results::Trajectory found = memory.take();
  keep_states_and_outputs(trajectory);
  if (!settings.names_of_parts)
    for (results::ResultVariable& variable : trajectory.variables) variable.name.erase(0, variable.name.find('.') + 1);
  if (trajectory.variables.empty()) return failed(Diagnostics(), "no part has a state or an output that changes");
  // what jumps in one part is seen by the others after one exchange, and comes back after the next
  const double window = whole.description().hybrid ? 2 * run.communication_step : 0;
  Outcome<results::Comparison> range = results::compare(trajectory, found, results::Measure::range, window);
  Outcome<results::Comparison> equivalence = results::compare(trajectory, found, results::Measure::equivalence, window);
  if (!range.ok() || !equivalence.ok()) return failed(range.diagnostics(), "nothing could be compared");
  ReferenceError out{range.take(), equivalence.take(), window, made->simulate_seconds};
  if (reference != nullptr) *reference = std::move(found);
  return {std::move(out), std::move(diagnostics)};
}

Outcome<ErrorTable> error_over_step(OpenSystem& system, const model::Model& whole, const ErrorTableSettings& settings) {
  return Table(system, whole, settings).run();
}

}  // namespace sunder::cosimulate
