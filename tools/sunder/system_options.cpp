#include "system_options.hpp"

#include "output.hpp"
#include "session.hpp"

namespace sunder::cli {

std::vector<OptionSpec> with_system_options(std::vector<OptionSpec> own) {
  const std::vector<OptionSpec> common = {
      {"--communication-step", OptionKind::number, "T", "in place of the one in the file", {}},
      {"--back-end",
       OptionKind::text,
       "NAME",
       "how equations of models are evaluated: llvm (machine code) or interpreter",
       {"llvm", "interpreter"}},
  };
  const std::vector<OptionSpec> of_fmus = fmu_options();
  own.insert(own.end(), common.begin(), common.end());
  own.insert(own.end(), of_fmus.begin(), of_fmus.end());
  own.push_back({"--json", OptionKind::flag, "", "print one JSON object instead of text", {}});
  return own;
}

OptionSpec search_option() {
  return {"--search",
          OptionKind::text,
          "MODE",
          "how communication steps vary: fixed-steps (local steps kept, the default where they have a common multiple) "
          "or fixed-substeps (local steps follow)",
          {"fixed-steps", "fixed-substeps"}};
}

std::optional<cosimulate::SearchMode> search_mode(const Arguments& arguments) {
  if (!arguments.has("--search")) return std::nullopt;
  return arguments.text("--search") == cosimulate::name_of(cosimulate::SearchMode::fixed_steps)
             ? cosimulate::SearchMode::fixed_steps
             : cosimulate::SearchMode::fixed_substeps;
}

std::optional<ExitStatus> open(const Arguments& arguments, SystemSession& session) {
  verbs::LoadSystemOptions options;
  options.path = arguments.text("SYSTEM");
  options.communication_step = arguments.number("--communication-step");
  options.back_end = back_end(arguments);
  if (const auto fmu = read_fmu_options(arguments, session.diagnostics)) options.fmu = *fmu;
  verbs::check_options(options, session.diagnostics);
  if (session.diagnostics.has_errors())
    return failed(arguments, session.diagnostics, SourceMap(), ExitStatus::wrong_command_line);
  Outcome<verbs::LoadedSystem> opened = verbs::load_system(options, session.control);
  session.diagnostics.append(opened.diagnostics());
  session.system = opened.take();
  if (session.diagnostics.has_errors()) return failed(arguments, session.diagnostics, session.sources());
  return std::nullopt;
}

}  // namespace sunder::cli
