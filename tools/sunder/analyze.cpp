// sunder analyze: time scales, separability, the suggested cut and its certificate.
#include <algorithm>
#include <cmath>
#include <iostream>
#include <nlohmann/json.hpp>

#include "analysis_options.hpp"
#include "base/progress.hpp"
#include "base/text.hpp"
#include "command.hpp"
#include "output.hpp"
#include "report/report.hpp"
#include "report/spectrum_text.hpp"
#include "session.hpp"
#include "simulate/linearise.hpp"

namespace sunder::cli {
namespace {

using Json = nlohmann::ordered_json;

std::string cycle_text(const VariableScale& v, const Analysis& a) {
  if (v.cycle.empty()) return "no cycle";
  if (v.cycle.size() == 1) return "itself";
  constexpr std::size_t most = 6;
  std::string out;
  for (std::size_t i = 0; i < v.cycle.size() && i < most; ++i) out += a.states[v.cycle[i]] + " > ";
  return out +
         (v.cycle.size() > most ? "… (" + std::to_string(v.cycle.size()) + " states)" : a.states[v.cycle.front()]);
}

/// At most `shown` rows of a list of `count`, from both ends; `skipped` makes the row between them.
template <typename Row, typename Skipped>
void add_rows(std::size_t count, std::size_t shown, const Row& row, const Skipped& skipped) {
  for (std::size_t i = 0; i < count; ++i) {
    if (count > shown && i == shown / 2) {
      skipped(count - 2 * (shown / 2));
      i = count - shown / 2;
    }
    row(i);
  }
}

std::string scale_text(const VariableScale& v) {
  return v.exact ? duration_text(v.time_scale) : duration_text(v.lower) + " … " + duration_text(v.upper);
}

void print_variables(const Analysis& a, std::size_t width) {
  Table table{{"time scale", "variable", "limiting cycle"}, {}, {true, false, false}};
  constexpr std::size_t shown = 30;
  add_rows(
      a.variables.size(), shown,
      [&](std::size_t i) {
        const VariableScale& v = a.variables[i];
        table.rows.push_back({scale_text(v), v.name, cycle_text(v, a)});
      },
      [&](std::size_t skipped) {
        table.rows.push_back({"…", "(" + std::to_string(skipped) + " more)", ""});
      });
  if (!table.rows.empty()) std::cout << table.print(width) << "\n";
}

/// The time scales a cluster reaches over, and some of its states.
void print_clusters(const Analysis& a, std::size_t width) {
  if (!a.partition || a.partition->partition.clusters.size() < 2) return;
  const PartitionChoice& choice = *a.partition;
  const auto& clusters = choice.partition.clusters;
  std::vector<const VariableScale*> by_state(a.states.size());
  for (const VariableScale& v : a.variables) by_state[v.state] = &v;
  const bool steps = choice.cluster_steps.size() == clusters.size();
  Table table{{"cluster", "time scales", "own step", "solved", "states"}, {}, {true, true, true, false, false}};
  constexpr std::size_t shown = 12;
  add_rows(
      clusters.size(), shown,
      [&](std::size_t k) {
        double first = std::numeric_limits<double>::infinity();
        double last = 0;
        std::vector<std::string> names;
        for (const std::uint32_t state : clusters[k]) {
          first = std::min(first, by_state[state]->time_scale);
          last = std::max(last, by_state[state]->time_scale);
          names.push_back(a.states[state]);
        }
        std::string range = duration_text(first);
        if (duration_text(last) != range) range += " … " + duration_text(last);
        table.rows.push_back({std::to_string(k + 1), range, steps ? duration_text(choice.cluster_steps[k]) : "",
                              k < choice.partition.implicit ? "implicitly" : "explicitly",
                              std::to_string(names.size()) + ": " + name_list(names, 20)});
      },
      [&](std::size_t skipped) {
        table.rows.push_back({"…", "(" + std::to_string(skipped) + " more)", "", "", ""});
      });
  std::cout << "\n" << table.print(width);
}

void print_indices(const Analysis& a) {
  const auto index = [](const std::optional<double>& value) {
    return value ? rounded(*value) : std::string("undefined");
  };
  std::cout << "\n  stiffness index      " << index(a.indices.stiffness) << "\n  separability         "
            << index(a.indices.separability) << " linear, " << index(a.indices.separability_log) << " logarithmic\n";
  if (a.indices.stiffness_ratio) std::cout << "  eigenvalue ratio     " << rounded(*a.indices.stiffness_ratio) << "\n";
  if (a.cycle_count) std::cout << "  cycles               " << *a.cycle_count << "\n";
  if (a.parallel_sets.size() > 1) std::cout << "  parallel fast blocks " << a.parallel_sets.size() << "\n";
  std::cout << "\n";
}

void print_text(const Analysis& a, bool list_cycles) {
  const std::size_t width = std::min<std::size_t>(terminal_width(), 100);
  std::cout << bold(a.model) << ": " << counted(a.states.size(), "state") << " at t = " << rounded(a.time) << " ("
            << a.kind << "), alpha = " << rounded(a.alpha) << ", self loops by " << name_of(a.self_loop) << "\n\n";
  print_variables(a, width);
  std::cout << spectrum_text(a, width);
  print_clusters(a, width);
  print_indices(a);
  for (const std::string& sentence : explain(a)) std::cout << paragraph(sentence, width);
  if (!list_cycles) return;
  std::cout << "\ncycles of two and more states\n";
  for (const auto& cycle : a.scales.cycles) {
    std::string line;
    for (const std::uint32_t state : cycle) line += a.states[state] + " > ";
    std::cout << "  " << line << a.states[cycle.front()] << "\n";
  }
}

ExitStatus run(const Arguments& arguments) {
  Session session;
  if (const auto status = open_model(arguments, session)) return *status;
  AnalysisOptions options;
  OperatingPoint point;
  point.start = session.model().experiment().start.value_or(0.0);
  point.tolerance = session.model().experiment().tolerance.value_or(1e-6);
  options.list_cycles = arguments.has("--list-cycles");
  options.count_cycles = arguments.has("--count-cycles");
  options.budget = arguments.number("--budget").value_or(options.budget);
  if (!read_analysis_options(arguments, session, options, session.diagnostics))
    return failed(arguments, session.diagnostics, session.workspace.sources, ExitStatus::wrong_command_line);
  if (const std::string at = arguments.text("--at", "initial"); at != "initial") {
    point.time = parse_number(at);
    if (!point.time) {
      session.diagnostics.error(Code::E0006, {},
                                at == "steady" ? "--at steady is not available yet; give a time"
                                               : "--at takes 'initial' or a time, not '" + at + "'");
      return failed(arguments, session.diagnostics, session.workspace.sources, ExitStatus::wrong_command_line);
    }
  }
  const SignalScope signals(session.cancel);
  const std::unique_ptr<Context> context = session.model().create_context();
  Outcome<Analysis> analysis = analyze(session.model(), *context, point, options);
  session.diagnostics.append(analysis.diagnostics());
  if (!analysis.ok())
    return failed(arguments, session.diagnostics, session.workspace.sources,
                  context->fault() ? ExitStatus::numerics_failed : ExitStatus::wrong_input);
  show(session.diagnostics, session.workspace.sources);
  if (arguments.json()) {
    Json object = analysis_json(*analysis, {.list_cycles = options.list_cycles});
    object["seconds"] = analysis->seconds;
    object["diagnostics"] = diagnostics_json(session.diagnostics, session.workspace.sources);
    print_json(object);
  } else {
    print_text(*analysis, options.list_cycles);
  }
  return ExitStatus::success;
}

}  // namespace

CommandSpec analyze_command() {
  return {
      "analyze",
      "finds the time scale of every state and how separable the model is",
      "Linearises the model exactly at an operating point, looks at the cycles of influence between its states, and "
      "derives "
      "from each cycle the largest step that does not amplify it. Suggests a cut into a fast part (implicit) and a "
      "slow part "
      "(explicit) with a step, and certifies the step by the spectral radius of the real scheme.",
      {{"MODEL", "a Modelica file"}},
      with_model_options(
          {alpha_option(),
           self_loop_option(),
           {"--at", OptionKind::text, "WHEN", "operating point: initial (the default), or a time", {}},
           {"--step", OptionKind::number, "H", "cut at this step: states with a shorter time scale are fast", {}},
           fast_option(),
           parts_option(),
           interest_option(),
           {"--list-cycles", OptionKind::flag, "", "list the cycles", {}},
           {"--count-cycles", OptionKind::flag, "", "count all cycles, however many", {}},
           {"--budget", OptionKind::number, "SECONDS", "how long to look for cycles; 10 unless given", {}}}),
      {{"sunder analyze DCMotor.mo", "the time scales of a motor, and where to cut it"},
       {"sunder analyze DCMotor.mo --alpha 0.5 --self-loop published --json", "the numbers printed in the literature"}},
      run};
}

}  // namespace sunder::cli
