#include "choose/choose.hpp"

#include <algorithm>
#include <cmath>

#include "base/codes.hpp"
#include "base/text.hpp"
#include "choose/error_forecast.hpp"
#include "choose/forecast.hpp"
#include "choose/interest.hpp"
#include "choose/real_time.hpp"
#include "choose/tolerances.hpp"

namespace sunder::choose {

namespace {

/// Below this number of states a smaller matrix saves nothing.
constexpr std::size_t states_worth_cutting = 40;
/// Above this part of all states the full method, which has a higher order, is cheaper.
constexpr double rows_worth_cutting = 0.25;
/// A run of fewer periods has nothing to step over; where averaging may do, so many are run directly to tell what the
/// whole would take.
constexpr double periods_worth_averaging = 200;
constexpr double periods_sampled = 50;

class Planner {
 public:
  Planner(const model::Model& model, const ContextMaker& make_context, const simulate::SimulateOptions& options,
          const Purpose& purpose, double coarse)
      : model_(model),
        make_context_(make_context),
        options_(options),
        tolerance_(tolerances(purpose).back()),
        coarse_(coarse) {
    plan_.purpose = purpose;
    plan_.coarse.tolerance = coarse;
  }

  Outcome<Plan> run() {
    find_times();
    if (!consider_means()) return Outcome<Plan>(std::move(diagnostics_));
    if (!averaging_ && !plan_.purpose.explain && is_small()) return without_coarse_run();
    const Record record = tells_errors() ? Record::output_points : Record::nothing;
    Outcome<CoarseRun> coarse = run_coarsely(model_, make_context_, options_, std::nullopt, coarse_, record);
    if (!coarse.has_value()) return Outcome<Plan>(std::move(coarse.diagnostics()));
    tell(*coarse);
    if (options_.cancel.requested()) return cancelled(*coarse);
    if (!coarse->complete()) return without_forecast(*coarse);
    plan_.candidates = forecast_candidates(*coarse, model_.state_count(), tolerance_);
    if (!forecast_errors(*coarse)) return cancelled(*coarse);
    if (!offer_rows(*coarse)) return cancelled(*coarse);
    for (Candidate& one : plan_.candidates) {
      if (one.steps) *one.steps /= sampled_;
      if (one.seconds) *one.seconds /= sampled_;
    }
    offer_means(*coarse);
    choose_cheapest(plan_.candidates);
    return {std::move(plan_), std::move(diagnostics_)};
  }

 private:
  /// The first periods of a run that may be averaged do not tell the error at its end.
  [[nodiscard]] bool tells_errors() const { return plan_.purpose.forecast_errors && sampled_ == 1; }

  /// Of the candidates that have no coarse run of their own. False: cancelled.
  bool forecast_errors(const CoarseRun& coarse) {
    if (!tells_errors()) return true;
    errors_.emplace(model_, make_context_, options_, plan_.purpose);
    errors_->look(coarse);
    plan_.coarse.seconds += errors_->seconds();
    for (Candidate& one : plan_.candidates)
      one.error = one.method == "cvode" ? errors_->of_cvode(tolerance_) : errors_->at(tolerance_);
    return !options_.cancel.requested();
  }

  /// Where the method for stiff models costs little more than any other, a coarse run costs more than a better choice
  /// would save. What its steps do around the model outweighs eight evaluations of it, and CVODE takes four times as
  /// many.
  bool is_small() {
    const std::size_t states = model_.state_count();
    if (states == 0 || states >= states_worth_cutting) return false;
    const std::unique_ptr<model::Context> context = make_context_();
    const std::unique_ptr<model::Evaluator> evaluator = model::full_evaluator(model_, *context);
    return static_cast<double>(evaluator->operations() + evaluator->frozen_operations()) <
           overhead(static_cast<double>(states));
  }

  Outcome<Plan> without_coarse_run() {
    plan_.coarse.tolerance = 0;
    Candidate all{.method = "rosenbrock", .what = "all"};
    all.tolerance = equivalent_tolerance(all, tolerance_);
    all.chosen = true;
    all.why = "the model is small: a coarse run would cost more than another method saves";
    Candidate other{.method = "cvode", .what = "all"};
    other.tolerance = equivalent_tolerance(other, tolerance_);
    other.why = "not forecast";
    plan_.candidates = {std::move(all), std::move(other)};
    return {std::move(plan_), std::move(diagnostics_)};
  }

  void find_times() {
    const model::Experiment experiment = model_.description().experiment;
    start_ = options_.start.value_or(experiment.start.value_or(0.0));
    length_ = options_.stop.value_or(experiment.stop.value_or(start_ + 1)) - start_;
  }

