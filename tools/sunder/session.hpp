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
  Diagnostics diagnostics;
  Compilation compilation;
  CancelToken cancel;

  [[nodiscard]] const CompiledModel& model() const { return *compilation.model; }
};

/// What the arguments ask the compiler for; empty after a diagnostic.
std::optional<CompileRequest> compile_request(const Arguments& arguments, Session& session);
/// Compiles the model the arguments name. A status means the command ends here: it failed, or printed a dump.
std::optional<ExitStatus> open_model(const Arguments& arguments, Session& session);
/// All there is to do with --dump, for commands that open their model in another way.
ExitStatus print_dump(const Arguments& arguments, Session& session);

}  // namespace sunder::cli
