// sunder cosim: runs a distributed system.
#include <algorithm>
#include <cmath>
#include <iostream>
#include <nlohmann/json.hpp>

#include "base/codes.hpp"
#include "base/progress.hpp"
#include "base/text.hpp"
#include "command.hpp"
#include "common_options.hpp"
#include "cosim_table.hpp"
#include "cosimulate/picture.hpp"
#include "driver/monolith.hpp"
#include "output.hpp"
#include "reference.hpp"
#include "system_report.hpp"
#include "timing.hpp"

namespace sunder::cli {

namespace {

using Json = nlohmann::ordered_json;

Json as_json(const Cosimulation& run, const SystemStability& stability, const OpenSystem& system) {
  Json final_values = Json::object();
  for (std::size_t i = 0; i < run.names.size(); ++i) final_values[run.names[i]] = number(run.final_values[i]);
  Json parts = Json::array();
  for (std::size_t p = 0; p < system.parts.size(); ++p) {
    const PartDescription& part = system.description.parts[p];
    parts.push_back({{"name", part.interface.name},
                     {"method", part.method.text},
                     {"inputs", part.interface.inputs},
                     {"outputs", part.interface.outputs},
                     {"states", part.interface.states}});
  }
  const MasterSettings& master = system.description.master;
  const auto radius = stability.spectrum ? std::optional(stability.spectrum->radius) : std::nullopt;
  return {{"communication_step", run.communication_step},
          {"adaptive", run.adaptive},
          {"master", name_of(master.kind)},
          {"extrapolation", master.extrapolation},
          {"feedthrough", name_of(master.feedthrough)},
          {"start", run.start},
          {"stop", run.stop},
          {"parts", parts},
          {"status",
           {{"ok", run.ok},
            {"reason", run.reason},
            {"time", run.time},
            {"part", run.fault && run.fault->part ? Json(system.description.parts[*run.fault->part].interface.name)
                                                  : Json(nullptr)}}},
          {"stability",
           {{"verdict", name_of(stability.verdict)},
            {"spectral_radius", number(radius)},
            {"margin", radius ? number(1 - *radius) : Json(nullptr)},
            {"linearised", stability.linearised}}},
          {"statistics",
           {{"steps", run.statistics.steps},
            {"rejected", run.statistics.rejected},
            {"smallest_step", number(run.steps.smallest)},
            {"largest_step", number(run.steps.largest)},
            {"iterations", run.statistics.iterations},
            {"coupling_iterations", run.statistics.coupling_iterations}}},
          {"final", final_values},
          {"result", run.result.empty() ? Json(nullptr) : Json(run.result)},
          {"seconds", run.seconds}};
}

void print_text(const Cosimulation& run, const SystemStability& stability, const OpenSystem& system) {
  const MasterSettings& master = system.description.master;
  std::cout << bold(system.description.path) << ": " << counted(system.parts.size(), "part") << ", "
            << name_of(master.kind) << ", communication step "
            << (run.adaptive ? rounded(run.steps.smallest, 4) + " … " + rounded(run.steps.largest, 4)
                             : rounded(run.communication_step, 8))
            << ", t = " << rounded(run.start) << " … " << rounded(run.time) << " (" << run.reason << ")\n\n";
  std::cout << "  stability            " << name_of(stability.verdict);
  if (stability.spectrum)
    std::cout << ", spectral radius " << rounded(stability.spectrum->radius, 6) << ", margin "
              << rounded(1 - stability.spectrum->radius, 4) << (stability.linearised ? " (linearised)" : "");
  std::cout << "\n  communication steps  " << run.statistics.steps;
  if (run.statistics.rejected > 0) std::cout << " (" << run.statistics.rejected << " rejected)";
  if (run.statistics.iterations > 0) std::cout << ", " << run.statistics.iterations << " iterations";
  std::cout << "\n";
  if (run.statistics.coupling_iterations > 0)
    std::cout << "  algebraic coupling   " << run.statistics.coupling_iterations << " Newton iterations\n";
  if (!run.result.empty()) std::cout << "  results              " << run.result << "\n";
  Table table{{"final value", "variable"}, {}, {true, false}};
  constexpr std::size_t shown = 20;
  std::size_t moving = 0;
  for (std::size_t i = 0; i < run.names.size(); ++i)
    if (!run.constant[i] && ++moving <= shown) table.rows.push_back({rounded(run.final_values[i]), run.names[i]});
  std::cout << "\n" << table.print(terminal_width());
  if (moving > shown) std::cout << "  … and " << moving - shown << " more\n";
}

CosimOptions read_options(const Arguments& arguments, SystemSession& session) {
  CosimOptions options;
  options.start = arguments.number("--start");
  options.stop = arguments.number("--stop");
  options.communication_step = arguments.number("--communication-step");
  options.adaptive = arguments.has("--adaptive");
  options.tolerance = arguments.number("--tolerance").value_or(options.tolerance);
  options.allow_unstable = arguments.has("--allow-unstable");
  options.threads = read_threads(arguments, 1, session.diagnostics);
  options.filter = arguments.text("--filter");
  options.output = arguments.text("--output");
  options.cancel = session.cancel;
  return options;
}

/// The system as one model; a null pointer after diagnostics.
std::shared_ptr<const execute::CompiledModel> whole_system(SystemSession& session) {
  Outcome<Compilation> made = compile_monolith(session.workspace, session.system, session.request);
  session.sources.append(made->sources);
  session.diagnostics.append(made.diagnostics());
  return made.ok() ? made->model : nullptr;
}

ExitStatus run_table(const Arguments& arguments, SystemSession& session, const SystemStability& stability,
                     std::size_t threads) {
  const SourceMap& sources = session.sources;
  std::optional<ErrorTableSettings> settings = read_table_settings(arguments, session);
  if (!settings) return failed(arguments, session.diagnostics, sources, ExitStatus::wrong_command_line);
  const std::shared_ptr<const execute::CompiledModel> whole = whole_system(session);
  if (!whole) return failed(arguments, session.diagnostics, sources);
  Progress progress("error over the communication step");
  settings->progress = &progress;
  settings->threads = threads;
  const Outcome<ErrorTable> table = error_over_step(session.system, *whole, *settings);
  progress.finish();
  session.diagnostics.append(table.diagnostics());
  if (!table.ok()) return failed(arguments, session.diagnostics, sources);
  if (arguments.has("--picture") &&
      !write_text(arguments.text("--picture"), svg(error_figure(*table)), session.diagnostics))
    return failed(arguments, session.diagnostics, sources);
  if (arguments.has("--report")) {
    RunReport report;
    report.table = &*table;
    const StabilityAnswer answer =
        answer_of(stability, session.system.description.communication_step, search_mode(arguments));
    if (!write_text(arguments.text("--report"), run_page(report, answer, session.system), session.diagnostics))
      return failed(arguments, session.diagnostics, sources);
  }
  show(session.diagnostics, sources);
  if (arguments.json()) {
    Json object = error_table_json(*table);
    object["diagnostics"] = diagnostics_json(session.diagnostics, sources);
    print_json(object);
  } else {
    print_error_table(*table, session.system);
  }
  return ExitStatus::success;
}

/// What was found out beside the run.
struct Beside {
  Trajectory trajectory, reference;
  std::optional<ReferenceError> error;
};

bool compare_run(const Cosimulation& run, SystemSession& session, Beside& beside) {
  const std::shared_ptr<const execute::CompiledModel> whole = whole_system(session);
  if (!whole) return false;
  ReferenceSettings settings;
  settings.cancel = session.cancel;
  Outcome<ReferenceError> found = compare_with_whole(run, beside.trajectory, *whole, settings, &beside.reference);
  session.diagnostics.append(found.diagnostics());
  if (!found.ok()) return false;
  beside.error = found.take();
  beside.error->reference_seconds = settled_seconds(beside.error->reference_seconds, [&] {
    const Outcome<ReferenceError> again = compare_with_whole(run, beside.trajectory, *whole, settings);
    return again.ok() ? again->reference_seconds : beside.error->reference_seconds;
  });
  return true;
}

/// `seconds` of the run, repeated where it is short.
Compared as_compared(const ReferenceError& error, double seconds) {
  return {"the system as one model",
          error.equivalence,
          error.range,
          error.window,
          false,
          error.reference_seconds / seconds,
          ReferenceSettings{}.tolerance};
}

bool write_report(const Arguments& arguments, const Cosimulation& run, const Beside& beside,
                  const SystemStability& stability, SystemSession& session) {
  RunReport report;
  report.run = &run;
  report.trajectory = &beside.trajectory;
  if (beside.error) {
    report.reference = &beside.reference;
    report.error = &*beside.error;
  }
  const StabilityAnswer answer = answer_of(stability, run.communication_step, search_mode(arguments));
  return write_text(arguments.text("--report"), run_page(report, answer, session.system), session.diagnostics);
}

ExitStatus run(const Arguments& arguments) {
  SystemSession session;
  const SignalScope signals(session.cancel);
  if (const auto status = open(arguments, session)) return *status;
  const SourceMap& sources = session.sources;
  CosimOptions options = read_options(arguments, session);
  if (!(options.tolerance > 0)) {
    session.diagnostics.error(Code::E0611, {}, "--tolerance must be positive");
    return failed(arguments, session.diagnostics, sources, ExitStatus::wrong_command_line);
  }
  if (!filter_is_fine(arguments, session.diagnostics))
    return failed(arguments, session.diagnostics, sources, ExitStatus::wrong_command_line);
  SystemStability stability;
  if (!examine(session.system, session.system.description.communication_step, stability, session.diagnostics))
    return failed(arguments, session.diagnostics, sources);
  if (arguments.has("--error-over-step")) return run_table(arguments, session, stability, options.threads);
  if (arguments.has("--picture")) {
    session.diagnostics.error(Code::E0006, {}, "--picture draws what --error-over-step finds: give both");
    return failed(arguments, session.diagnostics, sources, ExitStatus::wrong_command_line);
  }
  Progress progress("co-simulating");
  options.progress = &progress;
  const bool compares = arguments.has("--compare");
  MemoryWriter memory;
  Outcome<Cosimulation> made =
      cosimulate(session.system, options, stability, compares || arguments.has("--report") ? &memory : nullptr);
  progress.finish();
  session.diagnostics.append(made.diagnostics());
  if (!made.has_value()) return failed(arguments, session.diagnostics, sources);
  Beside beside;
  beside.trajectory = memory.take();
  if (compares && made->ok && !compare_run(*made, session, beside))
    return failed(arguments, session.diagnostics, sources);
  double seconds = made->seconds;
  if (beside.error) {
    options.output.clear();
    options.progress = nullptr;
    seconds = settled_seconds(seconds, [&] {
      MemoryWriter other;
      const Outcome<Cosimulation> again = cosimulate(session.system, options, stability, &other);
      return again.has_value() ? again->seconds : made->seconds;
    });
  }
  if (arguments.has("--report") && !write_report(arguments, *made, beside, stability, session))
    return failed(arguments, session.diagnostics, sources);
  show(session.diagnostics, sources);
  if (arguments.json()) {
    Json object = as_json(*made, stability, session.system);
    object["comparison"] = beside.error ? comparison_json(as_compared(*beside.error, seconds)) : Json(nullptr);
    object["diagnostics"] = diagnostics_json(session.diagnostics, sources);
    print_json(object);
  } else {
    print_text(*made, stability, session.system);
    if (beside.error) print_comparison(as_compared(*beside.error, seconds));
  }
  if (made->ok) return ExitStatus::success;
  return made->fault ? ExitStatus::numerics_failed : ExitStatus::wrong_input;
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
      {{"SYSTEM", "a TOML file that describes parts and connections"}},
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