  /// Averaging runs at a coarse tolerance where it may be chosen or is to be shown. False: the purpose cannot be met.
  bool consider_means() {
    Purpose& purpose = plan_.purpose;
    if (!purpose.slowest_of_interest && !purpose.explain) return true;
    Diagnostics ignored;  // no period: no averaging
    const std::optional<double> period =
        model_.state_count() > 0 ? simulate::choose_period(model_, *make_context_(), {}, ignored) : std::nullopt;
    const bool long_enough = period && length_ > periods_worth_averaging * *period;
    if (!purpose.slowest_of_interest && !long_enough) return true;
    const Outcome<decouple::Analysis> analysis = time_scales(model_, make_context_, options_);
    if (!analysis.ok()) {
      if (purpose.slowest_of_interest) diagnostics_.append(analysis.diagnostics());
      return !purpose.slowest_of_interest;
    }
    if (purpose.slowest_of_interest && !count_slow_states(model_, *analysis, purpose, diagnostics_)) return false;
    if (!long_enough) return true;
    averaging_ = Candidate{.method = "averaging", .period = period};
    if (!purpose.slowest_of_interest) {
      averaging_->why = "records means: --slowest-of-interest T, with T above the period of " + rounded(*period, 4) +
                        " s, says that they will do";
    } else if (*purpose.slowest_of_interest <= *period) {
      averaging_->why = "its means hide what is of interest: the period is " + rounded(*period, 4) + " s";
    }
    averaging_->refused = !averaging_->why.empty();
    Outcome<simulate::AveragingParts> parts =
        simulate::find_averaging_parts(model_, make_context_, options_, *analysis);
    if (!parts.has_value() || !parts->pilot.status.ok) {
      averaging_->why = !parts.has_value() ? "every state is as fast as the period"
                                           : "its coarse run failed: " + parts->pilot.status.reason;
      averaging_->refused = true;
      return true;
    }
    parts_ = parts.take();
    plan_.swinging = parts_->swinging;
    if (averaging_->refused || options_.cancel.requested()) return true;
    options_.stop = start_ + periods_sampled * *period;
    sampled_ = periods_sampled * *period / length_;
    plan_.coarse.until = options_.stop;
    return true;
  }

  void offer_means(const CoarseRun& coarse) {
    if (!averaging_) return;
    if (parts_) {
      Candidate known = forecast_averaging(*parts_, coarse, model_.state_count(), tolerance_);
      known.why = averaging_->why;
      known.refused = averaging_->refused;
      averaging_ = std::move(known);
      plan_.coarse.seconds += parts_->pilot.simulate_seconds;
    }
    plan_.candidates.push_back(std::move(*averaging_));
  }

  void tell(const CoarseRun& coarse) {
    plan_.coarse.steps = coarse.run.statistics.steps;
    plan_.coarse.events = coarse.run.statistics.events;
    plan_.coarse.seconds = coarse.run.simulate_seconds;
    plan_.coarse.fast_states = fast_states(coarse).size();
    if (!coarse.complete()) plan_.coarse.failure = coarse.run.status.reason;
  }

  Outcome<Plan> cancelled(const CoarseRun& coarse) {
    diagnostics_.error(Code::E0613, {},
                       "cancelled in the coarse run, at time " + shortest(ending_time(coarse.run)) +
                           ": nothing was computed to the error asked for");
    return Outcome<Plan>(std::move(diagnostics_));
  }

  Outcome<Plan> without_forecast(const CoarseRun& coarse) {
    if (!coarse.run.status.started)
      plan_.coarse.not_started = coarse.diagnostics;
    else
      diagnostics_.warning(
          Code::W0653, {},
          "the coarse run ended at time " + shortest(ending_time(coarse.run)) + ": " + coarse.run.status.reason);
    Candidate only;
    only.method = "cvode";
    only.what = "all";
    only.tolerance = equivalent_tolerance(only, tolerance_);
    only.chosen = true;
    only.why = "the coarse run failed, nothing is forecast";
    plan_.candidates = {only};
    return {std::move(plan_), std::move(diagnostics_)};
  }

