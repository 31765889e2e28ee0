// JSON of reductions, distributed systems, reports and formatted text.
#include "report/json.hpp"
#include "verbs/cosim.hpp"
#include "verbs/format.hpp"
#include "verbs/json_text.hpp"
#include "verbs/reduce.hpp"
#include "verbs/reduce_switched.hpp"
#include "verbs/report.hpp"
#include "verbs/split.hpp"
#include "verbs/stability.hpp"

namespace sunder::verbs {

using Json = nlohmann::ordered_json;

namespace {

Json vector_json(const reduce::VectorXd& v) {
  Json out = Json::array();
  for (const double x : v) out.push_back(report::number(x));
  return out;
}

Json intervals_json(const std::vector<cosimulate::Interval>& list) {
  Json intervals = Json::array();
  for (const cosimulate::Interval& interval : list)
    intervals.push_back(Json::array({report::number(interval.low), report::number(interval.high)}));
  return intervals;
}

/// Null: not known.
Json as_one_json(const cosimulate::SystemStability& stability) {
  return stability.spectrum ? report::number(stability.spectrum->radius_as_one) : Json(nullptr);
}

Json search_json(const cosimulate::StepSearch& search) {
  return {{"mode", cosimulate::name_of(search.mode)},
          {"stable_intervals", intervals_json(search.intervals)},
          {"growing_intervals", intervals_json(search.growing)},
          {"as_one_intervals", intervals_json(search.as_one)},
          {"largest_stable_step", report::number(search.largest)},
          {"unit", search.mode == cosimulate::SearchMode::fixed_steps ? Json(search.unit) : Json(nullptr)},
          {"scanned", Json::array({report::number(search.scanned_from), report::number(search.scanned_to)})}};
}

Json table_json(const cosimulate::ErrorTable& table) {
  Json rows = Json::array();
  for (const cosimulate::ErrorRow& row : table.rows)
    rows.push_back({{"step", row.step},
                    {"error", report::number(row.error)},
                    {"worst_variable", row.worst_variable.empty() ? Json(nullptr) : Json(row.worst_variable)},
                    {"finished", row.finished},
                    {"reached", report::number(row.reached)},
                    {"spectral_radius", report::number(row.radius)},
                    {"spectral_radius_as_one", report::number(row.radius_as_one)},
                    {"verdict", cosimulate::name_of(row.verdict)},
                    {"growth", row.growth ? report::number(row.growth->per_step) : Json(nullptr)},
                    {"growth_steps", row.growth ? Json(row.growth->steps) : Json(nullptr)},
                    {"diverges", row.growth ? Json(row.diverges()) : Json(nullptr)}});
  return {{"mode", cosimulate::name_of(table.mode)},
          {"start", table.start},
          {"stop", table.stop},
          {"reference_tolerance", table.reference_tolerance},
          {"rows", rows},
          {"stable_intervals", intervals_json(table.search.intervals)},
          {"growing_intervals", intervals_json(table.search.growing)},
          {"as_one_intervals", intervals_json(table.search.as_one)},
          {"limit",
           {{"predicted", report::number(table.limit.predicted)},
            {"observed", report::number(table.limit.observed)},
            {"beyond", report::number(table.limit.beyond)}}}};
}

Json trial_json(const cosimulate::StepTrial& trial) {
  return {{"step", trial.step},
          {"verdict", cosimulate::name_of(trial.verdict)},
          {"spectral_radius", report::number(trial.radius)},
          {"spectral_radius_as_one", report::number(trial.radius_as_one)},
          {"difference", report::number(trial.difference)},
          {"forecast", report::number(trial.forecast)},
          {"measured", report::number(trial.measured)},
          {"worst_variable", trial.worst_variable.empty() ? Json(nullptr) : Json(trial.worst_variable)}};
}

}  // namespace

Json to_json(const ReduceResult& result) {
  const reduce::Reduction& r = result.reduction;
  return {{"model", result.name},
          {"rule", name_of(result.rule)},
          {"order", r.system.order()},
          {"states", result.states},
          {"hankel", vector_json(r.hankel)},
          {"psi", report::numbers(r.psi)},
          {"bound", report::number(r.bound)},
          {"bound_approximate", r.approximate},
          {"error", report::number(result.error)},
          {"unstable_states", r.unstable},
          {"nonminimal_states", r.nonminimal},
          {"inputs", r.system.inputs},
          {"outputs", r.system.outputs},
          {"matrices",
           {{"a", matrix_json(r.system.a)},
            {"b", matrix_json(r.system.b)},
            {"c", matrix_json(r.system.c)},
            {"d", matrix_json(r.system.d)}}},
          {"scenario", nullptr},
          {"result", result.output.empty() ? Json(nullptr) : Json(result.output)}};
}

Json to_json(const SwitchedResult& outcome) {
  const report::SwitchedFindings& f = outcome.findings;
  Json directional = Json::object();
  Json supremum = Json::object();
  Json failures = Json::array();
  for (const reduce::CandidateResult& r : f.result.candidates) {
    directional[report::candidate_label(r)].push_back(report::number(r.rho_directional));
    supremum[report::candidate_label(r)].push_back(report::number(r.rho_supremum));
    if (r.exists && r.failed() == 0) continue;
    failures.push_back({{"map", report::candidate_label(r)},
                        {"order", r.order},
                        {"reason", r.reason},
                        {"blow_up", r.blown_up},
                        {"chattering", r.chattering},
                        {"no_mode", r.lost}});
  }
  const reduce::SwitchedSystem& s = f.task.description.system;
  Json modes = Json::array();
  for (const reduce::Mode& mode : s.modes)
    modes.push_back({{"name", mode.name},
                     {"code", mode.code},
                     {"dynamics", mode.dynamics},
                     {"guards", mode.guards.size()},
                     {"memory", report::numbers(mode.memory)}});
  Json chosen = nullptr;
  if (f.chosen)
    chosen = {{"order", f.chosen->order},
              {"map", name_of(f.chosen->map)},
              {"balancing", name_of(f.chosen->balancing)},
              {"rho", report::number(f.chosen->rho_directional)}};
  return {
      {"model", f.task.name},
      {"states", s.states.size()},
      {"dynamics", s.dynamics.size()},
      {"memory", s.memory},
      {"modes", modes},
      {"chosen", chosen},
      {"scenario",
       {{"samples", f.result.size.samples},
        {"discarded", f.result.size.discarded},
        {"interrupted", f.result.interrupted},
        {"epsilon", f.confidence.epsilon},
        {"eta", f.confidence.eta},
        {"beta", f.confidence.beta},
        {"candidates", f.confidence.candidates},
        {"confident", f.confident},
        {"seed", f.task.seed},
        {"deviations", std::vector<double>(f.task.description.deviations.begin(), f.task.description.deviations.end())},
        {"rho", directional},
        {"rho_supremum", supremum},
        {"failures", failures}}},
      {"result", outcome.output.empty() ? Json(nullptr) : Json(outcome.output)}};
}

Json to_json(const StabilityResult& result) {
  const report::StabilityAnswer& answer = result.answer;
  const cosimulate::SystemDescription& system = result.system;
  Json parts = Json::array();
  for (std::size_t p = 0; p < system.parts.size(); ++p) {
    const cosimulate::PartDescription& part = system.parts[p];
    const cosimulate::LocalRule& rule = answer.stability.problem.rules[p];
    const bool stepped = rule.known && rule.method != "exact";
    const auto whole = cosimulate::whole_substeps(part, answer.step);
    const double step = part.step.value_or(answer.step / static_cast<double>(rule.substeps));
    parts.push_back({{"name", part.interface.name},
                     {"method", part.method.text},
                     {"step", stepped ? Json(step) : Json(nullptr)},
                     {"substeps", !stepped ? Json(nullptr)
                                  : whole  ? Json(*whole)
                                           : Json(answer.step / step)}});
  }
  Json eigenvalues = Json::array();
  if (answer.stability.spectrum)
    for (const auto& value : answer.stability.spectrum->eigenvalues)
      eigenvalues.push_back({{"re", value.real()}, {"im", value.imag()}, {"abs", std::abs(value)}});
  Json connections = Json::array();
  for (const cosimulate::ConnectionSensitivity& one : answer.sensitivities) {
    const cosimulate::ConnectionDescription& connection = system.connections[one.connection];
    connections.push_back(
        {{"from", connection.from.text}, {"to", connection.to.text}, {"slope", report::number(one.slope)}});
  }
  Json searches = Json::array({search_json(answer.chosen)});
  if (answer.other) searches.push_back(search_json(*answer.other));
  const cosimulate::MasterSettings& master = system.master;
  const Json main = search_json(answer.chosen);
  return {
      {"communication_step", answer.step},
      {"master", cosimulate::name_of(master.kind)},
      {"extrapolation", master.extrapolation},
      {"feedthrough", cosimulate::name_of(master.feedthrough)},
      {"parts", parts},
      {"synchronised", answer.stability.synchronised},
      {"eigenvalues", eigenvalues},
      {"spectral_radius",
       answer.stability.spectrum ? report::number(answer.stability.spectrum->radius) : Json(nullptr)},
      {"spectral_radius_as_one", as_one_json(answer.stability)},
      {"growth", answer.stability.spectrum ? report::number(answer.stability.spectrum->growth) : Json(nullptr)},
      {"growth_bounded", answer.stability.spectrum ? Json(answer.stability.spectrum->growth_bounded) : Json(nullptr)},
      {"growth_in_ranges",
       answer.stability.spectrum ? Json(answer.stability.spectrum->growth_in_ranges) : Json(nullptr)},
      {"verdict", cosimulate::name_of(answer.stability.verdict)},
      {"search", cosimulate::name_of(answer.chosen.mode)},
      {"stable_intervals", main["stable_intervals"]},
      {"growing_intervals", main["growing_intervals"]},
      {"as_one_intervals", main["as_one_intervals"]},
      {"largest_stable_step", main["largest_stable_step"]},
      {"searches", searches},
      {"limiting_connection", connections.empty() ? Json(nullptr) : connections[0]},
      {"sensitivities", connections},
      {"sensitivities_at", report::number(answer.limit)},
      {"linearised", answer.stability.linearised},
      {"samples", answer.stability.samples},
      {"sampled", answer.stability.samples > 1 ? Json("sampled, not proven") : Json(nullptr)}};
}

Json to_json(const CosimResult& result) {
  const cosimulate::Cosimulation& run = result.run;
  const cosimulate::SystemStability& stability = result.stability;
  const cosimulate::SystemDescription& system = result.system;
  Json final_values = Json::object();
  for (std::size_t i = 0; i < run.names.size(); ++i)
    report::append(final_values, run.names[i], report::number(run.final_values[i]));
  Json parts = Json::array();
  for (std::size_t p = 0; p < system.parts.size(); ++p) {
    const cosimulate::PartDescription& part = system.parts[p];
    parts.push_back({{"name", part.interface.name},
                     {"method", part.method.text},
                     {"inputs", part.interface.inputs},
                     {"outputs", part.interface.outputs},
                     {"states", part.interface.states}});
  }
  Json ranks = Json::array();
  for (const cosimulate::RankShare& share : result.ranks)
    ranks.push_back(
        {{"rank", share.rank}, {"host", share.host}, {"parts", share.parts}, {"seconds_per_step", share.seconds}});
  const cosimulate::MasterSettings& master = system.master;
  const auto radius = stability.spectrum ? std::optional(stability.spectrum->radius) : std::nullopt;
  return {
      {"communication_step", run.communication_step},
      {"adaptive", run.adaptive},
      {"master", cosimulate::name_of(master.kind)},
      {"extrapolation", master.extrapolation},
      {"feedthrough", cosimulate::name_of(master.feedthrough)},
      {"start", run.start},
      {"stop", run.stop},
      {"parts", parts},
      {"status",
       {{"ok", run.ok},
        {"reason", run.reason},
        {"time", run.time},
        {"part", run.fault && run.fault->part ? Json(system.parts[*run.fault->part].interface.name) : Json(nullptr)}}},
      {"stability",
       {{"verdict", cosimulate::name_of(stability.verdict)},
        {"spectral_radius", report::number(radius)},
        {"spectral_radius_as_one", as_one_json(stability)},
        {"margin", radius ? report::number(1 - *radius) : Json(nullptr)},
        {"growth", stability.spectrum ? report::number(stability.spectrum->growth) : Json(nullptr)},
        {"linearised", stability.linearised}}},
      {"statistics",
       {{"steps", run.statistics.steps},
        {"rejected", run.statistics.rejected},
        {"smallest_step", report::number(run.steps.smallest)},
        {"largest_step", report::number(run.steps.largest)},
        {"iterations", run.statistics.iterations},
        {"coupling_iterations", run.statistics.coupling_iterations}}},
      {"final", final_values},
      {"result", run.result.empty() ? Json(nullptr) : Json(run.result)},
      {"seconds", run.seconds},
      {"ranks", ranks},
      {"comparison", result.comparison ? to_json(*result.comparison) : Json(nullptr)}};
}

Json to_json(const ErrorOverStepResult& result) { return table_json(result.table); }

Json to_json(const SplitResult& result) {
  Json parts = Json::array();
  for (const PartSummary& part : result.parts)
    parts.push_back({{"name", part.name},
                     {"states", part.states},
                     {"inputs", part.inputs},
                     {"outputs", part.outputs},
                     {"fastest", report::number(part.fastest)},
                     {"slowest", report::number(part.slowest)},
                     {"operations", part.operations},
                     {"seconds", part.seconds},
                     {"file", part.file.empty() ? Json(nullptr) : Json(part.file)}});
  Json exchanges = Json::array();
  for (const ExchangeSummary& one : result.exchanges)
    exchanges.push_back(
        {{"variable", one.variable}, {"unit", one.unit}, {"from", one.from}, {"to", one.to}, {"why", one.why}});
  Json trials = Json::array();
  for (const cosimulate::StepTrial& trial : result.choice.trials) trials.push_back(trial_json(trial));
  const cosimulate::SystemStability& stability = result.choice.stability;
  const cosimulate::StepTrial& last = result.choice.trials.back();
  return {{"model", result.model},
          {"rule", result.rule},
          {"start", result.start},
          {"stop", result.stop},
          {"max_error", result.max_error},
          {"parts", parts},
          {"exchanges", exchanges},
          {"nowhere", result.nowhere},
          {"communication_step", result.choice.step},
          {"master", cosimulate::name_of(result.system.master.kind)},
          {"extrapolation", result.system.master.extrapolation},
          {"stability",
           {{"verdict", cosimulate::name_of(stability.verdict)},
            {"spectral_radius", stability.spectrum ? report::number(stability.spectrum->radius) : Json(nullptr)},
            {"spectral_radius_as_one", as_one_json(stability)},
            {"growth", stability.spectrum ? report::number(stability.spectrum->growth) : Json(nullptr)},
            {"growth_in_ranges", stability.spectrum ? Json(stability.spectrum->growth_in_ranges) : Json(nullptr)},
            {"samples", stability.samples},
            {"linearised", stability.linearised}}},
          {"error",
           {{"forecast", report::number(last.forecast)},
            {"measured", result.error ? report::number(result.error->range.epsilon) : Json(nullptr)},
            {"worst_variable", result.error ? Json(result.error->range.worst_variable) : Json(nullptr)}}},
          {"trials", trials},
          {"table", result.table ? table_json(*result.table) : Json(nullptr)},
          {"files", result.files}};
}

Json to_json(const ReportResult& result) {
  Json object = report::report_json(result.data);
  object["result"] = result.output.empty() ? Json(nullptr) : Json(result.output);
  return object;
}

Json to_json(const FormatResult& result) {
  Json object = {{"file", result.file}, {"canonical", result.canonical}};
  if (result.text) object["text"] = *result.text;
  return object;
}

template std::string json_text(const ReduceResult&, const Diagnostics&, const SourceMap&);
template std::string json_text(const SwitchedResult&, const Diagnostics&, const SourceMap&);
template std::string json_text(const StabilityResult&, const Diagnostics&, const SourceMap&);
template std::string json_text(const CosimResult&, const Diagnostics&, const SourceMap&);
template std::string json_text(const ErrorOverStepResult&, const Diagnostics&, const SourceMap&);
template std::string json_text(const SplitResult&, const Diagnostics&, const SourceMap&);
template std::string json_text(const ReportResult&, const Diagnostics&, const SourceMap&);
template std::string json_text(const FormatResult&, const Diagnostics&, const SourceMap&);

}  // namespace sunder::verbs
