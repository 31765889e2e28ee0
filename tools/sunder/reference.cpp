#include "reference.hpp"

#include <algorithm>
#include <iostream>
#include <nlohmann/json.hpp>

#include "base/codes.hpp"
#include "base/progress.hpp"
#include "base/text.hpp"
#include "output.hpp"
#include "report/report.hpp"
#include "timing.hpp"

namespace sunder::cli {

using Json = nlohmann::ordered_json;

void keep_states(Trajectory& trajectory, const StateSet& states, const Model& model) {
  Trajectory kept;
  kept.times = std::move(trajectory.times);
  for (const std::uint32_t state : states) {
    const auto found = trajectory.find(model.state_name(state));
    if (!found) continue;
    kept.variables.push_back(trajectory.variables[*found]);
    kept.columns.push_back(trajectory.columns[*found]);
  }
  trajectory = std::move(kept);
}

namespace {

/// Parameters are the same by construction; a model that has nothing else keeps them.
void drop_constants(Trajectory& trajectory) {
  Trajectory kept;
  for (std::size_t i = 0; i < trajectory.variables.size(); ++i) {
    if (trajectory.variables[i].constant) continue;
    kept.variables.push_back(trajectory.variables[i]);
    kept.columns.push_back(std::move(trajectory.columns[i]));
  }
  if (kept.variables.empty()) return;
  kept.times = std::move(trajectory.times);
  trajectory = std::move(kept);
}

double mean_interval(const Trajectory& trajectory) {
  std::size_t intervals = 0;
  for (std::size_t i = 1; i < trajectory.times.size(); ++i)
    intervals += trajectory.times[i] > trajectory.times[i - 1] ? 1 : 0;
  return intervals == 0 ? 0 : (trajectory.times.back() - trajectory.times.front()) / static_cast<double>(intervals);
}

/// Results and statistics are those of the first run.
double repeated_seconds(SimulateOptions options, const Simulation& run, const Session& session) {
  options.output.clear();
  options.progress = nullptr;
  return settled_seconds(run.simulate_seconds, [&] {
    MemoryWriter memory;
    const Outcome<Simulation> again = simulate(session.model(), options, &memory);
    return again.has_value() ? again->simulate_seconds : run.simulate_seconds;
  });
}

/// Positions in both lists of variables, worst by range first.
std::vector<std::size_t> worst_first(const Compared& compared) {
  std::vector<std::size_t> order(compared.range.variables.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return compared.range.variables[a].epsilon > compared.range.variables[b].epsilon;
  });
  return order;
}

}  // namespace

bool reference_is_fine(const Arguments& arguments, Diagnostics& diagnostics) {
  if (!arguments.has("--compare")) return true;
  const Outcome<MethodInfo> method = find_method(arguments.text("--compare"));
  diagnostics.append(method.diagnostics());
  if (method.ok() && method->mixed)
    diagnostics.error(Code::E0610, {}, "--compare " + arguments.text("--compare") + ": a mixed method is no reference")
        .help = "cvode is, for example";
  return !diagnostics.has_errors();
}

