// A distributed system opened by a command.
#pragma once

#include <optional>

#include "base/cancel.hpp"
#include "command.hpp"
#include "driver/open_system.hpp"

namespace sunder::cli {

struct SystemSession {
  Workspace workspace;
  SourceMap sources = workspace.make_sources();
  Diagnostics diagnostics;
  OpenSystemRequest request;
  OpenSystem system;
  CancelToken cancel;
};

/// Options that every command on a system has.
std::vector<OptionSpec> with_system_options(std::vector<OptionSpec> own);
/// Reads the description and compiles the parts; a status means the command ends here.
std::optional<ExitStatus> open(const Arguments& arguments, SystemSession& session);

}  // namespace sunder::cli
