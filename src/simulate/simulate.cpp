#include "simulate/simulate.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>

#include "base/codes.hpp"
#include "base/text.hpp"
#include "integrate/stopping.hpp"
#include "simulate/aliasing.hpp"
#include "simulate/grid.hpp"
#include "simulate/recorder.hpp"

namespace sunder {

namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point begin) { return std::chrono::duration<double>(Clock::now() - begin).count(); }

/// What the run does, after options, experiment and defaults are merged and checked.
struct RunPlan {
  MethodInfo method;
  TimeGrid grid;                       // of steps, or of output points for variable-step methods
  std::optional<double> record_every;  // fixed step only; empty: every step
  StepperOptions stepper;
  std::optional<double> averaged_period;  // averaging only
};

std::optional<double> output_interval(const SimulateOptions& options, const Experiment& experiment, double start,
                                      double stop, Diagnostics& diagnostics) {
  if (options.intervals) {
    if (*options.intervals == 0) {
      diagnostics.error(Code::E0611, {}, "the number of output intervals must be at least 1");
      return std::nullopt;
    }
    return (stop - start) / static_cast<double>(*options.intervals);
  }
  if (options.interval) return options.interval;
  return experiment.interval;
}

bool plan_times(const SimulateOptions& options, const Experiment& experiment, RunPlan& plan, Diagnostics& diagnostics) {
  const double start = options.start.value_or(experiment.start.value_or(0.0));
  const double stop = options.stop.value_or(experiment.stop.value_or(start + 1));
  const std::optional<double> interval = output_interval(options, experiment, start, stop, diagnostics);
  if (diagnostics.has_errors()) return false;
  std::optional<TimeGrid> grid;
  if (plan.method.fixed_step) {
    if (!options.step) {
      diagnostics.error(Code::E0603, {}, "the method " + options.method + " needs a step").help =
          "give one with --step";
      return false;
    }
    grid = make_grid(start, stop, *options.step, Code::E0603, diagnostics);
    if (options.intervals || options.interval) {
      plan.record_every = interval;
      if (grid && stop > start && !make_grid(start, stop, *interval, Code::E0611, diagnostics)) return false;
    }
  } else {
    if (options.step && plan.method.stepwise) {
      diagnostics.error(Code::E0610, {}, "the method " + options.method + " chooses its own steps").help =
          "leave --step out; --intervals sets the output points";
      return false;
    }
    if (options.step && (!(*options.step > 0) || !std::isfinite(*options.step))) {
      diagnostics.error(Code::E0603, {}, "the step " + shortest(*options.step) + " is not a positive number");
      return false;
    }
    const double every = interval.value_or((stop - start) / 500);
    grid = make_grid(start, stop, stop > start ? every : 1.0, Code::E0611, diagnostics);
  }
  if (!grid) return false;
  plan.grid = *grid;
  plan.stepper.stop = stop;
  return true;
}

std::optional<RunPlan> make_plan(const Model& model, const SimulateOptions& options, Diagnostics& diagnostics) {
  RunPlan plan;
  Outcome<MethodInfo> method = find_method(options.method);
  diagnostics.append(method.diagnostics());
  if (!method.ok()) return std::nullopt;
  plan.method = *method;
  const Experiment experiment = model.experiment();
  if (!plan_times(options, experiment, plan, diagnostics)) return std::nullopt;
  if (options.events == EventMode::grid && !plan.method.stepwise) {
    diagnostics.error(Code::E0610, {},
                      "the method " + options.method + " has no steps to meet events at: it locates them");
    return std::nullopt;
  }
  if (options.period && plan.method.stepwise) {
    diagnostics.error(Code::E0610, {}, "the method " + options.method + " has no use for a period").help =
        "--period belongs to averaging";
    return std::nullopt;
  }
  plan.stepper.tolerance = options.tolerance.value_or(experiment.tolerance.value_or(1e-6));
  if (!(plan.stepper.tolerance > 0) || !std::isfinite(plan.stepper.tolerance)) {
    diagnostics.error(Code::E0611, {},
                      "the tolerance " + shortest(plan.stepper.tolerance) + " is not a positive number");
    return std::nullopt;
  }
  if (plan.method.mixed && !options.partition) {
    diagnostics.error(Code::E0610, {}, "the method " + options.method + " needs a partition into fast and slow states");
    return std::nullopt;
  }
  if (plan.method.mixed) plan.stepper.fast = options.partition->fast();
  if (options.method == "multirate") plan.stepper.partition = options.partition;
  plan.stepper.substeps = options.substeps;
  plan.stepper.threads = options.threads;
  plan.stepper.steps_per_jacobian = options.steps_per_jacobian;
  plan.stepper.explicit_update = options.explicit_update;
  plan.stepper.cancel = options.cancel;
  return plan;
}

