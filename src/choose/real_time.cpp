#include "choose/real_time.hpp"

#include <algorithm>
#include <cmath>

#include "base/codes.hpp"
#include "base/text.hpp"
#include "choose/agreement.hpp"
#include "choose/forecast.hpp"
#include "integrate/stepper.hpp"
#include "simulate/linearise.hpp"

namespace sunder::choose {

namespace {

/// A method that does the same in every step.
struct FixedWork {
  const char* method;
  double stable_up_to;  ///< step times the fastest rate
  int order;            ///< and the number of stages: what is left of a decay after a step is exp(-z) up to it
};
constexpr FixedWork explicit_methods[] = {{"rk4", 2.785, 4}, {"heun", 2, 2}, {"euler", 2, 1}};
/// A disturbance that grows so much is no longer small.
constexpr double most_growth = 1e3;

/// How much a step makes of a disturbance that would decay at this rate times the step, as a logarithm.
double log_growth(const FixedWork& method, double z) {
  if (z <= method.stable_up_to) return 0;
  double left = 0, term = 1;
  for (int k = 0; k <= method.order; ++k) {
    left += term;
    term *= -z / (k + 1);
  }
  return std::max(std::log(std::abs(left)), 0.0);
}

/// Time without a break in which steps of this length make disturbances grow, by how much at most. Rates are those at
/// the beginnings of the coarse steps, and may be gone long before their ends: what counts lasts until the next one.
bool grows(const FixedWork& method, double step, const std::vector<integrate::TracedStep>& coarse) {
  const auto rate = [&](std::size_t i) { return coarse[i].length > 0 ? coarse[i].stiffness / coarse[i].length : 0.0; };
  double sum = 0;
  for (std::size_t i = 0; i < coarse.size(); ++i) {
    const double lasting = i + 1 < coarse.size() ? std::min(rate(i), rate(i + 1)) : rate(i);
    const double more = log_growth(method, step * lasting);
    sum = more > 0 ? sum + coarse[i].length / step * more : 0;
    if (sum > std::log(most_growth)) return true;
  }
  return false;
}

/// The longest step that is refused by none of the rates that last.
double longest_stable(const FixedWork& method, double too_long, const std::vector<integrate::TracedStep>& coarse) {
  double stable = too_long;
  while (grows(method, stable, coarse)) stable /= 2;
  double unstable = 2 * stable;
  constexpr double close = 1e-3;
  while (unstable - stable > close * stable) {
    const double middle = (unstable + stable) / 2;
    (grows(method, middle, coarse) ? unstable : stable) = middle;
  }
  return stable;
}

/// Steps that are taken to see how long one takes: on the machine that is to keep them.
constexpr double steps_timed = 1000;
constexpr double output_points = 500;
constexpr std::uint64_t longest_run = 1'000'000'000;  // steps

int order_of(const std::string& method) { return integrate::find_method(method)->order; }

class RealTime {
 public:
  RealTime(const model::Model& model, const ContextMaker& make_context, simulate::SimulateOptions options)
      : model_(model), make_context_(make_context), options_(std::move(options)) {
    const model::Experiment experiment = model.description().experiment;
    start_ = options_.start.value_or(experiment.start.value_or(0.0));
    length_ = options_.stop.value_or(experiment.stop.value_or(start_ + 1)) - start_;
  }

  Outcome<Plan> plan(const Purpose& purpose) {
    plan_.purpose = purpose;
    step_ = *purpose.real_time;
    if (!(step_ < length_) || length_ / step_ > static_cast<double>(longest_run)) {
      diagnostics_.error(Code::E0652, {},
                         "--real-time " + shortest(step_) + ": the run takes " + shortest(length_) + " s, " +
                             (step_ < length_ ? "more than a thousand million steps" : "less than two steps"));
      return Outcome<Plan>(std::move(diagnostics_));
    }
    Outcome<CoarseRun> coarse = run_coarsely(model_, make_context_, options_, std::nullopt);
    if (!coarse.has_value()) return Outcome<Plan>(std::move(coarse.diagnostics()));
    plan_.coarse = {.tolerance = coarse_tolerance,
                    .until = {},
                    .steps = coarse->run.statistics.steps,
                    .events = coarse->run.statistics.events,
                    .seconds = coarse->run.simulate_seconds,
                    .fast_states = fast_states(*coarse).size(),
                    .failure = coarse->complete() ? "" : coarse->run.status.reason};
    if (options_.cancel.requested() || !coarse->complete()) {
      diagnostics_.append(coarse->diagnostics);
      if (!diagnostics_.has_errors()) diagnostics_.error(Code::E0613, {}, "cancelled in the coarse run");
      return Outcome<Plan>(std::move(diagnostics_));
    }
    offer_implicit();
    offer_explicit(*coarse);
    if (!choose_by_forecast()) return Outcome<Plan>(std::move(diagnostics_));
    return {std::move(plan_), std::move(diagnostics_)};
  }

