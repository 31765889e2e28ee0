// Everything. docs/embedding.md is the way in.
#pragma once

#include <sunder/cosim.hpp>
#include <sunder/model.hpp>

namespace sunder {

/// Of the library, "0.1.0".
SUNDER_API std::string library_version();

}  // namespace sunder
