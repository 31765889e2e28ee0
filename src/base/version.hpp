// Which Sunder this is.
#pragma once

#include <string_view>

namespace sunder {

/// "0.1.0"
std::string_view version();

}  // namespace sunder
