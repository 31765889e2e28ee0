// sunder reduce for systems with modes.
#pragma once

#include "command.hpp"

namespace sunder::cli {

std::vector<OptionSpec> switched_options();
ExitStatus reduce_switched(const Arguments& arguments);

}  // namespace sunder::cli