  Outcome<ChosenRun> run(Plan plan) {
    plan_ = std::move(plan);
    step_ = *plan_.purpose.real_time;
    ChosenRun out;
    if (plan_.purpose.audit != Audit::off && !measure_all()) {
      if (options_.cancel.requested())
        diagnostics_.error(Code::E0613, {}, "cancelled while the methods were held against a controlled run");
      return Outcome<ChosenRun>(std::move(diagnostics_));
    }
    const Candidate& best = *plan_.chosen();
    simulate::SimulateOptions options = options_of(best);
    options.output = options_.output;
    options.progress = options_.progress;
    results::MemoryWriter memory;
    const std::unique_ptr<model::Context> context = make_context_();
    Outcome<simulate::Simulation> made = simulate::simulate(model_, *context, options, &memory);
    diagnostics_.append(made.diagnostics());
    if (!made.has_value()) return Outcome<ChosenRun>(std::move(diagnostics_));
    out.run = made.take();
    out.trajectory = memory.take();
    AuditRun told;
    told.method = best.method;
    told.statistics = out.run.statistics;
    told.seconds = out.run.simulate_seconds;
    told.difference = best.measured ? std::optional(best.measured->error) : std::nullopt;
    out.audit.runs.push_back(std::move(told));
    judge(best, out);
    out.plan = std::move(plan_);
    return {std::move(out), std::move(diagnostics_)};
  }

  Diagnostics measure(Plan& plan) {
    plan_ = std::move(plan);
    step_ = *plan_.purpose.real_time;
    measure_all();
    plan = std::move(plan_);
    return std::move(diagnostics_);
  }

 private:
  struct Limit {
    double step = 0, rate = 0;
  };

  /// Two digits, never more than the number: whoever takes the step gets what was said of it.
  static std::string rounded_down(double value) {
    const double unit = std::pow(10.0, std::floor(std::log10(value)) - 1);
    return rounded(std::floor(value / unit * (1 + 1e-9)) * unit, 2);
  }

  void add(Candidate one, std::optional<Limit> limit = {}) {
    one.step = step_;
    one.steps = std::ceil(length_ / step_);
    one.refused = limit.has_value();
    if (limit) {
      one.why = "not stable: the fastest rate that lasts, " + rounded(limit->rate, 3) + "/s, allows steps of " +
                rounded_down(limit->step) + " s";
    } else if (const std::optional<double> taken = seconds_per_step(one)) {
      one.seconds = *one.steps * *taken;
      one.refused = *taken > step_;
      if (one.refused) one.why = "a step takes " + rounded(*taken, 2) + " s";
    } else {
      one.refused = true;
      one.why = "it failed in its first " + rounded(steps_timed) + " steps";
    }
    plan_.candidates.push_back(std::move(one));
  }

  /// The least of a few runs: what other programs do meanwhile is not the method's.
  std::optional<double> seconds_per_step(const Candidate& one) {
    constexpr int runs = 3;
    simulate::SimulateOptions options = options_of(one);
    options.stop = std::min(start_ + length_, start_ + steps_timed * step_);
    double least = HUGE_VAL;
    for (int i = 0; i < runs; ++i) {
      const std::unique_ptr<model::Context> context = make_context_();
      const Outcome<simulate::Simulation> made = simulate::simulate(model_, *context, options);
      if (!made.has_value() || !made->status.ok || made->statistics.steps == 0) return std::nullopt;
      least = std::min(least, made->simulate_seconds / static_cast<double>(made->statistics.steps));
    }
    return least;
  }

  void offer_explicit(const CoarseRun& coarse) {
    const std::vector<integrate::TracedStep>& steps = coarse.trace.steps;
    for (const FixedWork& one : explicit_methods) {
      std::optional<Limit> limit;
      if (grows(one, step_, steps)) {
        const double longest = longest_stable(one, step_, steps);
        limit = Limit{longest, one.stable_up_to / longest};
      }
      add({.method = one.method, .rows = model::StateSet(), .what = "none"}, limit);
    }
  }

