// The run itself, and the runs that tell its error.
#include <algorithm>
#include <cmath>
#include <string_view>
#include <unordered_map>

#include "base/codes.hpp"
#include "base/text.hpp"
#include "choose/agreement.hpp"
#include "choose/bounded_memory.hpp"
#include "choose/choose.hpp"
#include "choose/finer_file.hpp"
#include "choose/forecast.hpp"
#include "choose/real_time.hpp"
#include "choose/staged_progress.hpp"
#include "choose/tolerances.hpp"
#include "simulate/clock_pulses.hpp"

namespace sunder::choose {

namespace {

constexpr std::size_t most_runs = 5;
/// Differences that fall more slowly than this for ten times smaller tolerances do not fall; once may be chance (an
/// event that one run just missed), twice in a row is not.
constexpr double least_gain = 3;
constexpr int most_stalls = 1;
/// With more of them a forecast, which allows for a few, does not hold.
constexpr double most_rejected = 0.15;

struct Made {
  simulate::Simulation run;
  results::Trajectory trajectory;
  Diagnostics diagnostics;
  bool too_large = false;  ///< the trajectory is not complete
};

class Auditor {
 public:
  Auditor(const model::Model& model, const ContextMaker& make_context, const simulate::SimulateOptions& options,
          Plan plan)
      : model_(model), make_context_(make_context), options_(options), purpose_(plan.purpose), finer_(options.output) {
    result_.plan = std::move(plan);
    result_.plan.candidates.reserve(result_.plan.candidates.size() + 1);  // one may join them, and pointers stay
    candidate_ = result_.plan.chosen();
  }

  Outcome<ChosenRun> run() {
    find_pulses();
    std::vector<double> next = ladder();
    while (!next.empty()) {
      const double tolerance = next.back();
      next.pop_back();
      if (!make(tolerance)) break;
      if (last_ && !compare()) break;
      const bool first = !last_;
      last_ = std::move(made_);
      if (!first && !finer_.keep(diagnostics_)) break;
      if (first) reconsider(next);
      if (next.empty() && purpose_.audit == Audit::promise && !kept() && give_up_means()) next = ladder();
      if (next.empty() && purpose_.audit == Audit::promise && !kept())
        if (const auto finer = finer_tolerance(tolerance)) next.push_back(*finer);
    }
    if (!last_ && !made_) return Outcome<ChosenRun>(std::move(diagnostics_));
    judge();
    deliver();
    return {std::move(result_), std::move(diagnostics_)};
  }

 private:
  /// Runs that all pass over the same pulse agree, and prove nothing.
  void find_pulses() {
    if (purpose_.audit == Audit::off || candidate_->period) return;
    const model::Experiment experiment = model_.description().experiment;
    const double start = options_.start.value_or(experiment.start.value_or(0.0));
    const double stop = options_.stop.value_or(experiment.stop.value_or(start + 1));
    const std::unique_ptr<model::Context> context = make_context_();
    if (model_.initialise(*context, start))  // else the run tells why not
      instants_ = simulate::instants_of_pulses(model_, *context, context->states(), start, stop, options_.cancel);
  }

  /// Tolerances of the runs to make, the next one last.
  [[nodiscard]] std::vector<double> ladder() const {
    std::vector<double> next = tolerances(purpose_);
    std::reverse(next.begin(), next.end());
    return next;
  }

