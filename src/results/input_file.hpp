// Files of results and tables, read as a whole.
#pragma once

#include <cstdint>
#include <string>

#include "base/outcome.hpp"

namespace sunder::results {

/// What a file may hold at most, before anything of it is read: results are kept in memory.
inline constexpr std::uint64_t largest_input = 4ULL << 30U;

/// False after a diagnostic, which names the file.
[[nodiscard]] bool read_input(const std::string& path, std::string& content, Diagnostics& diagnostics);

}  // namespace sunder::results
