// Who runs programs.
#pragma once

#include <cstdint>

namespace sunder::emit {

enum class BackEnd : std::uint8_t { interpreter, llvm };

}  // namespace sunder::emit