  /// With the fast states implicit, as the step cuts them, and with all of them.
  void offer_implicit() {
    const std::size_t states = model_.state_count();
    if (states == 0) return;
    const auto offer = [&](model::StateSet rows) {
      Candidate one{.method = "mixed-realtime"};
      one.what = rows.size() == states ? "all" : std::to_string(rows.size()) + " of " + std::to_string(states);
      one.rows = std::move(rows);
      add(std::move(one));
    };
    const std::unique_ptr<model::Context> context = make_context_();
    decouple::AnalysisOptions analysis;
    analysis.budget = 1;
    analysis.mode_limit = 0;
    analysis.partition.step = step_;
    simulate::OperatingPoint point;
    point.start = start_;
    point.cancel = options_.cancel;
    const Outcome<decouple::Analysis> cut = simulate::analyze(model_, *context, point, analysis);
    if (cut.ok() && cut->partition) {
      model::StateSet fast = cut->partition->partition.fast();
      if (!fast.empty() && fast.size() < states) offer(std::move(fast));
    }
    offer(model::all_states(states));
  }

  /// The highest order first, and of one order what damps fast states: not by times, which differ from run to run.
  bool choose_by_forecast() {
    std::ranges::stable_sort(plan_.candidates, [](const Candidate& a, const Candidate& b) {
      return order_of(a.method) > order_of(b.method);
    });
    for (Candidate& one : plan_.candidates) {
      if (one.refused) continue;
      if (plan_.chosen() == nullptr) one.chosen = true;
      one.why = one.chosen ? "first of the highest order" : "";
    }
    if (plan_.chosen() != nullptr) return true;
    Diagnostic& error =
        diagnostics_.error(Code::E0655, {}, "no method keeps steps of " + shortest(step_) + " s in real time");
    for (const Candidate& one : plan_.candidates)
      error.notes.push_back({one.method + " (implicit: " + one.what + "): " + one.why, {}});
    error.help = "a longer step leaves more time for each";
    error.at_run_time = true;
    return false;
  }

  /// Output points are steps, so that every run has the same.
  [[nodiscard]] double interval() const {
    const double wanted = options_.intervals ? length_ / static_cast<double>(*options_.intervals)
                                             : options_.interval.value_or(length_ / output_points);
    return step_ * std::max(1.0, std::round(wanted / step_));
  }

  simulate::SimulateOptions options_of(const Candidate& one) {
    simulate::SimulateOptions options = options_;
    options.method = one.method;
    options.step = step_;
    options.tolerance.reset();
    options.events = simulate::EventMode::grid;
    options.intervals.reset();
    options.interval = interval();
    options.output.clear();
    options.progress = nullptr;
    if (one.method == "mixed-realtime") options.partition = model::Partition::two_way(*one.rows, model_.state_count());
    return options;
  }

  std::optional<results::Trajectory> controlled_run(double tolerance) {
    simulate::SimulateOptions controlled = options_;
    controlled.method = "rosenbrock";
    controlled.tolerance = tolerance;
    controlled.intervals.reset();
    controlled.interval = interval();
    controlled.output.clear();
    controlled.progress = nullptr;
    results::MemoryWriter memory;
    std::unique_ptr<model::Context> context = make_context_();
    Outcome<simulate::Simulation> made = simulate::simulate(model_, *context, controlled, &memory);
    if (made.ok() && made->status.ok) return memory.take();
    diagnostics_.append(made.diagnostics());
    return std::nullopt;
  }

  /// Held against a finer one itself, until two agree so well that what they are apart says nothing about a candidate.
  std::optional<results::Trajectory> reference() {
    constexpr double little = 0.1, finer = 0.1, finest = 1e-10;
    double tolerance = plan_.purpose.max_error * little;
    std::optional<results::Trajectory> coarse = controlled_run(tolerance);
    while (coarse && tolerance * finer >= finest && !options_.cancel.requested()) {
      tolerance *= finer;
      std::optional<results::Trajectory> fine = controlled_run(tolerance);
      if (!fine) return fine;
      doubt_ = agreement(*coarse, *fine, plan_.purpose.max_error, plan_.purpose.max_error * length_, plan_.purpose.only)
                   .difference;
      coarse = std::move(fine);
      if (doubt_ <= little * plan_.purpose.max_error) break;
    }
    return coarse;
  }

  /// False: cancelled, or there is nothing to hold them against.
  bool measure_all() {
    const std::optional<results::Trajectory> against = reference();
    if (!against) return false;
    for (Candidate& one : plan_.candidates) {
      if (options_.cancel.requested()) return false;
      // what a forecast says of stability need not come true: a rate may be there for a moment, or in one point only
      const bool only_forecast = one.refused && !one.seconds;
      if (!one.refused || only_forecast) measure_one(one, *against);
      if (!only_forecast || !one.measured) continue;
      one.refused = !one.measured->failure.empty();
      if (one.refused)
        one.measured.reset();
      else
        one.seconds = one.measured->seconds;
    }
    choose_by_measurement();
    return !options_.cancel.requested();
  }