  /// One run; false ends the audit.
  bool make(double tolerance) {
    simulate::SimulateOptions options = options_;
    options.method = candidate_->method;
    options.instants = instants_;
    options.tolerance = equivalent_tolerance(*candidate_, tolerance);
    if (candidate_->method == "cvode" && !options_.absolute_tolerance && last_)
      options.absolute_tolerance = *options.tolerance * smallest_size_of_states(last_->trajectory);
    options.output = last_ ? finer_.path() : options_.output;
    if (candidate_->rows) options.partition = model::Partition::two_way(*candidate_->rows, model_.state_count());
    // means over two periods have twice the error that averaging has by itself, which no tolerance shows
    options.made_fast = candidate_->period ? result_.plan.swinging : std::vector<std::string>{};
    if (candidate_->period) options.period = *candidate_->period * (last_ || purpose_.audit == Audit::off ? 1 : 2);
    trace_ = {};
    const bool tells = result_.plan.coarse.tolerance == 0 || (candidate_->rows && !candidate_->period);
    options.trace = !last_ && tells && purpose_.audit != Audit::off ? &trace_ : nullptr;
    StagedProgress progress(options_.progress, result_.audit.runs.size(), expected_runs());
    options.progress = progress.get();
    BoundedMemory memory(largest_memory);
    const std::unique_ptr<model::Context> context = make_context_();
    Outcome<simulate::Simulation> made = simulate::simulate(model_, *context, options, &memory);
    if (!made.has_value()) {
      diagnostics_.append(made.diagnostics());
      return false;
    }
    Made one{made.take(), memory.take(), std::move(made.diagnostics()), memory.full()};
    result_.audit.runs.push_back(
        {options.method, candidate_->rows, *options.tolerance, one.run.statistics, one.run.simulate_seconds, {}});
    if (one.run.status.ok) {
      made_ = std::move(one);
      return true;
    }
    return failed(std::move(one), tolerance);
  }

  /// CVODE measures errors by nominal values: of states that stay far below theirs it would see none, and two runs
  /// would be the same. The smallest part of its nominal value that a state moves by, at most one.
  static double smallest_size_of_states(const results::Trajectory& run) {
    constexpr double rounding = 1e-10;  // of the largest value of the same unit
    std::unordered_map<std::string_view, double> largest;
    const auto extremes = [&](std::size_t v) {
      const auto [low, high] = std::ranges::minmax(run.columns[v]);
      return std::pair(low, high);
    };
    for (std::size_t v = 0; v < run.variables.size(); ++v) {
      if (run.variables[v].kind != model::VariableKind::state || run.columns[v].empty()) continue;
      const auto [low, high] = extremes(v);
      double& known = largest[run.variables[v].unit];
      known = std::max({known, std::abs(low), std::abs(high)});
    }
    double smallest = 1;
    for (std::size_t v = 0; v < run.variables.size(); ++v) {
      const results::ResultVariable& about = run.variables[v];
      if (about.kind != model::VariableKind::state || run.columns[v].empty()) continue;
      const auto [low, high] = extremes(v);
      if (high - low > rounding * largest[about.unit])
        smallest = std::min(smallest, (high - low) / (about.nominal > 0 ? about.nominal : 1.0));
    }
    return smallest;
  }

  [[nodiscard]] std::size_t expected_runs() const { return purpose_.audit == Audit::off ? 1 : 2; }

  /// Where nothing is delivered yet another method may do it; otherwise what there is must do.
  bool failed(Made one, double tolerance) {
    const bool cancelled = options_.cancel.requested();
    finer_.discard();
    if (last_) {
      result_.audit.runs.pop_back();
      interrupted_ = true;
      if (cancelled) {
        diagnostics_.error(Code::E0613, {},
                           "cancelled in the audit, at time " + shortest(ending_time(one.run)) +
                               " of the second run: the results are those of the run before, whose error is not known");
      } else {
        diagnostics_.warning(Code::W0654, {},
                             "the run with the tolerance " + shortest(tolerance) +
                                 " that was to check the results ended "
                                 "at time " +
                                 shortest(ending_time(one.run)) + ": " + one.run.status.reason);
      }
      return false;
    }
    // without a fault it was the results file that failed
    const bool methods_matter = !cancelled && one.run.status.fault && one.run.status.started;
    const Candidate* other = methods_matter ? of_other_method() : nullptr;
    if (other == nullptr) {
      made_ = std::move(one);
      return false;
    }
    result_.audit.note = candidate_->method + " ended at time " + shortest(ending_time(one.run)) + " (" +
                         one.run.status.reason + "); " + other->method + " was tried instead";
    take(*other);
    return make(tolerance);
  }

