// sunder cosim: runs a distributed system.
#include "verbs/cosim.hpp"

#include <cmath>

#include "base/codes.hpp"
#include "base/text.hpp"
#include "command.hpp"
#include "comparison_text.hpp"
#include "output.hpp"
#include "report/system.hpp"
#include "session.hpp"
#include "system_options.hpp"

namespace sunder::cli {

namespace {

void print_text(const verbs::CosimResult& result) {
  const cosimulate::Cosimulation& run = result.run;
  const cosimulate::SystemStability& stability = result.stability;
  const cosimulate::SystemDescription& system = result.system;
  const cosimulate::MasterSettings& master = system.master;
  std::cout << bold(system.path) << ": " << counted(system.parts.size(), "part") << ", "
            << cosimulate::name_of(master.kind) << ", communication step "
            << (run.adaptive ? rounded(run.steps.smallest, 4) + " … " + rounded(run.steps.largest, 4)
                             : rounded(run.communication_step, 8))
            << ", t = " << rounded(run.start) << " … " << rounded(run.time) << " (" << run.reason << ")\n\n";
  std::cout << "  stability            " << cosimulate::name_of(stability.verdict);
  if (stability.spectrum)
    std::cout << ", spectral radius " << rounded(stability.spectrum->radius, 6)
              << report::radius_as_one_text(*stability.spectrum, 6) << ", margin "
              << rounded(1 - stability.spectrum->radius, 4) << ", growth " << report::growth_text(*stability.spectrum)
              << (stability.linearised ? " (linearised)" : "");
  std::cout << "\n  communication steps  " << run.statistics.steps;
  if (run.statistics.rejected > 0) std::cout << " (" << run.statistics.rejected << " rejected)";
  if (run.statistics.iterations > 0) std::cout << ", " << run.statistics.iterations << " iterations";
  std::cout << "\n";
  if (run.statistics.coupling_iterations > 0)
    std::cout << "  algebraic coupling   " << run.statistics.coupling_iterations << " Newton iterations\n";
  for (const cosimulate::RankShare& share : result.ranks)
    std::cout << (share.rank == 0 ? "  ranks                " : "                       ") << share.rank << " on "
              << share.host << ": " << (share.parts.empty() ? std::string("nothing to do") : name_list(share.parts, 50))
              << "\n";
  if (!run.result.empty()) std::cout << "  results              " << run.result << "\n";
  Table table{{"final value", "variable"}, {}, {true, false}};
  constexpr std::size_t shown = 20;
  std::size_t moving = 0;
  for (std::size_t i = 0; i < run.names.size(); ++i)
    if (!run.constant[i] && ++moving <= shown) table.rows.push_back({rounded(run.final_values[i]), run.names[i]});
  std::cout << "\n" << table.print(terminal_width());
  if (moving > shown) std::cout << "  … and " << moving - shown << " more\n";
  if (result.comparison) print_comparison(*result.comparison);
}

void print_error_table(const verbs::ErrorOverStepResult& result) {
  const cosimulate::ErrorTable& table = result.table;
  std::cout << bold(result.path) << ": error over the communication step, t = " << rounded(table.start) << " … "
            << rounded(table.stop) << "\n";
  std::cout << paragraph(
      std::string("  Against the system as one model (cvode, tolerance ") + rounded(table.reference_tolerance) +
          "); the largest difference of a state or output at communication points, of its range; " +
          (table.mode == cosimulate::SearchMode::fixed_steps ? "local steps kept." : "numbers of substeps kept."),
      78);
  report::DocumentTable cells = report::error_cells(table);
  const Table text{std::move(cells.header), std::move(cells.rows), std::move(cells.right)};
  std::cout << "\n" << text.print(80) << "\n  " << report::limit_sentence(table) << "\n";
}

/// --error-over-step "0.01:4:20"; nothing after a diagnostic.
std::optional<verbs::ErrorOverStepOptions> read_table_options(const Arguments& arguments, Diagnostics& diagnostics) {
  const std::string text = arguments.text("--error-over-step");
  const std::size_t first = text.find(':'), second = text.find(':', first + 1);
  std::optional<double> from, to, count;
  if (first != std::string::npos && second != std::string::npos) {
    from = parse_number(text.substr(0, first));
    to = parse_number(text.substr(first + 1, second - first - 1));
    count = parse_number(text.substr(second + 1));
  }
  verbs::ErrorOverStepOptions options;
  Diagnostics wrong;
  if (from && to && count && *count >= 0 && *count < 1e9 && *count == std::floor(*count)) {
    options.from = *from;
    options.to = *to;
    options.count = static_cast<std::size_t>(*count);
    verbs::check_options(options, wrong);
  }
  if (options.count == 0 || wrong.has_errors()) {
    diagnostics.error(Code::E0006, {}, "--error-over-step: '" + text + "' is not a range of steps").help =
        "write the shortest step, the longest one and how many, as in 0.01:4:20";
    return std::nullopt;
  }
  options.search = search_mode(arguments);
  options.start = arguments.number("--start");
  options.stop = arguments.number("--stop");
  options.threads = arguments.count("--threads");
  options.picture = arguments.text("--picture");
  options.report = arguments.text("--report");
  return options;
}

verbs::CosimOptions read_options(const Arguments& arguments) {
  verbs::CosimOptions options;
  options.start = arguments.number("--start");
  options.stop = arguments.number("--stop");
  options.adaptive = arguments.has("--adaptive");
  options.tolerance = arguments.number("--tolerance").value_or(options.tolerance);
  options.allow_unstable = arguments.has("--allow-unstable");
  options.threads = arguments.count("--threads");
  options.filter = arguments.text("--filter");
  options.output = arguments.text("--output");
  options.compare = arguments.has("--compare");
  options.report = arguments.text("--report");
  options.search = search_mode(arguments);
  return options;
}

ExitStatus run_table(const Arguments& arguments, SystemSession& session, Watch& watch) {
  const std::optional<verbs::ErrorOverStepOptions> options = read_table_options(arguments, session.diagnostics);
  if (!options) return failed(arguments, session.diagnostics, session.sources(), ExitStatus::wrong_command_line);
  const Outcome<verbs::ErrorOverStepResult> result = verbs::error_over_step(session.system, *options, session.control);
  watch.finish();
  session.diagnostics.append(result.diagnostics());
  if (!result.has_value()) return failed(arguments, session.diagnostics, session.sources());
  print(arguments, *result, session.diagnostics, session.sources(), print_error_table);
  return ExitStatus::success;
}

ExitStatus run(const Arguments& arguments) {
  SystemSession session;
  session.control.ranks = arguments.ranks;
  Watch watch(session.control);
  if (const auto status = open(arguments, session)) return *status;
  const verbs::CosimOptions options = read_options(arguments);
  verbs::check_options(options, session.diagnostics);
  const bool table = arguments.has("--error-over-step");
  if (!session.diagnostics.has_errors() && !table && arguments.has("--picture"))
    session.diagnostics.error(Code::E0006, {}, "--picture draws what --error-over-step finds: give both");
  if (session.diagnostics.has_errors())
    return failed(arguments, session.diagnostics, session.sources(), ExitStatus::wrong_command_line);
  if (table) return run_table(arguments, session, watch);
  const Outcome<verbs::CosimResult> result = verbs::cosim(session.system, options, session.control);
  watch.finish();
  session.diagnostics.append(result.diagnostics());
  if (!result.has_value()) return failed(arguments, session.diagnostics, session.sources());
  print(arguments, *result, session.diagnostics, session.sources(), print_text);
  if (result->run.ok) return ExitStatus::success;
  return result->run.fault ? ExitStatus::numerics_failed : ExitStatus::wrong_input;
}

}  // namespace

CommandSpec cosim_command() {
  return {
      "cosim",
      "runs a distributed system, part by part",
      "Steps all parts from communication point to communication point, each with its own method and local step, and "
      "exchanges their outputs there. The master (jacobi, gauss-seidel, iterated), the curves of the inputs and the "
      "communication step stand in the file. A communication step that `sunder stability` calls unstable is not run "
      "unless asked for.",
      {{"SYSTEM", "a TOML file that describes parts and connections, or an SSP package"}},
      with_system_options(
          {{"--start", OptionKind::number, "T", "start time", {}},
           {"--stop", OptionKind::number, "T", "stop time", {}},
           {"--adaptive",
            OptionKind::flag,
            "",
            "let the communication step follow the error, inside stable intervals",
            {}},
           {"--tolerance", OptionKind::number, "EPS", "of adapted communication steps; 1e-4 unless given", {}},
           {"--allow-unstable", OptionKind::flag, "", "run steps that are not stable too", {}},
           {"--threads", OptionKind::count, "N", "for parts; the results do not depend on it", {}},
           {"--output", OptionKind::text, "FILE", "write the results of all parts to a .csv or .mat file", {}},
           {"--filter", OptionKind::text, "REGEX", "record only variables whose whole name matches", {}},
           {"--compare",
            OptionKind::text,
            "WITH",
            "monolithic: the same system as one model, integrated by cvode to a tolerance of 1e-10",
            {"monolithic"}},
           {"--error-over-step",
            OptionKind::text,
            "A:B:N",
            "instead of one run: N communication steps from A to B, the error of each, and where runs diverge",
            {}},
           search_option(),
           {"--picture", OptionKind::text, "FILE.svg", "draw what --error-over-step finds", {}},
           {"--report", OptionKind::text, "FILE.html", "write the run, its stability and its errors as one page", {}}}),
      {{"sunder cosim motor.toml --stop 8 --output motor.csv", "all parts in one file"},
       {"sunder cosim motor.toml --adaptive --tolerance 1e-5", "communication steps as long as the error allows"},
       {"sunder cosim motor.toml --compare monolithic --report motor.html", "with its error, as a page"},
       {"sunder cosim motor.toml --error-over-step 0.04:4:20 --picture error.svg",
        "error and divergence over the step"}},
      run};
}

}  // namespace sunder::cli