bool compare_with(const std::string& method, const SimulateOptions& run_options, const Simulation& run,
                  Trajectory trajectory, Session& session, std::optional<Compared>& compared) {
  SimulateOptions options = run_options;
  options.method = method;
  options.output.clear();
  options.events = EventMode::locate;
  options.tolerance = std::min(run_options.tolerance.value_or(1e-6), 1e-8);
  options.partition.reset();
  options.period.reset();
  options.start_up = StartUp::plain;
  if (run.averaging) options.step.reset();
  const Outcome<MethodInfo> info = find_method(method);
  session.diagnostics.append(info.diagnostics());
  if (!info.ok()) return false;
  if (!info->fixed_step && run.step) {
    options.intervals.reset();
    options.interval = *run.step;
    options.step.reset();
  }
  MemoryWriter memory;
  const Outcome<Simulation> reference = simulate(session.model(), options, &memory);
  session.diagnostics.append(reference.diagnostics());
  if (!reference.ok()) return false;
  Trajectory reference_trajectory = memory.take();
  drop_derivatives(trajectory);
  drop_derivatives(reference_trajectory);
  drop_constants(trajectory);
  if (run.averaging) keep_states(trajectory, run.partition->slow(), session.model());
  const double window = run.events ? run.step.value_or(mean_interval(trajectory)) : 0;
  const Outcome<Comparison> equivalence = compare(trajectory, reference_trajectory, Measure::equivalence, window);
  const Outcome<Comparison> range = compare(trajectory, reference_trajectory, Measure::range, window);
  session.diagnostics.append(equivalence.diagnostics());
  if (!equivalence.ok() || !range.ok()) return false;
  compared = Compared{method,
                      *equivalence,
                      *range,
                      window,
                      run.events == EventMode::grid,
                      repeated_seconds(options, *reference, session) / repeated_seconds(run_options, run, session),
                      info->fixed_step ? std::nullopt : options.tolerance};
  return true;
}

Json comparison_json(const Compared& compared) {
  Json variables = Json::array();
  for (const std::size_t i : worst_first(compared)) {
    const VariableError& range = compared.range.variables[i];
    variables.push_back({{"name", range.name},
                         {"epsilon", number(compared.equivalence.variables[i].epsilon)},
                         {"range", number(range.epsilon)},
                         {"rms", number(range.rms)}});
  }
  return {
      {"method", compared.method},
      {"epsilon", number(compared.equivalence.epsilon)},
      {"epsilon_range", number(compared.range.epsilon)},
      {"worst", {{"variable", compared.equivalence.worst_variable}, {"time", number(compared.equivalence.worst_time)}}},
      {"worst_range", {{"variable", compared.range.worst_variable}, {"time", number(compared.range.worst_time)}}},
      {"window", number(compared.window)},
      {"left_out", compared.range.left_out},
      {"not_compared", compared.range.not_compared},
      {"speedup", number(compared.speedup)},
      {"reference_tolerance", number(compared.tolerance)},
      {"variables", variables}};
}

void print_comparison(const Compared& compared) {
  const auto where = [](const Comparison& c) {
    return c.worst_variable.empty() ? std::string() : ", " + c.worst_variable + " at t = " + rounded(c.worst_time);
  };
  std::cout << "\nagainst " << compared.method;
  if (compared.tolerance) std::cout << " with a tolerance of " << rounded(*compared.tolerance);
  std::cout << "\n"
            << "  epsilon              " << rounded(compared.equivalence.epsilon, 4) << where(compared.equivalence)
            << "\n"
            << "  of the range         " << rounded(100 * compared.range.epsilon, 4) << " %" << where(compared.range)
            << "\n"
            << "  speed                " << rounded(compared.speedup, 3) << " times as fast\n";
  if (compared.window > 0)
    std::cout << "  jumps                " << duration_text(compared.window)
              << " before and after left out of what jumps (" << counted(compared.range.left_out, "value") << ")\n";
  if (!compared.range.not_compared.empty())
    std::cout << "  not compared         " << name_list(compared.range.not_compared, terminal_width() - 40)
              << ": always near a jump\n";
  if (compared.grid_events)
    std::cout << "  events               not located in this run: no comparison at equal accuracy\n";
  Table table{{"largest error", "of the range", "rms of that", "variable"}, {}, {true, true, true, false}};
  constexpr std::size_t shown = 5;
  for (const std::size_t i : worst_first(compared)) {
    if (table.rows.size() == shown) break;
    const VariableError& range = compared.range.variables[i];
    table.rows.push_back({rounded(compared.equivalence.variables[i].epsilon, 4), rounded(range.epsilon, 4),
                          rounded(range.rms, 4), range.name});
  }
  std::cout << "\n" << table.print(terminal_width());
  if (compared.range.variables.size() > shown)
    std::cout << "  … and " << compared.range.variables.size() - shown << " more with smaller errors\n";
}

}  // namespace sunder::cli
