// JSON of what is asked about one model: check, analyze, simulate, sweep, compare, linearize.
#include "report/json.hpp"
#include "verbs/analyze.hpp"
#include "verbs/check.hpp"
#include "verbs/choose.hpp"
#include "verbs/compare.hpp"
#include "verbs/export_fmu.hpp"
#include "verbs/fmu_info.hpp"
#include "verbs/fmu_validate.hpp"
#include "verbs/json_text.hpp"
#include "verbs/linearize.hpp"
#include "verbs/list.hpp"
#include "verbs/simulate.hpp"
#include "verbs/sweep.hpp"

namespace sunder::verbs {

using Json = nlohmann::ordered_json;

namespace {

std::string_view severity_name(Severity severity) {
  if (severity == Severity::error) return "error";
  return severity == Severity::warning ? "warning" : "note";
}

Json place(Span span, const SourceMap& sources) {
  Json out = {{"file", nullptr}, {"line", nullptr}, {"column", nullptr}};
  if (!span.valid()) return out;
  const Location where = sources.locate(span);
  out["file"] = where.path;
  out["line"] = where.line;
  out["column"] = where.column;
  return out;
}

Json averaging_json(const simulate::Simulation& s) {
  if (!s.averaging) return nullptr;
  return {{"values", "means over one period, but for slow states"},
          {"period", report::number(s.averaging->period)},
          {"slow_steps", s.averaging->slow_steps},
          {"slow_rejected", s.averaging->slow_rejected},
          {"periods", s.averaging->periods},
          {"direct_time", report::number(s.averaging->direct_time)},
          {"made_fast", s.averaging->made_fast}};
}

Json run_json(const SweepResult& sweep, const SweepRun& run) {
  Json parameters = Json::object();
  for (std::size_t i = 0; i < run.values.size(); ++i) parameters[sweep.axes[i].name] = run.values[i];
  Json object = {{"parameters", parameters}};
  if (!run.simulation) {
    object["status"] = {{"ok", false}, {"reason", run.ending()}, {"time", nullptr}};
    return object;
  }
  const simulate::Simulation& s = *run.simulation;
  Json final_values = Json::object();
  for (std::size_t i = 0; i < s.names.size(); ++i)
    if (!s.constant[i]) report::append(final_values, s.names[i], report::number(s.final_values[i]));
  object["step"] = report::number(s.step);
  object["status"] = report::status_json(s.status);
  object["events"] = s.events ? Json(simulate::name_of(*s.events)) : Json(nullptr);
  object["statistics"] = report::statistics_json(s.statistics);
  object["final"] = final_values;
  object["seconds"] = s.simulate_seconds;
  return object;
}

}  // namespace

Json diagnostics_json(const Diagnostics& diagnostics, const SourceMap& sources) {
  Json list = Json::array();
  for (const Diagnostic& d : diagnostics.in_source_order()) {
    Json item = {{"code", code_id(d.code)}, {"severity", severity_name(d.severity)}, {"message", d.message}};
    item.update(place(d.span, sources));
    item["notes"] = Json::array();
    for (const Note& note : d.notes) {
      Json one = {{"message", note.message}};
      one.update(place(note.span, sources));
      item["notes"].push_back(one);
    }
    item["help"] = d.help.empty() ? Json(nullptr) : Json(d.help);
    list.push_back(item);
  }
  return list;
}

std::string json_text(const Diagnostics& diagnostics, const SourceMap& sources) {
  return text_of({{"diagnostics", diagnostics_json(diagnostics, sources)}});
}

std::string text_of(const Json& object) {
  // names and messages come from files: bytes that are no text are replaced rather than refused
  return object.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

Json matrix_json(const reduce::MatrixXd& matrix) {
  Json out = Json::array();
  for (Eigen::Index i = 0; i < matrix.rows(); ++i) {
    Json row = Json::array();
    for (Eigen::Index j = 0; j < matrix.cols(); ++j) row.push_back(report::number(matrix(i, j)));
    out.push_back(row);
  }
  return out;
}

Json to_json(const Dump& dump) { return {{"stage", dump.stage}, {"text", dump.text}}; }

Json fmu_json(const driver::ModelSummary& s, const FmuSummary& fmu) {
  return {{"model", s.model},
          {"fmu",
           {{"path", fmu.path},
            {"version", fmu.version},
            {"description", fmu.description},
            {"made_by", fmu.made_by},
            {"model_exchange", fmu.model_exchange},
            {"co_simulation", fmu.co_simulation},
            {"scheduled_execution", fmu.scheduled_execution},
            {"directional_derivatives", fmu.directional_derivatives},
            {"dependencies", fmu.dependencies},
            {"gets_and_sets_state", fmu.gets_and_sets_state},
            {"event_indicators", fmu.event_indicators},
            {"variables", fmu.variables}}},
          {"state_count", s.states.size()},
          {"states", s.states},
          {"inputs", s.inputs},
          {"outputs", s.outputs},
          {"parameters", s.parameters}};
}

Json to_json(const ExplainResult& result) {
  Json equations = Json::array();
  for (std::size_t i = 0; i < result.places.size(); ++i)
    equations.push_back({{"equation", result.explanation.equations[i].text}, {"place", result.places[i]}});
  return {{"model", result.model},
          {"variable", result.explanation.variable},
          {"explanation", result.explanation.sentences},
          {"equations", equations}};
}

Json to_json(const ReachedResult& result) {
  Json timing;
  for (const PassTiming& pass : result.timing) timing[pass.pass] = pass.seconds;
  return {{"model", result.model},
          {"stage", result.stage},
          {"equations", result.equations},
          {"unknowns", result.unknowns},
          {"timing", timing}};
}

Json to_json(const ListResult& result) {
  Json classes = Json::array();
  for (const driver::ListedClass& one : result.classes)
    classes.push_back({{"name", one.name}, {"kind", one.kind}, {"experiment", one.has_experiment}});
  return {{"classes", classes}};
}

Json to_json(const CheckResult& result) {
  const driver::ModelSummary& s = result.summary;
  Json timing;
  for (const PassTiming& pass : result.timing) timing[pass.pass] = pass.seconds;
  if (result.fmu) return fmu_json(s, *result.fmu);
  return {{"model", s.model},
          {"equations", s.equations},
          {"unknowns", s.unknowns},
          {"state_count", s.states.size()},
          {"states", s.states},
          {"inputs", s.inputs},
          {"outputs", s.outputs},
          {"parameters", s.parameters},
          {"alias", s.aliases},
          {"index", s.index},
          {"shapes", s.shapes},
          {"blocks",
           {{"count", s.blocks.count},
            {"largest", s.blocks.largest},
            {"linear", s.blocks.linear},
            {"nonlinear", s.blocks.nonlinear}}},
          {"relaxed",
           {{"loops", s.relaxed.loops},
            {"equations", s.relaxed.equations},
            {"blocks", s.relaxed.blocks},
            {"patterns", s.relaxed.patterns},
            {"last", s.relaxed.last},
            {"iterated", s.relaxed.iterated},
            {"multiplications", s.relaxed.multiplications},
            {"additions", s.relaxed.additions},
            {"divisions", s.relaxed.divisions},
            {"operations", s.relaxed.operations},
            {"torn_operations", s.relaxed.torn_operations > 0 ? Json(s.relaxed.torn_operations) : Json()},
            {"factor_operations", s.relaxed.factor_operations}}},
          {"torn_with_marks",
           {{"loops", s.torn_with_marks.loops},
            {"equations", s.torn_with_marks.equations},
            {"iterated", s.torn_with_marks.iterated},
            {"operations", s.torn_with_marks.operations},
            {"factor_operations", s.torn_with_marks.factor_operations}}},
          {"events", s.events},
          {"timing", timing}};
}

Json to_json(const AnalyzeResult& result) {
  Json object = report::analysis_json(result.analysis, {.list_cycles = result.list_cycles});
  object["seconds"] = result.analysis.seconds;
  return object;
}

Json to_json(const ReferenceComparison& compared) {
  Json variables = Json::array();
  for (const std::size_t i : compared.worst_first()) {
    const results::VariableError& range = compared.range.variables[i];
    variables.push_back({{"name", range.name},
                         {"epsilon", report::number(compared.equivalence.variables[i].epsilon)},
                         {"range", report::number(range.epsilon)},
                         {"rms", report::number(range.rms)}});
  }
  return {
      {"method", compared.method},
      {"epsilon", report::number(compared.equivalence.epsilon)},
      {"epsilon_range", report::number(compared.range.epsilon)},
      {"worst",
       {{"variable", compared.equivalence.worst_variable}, {"time", report::number(compared.equivalence.worst_time)}}},
      {"worst_range",
       {{"variable", compared.range.worst_variable}, {"time", report::number(compared.range.worst_time)}}},
      {"window", report::number(compared.window)},
      {"left_out", compared.range.left_out},
      {"not_compared", compared.range.not_compared},
      {"speedup", report::number(compared.speedup)},
      {"reference_tolerance", report::number(compared.tolerance)},
      {"variables", variables}};
}

Json to_json(const ChooseResult& result) {
  return {{"model", result.model}, {"plan", report::plan_json(result.plan)}, {"command", result.command}};
}

Json to_json(const SimulateResult& result) {
  const simulate::Simulation& s = result.run;
  Json final_values = Json::object();
  for (std::size_t i = 0; i < s.names.size(); ++i)
    report::append(final_values, s.names[i], report::number(s.final_values[i]));
  for (std::size_t i = 0; i < s.text_names.size(); ++i) report::append(final_values, s.text_names[i], s.final_texts[i]);
  Json printed = Json::array();
  for (const simulate::Simulation::Printed& one : s.printed)
    printed.push_back({{"time", one.time}, {"text", one.text}});
  Json timing;
  double total = s.initialise_seconds + s.simulate_seconds;
  for (const PassTiming& pass : result.timing) {
    timing[pass.pass] = pass.seconds;
    total += pass.seconds;
  }
  timing["initialise"] = s.initialise_seconds;
  timing["simulate"] = s.simulate_seconds;
  timing["total"] = total;
  Json partition = nullptr;
  if (s.partition) partition = {{"fast", result.fast}, {"slow", result.slow}};
  return {{"model", s.model},
          {"method", s.method},
          {"step", report::number(s.step)},
          {"start", s.start},
          {"stop", s.stop},
          {"status", report::status_json(s.status)},
          {"events", s.events ? Json(simulate::name_of(*s.events)) : Json(nullptr)},
          {"averaging", averaging_json(s)},
          {"statistics", report::statistics_json(s.statistics)},
          {"iterated",
           {{"solutions", s.sweeps.solutions}, {"not_converged", s.sweeps.not_converged}, {"sweeps", s.sweeps.sweeps}}},
          {"partition", partition},
          {"final", final_values},
          {"printed", printed},
          {"result", s.result.empty() ? Json(nullptr) : Json(s.result)},
          {"timing", timing},
          {"plan", result.plan ? report::plan_json(*result.plan) : Json(nullptr)},
          {"audit", result.audit ? report::audit_json(*result.audit) : Json(nullptr)},
          {"comparison", result.comparison ? to_json(*result.comparison) : Json(nullptr)}};
}

Json to_json(const SweepResult& result) {
  Json axes = Json::array();
  for (const simulate::SweepAxis& axis : result.axes)
    axes.push_back({{"parameter", axis.name}, {"values", axis.values}});
  Json runs = Json::array();
  for (const SweepRun& run : result.runs) runs.push_back(run_json(result, run));
  return {{"model", result.model},
          {"method", result.method},
          {"sweep", axes},
          {"runs", runs},
          {"threads", result.threads},
          {"ranks", result.ranks},
          {"result", result.result.empty() ? Json(nullptr) : Json(result.result)},
          {"seconds", result.seconds}};
}

Json to_json(const results::Comparison& c) {
  Json variables = Json::array();
  for (const results::VariableError& v : c.variables)
    variables.push_back({{"name", v.name}, {"epsilon", report::number(v.epsilon)}, {"rms", report::number(v.rms)}});
  return {{"measure", results::name_of(c.measure)},
          {"epsilon", report::number(c.epsilon)},
          {"epsilon_relative", report::number(c.epsilon_relative)},
          {"worst", {{"variable", c.worst_variable}, {"time", report::number(c.worst_time)}}},
          {"left_out", c.left_out},
          {"variables", variables},
          {"not_compared", c.not_compared},
          {"only_in_a", c.only_in_a},
          {"only_in_b", c.only_in_b}};
}

Json to_json(const LinearizeResult& result) {
  const model::LinearSystem system = model::dense(result.system);
  return {{"model", result.model},
          {"point",
           {{"kind", result.kind}, {"time", result.time}, {"largest_slope", report::number(result.largest_slope)}}},
          {"states", system.states},
          {"inputs", system.inputs},
          {"outputs", system.outputs},
          {"a", matrix_json(system.a)},
          {"b", matrix_json(system.b)},
          {"c", matrix_json(system.c)},
          {"d", matrix_json(system.d)},
          {"result", result.output.empty() ? Json(nullptr) : Json(result.output)}};
}

Json to_json(const FmuInfo& info) {
  Json variables = Json::array();
  for (const FmuInfo::Variable& one : info.variables)
    variables.push_back({{"name", one.name},
                         {"type", one.type},
                         {"causality", one.causality},
                         {"variability", one.variability},
                         {"unit", one.unit},
                         {"start", one.start},
                         {"elements", one.elements},
                         {"description", one.description}});
  Json structure = Json::array();
  for (const report::ReportStructure::Row& one : info.structure.rows)
    structure.push_back({{"name", one.name},
                         {"kind", one.kind},
                         {"dependencies", one.on ? Json(info.dependencies(one)) : Json(nullptr)}});
  return {{"file", info.path},
          {"model", info.model},
          {"fmi", info.version},
          {"made_by", info.made_by},
          {"description", info.description},
          {"kinds", info.kinds},
          {"offers", info.offers},
          {"states", info.states},
          {"event_indicators", info.event_indicators},
          {"start", report::number(info.start)},
          {"stop", report::number(info.stop)},
          {"variables", variables},
          {"structure", structure}};
}

Json to_json(const ValidateResult& result) {
  Json checks = Json::array();
  for (const ValidateResult::Check& one : result.checks)
    checks.push_back({{"kind", one.kind}, {"check", one.what}, {"outcome", one.outcome}, {"detail", one.detail}});
  return {{"file", result.path}, {"model", result.model}, {"valid", result.valid}, {"checks", checks}};
}

Json to_json(const ExportResult& result) {
  return {{"model", result.model},
          {"output", result.package.path},
          {"fmi", result.version},
          {"model_exchange", result.model_exchange},
          {"co_simulation", result.co_simulation},
          {"model_identifier", result.package.identifier},
          {"token", result.package.token},
          {"binary", result.has_binary},
          {"variables", result.package.variables},
          {"states", result.package.states},
          {"inputs", result.package.inputs},
          {"outputs", result.package.outputs},
          {"parameters", result.package.parameters},
          {"event_indicators", result.package.event_indicators},
          {"implicit_states", result.implicit_states}};
}

template std::string json_text(const Dump&, const Diagnostics&, const SourceMap&);
template std::string json_text(const CheckResult&, const Diagnostics&, const SourceMap&);
template std::string json_text(const ExplainResult&, const Diagnostics&, const SourceMap&);
template std::string json_text(const ReachedResult&, const Diagnostics&, const SourceMap&);
template std::string json_text(const ListResult&, const Diagnostics&, const SourceMap&);
template std::string json_text(const AnalyzeResult&, const Diagnostics&, const SourceMap&);
template std::string json_text(const ChooseResult&, const Diagnostics&, const SourceMap&);
template std::string json_text(const SimulateResult&, const Diagnostics&, const SourceMap&);
template std::string json_text(const SweepResult&, const Diagnostics&, const SourceMap&);
template std::string json_text(const results::Comparison&, const Diagnostics&, const SourceMap&);
template std::string json_text(const LinearizeResult&, const Diagnostics&, const SourceMap&);
template std::string json_text(const ExportResult&, const Diagnostics&, const SourceMap&);
template std::string json_text(const FmuInfo&, const Diagnostics&, const SourceMap&);
template std::string json_text(const ValidateResult&, const Diagnostics&, const SourceMap&);

}  // namespace sunder::verbs
