// The HTML report: everything a reader needs in one file. docs/report-data.md describes the data inside.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "decouple/analysis.hpp"
#include "report/curves.hpp"
#include "results/compare.hpp"
#include "simulate/simulate.hpp"

namespace sunder::report {

/// The model in numbers.
struct ReportCheck {
  std::size_t equations = 0, unknowns = 0, states = 0, parameters = 0, aliases = 0, shapes = 0;
  std::size_t blocks = 0, largest_block = 0, linear_blocks = 0, nonlinear_blocks = 0;
};

/// Errors against the reference run, by three measures.
struct ReportAccuracy {
  double equivalence = 0, range = 0, relative = 0;
  std::string worst_variable;  ///< by the range measure
  double worst_time = 0;
  std::vector<std::string> not_compared;  ///< always near a jump
};

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
  std::vector<std::string> summary;
  std::optional<ReportCheck> check;
  std::optional<decouple::Analysis> analysis;
  std::optional<decouple::AlphaSweep> map;
  std::vector<ReportRun> runs;
  std::vector<std::string> options;
};

nlohmann::ordered_json report_json(const ReportData& data);
/// The finished page.
std::string report_page(const ReportData& data);

/// Plain sentences for the head of the page and for the terminal: time scales, the cut, the step, what is lost.
std::vector<std::string> explain(const decouple::Analysis& analysis);
/// "0.0319 s", "12.5 ms", "3.2 h"; "none" for infinity.
std::string duration_text(double seconds);

}  // namespace sunder::report
