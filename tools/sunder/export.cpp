// sunder export: a model as an FMU for other tools.
#include "base/text.hpp"
#include "output.hpp"
#include "session.hpp"
#include "verbs/export_fmu.hpp"

namespace sunder::cli {
namespace {

void print_text(const verbs::ExportResult& made) {
  const std::string kind = made.model_exchange && made.co_simulation ? "Model Exchange and Co-Simulation"
                           : made.model_exchange                     ? "Model Exchange"
                                                                     : "Co-Simulation";
  std::cout << bold(made.model) << ": written to " << made.package.path << " as an FMU " << made.version << " for "
            << kind << (made.has_binary ? "" : ", sources only") << "\n  " << counted(made.package.states, "state")
            << ", " << counted(made.package.inputs, "input") << ", " << counted(made.package.outputs, "output") << ", "
            << counted(made.package.parameters, "parameter") << " that can be set, "
            << counted(made.package.event_indicators, "event indicator") << "\n";
  if (made.co_simulation && made.package.states > 0)
    std::cout << "  as Co-Simulation it integrates itself, " << made.implicit_states << " of "
              << counted(made.package.states, "state") << " implicitly\n";
}

/// A model, or a part of a distributed system.
std::optional<ExitStatus> open_for_export(const Arguments& arguments, Session& session) {
  if (!arguments.has("--part")) return open_model(arguments, session);
  SourceMap sources;
  Diagnostics diagnostics;
  const auto given = read_load_options(arguments, diagnostics);
  if (!given) return failed(arguments, diagnostics, sources, ExitStatus::wrong_command_line);
  Outcome<verbs::LoadOptions> found =
      verbs::load_options_of_part(arguments.text("MODEL"), arguments.text("--part"), sources);
  if (!found.ok()) return failed(arguments, found.diagnostics(), sources);
  verbs::LoadOptions options = *given;
  options.sources = found->sources;
  options.model = found->model;
  options.settings.insert(options.settings.begin(), found->settings.begin(), found->settings.end());
  return open_model(arguments, session, options);
}

ExitStatus run(const Arguments& arguments) {
  Session session;
  const Watch watch(session.control);
  if (const auto status = open_for_export(arguments, session)) return *status;
  verbs::ExportOptions options;
  const std::string kind = arguments.text("--kind", "both");
  options.version = arguments.text("--fmi", "2") == "2" ? 2 : 3;
  options.model_exchange = kind != "cs";
  options.co_simulation = kind != "me";
  options.output = arguments.text("--output");
  options.sources_only = arguments.has("--sources-only");
  options.tolerance = arguments.number("--tolerance");
  const Outcome<verbs::ExportResult> result = verbs::export_fmu(session.model, options, session.control);
  session.diagnostics.append(result.diagnostics());
  if (!result.has_value())
    return failed(arguments, session.diagnostics, session.sources(), status_of(session.diagnostics));
  print(arguments, *result, session.diagnostics, session.sources(), print_text);
  return ExitStatus::success;
}

}  // namespace

CommandSpec export_command() {
  return {"export",
          "writes a model as an FMU for other tools",
          "The FMU holds C sources that compile with any C compiler and, unless --sources-only is given, a binary for "
          "this machine, made with cc (or what the environment variable CC names). Derivatives by states and inputs "
          "are exact; states can be got, set and serialised. As Co-Simulation the model integrates itself under error "
          "control, and refuses a step that it cannot make.",
          {{"MODEL", "a Modelica file, or with --part a distributed system (TOML)"}},
          with_model_options(
              {{"--fmi", OptionKind::text, "VERSION", "of the standard: 2 or 3; 2 if not given", {"2", "3"}},
               {"--kind",
                OptionKind::text,
                "KIND",
                "me (Model Exchange), cs (Co-Simulation) or both; both if not given",
                {"me", "cs", "both"}},
               {"--output", OptionKind::text, "FILE", "the file to write; the name of the model if not given", {}},
               {"--tolerance",
                OptionKind::number,
                "TOL",
                "of Co-Simulation, where the importing tool gives none; else the experiment's, or 1e-6",
                {}},
               {"--part", OptionKind::text, "NAME", "a part of a distributed system, with its parameters", {}},
               {"--sources-only", OptionKind::flag, "", "no binary: whoever imports the FMU compiles it", {}}}),
          {{"sunder export examples/DCMotor.mo --fmi 3", "writes DCMotor.fmu for Model Exchange and Co-Simulation"}},
          run};
}

}  // namespace sunder::cli
