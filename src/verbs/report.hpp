// report: analysis, mixed-mode run, reference and baselines in one HTML page.
#pragma once

#include "report/report.hpp"
#include "verbs/analyze.hpp"

namespace sunder::verbs {

struct ReportOptions {
  AnalyzeOptions analyze;
  std::optional<double> step;         ///< of the mixed-mode and implicit runs
  std::optional<double> start, stop;  ///< from the model's experiment
  std::optional<double> tolerance;    ///< of the reference; 1e-8
  bool dated = true;                  ///< the page says when it was made
  std::vector<std::string> words;     ///< how the report was asked for, as the page shows it
  std::string output;                 ///< an .html file; empty: none
};

struct ReportResult {
  report::ReportData data;
  std::string page;  ///< HTML
  std::string output;
  bool interrupted = false;  ///< with an error: the page holds what was complete by then
};

Outcome<ReportResult> report(const LoadedModel& model, const ReportOptions& options = {}, const Control& control = {});
nlohmann::ordered_json to_json(const ReportResult& result);

}  // namespace sunder::verbs