  const Candidate* of_other_method() {
    for (const Candidate& one : result_.plan.candidates)
      if (one.method != candidate_->method && !one.refused && !one.chosen && !result_.audit.replanned) return &one;
    return nullptr;
  }

  /// Where means do not keep the bound, no tolerance will help. True: another method begins anew.
  bool give_up_means() {
    if (!candidate_->period) return false;
    for (const Candidate& one : result_.plan.candidates) {
      if (one.period || !one.seconds || one.refused) continue;
      result_.audit.note = "averaging over " + rounded(*candidate_->period, 4) +
                           " s and over twice as long differ by " + rounded(*difference_, 2) + " of a range; " +
                           one.method + " was taken instead";
      take(one);
      last_.reset();
      difference_.reset();
      before_.reset();
      stalls_ = 0;
      return true;
    }
    return false;
  }

  void take(const Candidate& other) {
    for (Candidate& one : result_.plan.candidates) one.chosen = &one == &other;
    candidate_ = &other;
    result_.audit.replanned = true;
  }

  /// False: there is nothing to compare.
  bool compare() {
    if (last_->too_large || made_->too_large) {
      interrupted_ = true;
      diagnostics_.warning(Code::W0654, {}, "the results are too large to be kept for a comparison of two runs").help =
          "record fewer variables (--filter) or points (--intervals)";
      return true;
    }
    const double span = made_->run.stop - made_->run.start;
    agreement_ =
        agreement(last_->trajectory, made_->trajectory, purpose_.max_error, purpose_.max_error * span, purpose_.only);
    if (agreement_->compared == 0 && agreement_->not_compared.empty() && !purpose_.only.empty()) {
      agreement_.reset();
      interrupted_ = true;
      diagnostics_.warning(Code::W0654, {}, "nothing that the error counts for is recorded").help =
          "--filter must leave them in: " + enumerated(purpose_.only);
      return true;
    }
    result_.audit.runs[result_.audit.runs.size() - 2].difference = agreement_->difference;
    before_ = difference_;
    difference_ = agreement_->difference;
    // what is small needs no explanation
    shift_ = *difference_ > purpose_.max_error / 10
                 ? time_shift(last_->trajectory, made_->trajectory, *difference_, purpose_.only)
                 : std::nullopt;
    return true;
  }

  [[nodiscard]] bool kept() const { return difference_ && *difference_ <= purpose_.max_error / 3 && proves(); }

  /// A run that is held against itself proves nothing: at the smallest tolerance the next one is the same.
  [[nodiscard]] bool proves() const {
    const auto& runs = result_.audit.runs;
    if (runs.size() < 2) return false;
    const AuditRun& finer = runs.back();
    const AuditRun& coarser = runs[runs.size() - 2];
    return finer.method != coarser.method || finer.rows != coarser.rows || candidate_->period ||
           finer.tolerance < coarser.tolerance / 2;
  }

  /// Nothing: it would not help.
  std::optional<double> finer_tolerance(double tolerance) {
    if (!difference_ || result_.audit.runs.size() >= most_runs || tolerance <= smallest_tolerance) return std::nullopt;
    const auto& runs = result_.audit.runs;
    constexpr double saturated = 0.1;  // spikes that miss each other are apart by the range until they meet
    if (before_ && *before_<saturated&& * difference_> 3 * purpose_.max_error) {
      const double decades = std::log10(runs[runs.size() - 3].tolerance / runs[runs.size() - 2].tolerance);
      stalls_ = *difference_ * std::pow(least_gain, decades) < *before_ ? 0 : stalls_ + 1;
      if (stalls_ > most_stalls) return std::nullopt;
    }
    const double factor = std::clamp(0.6 * *difference_ / purpose_.max_error, 10.0, 100.0);
    const double finer = std::max(tolerance / factor, smallest_tolerance);
    if (!(equivalent_tolerance(*candidate_, finer) < runs.back().tolerance / 2)) return std::nullopt;
    return finer;
  }

