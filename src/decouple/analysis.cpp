#include "decouple/analysis.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "base/codes.hpp"
#include "base/text.hpp"
#include "decouple/cut.hpp"
#include "decouple/parallel.hpp"
#include "decouple/points.hpp"

namespace sunder::decouple {

namespace {

/// Every state whose derivative has an entry that is not finite is told once.
void check_finite(const LinearPoint& point, const Linearisation& all, Diagnostics& diagnostics) {
  const algebra::SparsePattern& pattern = point.jacobian.pattern;
  std::vector<char> told(pattern.rows, 0);
  for (std::size_t column = 0; column < pattern.columns; ++column) {
    for (auto k = pattern.column_starts[column]; k < pattern.column_starts[column + 1]; ++k) {
      const double value = point.jacobian.values[k];
      const std::size_t row = pattern.row_indices[k];
      if (std::isfinite(value) || told[row] != 0) continue;
      told[row] = 1;
      diagnostics
          .error(Code::E0803, all.origins.empty() ? Span() : all.origins[row],
                 "at the operating point der(" + all.states[row] + ") depends on '" + all.states[column] +
                     "' with the slope " + shortest(value))
          .help = "a square root of zero has no slope, say: --at TIME looks at another point of the run";
    }
  }
}

bool check(const Linearisation& linearisation, const AnalysisOptions& options, Diagnostics& diagnostics) {
  if (!(options.alpha > 0 && options.alpha <= 1)) {
    diagnostics.error(Code::E0802, {}, "alpha is " + shortest(options.alpha) + ", but it must be in (0, 1]");
  }
  if (options.partition.step && !(*options.partition.step > 0 && std::isfinite(*options.partition.step))) {
    diagnostics.error(Code::E0805, {},
                      "the step " + shortest(*options.partition.step) + " cannot separate fast from slow states");
  }
  if (options.self_loop == SelfLoop::published && options.probe != Probe::euler) {
    diagnostics.error(Code::E0812, {},
                      "the self-loop convention published goes with the probe euler only, not with " +
                          std::string(name_of(options.probe)));
  }
  for (std::size_t i = 0; i < linearisation.point_count(); ++i) {
    check_finite(linearisation.point(i), linearisation, diagnostics);
  }
  return !diagnostics.has_errors();
}

std::vector<double> finite_scales(const std::vector<VariableScale>& variables) {
  std::vector<double> finite;
  for (const VariableScale& variable : variables) {
    if (std::isfinite(variable.time_scale) && variable.time_scale > 0) finite.push_back(variable.time_scale);
  }
  return finite;
}

std::optional<std::uint64_t> count_cycles(const TimeScales& scales, const AnalysisOptions& options) {
  std::uint64_t count = scales.found;
  for (const double entry : scales.diagonal) {
    if (options.self_loop == SelfLoop::published || entry != 0) ++count;
  }
  if (!scales.complete) return std::nullopt;
  const bool asked = options.count_cycles || options.list_cycles;
  if (!asked && scales.found > options.cycle_limit) return std::nullopt;
  return count;
}

/// Searches the cycles of one more point and appends what it says. False after a diagnostic.
bool add_point(const LinearPoint& point, const AnalysisOptions& options, Analysis& analysis, Diagnostics& diagnostics) {
  PointScales result;
  result.time = point.time;
  result.kind = point.kind;
  result.note = point.note;
  TimeScales scales;
  if (options.probe == Probe::euler) {
    CycleOptions cycles;
    cycles.limit = options.cycle_limit;
    cycles.all = options.count_cycles;
    cycles.list = options.list_cycles;
    cycles.budget = options.budget;
    cycles.cancel = options.cancel;
    scales = find_time_scales(dependency_graph(point.jacobian), cycles);
    result.cycle_count = count_cycles(scales, options);
  } else {
    Outcome<ProbeScales> probed = find_probe_scales(options.probe, point.jacobian, analysis.states);
    diagnostics.append(probed.diagnostics());
    if (!probed.ok()) return false;
    result.cycle_count = probed->cycles.size();
    for (const ProbeWeight& weight : probed->self) {
      if (std::any_of(weight.begin(), weight.end(), [](double c) { return c != 0; })) ++*result.cycle_count;
    }
    if (options.list_cycles) scales.cycles = probed->cycles;
    analysis.probe_scales.push_back(probed.take());
  }
  if (analysis.points.empty()) {
    analysis.scales = std::move(scales);
  } else {
    analysis.further_scales.push_back(std::move(scales));
  }
  const std::size_t index = analysis.points.size();
  for (const Bounds& bound : bounds_at(analysis, index, options.alpha)) {
    result.time_scales.push_back(std::exp(bound.log_upper));
    result.lower.push_back(std::exp(std::min(bound.log_lower, bound.log_upper)));
  }
  result.stiffness_ratio = stiffness_ratio(point.jacobian);
  if (analysis.states.size() <= options.mode_limit) {
    std::vector<CycleBracket> brackets;
    for (const Bounds& bound : bounds_at(analysis, index, 1.0)) {
      brackets.push_back({std::exp(bound.log_lower), std::exp(bound.log_upper)});
    }
    result.modes = find_modes(point.jacobian, brackets);
  }
  analysis.points.push_back(std::move(result));
  return true;
}

/// What holds of all points: the most cycles, the largest ratio of eigenvalues.
void summarise_points(Analysis& analysis) {
  analysis.time = analysis.points.front().time;
  analysis.kind = analysis.points.front().kind;
  analysis.cycle_count = 0;
  for (const PointScales& point : analysis.points) {
    if (analysis.cycle_count && point.cycle_count) {
      analysis.cycle_count = std::max(*analysis.cycle_count, *point.cycle_count);
    } else {
      analysis.cycle_count.reset();
    }
    if (point.stiffness_ratio && !(analysis.indices.stiffness_ratio > point.stiffness_ratio)) {
      analysis.indices.stiffness_ratio = point.stiffness_ratio;
    }
  }
}

std::string place(const PointScales& point) {
  return point.kind == "steady" ? "at the steady state" : "at time " + shortest(point.time);
}

void warn_of_ranking(const Analysis& analysis, Diagnostics& diagnostics) {
  // of points nobody asked for one by one the explanation tells it
  if (analysis.ranking_changes.empty() || analysis.points.back().kind == "along") return;
  const RankingChange& change = analysis.ranking_changes.front();
  const PointScales& first = analysis.points[change.first];
  const PointScales& second = analysis.points[change.second];
  const auto pair = [&](const PointScales& point) {
    return rounded(point.time_scales[change.faster.index()], 4) + " against " +
           rounded(point.time_scales[change.slower.index()], 4) + " " + place(point);
  };
  Diagnostic& warning = diagnostics.warning(Code::W0813, {},
                                            "the order of the time scales depends on the operating point: '" +
                                                analysis.state_name(change.faster) + "' is faster than '" +
                                                analysis.state_name(change.slower) + "' " + place(first) +
                                                ", but slower " + place(second));
  warning.notes.push_back({"time scales " + pair(first) + ", " + pair(second), {}});
}

void warn_of_counting(const Analysis& analysis, const AnalysisOptions& options, Diagnostics& diagnostics) {
  if (!(options.count_cycles || options.list_cycles) || analysis.scales.complete) return;
  diagnostics.warning(Code::W0815, {},
                      "the enumeration of cycles was stopped after " + counted(analysis.scales.found, "cycle") +
                          " of two states or more; there are others");
}

void warn_of_growth(const Analysis& analysis, Diagnostics& diagnostics) {
  for (const PointScales& point : analysis.points) {
    if (point.kind != "steady" || !point.modes || !point.modes->growing) continue;
    const Mode& mode = point.modes->modes[*point.modes->growing];
    diagnostics.warning(Code::W0814, {},
                        "the steady state is unstable: a mode " +
                            (mode.states.empty() ? std::string()
                                                 : "in which '" + analysis.state_name(mode.states.front().state) +
                                                       "' takes the largest part ") +
                            "grows with the time constant " + rounded(mode.time_constant, 4));
  }
}

}  // namespace

std::vector<std::string> Analysis::state_names(const std::vector<model::StateIndex>& some) const {
  std::vector<std::string> names;
  names.reserve(some.size());
  for (const model::StateIndex state : some) names.push_back(state_name(state));
  return names;
}

Outcome<Analysis> analyze(const Linearisation& linearisation, const AnalysisOptions& options,
                          const model::Certifier& certifier) {
  const auto started = std::chrono::steady_clock::now();
  Diagnostics diagnostics;
  if (!check(linearisation, options, diagnostics)) return Outcome<Analysis>(std::move(diagnostics));

  Analysis analysis;
  analysis.model = linearisation.model;
  analysis.states = linearisation.states;
  analysis.alpha = options.alpha;
  analysis.self_loop = options.self_loop;
  analysis.probe = options.probe;
  analysis.event_feedback = linearisation.event_feedback;
  for (std::size_t i = 0; i < linearisation.point_count(); ++i) {
    if (!add_point(linearisation.point(i), options, analysis, diagnostics)) {
      return Outcome<Analysis>(std::move(diagnostics));
    }
  }
  summarise_points(analysis);
  analysis.variables = worst_scales(analysis, options.alpha);
  analysis.ranking_changes = ranking_changes(analysis.points);
  warn_of_ranking(analysis, diagnostics);
  warn_of_growth(analysis, diagnostics);
  warn_of_counting(analysis, options, diagnostics);

  std::size_t bracketed = 0;
  for (const VariableScale& variable : analysis.variables) bracketed += variable.exact ? 0 : 1;
  analysis.exact = bracketed == 0;
  if (bracketed > 0 && !options.cancel.requested()) {
    diagnostics.warning(
        Code::W0806, {},
        "within the work allowed the time scale of " + counted(bracketed, "state") + " of " +
            std::to_string(analysis.states.size()) +
            " could not be proven, only bracketed; sunder analyze with a larger --budget may settle more");
  }

  const std::vector<double> finite = finite_scales(analysis.variables);
  std::vector<double> logarithms;
  for (const double value : finite) logarithms.push_back(std::log(value));
  if (!finite.empty()) analysis.indices.stiffness = finite.back() / finite.front();
  Separability linear = separability(finite, finite.empty() ? 0 : 1e-12 * finite.back());
  Separability logarithmic = separability(logarithms, 1e-12);
  analysis.indices.separability = linear.index;
  analysis.indices.separability_log = logarithmic.index;
  analysis.separability_terms = std::move(linear.terms);
  analysis.separability_terms_log = std::move(logarithmic.terms);

  if (options.want_partition && !options.cancel.requested()) {
    const DependencyGraph graph = dependency_graph(envelope(linearisation));
    Outcome<PartitionChoice> choice =
        choose_partition(analysis.variables, options.partition, analysis.states, certifier);
    diagnostics.append(choice.diagnostics());
    if (choice.has_value()) {
      analysis.parallel_sets = parallel_sets(graph, choice->partition.fast());
      analysis.partition = choice.take();
      analysis.partition->cycle_sets = find_cycle_sets(graph);
    }
  }
  analysis.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - started).count();
  return {std::move(analysis), std::move(diagnostics)};
}

AlphaSweep sweep(const Analysis& analysis, const std::vector<double>& alphas) {
  AlphaSweep result;
  result.alphas = alphas;
  for (const double alpha : alphas) {
    std::vector<double> scales(analysis.states.size(), std::numeric_limits<double>::infinity());
    for (std::size_t point = 0; point < analysis.points.size(); ++point) {
      const std::vector<Bounds> bounds = bounds_at(analysis, point, alpha);
      for (std::size_t i = 0; i < scales.size(); ++i) scales[i] = std::min(scales[i], std::exp(bounds[i].log_upper));
    }
    std::vector<double> finite;
    for (std::size_t i = 0; i < scales.size(); ++i) {
      if (std::isfinite(scales[i]) && scales[i] > 0) finite.push_back(scales[i]);
    }
    std::sort(finite.begin(), finite.end());
    result.separability_terms.push_back(separability(finite, finite.empty() ? 0 : 1e-12 * finite.back()).terms);
    for (double& value : finite) value = std::log(value);
    result.separability_terms_log.push_back(separability(finite, 1e-12).terms);
    result.time_scales.push_back(std::move(scales));
  }
  return result;
}

}  // namespace sunder::decouple
