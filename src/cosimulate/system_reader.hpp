// The description of a distributed system from TOML text.
#pragma once

#include <string>

#include "base/outcome.hpp"
#include "base/source.hpp"
#include "cosimulate/system.hpp"

namespace sunder::cosimulate {

/// Every mistake is reported with its place. Names of parts are checked here; ports when all interfaces are known, by
/// `connect`.
Outcome<SystemDescription> read_system(const SourceMap& sources, FileId file);

}  // namespace sunder::cosimulate
