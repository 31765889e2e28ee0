#include "decouple/analysis.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "base/text.hpp"
#include "decouple/cut.hpp"
#include "graph/components.hpp"

namespace sunder {

namespace {

constexpr double exactness = 1e-10;  // of logarithms: rounding of products, far below any use of a time scale

bool check(const Linearisation& linearisation, const AnalysisOptions& options, Diagnostics& diagnostics) {
  if (!(options.alpha > 0 && options.alpha <= 1)) {
    diagnostics.error(Code::E0802, {}, "alpha is " + shortest(options.alpha) + ", but it must be in (0, 1]");
  }
  if (options.partition.step && !(*options.partition.step > 0 && std::isfinite(*options.partition.step))) {
    diagnostics.error(Code::E0805, {},
                      "the step " + shortest(*options.partition.step) + " cannot separate fast from slow states");
  }
  const SparsePattern& pattern = linearisation.jacobian.pattern;
  for (std::size_t column = 0; column < pattern.columns; ++column) {
    for (auto k = pattern.column_starts[column]; k < pattern.column_starts[column + 1]; ++k) {
      const double value = linearisation.jacobian.values[k];
      if (std::isfinite(value)) continue;
      diagnostics.error(Code::E0803, {},
                        "at the operating point der(" + linearisation.states[pattern.row_indices[k]] +
                            ") depends on '" + linearisation.states[column] + "' with the slope " + shortest(value));
    }
  }
  return !diagnostics.has_errors();
}

std::vector<VariableScale> variables_at(const TimeScales& scales, const std::vector<std::string>& names,
                                        SelfLoop convention, double alpha) {
  std::vector<Bounds> bounds(names.size());
  for (std::size_t i = 0; i < names.size(); ++i) bounds[i] = scales.bounds(i, convention, alpha);
  std::vector<std::uint32_t> order(names.size());
  std::iota(order.begin(), order.end(), 0U);
  std::stable_sort(order.begin(), order.end(),
                   [&](std::uint32_t a, std::uint32_t b) { return bounds[a].log_upper < bounds[b].log_upper; });
  std::vector<VariableScale> variables;
  variables.reserve(names.size());
  for (const std::uint32_t state : order) {
    const Bounds& bound = bounds[state];
    VariableScale variable;
    variable.state = state;
    variable.name = names[state];
    variable.exact = !(bound.log_upper - bound.log_lower > exactness);
    variable.time_scale = variable.upper = std::exp(bound.log_upper);
    variable.lower = variable.exact ? variable.upper : std::exp(bound.log_lower);
    if (bound.cycle >= 0) {
      variable.cycle = scales.cycles[static_cast<std::size_t>(bound.cycle)];
      // listed from the state itself, following the influence
      std::rotate(variable.cycle.begin(), std::find(variable.cycle.begin(), variable.cycle.end(), state),
                  variable.cycle.end());
    } else if (bound.cycle == -1) {
      variable.cycle = {state};
    }
    variables.push_back(std::move(variable));
  }
  return variables;
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

}  // namespace

std::vector<StateSet> parallel_sets(const DependencyGraph& graph, const StateSet& fast) {
  std::vector<std::uint32_t> position(graph.diagonal.size(), std::numeric_limits<std::uint32_t>::max());
  for (std::uint32_t i = 0; i < fast.size(); ++i) position[fast[i]] = i;
  graph::Rows local;
  for (const std::uint32_t node : fast) {
    for (const std::uint32_t target : graph.arcs[node]) {
      if (position[target] < fast.size()) local.entries.push_back(position[target]);
    }
    local.end_row();
  }
  const graph::Rows components = graph::strong_components(local).members;
  std::vector<StateSet> sets;
  for (std::uint32_t c = 0; c < components.size(); ++c) {
    StateSet& set = sets.emplace_back();
    for (const std::uint32_t node : components[c]) set.push_back(fast[node]);
  }
  std::sort(sets.begin(), sets.end());
  return sets;
}

Outcome<Analysis> analyze(const Linearisation& linearisation, const AnalysisOptions& options,
                          const Certifier& certifier) {
  const auto started = std::chrono::steady_clock::now();
  Diagnostics diagnostics;
  if (!check(linearisation, options, diagnostics)) return Outcome<Analysis>(std::move(diagnostics));

  Analysis analysis;
  analysis.model = linearisation.model;
  analysis.states = linearisation.states;
  analysis.alpha = options.alpha;
  analysis.self_loop = options.self_loop;
  analysis.time = linearisation.time;
  analysis.kind = linearisation.kind;

  const DependencyGraph graph = dependency_graph(linearisation.jacobian);
  CycleOptions cycles;
  cycles.limit = options.cycle_limit;
  cycles.all = options.count_cycles;
  cycles.list = options.list_cycles;
  cycles.budget = options.budget;
  analysis.scales = find_time_scales(graph, cycles);
  analysis.cycle_count = count_cycles(analysis.scales, options);
  analysis.variables = variables_at(analysis.scales, analysis.states, options.self_loop, options.alpha);

  std::size_t bracketed = 0;
  for (const VariableScale& variable : analysis.variables) bracketed += variable.exact ? 0 : 1;
  analysis.exact = bracketed == 0;
  if (bracketed > 0) {
    diagnostics.warning(Code::W0806, {},
                        "more cycles than the limit of " + std::to_string(options.cycle_limit) +
                            " (or than the time budget) allows: the time scale of " + counted(bracketed, "state") +
                            " of " + std::to_string(analysis.states.size()) + " is only bracketed");
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
  analysis.indices.stiffness_ratio = stiffness_ratio(linearisation.jacobian);

  if (options.want_partition) {
    Outcome<PartitionChoice> choice =
        choose_partition(analysis.variables, options.partition, analysis.states, certifier);
    diagnostics.append(choice.diagnostics());
    if (choice.has_value()) {
      analysis.parallel_sets = parallel_sets(graph, choice->partition.fast());
      analysis.partition = choice.take();
    }
  }
  analysis.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - started).count();
  return {std::move(analysis), std::move(diagnostics)};
}

AlphaSweep sweep(const Analysis& analysis, const std::vector<double>& alphas) {
  AlphaSweep result;
  result.alphas = alphas;
  for (const double alpha : alphas) {
    std::vector<double> scales(analysis.states.size());
    std::vector<double> finite;
    for (std::size_t i = 0; i < scales.size(); ++i) {
      scales[i] = std::exp(analysis.scales.bounds(i, analysis.self_loop, alpha).log_upper);
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

}  // namespace sunder