class Run {
 public:
  Run(const Model& model, Context& context, const SimulateOptions& options, const RunPlan& plan, Recorder& recorder,
      Diagnostics& diagnostics)
      : model_(model),
        context_(context),
        options_(options),
        plan_(plan),
        recorder_(recorder),
        diagnostics_(diagnostics),
        x_(model.state_count()) {
    if (plan.averaged_period) prepare_averaging();
  }

  /// Fills status, statistics and times of `result`.
  void go(Stepper* stepper, Simulation& result) {
    auto began = Clock::now();
    time_ = plan_.grid.start;
    context_.clear_fault();
    bool fine = model_.initialise(context_, time_, x_) || evaluation_failed("the initial state could not be computed");
    fine = fine && (!options_.from || go_from(*options_.from));
    fine = fine && recorder_.begin(plan_.grid.start, plan_.grid.stop, x_);
    fine = fine && (plan_.averaged_period || record(time_, x_, false));  // averaging has rows of its own
    result.initialise_seconds = seconds_since(began);
    began = Clock::now();
    if (model_.has_events()) result.events = options_.events;
    if (averaging_) {
      fine = fine && average(result);
    } else {
      fine = fine && (model_.has_events() ? advance_with_events(stepper, result) : advance(stepper));
    }
    const bool closed = recorder_.finish();
    result.simulate_seconds = seconds_since(began);
    const std::uint64_t events = result.statistics.events;
    if (stepper != nullptr) result.statistics = stepper->statistics();
    result.statistics.events = events;
    result.status.time = time_;
    result.status.ok = fine && closed;
    if (result.status.ok) {
      if (result.status.reason.empty()) result.status.reason = "reached the stop time";
      return;
    }
    if (recorder_.write_error() != nullptr) {
      result.status.reason = recorder_.write_error()->message;
      return;
    }
    result.status.fault = context_.fault();
    if (result.status.fault) result.status.reason = result.status.fault->message;
  }

 private:
  bool evaluation_failed(const std::string& what) {
    if (context_.fault()) return false;
    Fault fault;
    fault.code = Code::E0614;
    fault.message = what + " at time " + shortest(time_);
    fault.time = time_;
    context_.set_fault(std::move(fault));
    return false;
  }

  bool go_from(const StartPoint& point) {
    for (std::size_t i = 0; i < point.states.size(); ++i) x_[point.states[i]] = point.values[i];
    if (!model_.resume(context_, time_, x_, point.discrete))
      return evaluation_failed("the given initial state could not be used");
    if (point.time == time_) context_.skip_to(time_);  // what happened then is in the values
    return true;
  }

  [[nodiscard]] bool cancelled() { return stop_if_cancelled(options_.cancel, context_, time_); }

  [[nodiscard]] bool due(std::uint64_t step, double time) {
    if (!plan_.record_every || step == plan_.grid.count) return true;
    const auto passed = static_cast<std::uint64_t>((time - plan_.grid.start) / *plan_.record_every + 1e-9);
    if (passed <= recorded_) return false;
    recorded_ = passed;
    return true;
  }

  /// At an event the same time has two rows: before and after.
  bool record(double time, std::span<const double> x, bool again) {
    if (!again && last_recorded_ == time) return true;
    last_recorded_ = time;
    return recorder_.row(time, x);
  }

  /// Methods that choose their steps must not choose them longer than what repeats by the clock.
  [[nodiscard]] double longest_look() const {
    constexpr double looks_per_period = 8;
    const std::vector<PeriodInfo> periods =
        plan_.method.fixed_step ? std::vector<PeriodInfo>{} : model_.periods(context_);
    if (periods.empty()) return std::numeric_limits<double>::infinity();
    // what repeats still faster makes events by the clock, or is nothing a run can follow
    constexpr double shortest_look = 1e-12;
    return std::max(periods.front().period / looks_per_period, shortest_look * (plan_.grid.stop - plan_.grid.start));
  }

  bool advance_with_events(Stepper* stepper, Simulation& result) {
    const TimeGrid& grid = plan_.grid;
    const auto record_event = [this](double time, std::span<const double> x, bool after) {
      return record(time, x, after);
    };
    EventLoop loop(model_, context_, stepper, {options_.events, grid.start, grid.stop, options_.cancel, longest_look()},
                   record_event);
    bool fine = loop.start(time_, x_);
    for (std::uint64_t i = 0; fine && i < grid.count && !loop.termination(); ++i) {
      fine = !cancelled() && loop.advance(time_, grid.time(i + 1), grid.length(i), x_);
      fine = fine && !cancelled() && (!due(i + 1, time_) || record(time_, x_, false));
      show_progress(i + 1);
    }
    fine = fine && loop.finish(time_, x_);
    result.statistics.events = loop.events();
    for (const EventMessage& warning : loop.warnings())
      diagnostics_.warning(Code::W0618, warning.span, "assertion violated: " + warning.text);
    if (loop.termination()) result.status.reason = "terminated by the model: " + loop.termination()->text;
    return fine;
  }

