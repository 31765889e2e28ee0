#include "report/report.hpp"

#include <cmath>
#include <nlohmann/json.hpp>
#include <stdexcept>

extern "C" {
extern const char sunder_report_template[];
extern const char sunder_report_template_end[];
}

namespace sunder {
namespace {

using Json = nlohmann::ordered_json;

Json number(double value) {
  if (std::isnan(value)) return nullptr;
  if (std::isinf(value)) return value > 0 ? "inf" : "-inf";
  return value;
}

Json number(const std::optional<double>& value) { return value ? number(*value) : Json(nullptr); }

Json numbers(const std::vector<double>& values) {
  Json list = Json::array();
  for (const double value : values) list.push_back(number(value));
  return list;
}

Json names(const std::vector<std::uint32_t>& states, const Analysis& analysis) {
  Json list = Json::array();
  for (const std::uint32_t state : states) list.push_back(analysis.states[state]);
  return list;
}

Json analysis_json(const Analysis& a) {
  Json variables = Json::array();
  for (const VariableScale& v : a.variables)
    variables.push_back({{"name", v.name},
                         {"time_scale", number(v.time_scale)},
                         {"lower", number(v.lower)},
                         {"upper", number(v.upper)},
                         {"exact", v.exact},
                         {"cycle", names(v.cycle, a)}});
  Json out = {{"alpha", a.alpha},
              {"self_loop", name_of(a.self_loop)},
              {"operating_point", {{"time", number(a.time)}, {"kind", a.kind}}},
              {"exact", a.exact},
              {"cycle_count", a.cycle_count ? Json(*a.cycle_count) : Json(nullptr)},
              {"variables", variables},
              {"indices",
               {{"stiffness", number(a.indices.stiffness)},
                {"separability", number(a.indices.separability)},
                {"separability_log", number(a.indices.separability_log)},
                {"stiffness_ratio", number(a.indices.stiffness_ratio)}}},
              {"separability_terms", numbers(a.separability_terms)}};
  if (a.partition) {
    Json certificate = nullptr;
    if (const auto& c = a.partition->certificate)
      certificate = {{"method", c->method},
                     {"spectral_radius", number(c->spectral_radius)},
                     {"stable", c->converged ? Json(c->stable) : Json(nullptr)}};
    out["partition"] = {{"step", number(a.partition->step)},
                        {"fast", names(a.partition->partition.fast(), a)},
                        {"slow", names(a.partition->partition.slow(), a)},
                        {"certificate", certificate}};
  }
  out["parallel_sets"] = Json::array();
  for (const StateSet& set : a.parallel_sets) out["parallel_sets"].push_back(names(set, a));
  return out;
}

Json map_json(const AlphaSweep& map, const Analysis& analysis) {
  Json out = {
      {"alphas", map.alphas}, {"order", analysis.states}, {"time_scales", Json::array()}, {"terms", Json::array()}};
  for (const auto& row : map.time_scales) out["time_scales"].push_back(numbers(row));
  for (const auto& row : map.separability_terms) out["terms"].push_back(numbers(row));
  return out;
}

Json statistics_json(const Statistics& s) {
  return {{"steps", s.steps},
          {"rejected", s.rejected},
          {"function_evaluations", s.function_evaluations},
          {"jacobian_evaluations", s.jacobian_evaluations},
          {"function_evaluations_in_jacobian", s.function_evaluations_in_jacobian},
          {"newton_iterations", s.newton_iterations},
          {"newton_failures", s.newton_failures},
          {"factorisations", s.factorisations},
          {"events", s.events},
          {"full_rhs_evaluations", s.full_rhs_evaluations},
          {"restricted_rhs_evaluations", s.restricted_rhs_evaluations}};
}

Json trajectory_json(const Trajectory& t) {
  Json variables = Json::array();
  for (std::size_t i = 0; i < t.variables.size(); ++i) {
    if (t.variables[i].constant) continue;
    variables.push_back(
        {{"name", t.variables[i].name}, {"unit", t.variables[i].unit}, {"values", numbers(t.columns[i])}});
  }
  return {{"time", numbers(t.times)}, {"variables", variables}};
}

Json run_json(const ReportRun& run) {
  const Simulation& s = run.simulation;
  Json accuracy = nullptr;
  if (run.accuracy)
    accuracy = {{"equivalence", number(run.accuracy->equivalence)},
                {"range", number(run.accuracy->range)},
                {"relative", number(run.accuracy->relative)},
                {"worst", {{"variable", run.accuracy->worst_variable}, {"time", number(run.accuracy->worst_time)}}}};
  return {{"id", run.id},
          {"label", run.label},
          {"method", s.method},
          {"step", number(s.step)},
          {"statistics", statistics_json(s.statistics)},
          {"accuracy", accuracy},
          {"seconds", s.simulate_seconds},
          {"status", {{"ok", s.status.ok}, {"reason", s.status.reason}, {"time", number(s.status.time)}}},
          {"reference", run.reference},
          {"trajectory", trajectory_json(run.trajectory)}};
}

}  // namespace

Json report_json(const ReportData& data) {
  Json out = {{"version", data.version},
              {"model", data.model},
              {"source", data.source},
              {"generated", data.generated ? Json(*data.generated) : Json(nullptr)},
              {"summary", data.summary}};
  if (data.check) {
    const ReportCheck& c = *data.check;
    out["check"] = {{"equations", c.equations},
                    {"unknowns", c.unknowns},
                    {"states", c.states},
                    {"parameters", c.parameters},
                    {"aliases", c.aliases},
                    {"shapes", c.shapes},
                    {"blocks",
                     {{"count", c.blocks},
                      {"largest", c.largest_block},
                      {"linear", c.linear_blocks},
                      {"nonlinear", c.nonlinear_blocks}}}};
  }
  if (data.analysis) out["analysis"] = analysis_json(*data.analysis);
  if (data.map && data.analysis) out["map"] = map_json(*data.map, *data.analysis);
  out["runs"] = Json::array();
  for (const ReportRun& run : data.runs) out["runs"].push_back(run_json(run));
  out["options"] = data.options;
  return out;
}

std::string report_page(const ReportData& data) {
  std::string json = report_json(data).dump(-1, ' ', false, Json::error_handler_t::replace);
  for (std::size_t at = 0; (at = json.find("</", at)) != std::string::npos; at += 3) json.replace(at, 2, "<\\/");
  std::string page(sunder_report_template, sunder_report_template_end);
  static constexpr std::string_view hole = "/*REPORT_DATA*/";
  const std::size_t at = page.find(hole);
  if (at == std::string::npos) throw std::logic_error("the report page has no place for its data");
  page.replace(at, hole.size(), json);
  return page;
}

}  // namespace sunder
