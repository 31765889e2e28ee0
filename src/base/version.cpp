#include "base/version.hpp"

#ifndef SUNDER_VERSION
#error "the build sets SUNDER_VERSION"
#endif

namespace sunder {

std::string_view version() { return SUNDER_VERSION; }

}  // namespace sunder
