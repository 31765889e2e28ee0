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

void keep_states(results::Trajectory& trajectory, const model::StateSet& states, const model::Model& model) {
  results::Trajectory kept;
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
double repeated_seconds(simulate::SimulateOptions options, const simulate::Simulation& run, const Session& session) {
  options.output.clear();
  options.progress = nullptr;
  return settled_seconds(run.simulate_seconds, [&] {
    results::MemoryWriter memory;
    const Outcome<simulate::Simulation> again = simulate::simulate(session.model(), options, &memory);
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
  const Outcome<integrate::MethodInfo> method = integrate::find_method(arguments.text("--compare"));
  diagnostics.append(method.diagnostics());
  if (method.ok() && method->mixed)
    diagnostics.error(Code::E0610, {}, "--compare " + arguments.text("--compare") + ": a mixed method is no reference")
        .help = "cvode is, for example";
  return !diagnostics.has_errors();
}

bool compare_with(const std::string& method, const simulate::SimulateOptions& run_options,
                  const simulate::Simulation& run, results::Trajectory trajectory, Session& session,
                  std::optional<Compared>& compared) {
  simulate::SimulateOptions options = run_options;
  options.method = method;
  options.output.clear();
  options.events = simulate::EventMode::locate;
  options.tolerance = std::min(run_options.tolerance.value_or(1e-6), 1e-8);
  options.partition.reset();
  options.period.reset();
  options.start_up = simulate::StartUp::plain;
  if (run.averaging) options.step.reset();
  const Outcome<integrate::MethodInfo> info = integrate::find_method(method);
  session.diagnostics.append(info.diagnostics());
  if (!info.ok()) return false;
  if (!info->fixed_step && run.step) {
    options.intervals.reset();
    options.interval = *run.step;
    options.step.reset();
  }
  results::MemoryWriter memory;
  const Outcome<simulate::Simulation> reference = simulate::simulate(session.model(), options, &memory);
  session.diagnostics.append(reference.diagnostics());
  if (!reference.ok()) return false;
  results::Trajectory reference_trajectory = memory.take();
  results::drop_derivatives(trajectory);
  results::drop_derivatives(reference_trajectory);
  drop_constants(trajectory);
  if (run.averaging) keep_states(trajectory, run.partition->slow(), session.model());
  const double window = run.events ? run.step.value_or(mean_interval(trajectory)) : 0;
  const Outcome<results::Comparison> equivalence =
      results::compare(trajectory, reference_trajectory, results::Measure::equivalence, window);
  const Outcome<results::Comparison> range =
      results::compare(trajectory, reference_trajectory, results::Measure::range, window);
  session.diagnostics.append(equivalence.diagnostics());
  if (!equivalence.ok() || !range.ok()) return false;
  compared = Compared{method,
                      *equivalence,
                      *range,
                      window,
                      run.events == simulate::EventMode::grid,
                      repeated_seconds(options, *reference, session) / repeated_seconds(run_options, run, session),
                      info->fixed_step ? std::nullopt : options.tolerance};
  return true;
}

Json comparison_json(const Compared& compared) {
  Json variables = Json::array();
  for (const std::size_t i : worst_first(compared)) {
    const results::VariableError& range = compared.range.variables[i];
    variables.push_back({{"name", range.name},
                         {"epsilon", report::number(compared.equivalence.variables[i].epsilon)},
                         {"range", report::number(range.epsilon)},
                         {"rms", report::number(range.rms)}});
  }
  return {
      {"method", compared.method},
      {"epsilon", report::number(compared.equivalence.epsilon)},
      {"epsilon_range", report::number(compared.range.epsilon)},
      {"worst",
       {{"variable", compared.equivalence.worst_variable}, {"time", report::number(compared.equivalence.worst_time)}}},
      {"worst_range",
       {{"variable", compared.range.worst_variable}, {"time", report::number(compared.range.worst_time)}}},
      {"window", report::number(compared.window)},
      {"left_out", compared.range.left_out},
      {"not_compared", compared.range.not_compared},
      {"speedup", report::number(compared.speedup)},
      {"reference_tolerance", report::number(compared.tolerance)},
      {"variables", variables}};
}

void print_comparison(const Compared& compared) {
  const auto where = [](const results::Comparison& c) {
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
    std::cout << "  jumps                " << report::duration_text(compared.window)
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
    const results::VariableError& range = compared.range.variables[i];
    table.rows.push_back({rounded(compared.equivalence.variables[i].epsilon, 4), rounded(range.epsilon, 4),
                          rounded(range.rms, 4), range.name});
  }
  std::cout << "\n" << table.print(terminal_width());
  if (compared.range.variables.size() > shown)
    std::cout << "  … and " << compared.range.variables.size() - shown << " more with smaller errors\n";
}

}  // namespace sunder::cli
