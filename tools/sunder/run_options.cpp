#include "run_options.hpp"

#include <charconv>

#include "analysis_options.hpp"
#include "base/codes.hpp"
#include "session.hpp"

namespace sunder::cli {

bool read_substeps(const Arguments& arguments, std::vector<std::uint32_t>& substeps, Diagnostics& diagnostics) {
  for (const std::string& word : split_names({arguments.text("--substeps")})) {
    constexpr std::uint32_t most = 1000000;
    std::uint32_t count = 0;
    const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), count);
    if (error != std::errc() || end != word.data() + word.size() || count == 0 || count > most) {
      diagnostics.error(Code::E0005, {},
                        "--substeps needs numbers from 1 to " + std::to_string(most) + ", not '" + word + "'");
      return false;
    }
    substeps.push_back(count);
  }
  return true;
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
