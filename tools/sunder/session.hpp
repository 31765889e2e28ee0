// A model opened by a command: sources, diagnostics, the compiled model.
#pragma once

#include <optional>

#include "base/cancel.hpp"
#include "command.hpp"
#include "driver/pipeline.hpp"
#include "driver/workspace.hpp"

namespace sunder::cli {

struct Session {
  Workspace workspace;
  SourceMap sources = workspace.make_sources();
  Diagnostics diagnostics;
  Compilation compilation;
  CancelToken cancel;

  [[nodiscard]] const execute::CompiledModel& model() const { return *compilation.model; }
};

/// Whether a command runs the model, and --input NAME=EXPRESSION belongs to what is compiled.
enum class Inputs { undriven, driven };

/// What the arguments ask the compiler for; empty after a diagnostic.
std::optional<CompileRequest> compile_request(const Arguments& arguments, Session& session,
                                              Inputs inputs = Inputs::undriven);
/// Compiles the model the arguments name. A status means the command ends here: it failed, or printed a dump.
std::optional<ExitStatus> open_model(const Arguments& arguments, Session& session, Inputs inputs = Inputs::undriven);
/// Of --input: results files; the others are NAME=EXPRESSION.
bool is_input_file(const std::string& input);
/// All there is to do with --dump, for commands that open their model in another way.
ExitStatus print_dump(const Arguments& arguments, Session& session);

}  // namespace sunder::cli
