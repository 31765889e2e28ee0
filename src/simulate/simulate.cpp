#include "simulate/simulate.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>

#include "base/codes.hpp"
#include "base/text.hpp"
#include "integrate/parts.hpp"
#include "integrate/stopping.hpp"
#include "simulate/aliasing.hpp"
#include "simulate/divergence.hpp"
#include "simulate/grid.hpp"
#include "simulate/recorder.hpp"
#include "simulate/unresolved.hpp"

namespace sunder::simulate {

namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point begin) { return std::chrono::duration<double>(Clock::now() - begin).count(); }

/// What the run does, after options, experiment and defaults are merged and checked.
struct RunPlan {
  integrate::MethodInfo method;
  TimeGrid grid;                       // of steps, or of output points for variable-step methods
  std::optional<double> record_every;  // fixed step only; empty: every step
  integrate::StepperOptions stepper;
  std::optional<double> averaged_period;  // averaging only
};

std::optional<double> output_interval(const SimulateOptions& options, const model::Experiment& experiment, double start,
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

bool plan_times(const SimulateOptions& options, const model::Experiment& experiment, RunPlan& plan,
                Diagnostics& diagnostics) {
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

std::optional<RunPlan> make_plan(const model::Model& model, const SimulateOptions& options, Diagnostics& diagnostics) {
  RunPlan plan;
  Outcome<integrate::MethodInfo> method = integrate::find_method(options.method);
  diagnostics.append(method.diagnostics());
  if (!method.ok()) return std::nullopt;
  plan.method = *method;
  const model::Experiment experiment = model.description().experiment;
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
  plan.stepper.absolute_tolerance = options.absolute_tolerance;
  if (options.absolute_tolerance && !plan.method.by_nominal) {
    diagnostics.error(Code::E0610, {}, "the method " + options.method + " has no use for an absolute tolerance").help =
        plan.method.fixed_step
            ? "--step says how accurate it is"
            : "it measures errors by the range that each state covers: --tolerance is a part of that";
    return std::nullopt;
  }
  if (const auto& absolute = options.absolute_tolerance; absolute && (!(*absolute > 0) || !std::isfinite(*absolute))) {
    diagnostics.error(Code::E0611, {}, "the absolute tolerance " + shortest(*absolute) + " is not a positive number");
    return std::nullopt;
  }
  check_covered(model, options.inputs, plan.grid.start, plan.grid.stop, diagnostics);
  if (diagnostics.has_errors()) return std::nullopt;
  if (plan.method.mixed && !options.partition && model.state_count() > 0) {
    diagnostics.error(Code::E0610, {}, "the method " + options.method + " needs a partition into fast and slow states");
    return std::nullopt;
  }
  if (plan.method.mixed && options.partition) plan.stepper.fast = options.partition->fast();
  if (plan.method.rows && options.partition) plan.stepper.rows = options.partition->fast();
  if (plan.method.clusters && options.partition)
    plan.stepper.partition =
        options.all_clusters ? *options.partition : integrate::parts_worth_steps(*options.partition);
  plan.stepper.threads = options.threads;
  plan.stepper.steps_per_jacobian = options.steps_per_jacobian;
  plan.stepper.explicit_update = options.explicit_update;
  plan.stepper.cancel = options.cancel;
  plan.stepper.trace = options.trace;
  plan.stepper.long_steps = options.long_steps;
  return plan;
}

/// Zero crossings are looked at this often at least: also a model at rest may have a pulse.
constexpr double looks_per_run = 100;
constexpr double looks_per_coarse_run = 20;

class Run {
 public:
  Run(const model::Model& model, model::Context& context, const SimulateOptions& options, const RunPlan& plan,
      Recorder& recorder, Diagnostics& diagnostics)
      : model_(model),
        context_(context),
        options_(options),
        plan_(plan),
        recorder_(recorder),
        diagnostics_(diagnostics),
        x_(context.states()) {
    if (plan.averaged_period) prepare_averaging();
    if (plan.method.fixed_step) guard_.emplace(model, plan.grid.start, plan.grid.stop);
    if (plan.method.by_nominal && options.tells_unresolved)
      unresolved_.emplace(model, plan.stepper.tolerance,
                          plan.stepper.absolute_tolerance.value_or(plan.stepper.tolerance));
  }

  /// Fills status, statistics and times of `result`.
  void go(integrate::Stepper* stepper, Simulation& result) {
    auto began = Clock::now();
    time_ = plan_.grid.start;
    model::Status fine = model_.initialise(context_, time_);
    if (fine && options_.from) fine = go_from(*options_.from);
    if (fine) fine = recorder_.begin(plan_.grid.start, plan_.grid.stop, x_);
    if (fine && !plan_.averaged_period) fine = record(time_, x_, false);  // averaging has rows of its own
    result.initialise_seconds = seconds_since(began);
    result.status.started = fine.ok();
    began = Clock::now();
    if (model_.description().hybrid) result.events = options_.events;
    if (fine)
      fine = averaging_                                                 ? average(result)
             : model_.events() != nullptr || !options_.instants.empty() ? advance_with_events(stepper, result)
                                                                        : advance(stepper);
    tell(context_.take_messages(), result);
    if (unresolved_) unresolved_->report(diagnostics_);
    if (const auto* counts = dynamic_cast<const model::CountsSweeps*>(&context_)) result.sweeps = counts->sweep_count();
    const bool closed = recorder_.finish();
    result.simulate_seconds = seconds_since(began);
    const std::uint64_t events = result.statistics.events;
    if (stepper != nullptr) result.statistics = stepper->statistics();
    result.statistics.events = events;
    result.status.time = time_;
    result.status.ok = fine.ok() && closed;
    if (result.status.ok) {
      if (result.status.reason.empty()) result.status.reason = "reached the stop time";
      return;
    }
    if (recorder_.write_error() != nullptr) {
      result.status.reason = recorder_.write_error()->message;
      return;
    }
    result.status.fault = placed(fine.fault());
    result.status.reason = result.status.fault->message;
  }

 private:
  /// A method that cannot go on says when, not why: the state that changes fastest for its size tells where to look.
  model::Fault placed(model::Fault fault) {
    if (fault.code != Code::E0609 || fault.span.file.valid() || model_.state_count() == 0) return fault;
    const auto evaluator = sunder::model::evaluator(model_, context_, model::all_states(model_.state_count()),
                                                    model::all_states(model_.state_count()));
    std::vector<double> slopes(x_.size(), 0.0);
    if (model::Status computed = evaluator->freeze(time_, x_); computed) {
      if (model::Status evaluated = evaluator->evaluate(x_, slopes); !evaluated) fault.span = evaluated.fault().span;
    } else {
      fault.span = computed.fault().span;
    }
    if (fault.span.file.valid()) return fault;
    std::size_t worst = 0;
    double largest = -1;
    for (std::size_t i = 0; i < slopes.size(); ++i) {
      const double speed = std::abs(slopes[i]) / std::max(std::abs(x_[i]), 1.0);
      if (!(speed > largest)) continue;
      largest = speed;
      worst = i;
    }
    fault.variable = model_.state_name(model::StateIndex(worst));
    fault.span = model_.state_origin(model::StateIndex(worst));
    fault.message += "; '" + fault.variable + "' changes fastest, by " + rounded(slopes[worst]) + " per second";
    return fault;
  }

  model::Status go_from(const StartPoint& point) {
    model::scatter(point.values, point.states, x_);
    if (model::Status resumed = model_.resume(context_, time_, x_, point.others); !resumed) return resumed;
    if (point.time == time_) context_.skip_to(time_);  // what happened then is in the values
    return {};
  }

  model::Status cancelled() { return integrate::stop_if_cancelled(options_.cancel, time_); }

  [[nodiscard]] bool due(std::uint64_t step, double time) {
    if (!plan_.record_every || step == plan_.grid.count) return true;
    const auto passed = static_cast<std::uint64_t>((time - plan_.grid.start) / *plan_.record_every + 1e-9);
    if (passed <= recorded_) return false;
    recorded_ = passed;
    return true;
  }

  /// At an event the same time has two rows: before and after.
  model::Status record(double time, std::span<const double> x, bool again) {
    if (!again && last_recorded_ == time) return {};
    last_recorded_ = time;
    model::Status fine = recorder_.row(time, x);
    if (fine && guard_) fine = guard_->look(time, x);
    if (unresolved_) unresolved_->look(x);
    return fine;
  }

  /// The points of the grid that lie in the step just taken, up to where it is known to hold.
  model::Status record_points(integrate::Stepper& stepper, double end) {
    for (; points_ < plan_.grid.count && plan_.grid.time(points_ + 1) <= end; ++points_) {
      if (model::Status going = cancelled(); !going) return going;
      const double at = plan_.grid.time(points_ + 1);
      if (at < end) {
        inside_.resize(x_.size());
        if (model::Status found = stepper.interpolate(at, inside_); !found) return found;
      }
      time_ = at;
      if (model::Status recorded = record(at, at < end ? std::span<const double>(inside_) : x_, false); !recorded)
        return recorded;
      show_progress(points_ + 1);
    }
    return {};
  }

  /// Methods that choose their steps must not choose them longer than what repeats by the clock.
  [[nodiscard]] double longest_look() const {
    constexpr double looks_per_period = 8;
    const std::vector<model::PeriodInfo> periods =
        plan_.method.fixed_step ? std::vector<model::PeriodInfo>{} : model_.periods(context_);
    if (periods.empty()) return std::numeric_limits<double>::infinity();
    // what repeats still faster makes events by the clock, or is nothing a run can follow
    constexpr double shortest_look = 1e-12;
    return std::max(periods.front().period / looks_per_period, shortest_look * (plan_.grid.stop - plan_.grid.start));
  }

  model::Status advance_with_events(integrate::Stepper* stepper, Simulation& result) {
    const TimeGrid& grid = plan_.grid;
    const auto record_event = [this](double time, std::span<const double> x, bool after) {
      return record(time, x, after);
    };
    const bool own_steps = stepper != nullptr && !plan_.method.fixed_step;
    EventLoop::Settings settings{options_.events, grid.start, grid.stop, options_.cancel, longest_look()};
    if (own_steps) {
      settings.instants = options_.instants;
      const double looks = options_.long_steps ? looks_per_coarse_run : looks_per_run;
      settings.look_every = std::min(settings.look_every, (grid.stop - grid.start) / looks);
      settings.looks_inside = stepper->looks_inside();
      settings.passed = [&](double end) { return record_points(*stepper, end); };
    }
    EventLoop loop(model_, context_, stepper, settings, record_event);
    model::Status fine = loop.start(time_, x_);
    if (own_steps) {
      while (fine && time_ < grid.stop && !loop.termination()) {
        fine = loop.advance(time_, grid.stop, grid.stop - time_, x_);
        if (fine) fine = cancelled();
      }
      if (fine) fine = record(time_, x_, false);
    }
    for (std::uint64_t i = own_steps ? grid.count : 0; fine && i < grid.count && !loop.termination(); ++i) {
      fine = cancelled();
      if (fine) fine = loop.advance(time_, grid.time(i + 1), grid.length(i), x_);
      if (fine) fine = cancelled();
      if (fine && due(i + 1, time_)) fine = record(time_, x_, false);
      show_progress(i + 1);
    }
    if (fine) fine = loop.finish(time_, x_);
    result.statistics.events = loop.events();
    tell(loop.warnings(), result);
    if (loop.termination()) result.status.reason = "terminated by the model: " + loop.termination()->text;
    return fine;
  }

  /// What the model had to say.
  void tell(std::span<const model::EventMessage> messages, Simulation& result) {
    for (const model::EventMessage& message : messages) {
      if (message.on_file)
        result.file_actions.push_back({message.time, message.text, message.span});
      else if (message.printed)
        result.printed.push_back({message.time, message.text});
      else
        diagnostics_.warning(message.code, message.span, message.text);
    }
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

  model::Status average(Simulation& result) {
    AveragingResult run = averaging_->run({x_.begin(), x_.end()});
    time_ = run.time;
    result.averaging = run.summary;
    result.averaging->made_fast = options_.made_fast;
    result.statistics = run.statistics;
    tell(run.warnings, result);
    constexpr double many = 100;
    if (run.status && time_ - plan_.grid.start > many * run.summary.period &&
        run.summary.direct_time > (time_ - plan_.grid.start) / 2)
      diagnostics_
          .warning(Code::W0634, {},
                   "averaging integrated " + rounded(run.summary.direct_time, 4) + " of " +
                       rounded(time_ - plan_.grid.start, 4) + " s directly: with the period " +
                       rounded(run.summary.period, 6) + " the slow states rarely allow long steps")
          .help = "check the period (--period) and which states are fast (--fast)";
    if (!run.summary.swinging.empty() && run.summary.slow_steps > 0) {
      const Ripple& ripple = run.summary.swinging.front();
      diagnostics_
          .warning(Code::W0635, model_.state_origin(ripple.state),
                   "'" + model_.state_name(ripple.state) + "' swings by " + rounded(ripple.swing, 3) +
                       " within a period, and passes through " + rounded(ripple.range, 3) +
                       " in the run: averaging holds it within a period, so what depends on it may be off by as much")
          .help = "count it among the fast states (--fast)";
    }
    if (run.termination) result.status.reason = "terminated by the model: " + run.termination->text;
    return std::move(run.status);
  }

  void show_progress(std::uint64_t steps) {
    if (options_.progress == nullptr) return;
    options_.progress->update(static_cast<double>(steps) / static_cast<double>(plan_.grid.count),
                              "t = " + rounded(time_, 4) + " s");
  }

  model::Status advance(integrate::Stepper* stepper) {
    const TimeGrid& grid = plan_.grid;
    EventLoop::Settings settings{options_.events, grid.start, grid.stop, options_.cancel, longest_look()};
    EventLoop loop(model_, context_, stepper, settings,
                   [this](double time, std::span<const double> x, bool after) { return record(time, x, after); });
    model::Status fine;
    for (std::uint64_t i = 0; i < grid.count && fine; ++i) {
      fine = cancelled();
      if (fine)
        fine = stepper != nullptr ? advance_interval(*stepper, loop, i)
                                  : loop.advance(time_, grid.time(i + 1), grid.length(i), x_);
      if (!fine) break;
      time_ = grid.time(i + 1);
      if (due(i + 1, time_)) fine = record(time_, x_, false);
      show_progress(i + 1);
    }
    for (const model::EventMessage& warning : loop.warnings())
      diagnostics_.warning(warning.code, warning.span, warning.text);
    return fine;
  }

  /// Without events. Where steps cannot be made, those of the interval are taken again one by one: simultaneous
  /// equations may have lost the solution that the run follows.
  model::Status advance_interval(integrate::Stepper& stepper, EventLoop& loop, std::uint64_t number) {
    const double end = plan_.grid.time(number + 1);
    const double length = plan_.grid.length(number);
    inside_.assign(x_.begin(), x_.end());
    model::Status stepped = stepper.step(time_, length, x_);
    if (stepped || plan_.method.fixed_step) return stepped;
    const Code code = stepped.fault().code;
    if (code != Code::E0502 && code != Code::E0503 && code != Code::E0609) return stepped;
    std::ranges::copy(inside_, x_.begin());
    stepper.reset();
    return loop.advance(time_, end, length, x_);
  }

  const model::Model& model_;
  model::Context& context_;
  const SimulateOptions& options_;
  const RunPlan& plan_;
  Recorder& recorder_;
  Diagnostics& diagnostics_;
  std::span<double> x_;
  std::optional<AveragingRun> averaging_;
  std::optional<DivergenceGuard> guard_;
  std::optional<Unresolved> unresolved_;
  double time_ = 0;
  std::uint64_t recorded_ = 0;
  std::uint64_t points_ = 0;  // of the grid, by methods with steps of their own
  std::vector<double> inside_;
  std::optional<double> last_recorded_;
};

void report_failure(const RunStatus& status, const Recorder& recorder, Diagnostics& diagnostics) {
  if (status.ok) return;
  if (const Diagnostic* error = recorder.write_error()) {
    diagnostics.add(*error);
    return;
  }
  model::report(*status.fault, diagnostics);
}

/// A step over a fast decaying state makes methods that do not damp it swing around the solution.
void warn_of_ringing(const model::Model& model, model::Context& context, const RunPlan& plan,
                     Diagnostics& diagnostics) {
  if (!plan.method.implicit || plan.method.damps_fast || model.state_count() == 0) return;
  if (!model.initialise(context, plan.grid.start)) return;  // the run itself will report it
  const std::span<const double> x = context.states();
  const model::StateSet fast = plan.method.mixed ? plan.stepper.fast : model::all_states(model.state_count());
  const auto evaluator = sunder::model::evaluator(model, context, fast, fast);
  std::vector<double> values(evaluator->pattern().nonzeros());
  if (!evaluator->freeze(plan.grid.start, x) || !evaluator->jacobian(x, values)) return;
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
std::unique_ptr<integrate::Stepper> graded(const model::Model& model, model::Context& context, const RunPlan& plan,
                                           std::unique_ptr<integrate::Stepper> stepper) {
  if (!plan.method.fixed_step || !plan.method.implicit) return stepper;
  const model::StateSet fast = plan.method.mixed ? plan.stepper.fast : model::all_states(model.state_count());
  return std::make_unique<GradedStepper>(model, context, std::move(stepper), fast);
}

/// What nobody drives stays where it starts, which is seldom meant.
void drive_inputs(const model::Model& model, model::Context& context, const SimulateOptions& options,
                  Diagnostics& diagnostics) {
  for (const DrivenInput& one : options.inputs) context.inputs().set(one.input, one.signal);
  constexpr std::size_t most_named = 10;
  std::vector<std::string> names;
  std::size_t undriven = 0;
  Span place;
  for (std::size_t i = 0; i < model.input_count(); ++i) {
    if (context.inputs().driven(i)) continue;
    if (undriven++ == 0) place = model.description().variable(model.description().inputs[i]).origin;
    if (names.size() < most_named) names.push_back(model.input_name(model::InputIndex(i)));
  }
  if (undriven == 0) return;
  if (undriven > names.size()) names.push_back(std::to_string(undriven - names.size()) + " more");
  diagnostics
      .warning(Code::W0405, place,
               counted(undriven, "input") + " of the model without a source " +
                   (undriven == 1 ? "keeps its" : "keep their") + " start value: " + enumerated(names))
      .help =
      "--input FILE.csv drives inputs by the columns of their names, --input NAME=EXPRESSION by a function of time";
}

}  // namespace

Outcome<Simulation> simulate(const model::Model& model, model::Context& context, const SimulateOptions& options,
                             results::ResultWriter* sink) {
  Diagnostics diagnostics;
  std::optional<RunPlan> plan = make_plan(model, options, diagnostics);
  if (plan && !plan->method.stepwise && model.state_count() > 0) {
    plan->averaged_period = choose_period(model, context, options.period, diagnostics);
    if (!plan->averaged_period) plan.reset();
  }
  if (!plan) return Outcome<Simulation>(std::move(diagnostics));
  context.listen_to(options.cancel);
  drive_inputs(model, context, options, diagnostics);
  std::unique_ptr<integrate::Stepper> stepper;
  Outcome<std::unique_ptr<integrate::Stepper>> made;
  if (model.state_count() > 0 && plan->method.stepwise) {
    made = integrate::make_stepper(options.method, model, context, plan->stepper);
    diagnostics.append(made.diagnostics());
    if (!made.ok()) return Outcome<Simulation>(std::move(diagnostics));
    stepper = made.take();
    if (options.start_up == StartUp::graded) stepper = graded(model, context, *plan, std::move(stepper));
  }
  Recorder recorder(model, context);
  if (!recorder.prepare(options.filter, options.output, sink, diagnostics)) {
    return Outcome<Simulation>(std::move(diagnostics));
  }
  if (options.events == EventMode::grid && model.description().hybrid)
    recorder.set_note("events at the ends of steps only (--events grid): approximate");
  warn_of_ringing(model, context, *plan, diagnostics);
  if (plan->method.fixed_step)
    warn_of_aliasing(model, context, plan->grid, options.events, options.cancel, diagnostics);
  if (plan->averaged_period) {
    recorder.set_note("values are means over one period, but for slow states");
    recorder.describe("mean over one period", model::complement(plan->stepper.fast, model.state_count()));
  }

  Simulation result;
  result.model = model.name();
  result.method = options.method;
  if (plan->method.fixed_step) result.step = plan->grid.step;
  result.start = plan->grid.start;
  result.stop = plan->grid.stop;
  if (plan->method.mixed || plan->method.rows) result.partition = options.partition;
  result.result = options.output;
  Run(model, context, options, *plan, recorder, diagnostics).go(stepper.get(), result);
  for (const results::ResultVariable& variable : recorder.variables()) result.names.push_back(variable.name);
  result.final_values = recorder.last();
  result.text_names = recorder.text_names();
  result.final_texts = recorder.last_texts();
  for (const results::ResultVariable& variable : recorder.variables()) result.constant.push_back(variable.constant);
  recorder.bounds().report(model.description(), diagnostics);
  report_failure(result.status, recorder, diagnostics);
  return {std::move(result), std::move(diagnostics)};
}

Outcome<Simulation> simulate(const model::Model& model, const SimulateOptions& options, results::ResultWriter* sink) {
  const std::unique_ptr<model::Context> context = model.create_context();
  return simulate(model, *context, options, sink);
}

}  // namespace sunder::simulate
