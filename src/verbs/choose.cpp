#include "verbs/choose.hpp"

#include "base/text.hpp"
#include "verbs/automatic.hpp"
#include "verbs/repeating_command.hpp"
#include "verbs/run.hpp"

namespace sunder::verbs {

Outcome<ChooseResult> choose_method(const LoadedModel& loaded, const SimulateOptions& given, Told told,
                                    const Control& control) {
  Diagnostics diagnostics;
  SimulateOptions options = given;
  options.method = automatic;
  simulate::SimulateOptions run = plain_options(options, control);
  check_options(options, diagnostics);
  if (diagnostics.has_errors() || !check_only(loaded, options, diagnostics) ||
      !read_start(loaded, options, run, diagnostics) || !read_inputs(loaded, options.inputs, run.inputs, diagnostics))
    return Outcome<ChooseResult>(std::move(diagnostics));
  const choose::ContextMaker make_context = [&] { return create_context(loaded, options.inputs); };
  choose::Purpose purpose = purpose_of(options);
  purpose.explain = true;
  purpose.forecast_errors = told != Told::costs;
  Outcome<choose::Plan> plan = choose::make_plan(loaded.model(), make_context, run, purpose);
  diagnostics.append(plan.diagnostics());
  if (!plan.has_value()) return Outcome<ChooseResult>(std::move(diagnostics));
  ChooseResult result{loaded.name(), plan.take(), {}};
  result.command = repeating_command(loaded, options.start, options.stop, &options.inputs);
  if (result.command.empty()) result.command = "sunder simulate MODEL";
  result.command += " --max-error " + shortest(purpose.max_error);
  if (purpose.slowest_of_interest) result.command += " --slowest-of-interest " + shortest(*purpose.slowest_of_interest);
  if (purpose.real_time) result.command += " --real-time " + shortest(*purpose.real_time);
  for (const std::string& name : purpose.only) result.command += " --only " + quoted_word(name);
  if (told == Told::measured) diagnostics.append(choose::measure(loaded.model(), make_context, run, result.plan));
  return {std::move(result), std::move(diagnostics)};
}

}  // namespace sunder::verbs
