// Shortened listings of many similar rows, shared by the printers.
#pragma once

#include <cstdint>
#include <functional>
#include <string>

namespace sunder::ir {

/// Appends line(i) for i in [begin, end); of many rows of one kind only the first few, then how many were left out.
void print_rows(std::string& text, std::size_t begin, std::size_t end,
                const std::function<std::uint64_t(std::size_t)>& kind,
                const std::function<std::string(std::size_t)>& line);

}  // namespace sunder::ir