  /// After the first run, by counts and not by times, so that the choice does not depend on the hour.
  void reconsider(const std::vector<double>& next) {
    if (next.empty() || candidate_->period || result_.audit.replanned) return;
    if (result_.plan.coarse.tolerance == 0) {
      choose_by_first_run();
      return;
    }
    if (take_wider_rows() || take_cheaper(next)) return;
    plan_finer();
  }

  /// There was no coarse run: the first one is as good to forecast the next from.
  void choose_by_first_run() {
    CoarseRun first;
    first.tolerance = result_.audit.runs.back().tolerance;
    first.run = last_->run;
    first.trace = std::move(trace_);
    if (first.trace.steps.empty()) return;
    const std::size_t states = model_.state_count();
    result_.plan.candidates = forecast_candidates(first, states, tolerances(purpose_).back());
    choose_cheapest(result_.plan.candidates);
    result_.plan.coarse.fast_states = fast_states(first).size();
    // two runs of one method tell its error better than two of different ones: that is worth something
    constexpr double worth_changing = 0.5;
    const double best = *result_.plan.chosen()->seconds;
    for (Candidate& one : result_.plan.candidates) {
      if (one.method != "rosenbrock" || one.rows || !(best > worth_changing * *one.seconds)) continue;
      for (Candidate& other : result_.plan.candidates) {
        other.chosen = false;
        if (!other.refused) other.why = "forecast " + rounded(*other.seconds / *one.seconds, 2) + " times as dear";
      }
      one.chosen = true;
      one.why = "made the first run, and no other saves half of its time";
      break;
    }
    candidate_ = result_.plan.chosen();
  }

  /// States that limited the steps by stability became implicit on the way: they are so from the start next time.
  bool take_wider_rows() {
    const integrate::Statistics& n = result_.audit.runs.back().statistics;
    if (n.rows_added == 0 || !candidate_->rows || trace_.pull.empty()) return false;  // of rosenbrock
    model::StateSet rows;
    for (std::size_t i = 0; i < trace_.pull.size(); ++i)
      if (trace_.pull[i] > 0) rows.emplace_back(i);
    Candidate wider = *candidate_;
    wider.what = std::to_string(rows.size()) + " of " + std::to_string(model_.state_count());
    if (rows.size() >= model_.state_count()) wider.what = "all";
    wider.rows = wider.what == "all" ? std::nullopt : std::optional(std::move(rows));
    wider.tolerance = equivalent_tolerance(wider, tolerances(purpose_).back());
    wider.why = "its states turned fast in the first run";
    result_.audit.note = counted(n.rows_added, "state") + " outside the implicit ones limited the steps of the first " +
                         "run by stability: planned again, with " + wider.what + " implicit";
    for (const Candidate& one : result_.plan.candidates) {
      if (one.method != wider.method || one.what != wider.what) continue;
      take(one);
      return true;
    }
    result_.plan.candidates.push_back(std::move(wider));
    take(result_.plan.candidates.back());
    return true;
  }

  /// Some states implicit, and parts: each was run coarsely by itself.
  static bool has_own_coarse_run(const Candidate& candidate) { return candidate.rows && !candidate.rows->empty(); }

