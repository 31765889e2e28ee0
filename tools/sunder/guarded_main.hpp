// The whole program as a function: one command line, one exit status.
#pragma once

#include <string>
#include <vector>

namespace sunder::cli {

/// Does what the words say. Never throws: what our own mistakes throw becomes a message and the exit status 70.
int guarded_main(const std::vector<std::string>& words);

}  // namespace sunder::cli
