// Counts every allocation of the program: steps must not make any once they are warm.
#pragma once

#include <atomic>
#include <cstddef>

extern std::atomic<std::size_t> allocations;