  /// A method that needs more than twice the steps that were forecast is given up where another should need less than
  /// half of its time; with many rejected steps, where another should need less.
  bool take_cheaper(const std::vector<double>& next) {
    if (!candidate_->steps || !candidate_->seconds || !(*candidate_->steps > 0)) return false;
    const integrate::Statistics& n = result_.audit.runs.back().statistics;
    // forecasts are for the last run of the audit, which is ten times finer; the first has fewer steps
    const double order = candidate_->method == "rosenbrock" && candidate_->rows && !candidate_->rows->empty() ? 3 : 5;
    const double forecast = *candidate_->steps / std::pow(tolerances(purpose_).front() / next.front(), 1 / order);
    const double attempts = static_cast<double>(n.steps + n.rejected);
    const bool rejects = static_cast<double>(n.rejected) > most_rejected * attempts;
    const bool slow = attempts > 2 * forecast;
    if (!slow && !rejects) return false;
    const double wrong_by = attempts / forecast;
    for (const Candidate& other : result_.plan.candidates) {
      if (&other == candidate_ || !other.seconds || other.refused || other.period) continue;
      // what was forecast from the same coarse run is as wrong
      const bool alike = has_own_coarse_run(other) == has_own_coarse_run(*candidate_);
      const double expected = *other.seconds * (alike ? wrong_by : 1.0);
      if (!(expected < (slow ? 0.5 : 1.0) * *candidate_->seconds * wrong_by)) continue;
      result_.audit.note = "the first run took " + std::to_string(n.steps + n.rejected) + " steps" +
                           (rejects ? " (" + std::to_string(n.rejected) + " rejected)" : "") + " where " +
                           rounded(forecast, 2) + " were forecast: planned again";
      take(other);
      return true;
    }
    return false;
  }

  /// What grows late was hardly there in the coarse run: another one, ten times finer, may tell something else.
  void plan_finer() {
    const std::string grown = variable_that_grew();
    if (grown.empty()) return;
    Outcome<Plan> plan = make_plan(model_, make_context_, options_, result_.plan.purpose, coarse_tolerance / 10);
    if (!plan.has_value() || plan->chosen() == nullptr || !plan->coarse.failure.empty()) return;
    const std::string before = candidate_->method + " (" + candidate_->what + ")";
    const double seconds = result_.plan.coarse.seconds;
    result_.plan = plan.take();
    result_.plan.coarse.seconds += seconds;
    result_.plan.candidates.reserve(result_.plan.candidates.size() + 1);
    candidate_ = result_.plan.chosen();
    const std::string after = candidate_->method + " (" + candidate_->what + ")";
    result_.audit.replanned = true;
    result_.audit.note = "'" + grown + "' passes through three times its range after the middle of the run: planned " +
                         "again from a finer coarse run, " +
                         (before == after ? "with the same choice" : "now " + after);
  }

  /// Its range in the second half of the first run is more than three times that of the first half.
  [[nodiscard]] std::string variable_that_grew() const {
    constexpr double much = 3;
    const results::Trajectory& run = last_->trajectory;
    const double middle = (last_->run.start + last_->run.stop) / 2;
    for (std::size_t v = 0; v < run.variables.size(); ++v) {
      if (run.variables[v].constant || run.variables[v].kind != model::VariableKind::state) continue;
      double low = HUGE_VAL, high = -HUGE_VAL, half = 0;
      for (std::size_t i = 0; i < run.times.size(); ++i) {
        low = std::min(low, run.at(v, i));
        high = std::max(high, run.at(v, i));
        if (run.times[i] <= middle) half = high - low;
      }
      if (half > 0 && high - low > much * half) return run.variables[v].name;
    }
    return {};
  }

