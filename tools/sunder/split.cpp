// sunder split: one model as parts for distributed simulation.
#include "verbs/split.hpp"

#include <cmath>

#include "analysis_options.hpp"
#include "base/text.hpp"
#include "output.hpp"
#include "report/report.hpp"
#include "report/system.hpp"
#include "session.hpp"

namespace sunder::cli {
namespace {

constexpr std::size_t shown = 12;

std::string some(const std::vector<std::string>& names) {
  std::vector<std::string> list(names.begin(),
                                names.begin() + static_cast<std::ptrdiff_t>(std::min(names.size(), shown)));
  if (names.size() > shown) list.push_back(std::to_string(names.size() - shown) + " more");
  return enumerated(list);
}

std::string scales(const verbs::PartSummary& part) {
  if (!std::isfinite(part.fastest)) return "none";
  const std::string fast = report::duration_text(part.fastest);
  const std::string slow = std::isfinite(part.slowest) ? report::duration_text(part.slowest) : "without end";
  return fast == slow ? fast : fast + " … " + slow;
}

void print_step(const verbs::SplitResult& result) {
  const cosimulate::StepChoice& choice = result.choice;
  std::cout << "  communication step   " << rounded(choice.step, 6) << " s, " << name_of(result.system.master.kind)
            << ", inputs " << (result.system.master.extrapolation == 0 ? "held" : "extrapolated") << "\n";
  std::cout << "  stability            ";
  if (choice.stability.spectrum) {
    std::cout << name_of(choice.stability.verdict) << ", spectral radius "
              << rounded(choice.stability.spectrum->radius, 6)
              << report::radius_as_one_text(*choice.stability.spectrum, 6) << ", growth "
              << report::growth_text(*choice.stability.spectrum) << "\n"
              << "                       at the start and " << choice.stability.samples - 1 << " points along the run"
              << (choice.stability.linearised ? " (linearised; sampled)" : "") << "\n"
              << "                       for local solutions accurate to "
              << rounded(result.system.parts.front().tolerance.value_or(0), 3) << "\n";
  } else {
    std::cout << "not certified\n";
  }
  const cosimulate::StepTrial& last = choice.trials.back();
  std::cout << "  error, forecast      " << rounded(last.forecast.value_or(0), 3) << " of the range, "
            << last.worst_variable << "\n                       (" << rounded(last.difference.value_or(0), 3)
            << " to a run of half the step)\n";
  if (result.error)
    std::cout << "  error, measured      " << rounded(result.error->range.epsilon, 3) << " of the range, "
              << result.error->range.worst_variable << "\n                       (against the whole model)\n";
}

void print_text(const verbs::SplitResult& result) {
  std::cout << bold(result.model) << ": " << counted(result.parts.size(), "part") << ", " << result.rule << "\n\n";
  Table parts{{"part", "states", "time scales", "takes", "gives", "operations", "time"},
              {},
              {false, true, false, true, true, true, true}};
  double all = 0;
  for (const verbs::PartSummary& part : result.parts) all += part.seconds;
  for (const verbs::PartSummary& part : result.parts)
    parts.rows.push_back({part.name, std::to_string(part.states.size()), scales(part), std::to_string(part.inputs),
                          std::to_string(part.outputs), std::to_string(part.operations),
                          all > 0 ? rounded(100 * part.seconds / all, 3) + " %" : "-"});
  std::cout << parts.print(terminal_width()) << "\n";
  Table values{{"value", "unit", "from", "to", "why there"}, {}, {}};
  for (std::size_t i = 0; i < result.exchanges.size() && i < 2 * shown; ++i) {
    const verbs::ExchangeSummary& one = result.exchanges[i];
    values.rows.push_back({one.variable, one.unit.empty() ? "-" : one.unit, one.from, one.to, one.why});
  }
  std::cout << values.print(terminal_width());
  if (result.exchanges.size() > 2 * shown) std::cout << "  … and " << result.exchanges.size() - 2 * shown << " more\n";
  std::cout << "\n";
  print_step(result);
  if (!result.nowhere.empty())
    std::cout << paragraph(
        "  In no part, because they need several and nobody needs them: " + some(result.nowhere) + ".",
        terminal_width());
  if (result.table) {
    report::DocumentTable cells = report::error_cells(*result.table);
    const Table text{std::move(cells.header), std::move(cells.rows), std::move(cells.right)};
    std::cout << "\n" << text.print(terminal_width()) << "\n  " << report::limit_sentence(*result.table) << "\n";
  }
  if (!result.files.empty()) {
    std::cout << "\n  written              " << result.files.front() << "\n";
    for (std::size_t i = 1; i < result.files.size(); ++i)
      std::cout << "                       " << result.files[i] << "\n";
    std::cout << "\nRun it:  sunder cosim " << result.files.back() << "\n";
  }
}

verbs::SplitOptions read_options(const Arguments& arguments) {
  verbs::SplitOptions options;
  options.parts = arguments.count("--parts");
  options.by = split_names(arguments.list("--by"));
  options.slowest_of_interest = arguments.number("--slowest-of-interest");
  options.balanced = arguments.count("--balanced");
  options.max_error = arguments.number("--max-error").value_or(options.max_error);
  options.step = arguments.number("--communication-step");
  options.start = arguments.number("--start");
  options.stop = arguments.number("--stop");
  const std::string master = arguments.text("--master", "jacobi");
  options.master = master == "jacobi"         ? cosimulate::MasterKind::jacobi
                   : master == "gauss-seidel" ? cosimulate::MasterKind::gauss_seidel
                                              : cosimulate::MasterKind::iterated;
  options.extrapolation = static_cast<int>(arguments.count("--extrapolation").value_or(0));
  options.tolerance = arguments.number("--tolerance").value_or(options.tolerance);
  options.output = arguments.text("--output");
  options.table = arguments.count("--error-table").value_or(0);
  options.picture = arguments.text("--picture");
  options.threads = arguments.count("--threads");
  return options;
}

ExitStatus run(const Arguments& arguments) {
  Session session;
  const verbs::SplitOptions options = read_options(arguments);
  verbs::check_options(options, session.diagnostics);
  if (session.diagnostics.has_errors())
    return failed(arguments, session.diagnostics, SourceMap(), ExitStatus::wrong_command_line);
  Watch watch(session.control);
  if (const auto status = open_model(arguments, session)) return *status;
  const Outcome<verbs::SplitResult> result = verbs::split(session.model, options, session.control);
  watch.finish();
  session.diagnostics.append(result.diagnostics());
  if (!result.has_value())
    return failed(arguments, session.diagnostics, session.sources(), status_of(session.diagnostics));
  print(arguments, *result, session.diagnostics, session.sources(), print_text);
  return ExitStatus::success;
}

}  // namespace

CommandSpec split_command() {
  return {
      "split",
      "cuts one model into parts for distributed simulation, with a step that is certified",
      "Puts the states into parts by their time scales (or by components, or by cost), finds the fewest values that "
      "must cross between the parts, starts every part where the whole model starts, and looks for the longest "
      "communication step that is stable at the start and along the run and keeps the error. The error is forecast "
      "from a run of half the step and measured against the whole model. --output writes each part as an FMU, with a "
      "description of the system that `sunder cosim` runs.",
      {{"MODEL", "a Modelica file"}},
      with_model_options(
          {{"--parts", OptionKind::count, "K", "so many parts, cut in the widest gaps of the time scales", {}},
           {"--by",
            OptionKind::list,
            "NAMES",
            "a part for each of these components (a+b: one of both); what is left is one more",
            {}},
           {"--slowest-of-interest", OptionKind::number, "T", "what is faster than T becomes one part", {}},
           {"--balanced", OptionKind::count, "K", "so many parts of equal cost, neighbours together", {}},
           {"--max-error", OptionKind::number, "E", "of the range of every state and output; 1e-3 unless given", {}},
           {"--communication-step", OptionKind::number, "H", "only judge this step", {}},
           {"--start", OptionKind::number, "T", "start time", {}},
           {"--stop", OptionKind::number, "T", "stop time", {}},
           {"--master",
            OptionKind::text,
            "HOW",
            "jacobi (the default), gauss-seidel or iterated",
            {"jacobi", "gauss-seidel", "iterated"}},
           {"--extrapolation", OptionKind::count, "D", "degree of the inputs' curves: 0 (the default), 1 or 2", {}},
           {"--tolerance", OptionKind::number, "EPS", "of each part's own integration; 1e-7 unless given", {}},
           {"--error-table", OptionKind::count, "N", "errors of N communication steps, and where runs diverge", {}},
           {"--picture", OptionKind::text, "FILE.svg", "draw what --error-table finds", {}},
           {"--threads", OptionKind::count, "N", "for parts; the results do not depend on it", {}},
           {"--output", OptionKind::text, "FOLDER", "write the parts as FMUs, and the system", {}}}),
      {{"sunder split Motor.mo --parts 2", "where to cut, what crosses, and which step will do"},
       {"sunder split Plant.mo --by engine,cabin --output plant", "parts by component, as FMUs"},
       {"sunder split Motor.mo --error-table 12 --picture motor.svg", "errors over the step, and where runs diverge"}},
      run};
}

}  // namespace sunder::cli
