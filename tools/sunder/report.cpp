// sunder report: analysis, mixed-mode run, reference and baselines in one HTML page.
#include "verbs/report.hpp"

#include "analysis_options.hpp"
#include "base/text.hpp"
#include "command.hpp"
#include "output.hpp"
#include "session.hpp"

namespace sunder::cli {
namespace {

void print_text(const verbs::ReportResult& result) {
  const report::ReportData& data = result.data;
  for (const std::string& sentence : data.choice) std::cout << paragraph(sentence, terminal_width());
  if (data.plan && !data.command.empty()) std::cout << "\n  " << data.command << "\n";
  if (!data.choice.empty()) std::cout << "\n";
  for (const std::string& sentence : data.summary) std::cout << paragraph(sentence, terminal_width());
  Table table{{"", "step", "steps", "evaluations", "of range", "seconds"}, {}, {false, true, true, true, true, true}};
  for (const report::ReportRun& run : data.runs) {
    const simulate::Simulation& s = run.simulation;
    table.rows.push_back({run.label, s.step ? report::duration_text(*s.step) : "variable",
                          std::to_string(s.statistics.steps), std::to_string(s.statistics.function_evaluations),
                          run.reference ? "reference" : (run.accuracy ? rounded(run.accuracy->range, 3) : "failed"),
                          rounded(s.simulate_seconds, 3)});
  }
  std::cout << "\n" << table.print(terminal_width()) << "\nreport: " << result.output << "\n";
}

ExitStatus run(const Arguments& arguments) {
  Session session;
  if (const auto status = open_model(arguments, session)) return *status;
  Watch watch(session.control);
  const auto points = read_points(arguments, session.diagnostics);
  if (!points) return failed(arguments, session.diagnostics, session.sources());
  verbs::ReportOptions options;
  options.analyze = {read_analysis_options(arguments), *points};
  options.step = arguments.number("--step");
  options.start = arguments.number("--start");
  options.stop = arguments.number("--stop");
  options.tolerance = arguments.number("--tolerance");
  options.dated = !arguments.has("--reproducible");
  options.words = arguments.command_line;
  options.output = arguments.text("--output", session.model.name() + ".html");
  const Outcome<verbs::ReportResult> result = verbs::report(session.model, options, session.control);
  watch.finish();
  session.diagnostics.append(result.diagnostics());
  if (!result.has_value())
    return failed(arguments, session.diagnostics, session.sources(), status_of(session.diagnostics));
  print(arguments, *result, session.diagnostics, session.sources(), print_text);
  return result->interrupted ? ExitStatus::wrong_input : ExitStatus::success;
}

}  // namespace

CommandSpec report_command() {
  return {"report",
          "writes an HTML page: the planner's choice, time scales, trajectories, statistics",
          "Runs the model by the method that the planner chooses, analyses it, runs it mixed-mode with the suggested "
          "partition and step, with CVODE as the reference, and with implicit and explicit Euler, and writes one "
          "self-contained page that needs no network.",
          {{"MODEL", "a Modelica file"}},
          with_model_options(
              {{"--output", OptionKind::text, "FILE", "the page; MODEL.html unless given", {}},
               {"--step", OptionKind::number, "H", "step of the mixed-mode and implicit runs", {}},
               {"--start", OptionKind::number, "T", "start time", {}},
               {"--stop", OptionKind::number, "T", "stop time", {}},
               {"--tolerance", OptionKind::number, "EPS", "tolerance of the reference; 1e-8 unless given", {}},
               fast_option(),
               parts_option(),
               interest_option(),
               alpha_option(),
               self_loop_option(),
               at_option(),
               probe_option(),
               {"--reproducible", OptionKind::flag, "", "leave the date out of the page", {}}}),
          {{"sunder report examples/DCMotor.mo --output motor.html", "open motor.html in a browser"}},
          run};
}

}  // namespace sunder::cli
