// How many threads a verb uses.
#pragma once

#include <cstddef>
#include <optional>

#include "base/diagnostic.hpp"

namespace sunder::verbs {

/// Of this machine.
std::size_t core_count();
/// As many as asked for, else `otherwise`; at most four for each core, and what the system gives. A warning says so.
std::size_t usable_threads(std::optional<std::size_t> wanted, std::size_t otherwise, Diagnostics& diagnostics);

}  // namespace sunder::verbs
