// All codes of diagnostics. Include it where one is named.
#pragma once

#include "base/diagnostic.hpp"

namespace sunder {

/// Every code is declared once in base/codes.def with its title and explanation; docs/diagnostics.md is derived from
/// it.
enum class Code : std::uint16_t {
#define SUNDER_CODE(id, title, explanation) id,
#include "base/codes.def"
#undef SUNDER_CODE
};

}  // namespace sunder
