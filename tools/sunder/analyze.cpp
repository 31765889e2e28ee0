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
#include "session.hpp"
#include "simulate/linearise.hpp"

namespace sunder::cli {
namespace {

using Json = nlohmann::ordered_json;

Json names(const std::vector<std::uint32_t>& states, const Analysis& a) {
  Json list = Json::array();
  for (const std::uint32_t state : states) list.push_back(a.states[state]);
  return list;
}

Json partition_json(const Analysis& a) {
  if (!a.partition) return nullptr;
  const PartitionChoice& p = *a.partition;
  Json clusters = Json::array();
  for (const StateSet& cluster : p.partition.clusters) clusters.push_back(names(cluster, a));
  Json certificate = nullptr;
  if (p.certificate)
    certificate = {{"method", p.certificate->method},
                   {"step", number(p.certificate->step)},
                   {"spectral_radius", number(p.certificate->spectral_radius)},
                   {"stable", p.certificate->converged ? Json(p.certificate->stable) : Json(nullptr)}};
  return {{"step", number(p.step)}, {"fast", names(p.partition.fast(), a)}, {"slow", names(p.partition.slow(), a)},
          {"clusters", clusters},   {"certificate", certificate},           {"reason", p.reason}};
}

Json as_json(const Analysis& a, bool list_cycles) {
  Json variables = Json::array();
  for (const VariableScale& v : a.variables)
    variables.push_back({{"name", v.name},
                         {"time_scale", number(v.time_scale)},
                         {"lower", number(v.lower)},
                         {"upper", number(v.upper)},
                         {"exact", v.exact},
                         {"cycle", names(v.cycle, a)}});
  Json cycles = {{"count", a.cycle_count ? Json(*a.cycle_count) : Json(nullptr)}};
  if (list_cycles) {
    cycles["list"] = Json::array();
    for (const auto& cycle : a.scales.cycles) cycles["list"].push_back(names(cycle, a));
  }
  Json terms = Json::array();
  for (const double term : a.separability_terms) terms.push_back(number(term));
  Json sets = Json::array();
  for (const StateSet& set : a.parallel_sets) sets.push_back(names(set, a));
  return {{"model", a.model},
          {"state_count", a.states.size()},
          {"alpha", a.alpha},
          {"self_loop", name_of(a.self_loop)},
          {"operating_point", {{"time", number(a.time)}, {"kind", a.kind}}},
          {"exact", a.exact},
          {"cycles", cycles},
          {"variables", variables},
          {"indices",
           {{"stiffness", number(a.indices.stiffness)},
            {"separability", number(a.indices.separability)},
            {"separability_log", number(a.indices.separability_log)},
            {"stiffness_ratio", number(a.indices.stiffness_ratio)}}},
          {"separability_terms", terms},
          {"partition", partition_json(a)},
          {"parallel_sets", sets},
          {"seconds", a.seconds}};
}

std::string cycle_text(const VariableScale& v, const Analysis& a) {
  if (v.cycle.empty()) return "no cycle";
  if (v.cycle.size() == 1) return "itself";
  constexpr std::size_t most = 6;
  std::string out;
  for (std::size_t i = 0; i < v.cycle.size() && i < most; ++i) out += a.states[v.cycle[i]] + " > ";
  return out +
         (v.cycle.size() > most ? "… (" + std::to_string(v.cycle.size()) + " states)" : a.states[v.cycle.front()]);
}

/// One line of the logarithmic axis: where the variables are, as many as fall into each column.
std::string spectrum(const Analysis& a, std::size_t width) {
  std::vector<double> logs;
  for (const VariableScale& v : a.variables)
    if (std::isfinite(v.time_scale) && v.time_scale > 0) logs.push_back(std::log10(v.time_scale));
  if (logs.size() < 2) return {};
  const double low = std::floor(logs.front() * 2) / 2;
  const double high = std::max(std::ceil(logs.back() * 2) / 2, low + 0.5);
  const auto column = [&](double log) {
    return static_cast<std::size_t>((log - low) / (high - low) * static_cast<double>(width - 1) + 0.5);
  };
  std::vector<std::size_t> counts(width);
  for (const double log : logs) ++counts[column(log)];
  const std::size_t tallest = *std::max_element(counts.begin(), counts.end());
  std::string marks;
  std::string axis(width, '-');
  for (const std::size_t n : counts) {
    if (n == 0)
      marks += ' ';
    else if (tallest == 1)
      marks += '*';
    else
      marks += n < 10 ? static_cast<char>('0' + n) : '#';
  }
  std::string labels(width + 8, ' ');
  for (double decade = std::ceil(low); decade <= high + 1e-9; decade += 1) {
    const std::size_t at = column(decade);
    axis[at] = '+';
    const std::string label = duration_text(std::pow(10, decade));
    const std::size_t from = at >= label.size() / 2 ? at - label.size() / 2 : 0;
    if (from + label.size() <= labels.size() &&
        labels.substr(from > 0 ? from - 1 : 0, label.size() + 1).find_first_not_of(' ') == std::string::npos)
      labels.replace(from, label.size(), label);
  }
  std::string cut;
  if (a.partition && a.partition->step && *a.partition->step > 0) {
    const double log = std::log10(*a.partition->step);
    if (log >= low && log <= high) {
      const std::size_t at = column(log);
      const std::string text = "step " + duration_text(*a.partition->step);
      const bool left = at + 2 + text.size() > width;
      cut = left ? std::string(at > text.size() + 1 ? at - text.size() - 1 : 0, ' ') + text + " |"
                 : std::string(at, ' ') + "| " + text;
      cut = "  " + cut + "\n";
    }
  }
  while (!labels.empty() && labels.back() == ' ') labels.pop_back();
  return cut + "  " + marks + "\n  " + axis + "\n  " + labels + "\n";
}

void print_text(const Analysis& a, bool list_cycles) {
  const std::size_t width = std::min<std::size_t>(terminal_width(), 100);
  std::cout << bold(a.model) << ": " << counted(a.states.size(), "state") << " at t = " << rounded(a.time) << " ("
            << a.kind << "), alpha = " << rounded(a.alpha) << ", self loops by " << name_of(a.self_loop) << "\n\n";
  Table table{{"time scale", "variable", "limiting cycle"}, {}, {true, false, false}};
  constexpr std::size_t shown = 30;
  for (std::size_t i = 0; i < a.variables.size(); ++i) {
    const bool middle = a.variables.size() > shown && i == shown / 2;
    if (middle) {
      table.rows.push_back({"…", "(" + std::to_string(a.variables.size() - shown) + " more)", ""});
      i = a.variables.size() - shown / 2 - 1;
      continue;
    }
    const VariableScale& v = a.variables[i];
    const std::string scale =
        v.exact ? duration_text(v.time_scale) : duration_text(v.lower) + " … " + duration_text(v.upper);
    table.rows.push_back({scale, v.name, cycle_text(v, a)});
  }
  if (!table.rows.empty()) std::cout << table.print(width) << "\n";
  std::cout << spectrum(a, width - 12);
  const auto index = [](const std::optional<double>& value) {
    return value ? rounded(*value) : std::string("undefined");
  };
  std::cout << "\n  stiffness index      " << index(a.indices.stiffness) << "\n  separability         "
            << index(a.indices.separability) << " linear, " << index(a.indices.separability_log) << " logarithmic\n";
  if (a.indices.stiffness_ratio) std::cout << "  eigenvalue ratio     " << rounded(*a.indices.stiffness_ratio) << "\n";
  if (a.cycle_count) std::cout << "  cycles               " << *a.cycle_count << "\n";
  if (a.parallel_sets.size() > 1) std::cout << "  parallel fast blocks " << a.parallel_sets.size() << "\n";
  std::cout << "\n";
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
    Json object = as_json(*analysis, options.list_cycles);
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
           {"--list-cycles", OptionKind::flag, "", "list the cycles", {}},
           {"--count-cycles", OptionKind::flag, "", "count all cycles, however many", {}},
           {"--budget", OptionKind::number, "SECONDS", "how long to look for cycles; 10 unless given", {}}}),
      {{"sunder analyze DCMotor.mo", "the time scales of a motor, and where to cut it"},
       {"sunder analyze DCMotor.mo --alpha 0.5 --self-loop published --json", "the numbers printed in the literature"}},
      run};
}

}  // namespace sunder::cli
