// A distributed system opened by a command, and options that every such command has.
#pragma once

#include <optional>

#include "command.hpp"
#include "verbs/load_system.hpp"

namespace sunder::cli {

struct SystemSession {
  verbs::Control control;
  Diagnostics diagnostics;
  verbs::LoadedSystem system;

  [[nodiscard]] const SourceMap& sources() const { return system.sources(); }
};

std::vector<OptionSpec> with_system_options(std::vector<OptionSpec> own);
OptionSpec search_option();
/// `--search`, if given.
std::optional<cosimulate::SearchMode> search_mode(const Arguments& arguments);
/// Reads the description and compiles the parts; a status means the command ends here.
std::optional<ExitStatus> open(const Arguments& arguments, SystemSession& session);

}  // namespace sunder::cli
