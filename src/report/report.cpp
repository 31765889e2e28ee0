#include "report/report.hpp"

#include <nlohmann/json.hpp>
#include <stdexcept>

#include "report/json.hpp"

extern "C" {
extern const char sunder_report_template[];
extern const char sunder_report_template_end[];
}

namespace sunder::report {
namespace {

using Json = nlohmann::ordered_json;

/// Beyond this the page gets the names of the sets in excerpts only.
constexpr std::size_t most_states_in_full = 2000;
/// Up to this the page can compute the time scales at any alpha by itself; above, it knows those of the map.
constexpr std::size_t most_envelopes = 500;

Json map_json(const decouple::AlphaSweep& map, const decouple::Analysis& analysis) {
  Json out = {{"alphas", map.alphas}, {"order", analysis.states}, {"time_scales", Json::array()}};
  for (const auto& row : map.time_scales) out["time_scales"].push_back(numbers(row));
  if (analysis.states.size() > most_states_in_full) return out;  // the page computes the terms from the time scales
  for (const auto& row : map.separability_terms) out["terms"].push_back(numbers(row));
  for (const auto& row : map.separability_terms_log) out["terms_log"].push_back(numbers(row));
  return out;
}

Json trajectory_json(const ReportCurves& curves) {
  const bool thinned = curves.stretches > 0;
  Json variables = Json::array();
  for (const ReportCurve& curve : curves.curves) {
    Json one = {{"name", curve.name}, {"unit", curve.unit}};
    if (thinned) one["time"] = numbers(curve.points.times);
    one["values"] = numbers(curve.points.values);
    if (curve.difference)
      one["difference"] = {{"time", numbers(curve.difference->times)}, {"values", numbers(curve.difference->values)}};
    variables.push_back(std::move(one));
  }
  Json out = {{"points", curves.recorded}, {"left_out", curves.left_out}, {"variables", std::move(variables)}};
  out["stretches"] = thinned ? Json(curves.stretches) : Json(nullptr);
  if (!thinned) out["time"] = numbers(curves.times);
  return out;
}

Json run_json(const ReportRun& run) {
  const simulate::Simulation& s = run.simulation;
  Json accuracy = nullptr;
  if (run.accuracy)
    accuracy = {{"equivalence", number(run.accuracy->equivalence)},
                {"range", number(run.accuracy->range)},
                {"relative", number(run.accuracy->relative)},
                {"worst", {{"variable", run.accuracy->worst_variable}, {"time", number(run.accuracy->worst_time)}}},
                {"not_compared", run.accuracy->not_compared}};
  return {{"id", run.id},
          {"label", run.label},
          {"method", s.method},
          {"step", number(s.step)},
          {"statistics", statistics_json(s.statistics)},
          {"accuracy", accuracy},
          {"seconds", s.simulate_seconds},
          {"status", status_json(s.status)},
          {"reference", run.reference},
          {"trajectory", trajectory_json(run.curves)}};
}

}  // namespace

/// More dependencies than this are counted only, so that the page stays small.
constexpr std::size_t most_dependencies = 100'000;

Json structure_json(const ReportStructure& structure) {
  std::size_t count = 0;
  for (const ReportStructure::Row& row : structure.rows) count += row.on ? row.on->size() : 0;
  Json out = {{"rows", Json::array()}, {"known", Json::array()}};
  if (count > most_dependencies) {
    out["left_out"] = count;
    return out;
  }
  out["known"] = structure.known;
  for (const ReportStructure::Row& row : structure.rows)
    out["rows"].push_back({{"name", row.name}, {"kind", row.kind}, {"on", row.on ? Json(*row.on) : Json(nullptr)}});
  return out;
}

Json motion_json(const ReportMotion& motion) {
  Json out = {
      {"run", motion.run},
      {"dimensions", motion.dimensions},
      {"up", motion.up},
      {"time", {{"start", motion.times.front()}, {"stop", motion.times.back()}, {"count", motion.times.size()}}},
      {"unit", motion.unit},
      {"points", Json::array()},
      {"lines", Json::array()},
      {"marks", Json::array()},
      {"left_out", motion.left_out}};
  for (const std::vector<std::int64_t>& course : motion.points) {
    // of a point that stands still one place
    bool still = true;
    for (std::size_t i = 3; i < course.size(); ++i) still = still && course[i] == course[i % 3];
    out["points"].push_back(still ? std::vector<std::int64_t>(course.begin(), course.begin() + 3) : course);
  }
  for (const ReportMotion::Line& line : motion.lines)
    out["lines"].push_back(
        {{"name", line.name}, {"a", line.a}, {"b", line.b}, {"rigid", line.rigid}, {"guide", line.guide}});
  for (const ReportMotion::Mark& mark : motion.marks)
    out["marks"].push_back({{"name", mark.name}, {"at", mark.at}, {"mass", mark.mass}});
  return out;
}

Json report_json(const ReportData& data) {
  Json out = {{"version", data.version},
              {"model", data.model},
              {"source", data.source},
              {"generated", data.generated ? Json(*data.generated) : Json(nullptr)},
              {"choice", data.choice},
              {"command", data.command.empty() ? Json(nullptr) : Json(data.command)},
              {"plan", data.plan ? plan_json(*data.plan) : Json(nullptr)},
              {"audit", data.audit ? audit_json(*data.audit) : Json(nullptr)},
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
    if (c.incidence)
      out["check"]["incidence"] = {{"size", c.incidence->size},
                                   {"cells", c.incidence->cells},
                                   {"given", c.incidence->given},
                                   {"ordered", c.incidence->ordered},
                                   {"loops", c.incidence->loops}};
  }
  if (data.structure) out["structure"] = structure_json(*data.structure);
  if (data.analysis) {
    const std::size_t states = data.analysis->states.size();
    out["analysis"] = analysis_json(*data.analysis, {.complete = states <= most_states_in_full});
    // the envelopes are those of Euler at one point
    const bool plain = data.analysis->probe == decouple::Probe::euler && data.analysis->points.size() == 1;
    if (plain && states <= most_envelopes) out["envelopes"] = envelopes_json(*data.analysis);
  }
  if (data.map && data.analysis) out["map"] = map_json(*data.map, *data.analysis);
  out["runs"] = Json::array();
  for (const ReportRun& run : data.runs) out["runs"].push_back(run_json(run));
  if (data.motion) out["motion"] = motion_json(*data.motion);
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

}  // namespace sunder::report
