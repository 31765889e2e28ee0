// sunder analyze: time scales, separability, the suggested cut and its certificate.
#include <nlohmann/json.hpp>

#include "analysis_options.hpp"
#include "analysis_text.hpp"
#include "base/codes.hpp"
#include "command.hpp"
#include "output.hpp"
#include "session.hpp"

namespace sunder::cli {
namespace {

using Json = nlohmann::ordered_json;

ExitStatus run(const Arguments& arguments) {
  Session session;
  if (const auto status = open_model(arguments, session)) return *status;
  AnalysisOptions options;
  options.list_cycles = arguments.has("--list-cycles");
  options.count_cycles = arguments.has("--count-cycles");
  options.budget = arguments.number("--budget").value_or(options.budget);
  if (!read_analysis_options(arguments, session, options, session.diagnostics))
    return failed(arguments, session.diagnostics, session.sources, ExitStatus::wrong_command_line);
  const std::optional<OperatingPoint> point = read_operating_point(arguments, session, session.diagnostics);
  if (!point) return failed(arguments, session.diagnostics, session.sources, ExitStatus::wrong_command_line);
  const SignalScope signals(session.cancel);
  options.cancel = session.cancel;
  const std::unique_ptr<Context> context = session.model().create_context();
  Outcome<Analysis> analysis = analyze(session.model(), *context, *point, options);
  session.diagnostics.append(analysis.diagnostics());
  if (!analysis.ok())
    return failed(arguments, session.diagnostics, session.sources,
                  session.diagnostics.failed_at_run_time() ? ExitStatus::numerics_failed : ExitStatus::wrong_input);
  if (session.cancel.requested())
    session.diagnostics.error(
        Code::E0008, {},
        "interrupted: time scales that were not proven by then are brackets, and what comes after "
        "them (partition, certificate) may be missing");
  show(session.diagnostics, session.sources);
  if (arguments.json()) {
    Json object = analysis_json(*analysis, {.list_cycles = options.list_cycles});
    object["seconds"] = analysis->seconds;
    object["diagnostics"] = diagnostics_json(session.diagnostics, session.sources);
    print_json(object);
  } else {
    print_analysis(*analysis, options.list_cycles);
  }
  return session.cancel.requested() ? ExitStatus::wrong_input : ExitStatus::success;
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
           at_option(),
           probe_option(),
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
