// sunder format: canonical Modelica text.
#include "verbs/format.hpp"

#include "command.hpp"
#include "output.hpp"

namespace sunder::cli {
namespace {

ExitStatus run(const Arguments& arguments) {
  const std::string path = arguments.text("FILE");
  SourceMap sources;
  verbs::FormatOptions options{verbs::Source::file(path)};
  options.write = arguments.has("--write");
  options.keep_text = !options.write && !arguments.has("--check");
  const Outcome<verbs::FormatResult> result = verbs::format(options, sources);
  if (!result.has_value()) return failed(arguments, result.diagnostics(), sources);
  const bool complain = arguments.has("--check") && !result->canonical;
  print(arguments, *result, result.diagnostics(), sources, [&](const verbs::FormatResult& formatted) {
    if (complain)
      std::cerr << path << " is not in canonical form (sunder format --write " << path << ")\n";
    else if (formatted.text)
      std::cout << *formatted.text;
  });
  return complain ? ExitStatus::wrong_input : ExitStatus::success;
}

}  // namespace

CommandSpec format_command() {
  return {"format",
          "prints a Modelica file in canonical form",
          "Keeps every token and comment, and changes only spaces and line breaks. Formatting twice changes nothing. A "
          "file with "
          "syntax errors is refused.",
          {{"FILE", "a Modelica file"}},
          {{"--write", OptionKind::flag, "", "write the result back to the file", {}},
           {"--check", OptionKind::flag, "", "print nothing; exit status 1 when the file is not in canonical form", {}},
           {"--json", OptionKind::flag, "", "print one JSON object instead of text", {}}},
          {{"sunder format Motor.mo", "prints the canonical text"},
           {"sunder format Motor.mo --write", "rewrites the file"}},
          run};
}

}  // namespace sunder::cli
