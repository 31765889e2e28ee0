#include "verbs/run.hpp"

#include <algorithm>

#include "base/codes.hpp"
#include "base/text.hpp"
#include "report/report.hpp"
#include "simulate/averaging_parts.hpp"
#include "simulate/linearise.hpp"
#include "verbs/analyze.hpp"

namespace sunder::verbs {
namespace {

/// For a regular expression: every character that might mean something stands for itself.
std::string quoted(const std::string& name) {
  std::string out;
  for (const char c : name) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte < 0x80 && std::isalnum(byte) == 0 && c != '_') out += '\\';
    out += c;
  }
  return out;
}

/// The states that averaging steps over: none is chosen by a gap between time scales, but with the period in view.
bool choose_averaged(const LoadedModel& model, const SimulateOptions& options, const decouple::Analysis& analysis,
                     simulate::SimulateOptions& run, Diagnostics& diagnostics) {
  if (model.model().state_count() == 0) return true;
  Outcome<simulate::AveragingParts> parts = simulate::find_averaging_parts(
      model.model(), [&] { return create_context(model, options.inputs); }, run, analysis);
  diagnostics.append(parts.diagnostics());
  if (!parts.has_value()) return false;
  run.partition = std::move(parts->partition);
  run.period = parts->period;
  run.made_fast = std::move(parts->swinging);
  return true;
}

AnalyzeOptions analysis_for(const SimulateOptions& options) {
  AnalyzeOptions out;
  out.analysis.alpha = options.cut.alpha.value_or(1.0);
  out.analysis.self_loop = options.cut.self_loop.value_or(out.analysis.self_loop);
  out.analysis.partition = {options.step, options.cut.fast, options.cut.parts, options.cut.slowest_of_interest};
  return out;
}

std::optional<model::InputIndex> input_named(const model::Model& model, const std::string& name,
                                             Diagnostics& diagnostics) {
  std::vector<std::string> names;
  for (std::size_t i = 0; i < model.input_count(); ++i) names.push_back(model.input_name(model::InputIndex(i)));
  const auto found = std::find(names.begin(), names.end(), name);
  if (found != names.end()) return model::InputIndex(static_cast<std::size_t>(found - names.begin()));
  Diagnostic& error = diagnostics.error(Code::E0511, {}, "the model has no input '" + name + "'");
  const std::vector<std::string> near = closest(name, names);
  if (!near.empty()) error.help = "did you mean '" + near.front() + "'?";
  return std::nullopt;
}

}  // namespace

simulate::SimulateOptions plain_options(const SimulateOptions& options, const Control& control) {
  simulate::SimulateOptions run;
  run.method = options.method;
  run.step = options.step;
  run.start = options.start;
  run.stop = options.stop;
  run.tolerance = options.tolerance;
  run.absolute_tolerance = options.absolute_tolerance;
  run.intervals = options.intervals;
  run.filter = options.filter;
  run.output = options.output;
  run.cancel = control.cancel;
  run.events = options.events;
  run.period = options.period;
  run.steps_per_jacobian = options.steps_per_jacobian.value_or(run.steps_per_jacobian);
  run.start_up = options.start_up;
  run.explicit_update = options.explicit_update.value_or(run.explicit_update);
  return run;
}

bool choose_variables(const LoadedModel& model, const SimulateOptions& options, simulate::SimulateOptions& run,
                      Diagnostics& diagnostics) {
  if (options.variables.empty()) return true;
  const model::ModelDescription& description = model.model().description();
  std::string filter = options.filter.empty() ? "" : "(?:" + options.filter + ")";
  for (const std::string& name : options.variables) {
    filter += (filter.empty() ? "" : "|") + quoted(name);
    if (description.find(name)) continue;
    Diagnostic& error = diagnostics.error(Code::E0006, {}, "the model has no variable '" + name + "'");
    std::vector<std::string> names;
    for (const model::VariableIndex i : description.indices()) names.push_back(description.variable_name(i));
    const std::vector<std::string> near = closest(name, names);
    if (!near.empty()) error.help = "did you mean '" + near.front() + "'?";
  }
  run.filter = std::move(filter);
  return !diagnostics.has_errors();
}

bool read_start(const LoadedModel& model, const SimulateOptions& options, simulate::SimulateOptions& run,
                Diagnostics& diagnostics) {
  simulate::NamedValues given;
  if (!options.initial_from.empty()) {
    Outcome<simulate::NamedValues> read = simulate::read_named_values(options.initial_from);
    diagnostics.append(read.diagnostics());
    if (!read.ok()) return false;
    given = read.take();
  } else if (!options.initial.empty()) {
    given.path = "initial values";
    for (const auto& [name, value] : options.initial) given.values.push_back({name, value, value});
  } else {
    return true;
  }
  Outcome<simulate::StartPoint> point = simulate::bind_start(model.model(), given);
  diagnostics.append(point.diagnostics());
  if (!point.ok()) return false;
  run.from = point.take();
  return true;
}

