#include "session.hpp"

#include <cassert>
#include <iostream>
#include <nlohmann/json.hpp>

#include "base/codes.hpp"
#include "output.hpp"

namespace sunder::cli {

bool is_input_file(const std::string& input) { return input.ends_with(".csv") || input.ends_with(".mat"); }

std::optional<CompileRequest> compile_request(const Arguments& arguments, Session& session, Inputs inputs) {
  CompileRequest request;
  request.sources = {Source::file(arguments.text("MODEL"))};
  request.model = arguments.text("--model");
  request.back_end = arguments.text("--back-end", "llvm") == "llvm" ? emit::BackEnd::llvm : emit::BackEnd::interpreter;
  request.disabled = arguments.list("--disable");
  request.dump = arguments.text("--dump");
  request.cancel = session.cancel;
  for (const std::string& setting : arguments.list("--set")) {
    const std::size_t equals = setting.find('=');
    if (equals == std::string::npos || equals == 0) {
      session.diagnostics.error(Code::E0005, {}, "--set needs NAME=VALUE, not '" + setting + "'");
      return std::nullopt;
    }
    request.settings.emplace_back(setting.substr(0, equals), setting.substr(equals + 1));
  }
  if (inputs == Inputs::undriven) return request;
  for (const std::string& input : arguments.list("--input")) {
    if (is_input_file(input)) continue;
    const std::size_t equals = input.find('=');
    if (equals == std::string::npos || equals == 0 || equals + 1 == input.size()) {
      session.diagnostics.error(Code::E0511, {},
                                "--input needs a file (.csv, .mat) or NAME=EXPRESSION, not '" + input + "'");
      return std::nullopt;
    }
    request.inputs.emplace_back(input.substr(0, equals), input.substr(equals + 1));
  }
  return request;
}

std::optional<ExitStatus> open_model(const Arguments& arguments, Session& session, Inputs inputs) {
  const std::optional<CompileRequest> wanted = compile_request(arguments, session, inputs);
  if (!wanted) return failed(arguments, session.diagnostics, session.sources, ExitStatus::wrong_command_line);
  const CompileRequest& request = *wanted;
  Outcome<Compilation> outcome = compile(session.workspace, request);
  session.diagnostics.append(outcome.diagnostics());
  session.sources.append(outcome->sources);
  if (!outcome.ok()) return failed(arguments, session.diagnostics, session.sources);
  session.compilation = outcome.take();
  if (!request.dump.empty()) {
    show(session.diagnostics, session.sources);
    if (arguments.json()) {
      print_json({{"stage", request.dump},
                  {"text", session.compilation.dump},
                  {"diagnostics", diagnostics_json(session.diagnostics, session.sources)}});
    } else {
      std::cout << session.compilation.dump;
    }
    return ExitStatus::success;
  }
  return std::nullopt;
}

ExitStatus print_dump(const Arguments& arguments, Session& session) {
  assert(arguments.has("--dump"));
  return *open_model(arguments, session);
}

}  // namespace sunder::cli
