// Options that several commands have, --threads and --filter.
#pragma once

#include "base/diagnostic.hpp"
#include "command.hpp"

namespace sunder::cli {

/// As many as asked for, else `otherwise`; at most four for each core, and what the system gives. A warning says so.
std::size_t read_threads(const Arguments& arguments, std::size_t otherwise, Diagnostics& diagnostics);
/// Of this machine.
std::size_t core_count();
/// Whether --filter, if given, is a regular expression; a diagnostic otherwise.
bool filter_is_fine(const Arguments& arguments, Diagnostics& diagnostics);

}  // namespace sunder::cli
