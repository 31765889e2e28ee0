// The HTML report: everything a reader needs in one file. docs/report-data.md describes the data inside.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "choose/plan.hpp"
#include "decouple/analysis.hpp"
#include "report/curves.hpp"
#include "report/motion.hpp"
#include "results/compare.hpp"
#include "simulate/simulate.hpp"

namespace sunder::report {

/// Which equation reads which unknown, before and after ordering: see docs/report-data.md.
struct ReportIncidence {
  std::size_t size = 0, cells = 0;
  std::vector<std::string> given, ordered;
  std::vector<std::pair<std::size_t, std::size_t>> loops;
};

/// The model in numbers.
struct ReportCheck {
  std::size_t equations = 0, unknowns = 0, states = 0, parameters = 0, aliases = 0, shapes = 0;
  std::size_t blocks = 0, largest_block = 0, linear_blocks = 0, nonlinear_blocks = 0;
  std::optional<ReportIncidence> incidence;  ///< empty: nobody knows the equations
};

/// What an FMU declares of its derivatives, outputs and event indicators.
struct ReportStructure {
  struct Row {
    std::string name, kind;
    std::optional<std::vector<std::size_t>> on;  ///< indices into `known`; not given: on everything
  };
  std::vector<Row> rows;
  std::vector<std::string> known;  ///< states, then inputs, then what else is named (the time)
};

/// Errors against the reference run, by three measures; not a number: not measured.
struct ReportAccuracy {
  double equivalence = 0, range = 0, relative = 0;
  std::string worst_variable;  ///< by the range measure
  double worst_time = 0;
  std::vector<std::string> not_compared;  ///< always near a jump
};

/// The run of the method that the planner chose.
inline constexpr const char* chosen_run_id = "auto";

struct ReportRun {
  std::string id, label;
  simulate::Simulation simulation;
  std::optional<ReportAccuracy> accuracy;
  bool reference = false;
  ReportCurves curves;
};

struct ReportData {
  std::string version, model, source;
  std::optional<std::string> generated;  ///< ISO 8601; empty: reproducible output
  std::vector<std::string> choice;       ///< sentences: which method the planner chose, or why it could not
  std::string command;                   ///< what repeats the chosen run; empty: nothing to type
  std::optional<choose::Plan> plan;      ///< empty: the planner failed
  std::optional<choose::AuditResult> audit;
  std::vector<std::string> summary;
  std::optional<ReportCheck> check;
  std::optional<ReportStructure> structure;
  std::optional<decouple::Analysis> analysis;
  std::optional<decouple::AlphaSweep> map;
  std::vector<ReportRun> runs;
  std::optional<ReportMotion> motion;  ///< empty: nothing has a place in space
  std::vector<std::string> options;
};

nlohmann::ordered_json report_json(const ReportData& data);
/// The finished page.
std::string report_page(const ReportData& data);

/// Plain sentences for the page and for the terminal: time scales, the cut, the step, what is lost.
/// `cut_is_for`: the method that the cut and the step are for, where a method is told beside them; empty: not said.
std::vector<std::string> explain(const decouple::Analysis& analysis, const std::string& cut_is_for = {});
/// How the chosen run was made and what is known of its error. No times: the same model gives the same sentences.
std::vector<std::string> explain_choice(const choose::Plan& plan, const choose::AuditResult& audit,
                                        const simulate::Simulation& run);
/// "0.0319 s", "12.5 ms", "3.2 h"; "none" for infinity.
std::string duration_text(double seconds);

}  // namespace sunder::report
