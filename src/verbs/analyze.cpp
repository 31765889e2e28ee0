#include "verbs/analyze.hpp"

#include "base/codes.hpp"
#include "verbs/operating_point.hpp"

namespace sunder::verbs {

simulate::OperatingPoint operating_point(const LoadedModel& model, std::vector<simulate::PointRequest> points,
                                         const Control& control) {
  const model::Experiment& experiment = model.model().description().experiment;
  simulate::OperatingPoint point;
  point.start = experiment.start.value_or(0.0);
  point.tolerance = experiment.tolerance.value_or(1e-6);
  point.stop = experiment.stop.value_or(point.start + 1);
  point.cancel = control.cancel;
  if (points.empty()) points = {{simulate::PointKind::initial}, {simulate::PointKind::along}};
  for (simulate::PointRequest& one : points)
    if (one.kind != simulate::PointKind::time) one.time = point.start;
  point.points = std::move(points);
  return point;
}

void check_options(const AnalyzeOptions& options, Diagnostics& diagnostics) {
  const decouple::AnalysisOptions& analysis = options.analysis;
  if (!(analysis.alpha > 0 && analysis.alpha <= 1))
    diagnostics.error(Code::E0006, {}, "--alpha must lie in (0, 1]");
  else if (analysis.partition.step && !(*analysis.partition.step > 0))
    diagnostics.error(Code::E0006, {}, "--step must be positive");
}

Outcome<AnalyzeResult> analyze(const LoadedModel& model, const AnalyzeOptions& options, const Control& control) {
  Diagnostics diagnostics;
  check_options(options, diagnostics);
  if (diagnostics.has_errors()) return Outcome<AnalyzeResult>(std::move(diagnostics));
  const decouple::AnalysisOptions& analysis = options.analysis;
  const std::unique_ptr<model::Context> context = model.create_context();
  simulate::OperatingPoint point = operating_point(model, options.at, control);
  point.budget = analysis.budget;
  Outcome<decouple::Analysis> found = simulate::analyze(model.model(), *context, point, analysis);
  diagnostics.append(found.diagnostics());
  if (!found.ok()) return Outcome<AnalyzeResult>(std::move(diagnostics));
  AnalyzeResult result{found.take(), analysis.list_cycles, control.cancel.requested()};
  if (result.interrupted)
    diagnostics.error(Code::E0008, {},
                      "interrupted: time scales that were not proven by then are brackets, and what comes after "
                      "them (partition, certificate) may be missing");
  return {std::move(result), std::move(diagnostics)};
}

}  // namespace sunder::verbs
