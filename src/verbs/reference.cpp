#include "verbs/reference.hpp"

#include <algorithm>
#include <numeric>

#include "verbs/run.hpp"
#include "verbs/timing.hpp"

namespace sunder::verbs {

std::vector<std::size_t> ReferenceComparison::worst_first() const {
  std::vector<std::size_t> order(range.variables.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return range.variables[a].epsilon > range.variables[b].epsilon;
  });
  return order;
}

void keep_states(results::Trajectory& trajectory, const model::StateSet& states, const model::Model& model) {
  results::Trajectory kept;
  kept.times = std::move(trajectory.times);
  for (const model::StateIndex state : states) {
    const auto found = trajectory.find(model.state_name(state));
    if (!found) continue;
    kept.variables.push_back(trajectory.variables[*found]);
    kept.columns.push_back(trajectory.columns[*found]);
  }
  trajectory = std::move(kept);
}

namespace {

/// Parameters are the same by construction; a model that has nothing else keeps them.
void drop_constants(results::Trajectory& trajectory) {
  results::Trajectory kept;
  for (std::size_t i = 0; i < trajectory.variables.size(); ++i) {
    if (trajectory.variables[i].constant) continue;
    kept.variables.push_back(trajectory.variables[i]);
    kept.columns.push_back(std::move(trajectory.columns[i]));
  }
  if (kept.variables.empty()) return;
  kept.times = std::move(trajectory.times);
  trajectory = std::move(kept);
}

double mean_interval(const results::Trajectory& trajectory) {
  std::size_t intervals = 0;
  for (std::size_t i = 1; i < trajectory.times.size(); ++i)
    intervals += trajectory.times[i] > trajectory.times[i - 1] ? 1 : 0;
  return intervals == 0 ? 0 : (trajectory.times.back() - trajectory.times.front()) / static_cast<double>(intervals);
}

/// Results and statistics are those of the first run.
double repeated_seconds(simulate::SimulateOptions options, const simulate::Simulation& run, const LoadedModel& model,
                        const InputSources& sources) {
  options.output.clear();
  options.progress = nullptr;
  return settled_seconds(run.simulate_seconds, [&] {
    results::MemoryWriter memory;
    const std::unique_ptr<model::Context> context = create_context(model, sources);
    const Outcome<simulate::Simulation> again = simulate::simulate(model.model(), *context, options, &memory);
    return again.has_value() ? again->simulate_seconds : run.simulate_seconds;
  });
}

}  // namespace

bool compare_with(const std::string& method, const LoadedModel& model, const InputSources& sources,
                  const simulate::SimulateOptions& run_options, const simulate::Simulation& run,
                  results::Trajectory trajectory, std::optional<ReferenceComparison>& comparison,
                  Diagnostics& diagnostics) {
  simulate::SimulateOptions options = run_options;
  options.method = method;
  options.output.clear();
  options.events = simulate::EventMode::locate;
  options.tolerance = std::min(run_options.tolerance.value_or(1e-6), 1e-8);
  options.partition.reset();
  options.period.reset();
  options.start_up = simulate::StartUp::plain;
  if (run.averaging) options.step.reset();
  options.tells_unresolved = false;
  const Outcome<integrate::MethodInfo> info = integrate::find_method(method);
  diagnostics.append(info.diagnostics());
  if (!info.ok()) return false;
  if (!info->by_nominal) options.absolute_tolerance.reset();
  if (!info->fixed_step && run.step) {
    options.intervals.reset();
    options.interval = *run.step;
    options.step.reset();
  }
  results::MemoryWriter memory;
  const std::unique_ptr<model::Context> context = create_context(model, sources);
  const Outcome<simulate::Simulation> reference = simulate::simulate(model.model(), *context, options, &memory);
  diagnostics.append(reference.diagnostics());
  if (!reference.ok()) return false;
  results::Trajectory reference_trajectory = memory.take();
  results::drop_derivatives(trajectory);
  results::drop_derivatives(reference_trajectory);
  drop_constants(trajectory);
  if (run.averaging) keep_states(trajectory, run.partition->slow(), model.model());
  const double window = run.events ? run.step.value_or(mean_interval(trajectory)) : 0;
  const Outcome<results::Comparison> equivalence =
      results::compare(trajectory, reference_trajectory, results::Measure::equivalence, window);
  const Outcome<results::Comparison> range =
      results::compare(trajectory, reference_trajectory, results::Measure::range, window);
  diagnostics.append(equivalence.diagnostics());
  if (!equivalence.ok() || !range.ok()) return false;
  comparison = ReferenceComparison{
      method,
      *equivalence,
      *range,
      window,
      run.events == simulate::EventMode::grid,
      repeated_seconds(options, *reference, model, sources) / repeated_seconds(run_options, run, model, sources),
      info->fixed_step ? std::nullopt : options.tolerance};
  return true;
}

}  // namespace sunder::verbs
