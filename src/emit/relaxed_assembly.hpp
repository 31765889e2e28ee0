// Kernels of relaxed loops: each pattern of chunks once, a row for every chunk.
#pragma once

#include <span>

#include "emit/assembly.hpp"

namespace sunder::emit {

/// An entry of the elimination: its place in the loop's matrix; and where its value stands anyway, or its negative.
struct RelaxedEntry {
  std::uint32_t place = 0;
  std::optional<Place> source;
  bool negative = false;
};

/// `read` (by entry): whether it is read from the matrix. `needed` (by unknown): what is asked for where nobody wants
/// factors for tangents; empty: everything.
RelaxedFamily add_elimination(const ir::Elimination& elimination, std::span<const RelaxedEntry> entries,
                              Assembly& assembly, std::vector<bool>& read, const std::vector<bool>& needed);

}  // namespace sunder::emit
