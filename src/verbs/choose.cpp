#include "verbs/choose.hpp"

#include "base/text.hpp"
#include "verbs/automatic.hpp"
#include "verbs/run.hpp"

namespace sunder::verbs {

Outcome<ChooseResult> choose_method(const LoadedModel& loaded, const SimulateOptions& given, bool measure,
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
  Outcome<choose::Plan> plan = choose::make_plan(loaded.model(), make_context, run, purpose_of(options.purpose));
  diagnostics.append(plan.diagnostics());
  if (!plan.has_value()) return Outcome<ChooseResult>(std::move(diagnostics));
  ChooseResult result{loaded.name(), plan.take(), {}};
  result.command = "simulate --max-error " + shortest(result.plan.purpose.max_error);
  if (measure) diagnostics.append(choose::measure(loaded.model(), make_context, run, result.plan));
  return {std::move(result), std::move(diagnostics)};
}

}  // namespace sunder::verbs
