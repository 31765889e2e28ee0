// simulate and sweep.
#include "api/implementation.hpp"
#include "verbs/sweep.hpp"

namespace sunder {
namespace api {
namespace {

verbs::Between between(bool held) { return held ? verbs::Between::held : verbs::Between::linear; }

/// Verbs take signals that are sound.
void check(const InputSignal& signal) {
  if (signal.times.empty() || signal.times.size() != signal.values.size())
    throw std::invalid_argument("the signal of '" + signal.name + "' has " + std::to_string(signal.times.size()) +
                                " times and " + std::to_string(signal.values.size()) + " values");
  for (std::size_t i = 1; i < signal.times.size(); ++i)
    if (!(signal.times[i] > signal.times[i - 1]))
      throw std::invalid_argument("the times of the signal of '" + signal.name + "' do not ascend");
}

verbs::InputSources inputs_of(const SimulateOptions& options) {
  verbs::InputSources out;
  out.files = options.input_files;
  out.between = between(options.input_files_held);
  out.constants = options.input_constants;
  for (const InputSignal& one : options.input_signals) {
    check(one);
    out.signals.push_back({one.name, one.times, one.values, between(one.held)});
  }
  return out;
}

choose::Audit audit_named(const std::string& name) {
  for (const choose::Audit one : {choose::Audit::promise, choose::Audit::estimate, choose::Audit::off})
    if (name == choose::name_of(one)) return one;
  throw std::invalid_argument("there is no audit '" + name + "'; valid are promise, estimate and off");
}

}  // namespace

verbs::SimulateOptions verb_options(const SimulateOptions& options) {
  verbs::SimulateOptions out;
  out.method = options.method;
  out.purpose.max_error = options.max_error;
  out.purpose.only = options.only;
  out.purpose.real_time = options.real_time;
  if (!options.audit.empty()) out.purpose.audit = audit_named(options.audit);
  out.step = options.step;
  out.start = options.start;
  out.stop = options.stop;
  out.tolerance = options.tolerance;
  out.absolute_tolerance = options.absolute_tolerance;
  out.intervals = options.intervals;
  out.inputs = inputs_of(options);
  out.cut.fast = options.fast;
  out.cut.parts = options.parts;
  out.cut.slowest_of_interest = options.slowest_of_interest;
  out.period = options.period;
  out.events = options.locate_events ? simulate::EventMode::locate : simulate::EventMode::grid;
  out.start_up = options.graded_start ? simulate::StartUp::graded : simulate::StartUp::plain;
  out.initial_from = options.initial_from;
  out.initial = options.initial;
  out.variables = options.variables;
  out.keep = options.keep;
  out.output = options.output;
  out.compare = options.compare;
  out.threads = options.threads;
  return out;
}

}  // namespace api

namespace {

Run public_run(verbs::SimulateResult& result) {
  const simulate::Simulation& made = result.run;
  Run run;
  run.finished = made.status.ok;
  run.reason = made.status.reason;
  run.end = made.status.time;
  run.model = made.model;
  run.method = made.method;
  run.start = made.start;
  run.stop = made.stop;
  run.step = made.step;
  run.fast = result.fast;
  run.slow = result.slow;
  const integrate::Statistics& s = made.statistics;
  run.statistics = {s.steps,          s.rejected, s.function_evaluations, s.jacobian_evaluations, s.newton_iterations,
                    s.factorisations, s.events};
  run.seconds = made.simulate_seconds;
  if (result.audit)
    run.audit = {std::string(choose::name_of(result.audit->verdict)), result.audit->error, result.audit->runs.size()};
  if (result.comparison)
    run.reference = {result.comparison->method, result.comparison->equivalence.epsilon,
                     result.comparison->range.epsilon, result.comparison->speedup};
  run.output = made.result;
  run.names = made.names;
  run.final_values = made.final_values;
  if (result.trajectory) run.trajectory = api::public_trajectory(std::move(*result.trajectory));
  result.trajectory.reset();
  return run;
}

Sweep public_sweep(verbs::SweepResult& result) {
  Sweep out;
  out.compilations = result.compilations;
  out.seconds = result.seconds;
  for (verbs::SweepRun& run : result.runs) {
    Sweep::Point point;
    point.values = run.values;
    point.finished = run.ok();
    point.ending = run.ending();
    if (run.simulation) {
      point.names = run.simulation->names;
      point.final_values = run.simulation->final_values;
    }
    if (run.trajectory) point.trajectory = api::public_trajectory(std::move(*run.trajectory));
    run.trajectory.reset();
    out.points.push_back(std::move(point));
  }
  return out;
}

}  // namespace

double Run::final_value(const std::string& name) const { return api::value_of(name, names, final_values); }
double Sweep::Point::final_value(const std::string& name) const { return api::value_of(name, names, final_values); }

Result<Run> Model::simulate(const SimulateOptions& options) const {
  const api::Watch watch(options.progress);
  Outcome<verbs::SimulateResult> made =
      verbs::simulate(implementation_->loaded, api::verb_options(options), watch.control());
  watch.finish();
  return api::answer<Run>(std::move(made), implementation_->texts, public_run);
}

Result<Sweep> Model::sweep(const SweepOptions& options) const {
  const api::Watch watch(options.run.progress);
  verbs::SweepOptions request;
  for (const SweepAxis& axis : options.axes) request.axes.push_back({axis.parameter, axis.values});
  request.run = api::verb_options(options.run);
  request.run.threads.reset();
  request.threads = options.run.threads;
  Outcome<verbs::SweepResult> made = verbs::sweep(implementation_->loaded, request, watch.control());
  watch.finish();
  // runs that were compiled again have texts of their own
  const auto texts = made.has_value() ? std::make_shared<const api::Texts>(made->sources) : implementation_->texts;
  return api::answer<Sweep>(std::move(made), texts, public_sweep);
}

}  // namespace sunder