  /// A second coarse run tells what the method with some rows needs. False: cancelled.
  bool offer_rows(const CoarseRun& coarse) {
    const std::size_t states = model_.state_count();
    model::StateSet rows = fast_states(coarse);
    if (states < states_worth_cutting || rows.empty() ||
        static_cast<double>(rows.size()) > rows_worth_cutting * static_cast<double>(states))
      return true;
    const Record record = errors_ ? Record::output_points : Record::nothing;
    const Outcome<CoarseRun> some = run_coarsely(model_, make_context_, options_, rows, coarse_, record);
    if (options_.cancel.requested()) return false;
    if (!some.has_value() || !some->complete()) {
      Candidate failed = forecast_rows(coarse, coarse, std::move(rows), states, tolerance_);
      failed.steps.reset();
      failed.seconds.reset();
      failed.why = "its coarse run failed";
      failed.refused = true;
      plan_.candidates.push_back(std::move(failed));
      return true;
    }
    plan_.coarse.seconds += some->run.simulate_seconds;
    plan_.candidates.push_back(forecast_rows(*some, coarse, rows, states, tolerance_));
    if (errors_) plan_.candidates.back().error = errors_->at(tolerance_, *some);
    return offer_multirate(coarse, std::move(rows));
  }

  /// The same cut with steps of their own for both parts: a coarse run of that method, too. False: cancelled.
  bool offer_multirate(const CoarseRun& coarse, model::StateSet rows) {
    const Record record = errors_ ? Record::output_points : Record::nothing;
    const Outcome<CoarseRun> parts =
        run_coarsely_by("multirate", model_, make_context_, options_, rows, coarse_, record);
    if (options_.cancel.requested()) return false;
    Candidate offered{.method = "multirate", .rows = std::move(rows)};
    offered.what = std::to_string(offered.rows->size()) + " of " + std::to_string(model_.state_count());
    if (!parts.has_value() || !parts->complete()) {
      offered.why = "its coarse run failed";
      offered.refused = true;
    } else {
      plan_.coarse.seconds += parts->run.simulate_seconds;
      forecast_parts(*parts, coarse, model_.state_count(), tolerance_, offered);
      if (errors_) offered.error = errors_->at(tolerance_, *parts);
    }
    plan_.candidates.push_back(std::move(offered));
    return true;
  }

  const model::Model& model_;
  const ContextMaker& make_context_;
  simulate::SimulateOptions options_;
  double tolerance_, coarse_;  // of the run to forecast and of the one that tells
  double start_ = 0, length_ = 0;
  double sampled_ = 1;  // the part of the run that the coarse run shows
  std::optional<Candidate> averaging_;
  std::optional<simulate::AveragingParts> parts_;
  std::optional<ErrorForecast> errors_;
  Plan plan_;
  Diagnostics diagnostics_;
};

}  // namespace

void check(const Purpose& purpose, Diagnostics& diagnostics) {
  const auto refuse = [&](const std::string& text) -> Diagnostic& { return diagnostics.error(Code::E0652, {}, text); };
  if (!(purpose.max_error > 0) || !std::isfinite(purpose.max_error)) {
    refuse("the error " + shortest(purpose.max_error) + " is not a positive number");
  } else if (purpose.max_error < smallest_error) {
    refuse("an error of " + shortest(purpose.max_error) + " of the range cannot be told from rounding").help =
        "the smallest that can is " + shortest(smallest_error);
  } else if (purpose.max_error >= 1) {
    refuse("an error of " + shortest(purpose.max_error) +
           " is the whole range of a variable: nothing would be computed")
        .help = "errors are parts of the range: 0.001 is a thousandth";
  }
  const auto check_time = [&](const std::optional<double>& time, const char* option, const char* what) {
    if (time && !(*time > 0 && std::isfinite(*time)))
      refuse(std::string(option) + " " + shortest(*time) + ": " + what + " is a positive number of seconds");
  };
  check_time(purpose.real_time, "--real-time", "a step");
  check_time(purpose.slowest_of_interest, "--slowest-of-interest", "a time scale");
  if (purpose.real_time && purpose.slowest_of_interest)
    refuse(
        "--real-time and --slowest-of-interest contradict each other: in real time every state has the same step, "
        "and none becomes a mean")
        .help = "--real-time with --only NAMES counts the error of the variables named alone";
}

Outcome<Plan> make_plan(const model::Model& model, const ContextMaker& make_context,
                        const simulate::SimulateOptions& options, const Purpose& purpose,
                        double tolerance_of_coarse_run) {
  Diagnostics diagnostics;
  check(purpose, diagnostics);
  if (diagnostics.has_errors()) return Outcome<Plan>(std::move(diagnostics));
  if (purpose.real_time) return plan_real_time(model, make_context, options, purpose);
  return Planner(model, make_context, options, purpose, tolerance_of_coarse_run).run();
}

}  // namespace sunder::choose
