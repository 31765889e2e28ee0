// sunder analyze: time scales, separability, the suggested cut and its certificate.
#include "verbs/analyze.hpp"

#include "analysis_options.hpp"
#include "analysis_text.hpp"
#include "command.hpp"
#include "output.hpp"
#include "session.hpp"

namespace sunder::cli {
namespace {

ExitStatus run(const Arguments& arguments) {
  Session session;
  if (const auto status = open_model(arguments, session)) return *status;
  verbs::AnalyzeOptions options;
  options.analysis = read_analysis_options(arguments);
  options.analysis.list_cycles = arguments.has("--list-cycles");
  options.analysis.count_cycles = arguments.has("--count-cycles");
  options.analysis.budget = arguments.number("--budget").value_or(options.analysis.budget);
  verbs::check_options(options, session.diagnostics);
  const auto points = session.diagnostics.has_errors() ? std::nullopt : read_points(arguments, session.diagnostics);
  if (!points) return failed(arguments, session.diagnostics, session.sources(), ExitStatus::wrong_command_line);
  options.at = *points;
  const Watch watch(session.control);
  const Outcome<verbs::AnalyzeResult> result = verbs::analyze(session.model, options, session.control);
  session.diagnostics.append(result.diagnostics());
  if (!result.has_value())
    return failed(arguments, session.diagnostics, session.sources(), status_of(session.diagnostics));
  print(arguments, *result, session.diagnostics, session.sources(),
        [](const verbs::AnalyzeResult& r) { print_analysis(r.analysis, r.list_cycles); });
  return result->interrupted ? ExitStatus::wrong_input : ExitStatus::success;
}

}  // namespace

CommandSpec analyze_command() {
  return {
      "analyze",
      "finds the time scale of every state and how separable the model is",
      "Linearises the model exactly at operating points (the initial state and some along a coarse run, unless --at "
      "says "
      "otherwise), looks at the cycles of influence between its states, and "
      "derives "
      "from each cycle the largest step that does not amplify it. Suggests a cut into a fast part (implicit) and a "
      "slow part "
      "(explicit) with a step, and certifies the step by the spectral radius of the real scheme and the growth of its "
      "powers. A certificate is about stability, not about accuracy.",
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
           {"--budget",
            OptionKind::number,
            "SECONDS",
            "how long to look for cycles, at each operating point, and how long the coarse run may take; 10 unless "
            "given",
            {}}}),
      {{"sunder analyze DCMotor.mo", "the time scales of a motor, and where to cut it"},
       {"sunder analyze DCMotor.mo --alpha 0.5 --self-loop published --json", "the numbers printed in the literature"}},
      run};
}

}  // namespace sunder::cli
