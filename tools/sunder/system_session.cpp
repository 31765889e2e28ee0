#include "system_session.hpp"

#include "base/codes.hpp"
#include "output.hpp"

namespace sunder::cli {

std::vector<OptionSpec> with_system_options(std::vector<OptionSpec> own) {
  const std::vector<OptionSpec> common = {
      {"--communication-step", OptionKind::number, "T", "in place of the one in the file", {}},
      {"--back-end",
       OptionKind::text,
       "NAME",
       "how equations of models are evaluated: llvm (machine code) or interpreter",
       {"llvm", "interpreter"}},
      {"--json", OptionKind::flag, "", "print one JSON object instead of text", {}},
  };
  own.insert(own.end(), common.begin(), common.end());
  return own;
}

std::optional<ExitStatus> open(const Arguments& arguments, SystemSession& session) {
  if (const auto step = arguments.number("--communication-step"); step && !(*step > 0)) {
    session.diagnostics.error(Code::E0006, {}, "--communication-step must be positive");
    return failed(arguments, session.diagnostics, session.sources, ExitStatus::wrong_command_line);
  }
  OpenSystemRequest& request = session.request;
  request.path = arguments.text("SYSTEM");
  request.back_end = arguments.text("--back-end", "llvm") == "llvm" ? emit::BackEnd::llvm : emit::BackEnd::interpreter;
  request.cancel = session.cancel;
  Outcome<OpenSystem> opened = open_system(session.workspace, request);
  session.diagnostics.append(opened.diagnostics());
  session.sources.append(opened->sources);
  if (!opened.ok()) return failed(arguments, session.diagnostics, session.sources);
  session.system = opened.take();
  if (const auto step = arguments.number("--communication-step")) session.system.description.communication_step = *step;
  return std::nullopt;
}

}  // namespace sunder::cli
