// The whole program as a function: one command line, one exit status.
#pragma once

#include <string>
#include <vector>

namespace sunder {
class Ranks;
}

namespace sunder::cli {

/// Does what the words say. Never throws: what our own mistakes throw becomes a message and the exit status 70.
/// With `ranks`, as one of several processes that were given the same words.
int guarded_main(const std::vector<std::string>& words, Ranks* ranks = nullptr);

}  // namespace sunder::cli
