// check, analyze, linearize, reduce and report.
#include "api/implementation.hpp"
#include "verbs/check.hpp"
#include "verbs/linearize.hpp"
#include "verbs/reduce.hpp"
#include "verbs/report.hpp"

namespace sunder {
namespace api {

simulate::PointRequest point_of(const OperatingPoint& point) {
  switch (point.kind) {
    case OperatingPoint::Kind::initial: return {simulate::PointKind::initial, 0};
    case OperatingPoint::Kind::steady: return {simulate::PointKind::steady, 0};
    case OperatingPoint::Kind::time: return {simulate::PointKind::time, point.time};
    case OperatingPoint::Kind::along: return {simulate::PointKind::along, 0};
  }
  throw std::logic_error("an operating point of no kind");
}

verbs::AnalyzeOptions verb_options(const AnalyzeOptions& options) {
  verbs::AnalyzeOptions out;
  out.analysis.alpha = options.alpha;
  out.analysis.budget = options.budget;
  out.analysis.partition = {options.step, options.fast, options.parts, options.slowest_of_interest};
  for (const OperatingPoint& point : options.at) out.at.push_back(point_of(point));
  return out;
}

}  // namespace api

namespace {

Cut public_cut(const decouple::PartitionChoice& choice, const decouple::Analysis& analysis) {
  Cut cut;
  for (const model::StateSet& cluster : choice.partition.clusters)
    cut.clusters.push_back(analysis.state_names(cluster));
  cut.fast = analysis.state_names(choice.partition.fast());
  cut.slow = analysis.state_names(choice.partition.slow());
  cut.step = choice.step;
  if (const auto& c = choice.certificate; c)
    cut.certificate = {c->method,      c->step,           c->spectral_radius,
                       c->growth,      c->growth_bounded, std::string(model::name_of(c->verdict)),
                       c->acceptable()};
  cut.reason = choice.reason;
  return cut;
}

std::optional<std::size_t> cluster_of(model::StateIndex state, const decouple::Analysis& analysis) {
  if (!analysis.partition) return std::nullopt;
  const std::vector<model::StateSet>& clusters = analysis.partition->partition.clusters;
  for (std::size_t i = 0; i < clusters.size(); ++i)
    if (std::binary_search(clusters[i].begin(), clusters[i].end(), state)) return i;
  return std::nullopt;
}

TimeScales public_scales(const verbs::AnalyzeResult& result) {
  const decouple::Analysis& analysis = result.analysis;
  TimeScales out;
  out.model = analysis.model;
  for (const decouple::VariableScale& one : analysis.variables)
    out.states.push_back({one.name, one.time_scale, one.lower, one.upper, one.exact, analysis.state_names(one.cycle),
                          cluster_of(one.state, analysis)});
  out.stiffness = analysis.indices.stiffness;
  out.separability = analysis.indices.separability;
  out.separability_log = analysis.indices.separability_log;
  out.stiffness_ratio = analysis.indices.stiffness_ratio;
  if (analysis.partition) out.cut = public_cut(*analysis.partition, analysis);
  out.sentences = sunder::report::explain(analysis);
  return out;
}

Matrix public_matrix(const Eigen::MatrixXd& matrix) {
  Matrix out{static_cast<std::size_t>(matrix.rows()), static_cast<std::size_t>(matrix.cols()), {}};
  for (Eigen::Index i = 0; i < matrix.rows(); ++i)
    for (Eigen::Index j = 0; j < matrix.cols(); ++j) out.values.push_back(matrix(i, j));
  return out;
}

/// The matrices and names of a system, into a LinearSystem or a ReducedSystem.
template <class Public>
void fill_matrices(const sunder::model::LinearSystem& system, Public& out) {
  out.inputs = system.inputs;
  out.outputs = system.outputs;
  out.a = public_matrix(system.a);
  out.b = public_matrix(system.b);
  out.c = public_matrix(system.c);
  out.d = public_matrix(system.d);
}

LinearSystem public_system(const verbs::LinearizeResult& result) {
  LinearSystem out;
  out.model = result.model;
  out.time = result.time;
  out.largest_slope = result.largest_slope;
  out.states = result.system.states;
  fill_matrices(sunder::model::dense(result.system), out);
  return out;
}

ReducedSystem public_reduction(const verbs::ReduceResult& result) {
  ReducedSystem out;
  out.model = result.name;
  out.order = static_cast<std::size_t>(result.reduction.system.order());
  out.full_order = result.states;
  out.hankel.assign(result.reduction.hankel.begin(), result.reduction.hankel.end());
  out.bound = result.reduction.bound;
  out.error = result.error;
  fill_matrices(result.reduction.system, out);
  return out;
}

Report public_report(verbs::ReportResult& result) {
  Report out;
  out.page = std::move(result.page);
  return out;
}

Summary public_summary(const verbs::CheckResult& result) {
  const driver::ModelSummary& s = result.summary;
  Summary out;
  out.model = s.model;
  out.equations = s.equations;
  out.unknowns = s.unknowns;
  out.parameters = s.parameters;
  out.aliases = s.aliases;
  out.shapes = s.shapes;
  out.events = s.events;
  out.states = s.states;
  out.inputs = s.inputs;
  out.outputs = s.outputs;
  out.blocks = s.blocks.count;
  out.largest_block = s.blocks.largest;
  out.linear_blocks = s.blocks.linear;
  out.nonlinear_blocks = s.blocks.nonlinear;
  return out;
}

}  // namespace

Summary Model::check() const {
  return api::answer<Summary>(Outcome(verbs::check(implementation_->loaded)), implementation_->texts, public_summary)
      .value();
}

Result<TimeScales> Model::analyze(const AnalyzeOptions& options) const {
  return api::answer<TimeScales>(verbs::analyze(implementation_->loaded, api::verb_options(options)),
                                 implementation_->texts, public_scales);
}

Result<LinearSystem> Model::linearize(const LinearizeOptions& options) const {
  return api::answer<LinearSystem>(
      verbs::linearize(implementation_->loaded, {api::point_of(options.at), options.output}), implementation_->texts,
      public_system);
}

Result<ReducedSystem> Model::reduce(const ReduceOptions& options) const {
  verbs::ReduceOptions request;
  request.reduction.rule =
      options.truncate ? sunder::reduce::Rule::truncation : sunder::reduce::Rule::singular_perturbation;
  request.reduction.order = options.order;
  request.reduction.gamma = options.gamma;
  request.reduction.error = options.error;
  request.at = api::point_of(options.at);
  request.output = options.output;
  request.report = options.report;
  return api::answer<ReducedSystem>(verbs::reduce(implementation_->loaded, request), implementation_->texts,
                                    public_reduction);
}

Result<Report> Model::report(const ReportOptions& options) const {
  const api::Watch watch(options.progress);
  verbs::ReportOptions request;
  request.analyze = api::verb_options(options.analyze);
  request.step = options.step;
  request.start = options.start;
  request.stop = options.stop;
  request.tolerance = options.tolerance;
  request.output = options.output;
  Outcome<verbs::ReportResult> made = verbs::report(implementation_->loaded, request, watch.control());
  watch.finish();
  return api::answer<Report>(std::move(made), implementation_->texts, public_report);
}

}  // namespace sunder
