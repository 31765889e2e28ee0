#include "choose/choose.hpp"

#include <algorithm>
#include <cmath>

#include "base/codes.hpp"
#include "base/text.hpp"
#include "choose/forecast.hpp"
#include "choose/tolerances.hpp"

namespace sunder::choose {

namespace {

/// Below this number of states a smaller matrix saves nothing.
constexpr std::size_t states_worth_cutting = 40;
/// Above this part of all states the full method, which has a higher order, is cheaper.
constexpr double rows_worth_cutting = 0.25;

class Planner {
 public:
  Planner(const model::Model& model, const ContextMaker& make_context, const simulate::SimulateOptions& options,
          const Purpose& purpose)
      : model_(model), make_context_(make_context), options_(options), tolerance_(tolerances(purpose).back()) {
    plan_.purpose = purpose;
    plan_.coarse.tolerance = coarse_tolerance;
  }

  Outcome<Plan> run() {
    Outcome<CoarseRun> coarse = run_coarsely(model_, make_context_, options_, std::nullopt);
    if (!coarse.has_value()) return Outcome<Plan>(std::move(coarse.diagnostics()));
    tell(*coarse);
    if (options_.cancel.requested()) return cancelled(*coarse);
    if (!coarse->complete()) return without_forecast(*coarse);
    plan_.candidates = forecast_candidates(*coarse, model_.state_count(), tolerance_);
    if (!offer_rows(*coarse)) return cancelled(*coarse);
    choose();
    return {std::move(plan_), std::move(diagnostics_)};
  }

 private:
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
    const Outcome<CoarseRun> some = run_coarsely(model_, make_context_, options_, rows);
    if (options_.cancel.requested()) return false;
    if (!some.has_value() || !some->complete()) {
      Candidate failed = forecast_rows(coarse, coarse, std::move(rows), states, tolerance_);
      failed.steps.reset();
      failed.seconds.reset();
      failed.error.reset();
      failed.why = "its coarse run failed";
      plan_.candidates.push_back(std::move(failed));
      return true;
    }
    plan_.coarse.seconds += some->run.simulate_seconds;
    plan_.candidates.push_back(forecast_rows(*some, coarse, std::move(rows), states, tolerance_));
    return true;
  }

  void choose() {
    const auto cost = [](const Candidate& one) { return one.seconds.value_or(HUGE_VAL); };
    std::stable_sort(plan_.candidates.begin(), plan_.candidates.end(),
                     [&](const Candidate& a, const Candidate& b) { return cost(a) < cost(b); });
    Candidate& best = *std::find_if(plan_.candidates.begin(), plan_.candidates.end(),
                                    [](const Candidate& one) { return one.why.empty(); });
    best.chosen = true;
    best.why = "cheapest forecast";
    for (Candidate& one : plan_.candidates)
      if (!one.chosen && one.why.empty())
        one.why = "forecast " + rounded(cost(one) / std::max(cost(best), 1e-12), 2) + " times as dear";
  }

  const model::Model& model_;
  const ContextMaker& make_context_;
  const simulate::SimulateOptions& options_;
  double tolerance_;
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
}

Outcome<Plan> make_plan(const model::Model& model, const ContextMaker& make_context,
                        const simulate::SimulateOptions& options, const Purpose& purpose) {
  Diagnostics diagnostics;
  check(purpose, diagnostics);
  if (diagnostics.has_errors()) return Outcome<Plan>(std::move(diagnostics));
  return Planner(model, make_context, options, purpose).run();
}

}  // namespace sunder::choose