  void measure_one(Candidate& one, const results::Trajectory& reference) {
    results::MemoryWriter memory;
    const std::unique_ptr<model::Context> context = make_context_();
    const Outcome<simulate::Simulation> made = simulate::simulate(model_, *context, options_of(one), &memory);
    Measured measured;
    measured.error = HUGE_VAL;
    if (made.has_value()) {
      measured.steps = static_cast<double>(made->statistics.steps);
      measured.seconds = made->simulate_seconds;
      if (!made->status.ok) measured.failure = made->status.reason;
      const double error = plan_.purpose.max_error;
      // an event is met at the end of the step in which it happens
      const double window = std::max(error * length_, 2 * step_);
      found_ = agreement(memory.take(), reference, error, window, plan_.purpose.only);
      if (made->status.ok) measured.error = found_.difference;
      if (measured.steps > 0 && measured.seconds / measured.steps > step_)
        measured.failure = "a step takes " + rounded(measured.seconds / measured.steps, 2) + " s";
    } else {
      measured.failure = "it could not be run";
    }
    one.measured = measured;
    // what is hardly better must not cost more
    constexpr double hardly_better = 0.9;
    if (!measured.failure.empty() || (best_ && !(measured.error < hardly_better * best_error_))) return;
    best_ = &one;
    best_error_ = measured.error;
    best_found_ = found_;
  }

  void choose_by_measurement() {
    if (!best_) return;
    for (Candidate& one : plan_.candidates) {
      one.chosen = &one == best_;
      if (one.measured) one.why = one.chosen ? "most accurate" : "less accurate";
      if (one.measured && !one.measured->failure.empty()) one.why = "failed";
    }
  }

  void judge(const Candidate& best, ChosenRun& out) {
    AuditResult& audit = out.audit;
    if (plan_.purpose.audit == Audit::off) return;
    if (!best.measured || !best.measured->failure.empty()) {
      audit.verdict = Verdict::unfinished;
      return;
    }
    audit.error = best.measured->error;
    audit.worst_variable = best_found_.variable;
    audit.worst_time = best_found_.time;
    audit.not_compared = best_found_.not_compared.size();
    const bool below = *audit.error <= plan_.purpose.max_error;
    const bool promised = plan_.purpose.audit == Audit::promise;
    audit.verdict =
        promised ? (below ? Verdict::kept : Verdict::not_kept) : (below ? Verdict::estimated : Verdict::above);
    if (below) return;
    const std::string text = best.method + ", the most accurate method that keeps steps of " + shortest(step_) +
                             " s, is off by " + rounded(*audit.error, 2) + " of the range of '" + audit.worst_variable +
                             "' (t = " + rounded(audit.worst_time, 4) + "), more than " +
                             shortest(plan_.purpose.max_error);
    Diagnostic& said =
        promised ? diagnostics_.error(Code::E0650, {}, text) : diagnostics_.warning(Code::W0651, {}, text);
    said.at_run_time = promised;
    if (promised) audit.agree_until = best_found_.until;
    if (doubt_ > plan_.purpose.max_error)
      said.notes.push_back({"the runs with controlled errors that it is held against are " + rounded(doubt_, 2) +
                                " of a range apart themselves, at the smallest tolerance",
                            {}});
    said.help = "--real-time with a shorter step measures what that gives";
    constexpr double still_small = 0.1;  // the order says nothing about errors as large as the range
    if (*audit.error > still_small || doubt_ > plan_.purpose.max_error) return;
    // events are met at the ends of steps, whatever the order of the method
    const double order = model_.description().hybrid ? 1.0 : order_of(best.method);
    const double step = step_ * std::pow(plan_.purpose.max_error / *audit.error, 1 / order);
    said.help += ": by its order, one of about " + rounded(step, 2) + " s keeps " + shortest(plan_.purpose.max_error);
  }

  const model::Model& model_;
  const ContextMaker& make_context_;
  simulate::SimulateOptions options_;
  double start_ = 0, length_ = 0, step_ = 0;
  Plan plan_;
  const Candidate* best_ = nullptr;
  double best_error_ = 0;
  double doubt_ = 0;  // how far the controlled run is from a coarser one
  Agreement found_, best_found_;
  Diagnostics diagnostics_;
};

}  // namespace

Outcome<Plan> plan_real_time(const model::Model& model, const ContextMaker& make_context,
                             const simulate::SimulateOptions& options, const Purpose& purpose) {
  return RealTime(model, make_context, options).plan(purpose);
}

Outcome<ChosenRun> simulate_in_real_time(const model::Model& model, const ContextMaker& make_context,
                                         const simulate::SimulateOptions& options, Plan plan) {
  return RealTime(model, make_context, options).run(std::move(plan));
}

Diagnostics measure_in_real_time(const model::Model& model, const ContextMaker& make_context,
                                 const simulate::SimulateOptions& options, Plan& plan) {
  return RealTime(model, make_context, options).measure(plan);
}

}  // namespace sunder::choose
