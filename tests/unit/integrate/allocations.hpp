// Counts every allocation of the program: steps must not make any once they are warm.
#pragma once

#include <cstddef>

extern std::size_t allocations;
