// Kernels of relaxed loops: each pattern of chunks once, a row for every chunk.
#pragma once

#include <span>

#include "emit/assembly.hpp"

namespace sunder::emit {

/// `places`: of the entries of the elimination in the loop's matrix.
RelaxedFamily add_elimination(const ir::Elimination& elimination, std::span<const std::uint32_t> places,
                              Assembly& assembly);

}  // namespace sunder::emit
