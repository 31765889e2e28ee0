#include "run_options.hpp"

#include <charconv>

#include "analysis_options.hpp"
#include "base/codes.hpp"
#include "session.hpp"

namespace sunder::cli {

OptionSpec real_time_option() {
  return {
      "--real-time",
      OptionKind::number,
      "H",
      "of auto: steps of this length, each with the same amount of work; the most accurate method that keeps them is "
      "chosen, and its error is measured",
      {}};
}

verbs::SimulateOptions read_run_options(const Arguments& arguments) {
  verbs::SimulateOptions options;
  options.method = arguments.text("--method", verbs::automatic);
  options.purpose.max_error = arguments.number("--max-error");
  if (arguments.has("--audit"))
    options.purpose.audit = arguments.text("--audit") == "promise"    ? choose::Audit::promise
                            : arguments.text("--audit") == "estimate" ? choose::Audit::estimate
                                                                      : choose::Audit::off;
  if (arguments.has("--only")) options.purpose.only = split_names(arguments.list("--only"));
  options.purpose.real_time = arguments.number("--real-time");
  options.step = arguments.number("--step");
  options.start = arguments.number("--start");
  options.stop = arguments.number("--stop");
  options.tolerance = arguments.number("--tolerance");
  options.absolute_tolerance = arguments.number("--absolute-tolerance");
  options.intervals = arguments.count("--intervals");
  for (const std::string& input : arguments.list("--input"))
    if (is_input_file(input)) options.inputs.files.push_back(input);
  if (arguments.text("--between") == "held") options.inputs.between = verbs::Between::held;
  options.cut.alpha = arguments.number("--alpha");
  if (arguments.has("--self-loop")) options.cut.self_loop = read_analysis_options(arguments).self_loop;
  if (arguments.has("--fast")) options.cut.fast = split_names(arguments.list("--fast"));
  options.cut.parts = arguments.count("--parts");
  options.cut.slowest_of_interest = arguments.number("--slowest-of-interest");
  options.period = arguments.number("--period");
  options.steps_per_jacobian = arguments.count("--steps-per-jacobian");
  if (arguments.text("--start-up") == "graded") options.start_up = simulate::StartUp::graded;
  if (arguments.has("--explicit-update"))
    options.explicit_update = arguments.text("--explicit-update") == "in-place"
                                  ? integrate::ExplicitUpdate::in_place
                                  : integrate::ExplicitUpdate::simultaneous;
  if (arguments.text("--events") == "grid") options.events = simulate::EventMode::grid;
  options.initial_from = arguments.text("--initial-from");
  options.filter = arguments.text("--filter");
  options.output = arguments.text("--output");
  return options;
}

}  // namespace sunder::cli