  void prepare_averaging() {
    AveragingOptions options;
    options.fast = plan_.stepper.fast;
    options.period = *plan_.averaged_period;
    options.step = options_.step;
    options.tolerance = plan_.stepper.tolerance;
    options.outputs = plan_.grid;
    options.cancel = options_.cancel;
    options.progress = options_.progress;
    averaging_.emplace(model_, context_, options, recorder_);
  }

  bool average(Simulation& result) {
    const AveragingResult run = averaging_->run(x_);
    time_ = run.time;
    result.averaging = run.summary;
    result.statistics = run.statistics;
    for (const EventMessage& warning : run.warnings)
      diagnostics_.warning(Code::W0618, warning.span, "assertion violated: " + warning.text);
    constexpr double many = 100;
    if (run.fine && time_ - plan_.grid.start > many * run.summary.period &&
        run.summary.direct_time > (time_ - plan_.grid.start) / 2)
      diagnostics_
          .warning(Code::W0634, {},
                   "averaging integrated " + rounded(run.summary.direct_time, 4) + " of " +
                       rounded(time_ - plan_.grid.start, 4) + " s directly: with the period " +
                       rounded(run.summary.period, 6) + " the slow states rarely allow long steps")
          .help = "check the period (--period) and which states are fast (--fast)";
    if (const std::optional<Ripple>& ripple = run.summary.ripple; ripple && run.summary.slow_steps > 0)
      diagnostics_
          .warning(Code::W0635, model_.state_origin(ripple->state),
                   "'" + model_.state_name(ripple->state) + "' swings by " + rounded(ripple->swing, 3) +
                       " within a period, and passes through " + rounded(ripple->range, 3) +
                       " in the run: averaging holds it within a period, so what depends on it may be off by as much")
          .help = "count it among the fast states (--fast)";
    if (run.termination) result.status.reason = "terminated by the model: " + run.termination->text;
    return run.fine;
  }

  void show_progress(std::uint64_t steps) {
    if (options_.progress == nullptr || !options_.progress->visible()) return;
    options_.progress->update(static_cast<double>(steps) / static_cast<double>(plan_.grid.count),
                              "t = " + rounded(time_, 4) + " s");
  }

  bool advance(Stepper* stepper) {
    const TimeGrid& grid = plan_.grid;
    for (std::uint64_t i = 0; i < grid.count; ++i) {
      if (cancelled()) return false;
      if (stepper != nullptr && !stepper->step(time_, grid.length(i), x_)) return false;
      time_ = grid.time(i + 1);
      if (due(i + 1, time_) && !recorder_.row(time_, x_)) return false;
      show_progress(i + 1);
    }
    return true;
  }

  const Model& model_;
  Context& context_;
  const SimulateOptions& options_;
  const RunPlan& plan_;
  Recorder& recorder_;
  Diagnostics& diagnostics_;
  std::vector<double> x_;
  std::optional<AveragingRun> averaging_;
  double time_ = 0;
  std::uint64_t recorded_ = 0;
  std::optional<double> last_recorded_;
};

void report_failure(const RunStatus& status, const Recorder& recorder, Diagnostics& diagnostics) {
  if (status.ok) return;
  if (const Diagnostic* error = recorder.write_error()) {
    diagnostics.add(*error);
    return;
  }
  if (!status.fault) {
    diagnostics.error(Code::E0614, {}, "the run failed at time " + shortest(status.time));
    return;
  }
  Diagnostic& diagnostic = diagnostics.error(status.fault->code, status.fault->span, status.fault->message);
  if (!status.fault->equation.empty()) diagnostic.notes.push_back({"in the equation " + status.fault->equation, {}});
  for (const Fault::Place& place : status.fault->also) diagnostic.notes.push_back({place.text, place.span});
}

