// Where the program was started as several processes (mpirun, srun): who they are.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "base/ranks.hpp"

namespace sunder::cli {

/// Whether this process is one of several that were started together.
bool started_as_ranks();

/// Loads the module that talks to the others. Null, and why, where it cannot.
std::unique_ptr<Ranks> join_ranks(std::string& why);

/// The whole program as one of several processes. Rank 0 is what a user sees; the others say nothing, unless they fail.
int ranked_main(const std::vector<std::string>& words);

}  // namespace sunder::cli