  void judge() {
    AuditResult& audit = result_.audit;
    if (agreement_) {
      audit.error = agreement_->difference;
      audit.worst_variable = agreement_->variable;
      audit.worst_time = agreement_->time;
      audit.not_compared = agreement_->not_compared.size();
      audit.shift = shift_;
    }
    const std::string mostly = shift_ ? "; mostly in time: " + to_text(*shift_) : "";
    if (interrupted_ || !last_) {
      audit.verdict = purpose_.audit == Audit::off && last_ ? Verdict::not_audited : Verdict::unfinished;
    } else if (purpose_.audit == Audit::estimate && agreement_) {
      audit.verdict = agreement_->difference <= purpose_.max_error ? Verdict::estimated : Verdict::above;
    } else if (purpose_.audit == Audit::promise && agreement_) {
      audit.verdict = kept() ? Verdict::kept : Verdict::not_kept;
    }
    if (audit.verdict == Verdict::above)
      diagnostics_
          .warning(Code::W0651, {},
                   "the error is estimated as " + rounded(*audit.error, 2) + " of the range of '" +
                       audit.worst_variable + "' (t = " + rounded(audit.worst_time, 4) + "), above " +
                       shortest(purpose_.max_error) + mostly)
          .help = "--max-error " + shortest(purpose_.max_error) + " goes on until the bound holds";
    if (audit.verdict != Verdict::not_kept) return;
    audit.agree_until = agreement_->until;
    if (!proves()) {
      Diagnostic& same = diagnostics_.error(Code::E0650, {},
                                            "the error " + shortest(purpose_.max_error) +
                                                " cannot be shown: no run is finer than that with the tolerance " +
                                                shortest(audit.runs.back().tolerance));
      same.at_run_time = true;
      same.help = "--max-error with a larger number; the finest run was delivered";
      return;
    }
    Diagnostic& error = diagnostics_.error(Code::E0650, {},
                                           "the error " + shortest(purpose_.max_error) +
                                               " is not kept: the two finest of " + std::to_string(audit.runs.size()) +
                                               " runs agree to it until t = " + rounded(agreement_->until, 4) +
                                               " and differ by " + rounded(agreement_->difference, 2) +
                                               " of the range of '" + agreement_->variable + "'" + mostly);
    error.at_run_time = true;
    error.help = "the finest run was delivered: after that time its values are uncertain by as much";
  }

  void deliver() {
    Made& best = last_ ? *last_ : *made_;
    diagnostics_.append(best.diagnostics);
    result_.run = std::move(best.run);
    result_.trajectory = std::move(best.trajectory);
    result_.run.result = options_.output;
  }

  const model::Model& model_;
  const ContextMaker& make_context_;
  const simulate::SimulateOptions& options_;
  Purpose purpose_;
  const Candidate* candidate_ = nullptr;
  FinerFile finer_;
  std::optional<Made> last_, made_;
  std::optional<Agreement> agreement_;
  std::optional<TimeShift> shift_;
  std::optional<double> difference_, before_;
  int stalls_ = 0;                // differences in a row that did not fall
  std::vector<double> instants_;  // where something driven by the clock is short
  integrate::StepTrace trace_;    // of the first run, where some states are explicit
  bool interrupted_ = false;
  ChosenRun result_;
  Diagnostics diagnostics_;
};

}  // namespace

Outcome<ChosenRun> simulate_planned(const model::Model& model, const ContextMaker& make_context,
                                    const simulate::SimulateOptions& options, Plan plan) {
  if (plan.purpose.real_time) return simulate_in_real_time(model, make_context, options, std::move(plan));
  return Auditor(model, make_context, options, std::move(plan)).run();
}

Outcome<ChosenRun> simulate_chosen(const model::Model& model, const ContextMaker& make_context,
                                   const simulate::SimulateOptions& options, const Purpose& purpose) {
  Outcome<Plan> plan = make_plan(model, make_context, options, purpose);
  if (!plan.has_value()) return Outcome<ChosenRun>(std::move(plan.diagnostics()));
  Outcome<ChosenRun> run = simulate_planned(model, make_context, options, plan.take());
  Diagnostics all = std::move(plan.diagnostics());
  all.append(run.diagnostics());
  if (!run.has_value()) return Outcome<ChosenRun>(std::move(all));
  return {run.take(), std::move(all)};
}

}  // namespace sunder::choose