/// A step over a fast decaying state makes methods that do not damp it swing around the solution.
void warn_of_ringing(const Model& model, Context& context, const RunPlan& plan, Diagnostics& diagnostics) {
  if (!plan.method.implicit || plan.method.damps_fast || model.state_count() == 0) return;
  std::vector<double> x(model.state_count());
  if (!model.initialise(context, plan.grid.start, x)) {
    context.clear_fault();  // the run itself will report it
    return;
  }
  const StateSet fast = plan.method.mixed ? plan.stepper.fast : all_states(model.state_count());
  const auto evaluator = model.evaluator(context, fast, fast);
  std::vector<double> values(evaluator->pattern().nonzeros());
  if (!evaluator->freeze(plan.grid.start, x) || !evaluator->jacobian(x, values)) {
    context.clear_fault();
    return;
  }
  std::size_t worst = 0;
  double largest = 0;
  for (std::size_t column = 0; column < fast.size(); ++column) {
    for (auto k = evaluator->pattern().column_starts[column]; k < evaluator->pattern().column_starts[column + 1]; ++k) {
      if (evaluator->pattern().row_indices[k] != static_cast<std::int32_t>(column) || -values[k] <= largest) continue;
      largest = -values[k];
      worst = column;
    }
  }
  if (plan.grid.step * largest <= 2) return;  // up to here the factor per step is not negative
  diagnostics
      .warning(Code::W0615, {},
               "the step " + shortest(plan.grid.step) + " is longer than the time scale " + rounded(1 / largest, 3) +
                   " of '" + model.state_name(fast[worst]) + "', which " + std::string(plan.method.name) +
                   " does not damp: it will swing around the solution")
      .help = "mixed-euler and implicit-euler damp what they step over";
}

/// Explicit methods step over nothing; variable steps are small where they must be.
std::unique_ptr<Stepper> graded(const Model& model, Context& context, const RunPlan& plan,
                                std::unique_ptr<Stepper> stepper) {
  if (!plan.method.fixed_step || !plan.method.implicit) return stepper;
  const StateSet fast = plan.method.mixed ? plan.stepper.fast : all_states(model.state_count());
  return std::make_unique<GradedStepper>(model, context, std::move(stepper), fast);
}

/// The grid of the fastest part. What repeats is taken to be there: where slow states see it, they see its mean.
TimeGrid shortest_steps(const RunPlan& plan) {
  TimeGrid grid = plan.grid;
  if (!plan.stepper.partition) return grid;
  for (std::size_t k = 0; k + 1 < plan.stepper.partition->clusters.size(); ++k) {
    const std::uint32_t count = k < plan.stepper.substeps.size() ? plan.stepper.substeps[k] : default_substeps;
    grid.step /= count;
    grid.count *= count;
  }
  return grid;
}

}  // namespace

Outcome<Simulation> simulate(const Model& model, Context& context, const SimulateOptions& options, ResultWriter* sink) {
  Diagnostics diagnostics;
  std::optional<RunPlan> plan = make_plan(model, options, diagnostics);
  if (plan && !plan->method.stepwise && model.state_count() > 0) {
    plan->averaged_period = choose_period(model, context, options.period, diagnostics);
    if (!plan->averaged_period) plan.reset();
  }
  if (!plan) return Outcome<Simulation>(std::move(diagnostics));
  std::unique_ptr<Stepper> stepper;
  Outcome<std::unique_ptr<Stepper>> made;
  if (model.state_count() > 0 && plan->method.stepwise) {
    made = make_stepper(options.method, model, context, plan->stepper);
    diagnostics.append(made.diagnostics());
    if (!made.ok()) return Outcome<Simulation>(std::move(diagnostics));
    stepper = made.take();
    if (options.start_up == StartUp::graded) stepper = graded(model, context, *plan, std::move(stepper));
  }
  Recorder recorder(model, context);
  if (!recorder.prepare(options.filter, options.output, sink, diagnostics)) {
    return Outcome<Simulation>(std::move(diagnostics));
  }
  if (options.events == EventMode::grid && model.has_events())
    recorder.set_note("events at the ends of steps only (--events grid): approximate");
  warn_of_ringing(model, context, *plan, diagnostics);
  if (plan->method.fixed_step)
    warn_of_aliasing(model, context, shortest_steps(*plan), options.events, options.cancel, diagnostics);
  if (plan->averaged_period) {
    recorder.set_note("values are means over one period, but for slow states");
    recorder.describe("mean over one period", complement(plan->stepper.fast, model.state_count()));
  }

  Simulation result;
  result.model = model.name();
  result.method = options.method;
  if (plan->method.fixed_step) result.step = plan->grid.step;
  result.start = plan->grid.start;
  result.stop = plan->grid.stop;
  if (plan->method.mixed) result.partition = options.partition;
  result.result = options.output;
  Run(model, context, options, *plan, recorder, diagnostics).go(stepper.get(), result);
  for (const ResultVariable& variable : recorder.variables()) result.names.push_back(variable.name);
  result.final_values = recorder.last();
  for (const ResultVariable& variable : recorder.variables()) result.constant.push_back(variable.constant);
  report_failure(result.status, recorder, diagnostics);
  return {std::move(result), std::move(diagnostics)};
}

Outcome<Simulation> simulate(const Model& model, const SimulateOptions& options, ResultWriter* sink) {
  const std::unique_ptr<Context> context = model.create_context();
  return simulate(model, *context, options, sink);
}

}  // namespace sunder
