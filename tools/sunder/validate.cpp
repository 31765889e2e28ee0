// sunder validate: whether an FMU is what it says.
#include "base/codes.hpp"
#include "base/text.hpp"
#include "output.hpp"
#include "session.hpp"
#include "verbs/fmu_validate.hpp"

namespace sunder::cli {
namespace {

void print_text(const verbs::ValidateResult& result) {
  std::cout << bold(result.model) << ": " << (result.valid ? "the FMU is what it says" : "something is wrong")
            << "\n\n";
  Table table{{"kind", "check", "outcome"}, {}, {false, false, false}};
  for (const verbs::ValidateResult::Check& one : result.checks) table.rows.push_back({one.kind, one.what, one.outcome});
  std::cout << table.print(terminal_width());
}

ExitStatus run(const Arguments& arguments) {
  SourceMap sources;
  Diagnostics diagnostics;
  fmi::FmuOptions options;
  options.strict = arguments.has("--strict");
  options.in_process = arguments.has("--in-process");
  options.time_limit = arguments.number("--fmu-seconds").value_or(options.time_limit);
  if (!(options.time_limit > 0)) {
    diagnostics.error(Code::E0006, {}, "--fmu-seconds must be positive");
    return failed(arguments, diagnostics, sources, ExitStatus::wrong_command_line);
  }
  const Outcome<verbs::ValidateResult> result = verbs::fmu_validate(arguments.text("FMU"), options, sources);
  if (!result.has_value()) return failed(arguments, result.diagnostics(), sources);
  print(arguments, *result, result.diagnostics(), sources, print_text);
  return result->valid ? ExitStatus::success : ExitStatus::wrong_input;
}

}  // namespace

CommandSpec validate_command() {
  return {"validate",
          "tries whether an FMU is what it says",
          "Reads the description, then runs every kind that the FMU offers in a process of its own: it initialises, "
          "values are finite, what derivatives and outputs depend on is what is declared (by differences), directional "
          "derivatives agree with differences, a saved state can be gone back to, a communication step can be made.",
          {{"FMU", "a file .fmu"}},
          {{"--strict", OptionKind::flag, "", "every departure of the description from the standard is an error", {}},
           {"--in-process", OptionKind::flag, "", "run the FMU in this process", {}},
           {"--fmu-seconds", OptionKind::number, "S", "how long a call may take; 60 unless given", {}},
           {"--json", OptionKind::flag, "", "print one JSON object instead of text", {}}},
          {{"sunder validate Car.fmu", "tries all that an FMU offers"}},
          run};
}

}  // namespace sunder::cli
