// sunder choose: which method should run a model, and why.
#include "verbs/choose.hpp"

#include "analysis_options.hpp"
#include "base/text.hpp"
#include "command.hpp"
#include "output.hpp"
#include "plan_text.hpp"
#include "run_options.hpp"
#include "session.hpp"

namespace sunder::cli {
namespace {

ExitStatus run(const Arguments& arguments) {
  Session session;
  if (const auto status = open_model(arguments, session, Inputs::driven)) return *status;
  Watch watch(session.control);
  verbs::SimulateOptions options = read_run_options(arguments);
  options.method = verbs::automatic;
  verbs::check_options(options, session.diagnostics);
  if (session.diagnostics.has_errors())
    return failed(arguments, session.diagnostics, session.sources(), ExitStatus::wrong_command_line);
  const Outcome<verbs::ChooseResult> result =
      verbs::choose_method(session.model, options,
                           arguments.has("--measure") ? verbs::Told::measured : verbs::Told::errors, session.control);
  watch.finish();
  session.diagnostics.append(result.diagnostics());
  if (result.has_value()) session.diagnostics.append(result->plan.coarse.not_started);
  if (!result.has_value() || result->plan.coarse.not_started.has_errors())
    return failed(arguments, session.diagnostics, session.sources(), status_of(session.diagnostics));
  const auto print_text = [&](const verbs::ChooseResult& found) {
    std::cout << bold(found.model) << ": an error of " << rounded(found.plan.purpose.max_error) << " of the range\n\n";
    print_plan(found.plan);
    std::cout << "\n  " << found.command << "\n";
  };
  print(arguments, *result, session.diagnostics, session.sources(), print_text);
  return result.ok() ? ExitStatus::success : status_of(session.diagnostics);
}

}  // namespace

CommandSpec choose_command() {
  return {
      "choose",
      "forecasts what each method would need to keep an error, and chooses",
      "Runs the model at a coarse tolerance, and tells from that run how many steps, how much time and which error "
      "each method is expected to have. What is chosen is what simulate does without --method.",
      {{"MODEL", "a Modelica file"}},
      with_model_options(
          {{"--max-error",
            OptionKind::number,
            "E",
            "the largest error, as a part of the range of each variable; 1e-3 unless given",
            {}},
           {"--only", OptionKind::list, "NAMES", "the error counts for these variables only", {}},
           interest_option(),
           real_time_option(),
           {"--start", OptionKind::number, "T", "start time", {}},
           {"--stop", OptionKind::number, "T", "stop time", {}},
           {"--input",
            OptionKind::list,
            "SOURCE",
            "what drives the model's inputs: a results file (.csv, .mat) with columns of their names, or "
            "NAME=EXPRESSION, a function of time; repeatable",
            {}},
           {"--measure", OptionKind::flag, "", "run every candidate too, and show what came of the forecasts", {}}}),
      {{"sunder choose PowerSupply.mo --stop 5 --measure", "forecast and truth, side by side"}},
      run};
}

}  // namespace sunder::cli