bool read_inputs(const LoadedModel& model, const InputSources& sources, std::vector<simulate::DrivenInput>& inputs,
                 Diagnostics& diagnostics) {
  std::vector<bool> driven(model.model().input_count(), false);
  const auto take = [&](const std::string& name) {
    const std::optional<model::InputIndex> input = input_named(model.model(), name, diagnostics);
    if (!input) return false;
    if (driven[input->index()]) diagnostics.error(Code::E0511, {}, "the input '" + name + "' has two sources");
    driven[input->index()] = true;
    return true;
  };
  for (const Signal& signal : sources.signals) {
    if (!take(signal.name)) continue;
    Outcome<simulate::DrivenInput> made = simulate::make_driven_input(model.model(), signal.name, signal.times,
                                                                      signal.values, signal.between, signal.name);
    diagnostics.append(made.diagnostics());
    if (made.ok()) inputs.push_back(made.take());
  }
  for (const auto& [name, value] : model.held_inputs()) take(name);
  for (const auto& [name, value] : sources.constants)
    if (take(name) && !std::isfinite(value))
      diagnostics.error(Code::E0511, {}, "the input '" + name + "' is " + shortest(value));
  Outcome<std::vector<simulate::DrivenInput>> read =
      simulate::read_inputs(model.model(), sources.files, sources.between, driven);
  diagnostics.append(read.diagnostics());
  if (!read.ok() || diagnostics.has_errors()) return false;
  for (simulate::DrivenInput& one : *read) inputs.push_back(std::move(one));
  return true;
}

std::unique_ptr<model::Context> create_context(const LoadedModel& model, const InputSources& sources) {
  std::unique_ptr<model::Context> context = model.create_context();
  Diagnostics checked;
  for (const auto& [name, value] : sources.constants)
    if (const auto input = input_named(model.model(), name, checked)) context->inputs().set(input->index(), value);
  return context;
}

bool needs_cut(const SimulateOptions& options) {
  const Outcome<integrate::MethodInfo> method = integrate::find_method(options.method);
  if (!method.ok()) return false;
  const CutOptions& cut = options.cut;
  const bool asked = cut.alpha || cut.self_loop || cut.fast || cut.parts || cut.slowest_of_interest;
  return method->mixed || (method->rows && asked);
}

bool choose_cut(const LoadedModel& model, const SimulateOptions& options, model::Context& context,
                simulate::SimulateOptions& run, Diagnostics& diagnostics) {
  AnalyzeOptions analyze = analysis_for(options);
  check_options(analyze, diagnostics);
  if (diagnostics.has_errors()) return false;
  simulate::OperatingPoint point;
  const model::Experiment& experiment = model.model().description().experiment;
  point.start = run.start.value_or(experiment.start.value_or(0.0));
  point.stop = run.stop.value_or(experiment.stop.value_or(point.start + 1));
  point.tolerance = run.tolerance.value_or(1e-6);
  point.cancel = run.cancel;
  // as `analyze` looks at the model: what it suggests is what is done
  if (!options.cut.fast) point.points.push_back({simulate::PointKind::along});
  const Outcome<integrate::MethodInfo> method = integrate::find_method(run.method);
  // the steps of averaging have nothing to do with which states are fast
  if (!method->stepwise) analyze.analysis.partition.step.reset();
  const CutOptions& cut = options.cut;
  const bool cut_by_period = !method->stepwise && !cut.fast && !cut.parts && !cut.slowest_of_interest;
  analyze.analysis.want_partition = !cut_by_period;
  analyze.analysis.partition.step_is_taken = method->fixed_step;
  Outcome<decouple::Analysis> analysis =
      simulate::analyze(model.model(), context, point, analyze.analysis, method->certified_as);
  diagnostics.append(analysis.diagnostics());
  if (!analysis.ok()) return false;
  if (run.cancel.requested()) {
    diagnostics.error(Code::E0613, {}, "cancelled while the fast states were looked for, before the run");
    return false;
  }
  if (cut_by_period) return choose_averaged(model, options, *analysis, run, diagnostics);
  if (!analysis->partition) return true;  // no states: nothing to cut
  run.partition = analysis->partition->partition;
  run.all_clusters = options.cut.parts.has_value();
  if (!method->fixed_step) return true;
  if (!run.step) run.step = analysis->partition->step;
  return true;
}

}  // namespace sunder::verbs
