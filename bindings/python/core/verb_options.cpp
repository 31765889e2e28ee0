#include "verb_options.hpp"

#include <pybind11/stl.h>

namespace sunder::python {

namespace py = pybind11;

namespace {

using SelfLoops = std::vector<std::pair<std::string, decouple::SelfLoop>>;
using SearchModes = std::vector<std::pair<std::string, cosimulate::SearchMode>>;

std::optional<decouple::SelfLoop> self_loop(Options& options) {
  return options.choice("self_loop", SelfLoops{{"gain", decouple::SelfLoop::gain},
                                               {"magnitude", decouple::SelfLoop::magnitude},
                                               {"published", decouple::SelfLoop::published}});
}

std::optional<cosimulate::SearchMode> search_mode(Options& options) {
  return options.choice("search", SearchModes{{"fixed-steps", cosimulate::SearchMode::fixed_steps},
                                              {"fixed-substeps", cosimulate::SearchMode::fixed_substeps}});
}

emit::BackEnd back_end(Options& options) {
  const std::vector<std::pair<std::string, emit::BackEnd>> choices = {{"llvm", emit::BackEnd::llvm},
                                                                      {"interpreter", emit::BackEnd::interpreter}};
  return options.choice("back_end", choices).value_or(emit::BackEnd::llvm);
}

/// The only one, or the initial state.
simulate::PointRequest point(Options& options) {
  const std::vector<simulate::PointRequest> points = options.points("at");
  if (points.size() > 1 || (!points.empty() && points.front().kind == simulate::PointKind::along))
    throw py::value_error("at: one operating point is needed here");
  return points.empty() ? simulate::PointRequest{} : points.front();
}

verbs::InputSources read_inputs(Options& options) {
  const std::vector<std::pair<std::string, verbs::Between>> ways = {{"linear", verbs::Between::linear},
                                                                    {"held", verbs::Between::held}};
  verbs::InputSources inputs;
  inputs.between = options.choice("between", ways).value_or(verbs::Between::linear);
  inputs.files = options.names("input_files").value_or(std::vector<std::string>{});
  inputs.signals = options.signals("signals", inputs.between);
  inputs.constants = options.numbers("constants");
  return inputs;
}

}  // namespace

verbs::LoadOptions read_load_options(Options& options) {
  verbs::LoadOptions out;
  const std::string file = options.text("file");
  const std::string text = options.text("text");
  out.sources.push_back(file.empty() ? verbs::Source::from_text(text) : verbs::Source::file(file));
  out.model = options.text("model");
  out.settings = options.texts("parameters");
  out.inputs = options.texts("inputs");
  out.allow_external = options.flag("allow_external");
  out.allow_files = options.text("allow_files");
  out.back_end = back_end(options);
  out.disabled = options.names("disabled").value_or(std::vector<std::string>{});
  options.refuse_others();
  return out;
}

verbs::SimulateOptions read_simulate_options(Options& options) {
  const std::vector<std::pair<std::string, simulate::StartUp>> start_ups = {{"plain", simulate::StartUp::plain},
                                                                            {"graded", simulate::StartUp::graded}};
  const std::vector<std::pair<std::string, simulate::EventMode>> modes = {{"locate", simulate::EventMode::locate},
                                                                          {"grid", simulate::EventMode::grid}};
  const std::vector<std::pair<std::string, integrate::ExplicitUpdate>> updates = {
      {"simultaneous", integrate::ExplicitUpdate::simultaneous}, {"in-place", integrate::ExplicitUpdate::in_place}};
  const std::vector<std::pair<std::string, choose::Audit>> audits = {
      {"promise", choose::Audit::promise}, {"estimate", choose::Audit::estimate}, {"off", choose::Audit::off}};
  verbs::SimulateOptions out;
  out.method = options.text("method", out.method);
  out.purpose.max_error = options.number("max_error");
  out.purpose.audit = options.choice("audit", audits);
  out.purpose.only = options.names("only").value_or(out.purpose.only);
  out.purpose.real_time = options.number("real_time");
  out.step = options.number("step");
  out.start = options.number("start");
  out.stop = options.number("stop");
  out.tolerance = options.number("tolerance");
  out.absolute_tolerance = options.number("absolute_tolerance");
  out.intervals = options.count("intervals");
  out.inputs = read_inputs(options);
  out.cut.alpha = options.number("alpha");
  out.cut.self_loop = self_loop(options);
  out.cut.fast = options.names("fast");
  out.cut.parts = options.count("parts");
  out.cut.slowest_of_interest = options.number("slowest_of_interest");
  out.period = options.number("period");
  out.steps_per_jacobian = options.count("steps_per_jacobian");
  out.start_up = options.choice("start_up", start_ups).value_or(out.start_up);
  out.explicit_update = options.choice("explicit_update", updates);
  out.events = options.choice("events", modes).value_or(out.events);
  out.initial_from = options.text("initial_from");
  out.initial = options.numbers("initial");
  out.threads = options.count("threads");
  out.filter = options.text("filter");
  out.variables = options.names("output").value_or(out.variables);
  out.output = options.text("save");
  out.compare = options.text("compare");
  out.keep = true;
  options.refuse_others();
  return out;
}

verbs::SweepOptions read_sweep_options(Options& options, const py::list& axes) {
  verbs::SweepOptions out;
  for (const py::handle axis : axes) {
    auto [name, values] = axis.cast<std::pair<std::string, std::vector<std::string>>>();
    out.axes.push_back({std::move(name), std::move(values)});
  }
  out.run = read_simulate_options(options);
  out.threads = std::exchange(out.run.threads, std::nullopt);
  return out;
}

verbs::AnalyzeOptions read_analyze_options(Options& options) {
  const std::vector<std::pair<std::string, decouple::Probe>> probes = {
      {"euler", decouple::Probe::euler}, {"heun", decouple::Probe::heun}, {"rk4", decouple::Probe::rk4}};
  verbs::AnalyzeOptions out;
  decouple::AnalysisOptions& analysis = out.analysis;
  analysis.alpha = options.number("alpha").value_or(analysis.alpha);
  analysis.self_loop = self_loop(options).value_or(analysis.self_loop);
  analysis.probe = options.choice("probe", probes).value_or(analysis.probe);
  analysis.budget = options.number("budget").value_or(analysis.budget);
  analysis.list_cycles = options.flag("list_cycles");
  analysis.count_cycles = options.flag("count_cycles");
  analysis.partition.step = options.number("step");
  analysis.partition.fast = options.names("fast");
  analysis.partition.parts = options.count("parts");
  analysis.partition.slowest_of_interest = options.number("slowest_of_interest");
  out.at = options.points("at");
  options.refuse_others();
  return out;
}

verbs::LinearizeOptions read_linearize_options(Options& options) {
  verbs::LinearizeOptions out;
  out.at = point(options);
  out.output = options.text("save");
  options.refuse_others();
  return out;
}

verbs::ReduceOptions read_reduce_options(Options& options) {
  const std::vector<std::pair<std::string, reduce::Rule>> rules = {
      {"singular-perturbation", reduce::Rule::singular_perturbation}, {"truncation", reduce::Rule::truncation}};
  const std::vector<std::pair<std::string, verbs::Gramians>> gramians = {{"automatic", verbs::Gramians::automatic},
                                                                         {"dense", verbs::Gramians::dense},
                                                                         {"low-rank", verbs::Gramians::low_rank}};
  verbs::ReduceOptions out;
  out.reduction.order = options.count("order");
  out.reduction.gamma = options.number("gamma");
  out.reduction.error = options.number("error");
  out.reduction.rule = options.choice("rule", rules).value_or(out.reduction.rule);
  out.gramians = options.choice("gramians", gramians).value_or(out.gramians);
  out.at = point(options);
  out.output = options.text("save");
  out.figure = options.text("figure");
  out.report = options.text("report");
  options.refuse_others();
  return out;
}

verbs::ReportOptions read_report_options(Options& options) {
  verbs::ReportOptions out;
  out.analyze.at = options.points("at");
  out.step = options.number("step");
  out.start = options.number("start");
  out.stop = options.number("stop");
  out.tolerance = options.number("tolerance");
  out.output = options.text("save");
  out.words = {"sunder.Model.report"};
  options.refuse_others();
  return out;
}

verbs::LoadSystemOptions read_system_options(Options& options) {
  verbs::LoadSystemOptions out;
  out.path = options.text("file");
  out.communication_step = options.number("communication_step");
  out.back_end = back_end(options);
  return out;
}

verbs::StabilityOptions read_stability_options(Options& options) {
  verbs::StabilityOptions out;
  out.search = search_mode(options);
  out.picture = options.text("picture");
  out.report = options.text("report");
  options.refuse_others();
  return out;
}

verbs::CosimOptions read_cosim_options(Options& options) {
  verbs::CosimOptions out;
  out.start = options.number("start");
  out.stop = options.number("stop");
  out.adaptive = options.flag("adaptive");
  out.tolerance = options.number("tolerance").value_or(out.tolerance);
  out.allow_unstable = options.flag("allow_unstable");
  out.threads = options.count("threads");
  out.filter = options.text("filter");
  out.output = options.text("save");
  out.compare = options.flag("compare");
  out.report = options.text("report");
  out.search = search_mode(options);
  out.keep = true;
  options.refuse_others();
  return out;
}

}  // namespace sunder::python
