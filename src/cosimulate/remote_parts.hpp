// Parts of a distributed system in other processes: rank 0 is the master and has some of the parts, every other rank
// hosts some and does what the master asks for. The master is the same as for one process, and so are the results.
#pragma once

#include <string>
#include <vector>

#include "base/cancel.hpp"
#include "cosimulate/cosimulate.hpp"

namespace sunder {
class Ranks;
}

namespace sunder::cosimulate {

/// Which parts a rank has.
struct RankShare {
  int rank = 0;
  std::string host;
  std::vector<std::string> parts;
  double seconds = 0;  ///< that one communication step of them takes, measured before the run
};

/// By cost, dearest first, each to whoever has least so far: the rank of every part. Rank 0 is also the master, and
/// has `master` on its hands from the start.
std::vector<int> share_out(const std::vector<double>& costs, std::size_t ranks, double master);

/// On rank 0: measures what a communication step of every part costs, and puts in the place of parts that others shall
/// host something that asks them. All ranks have opened the same system. Empty after a diagnostic.
std::vector<RankShare> distribute(OpenSystem& system, Ranks& ranks, const CancelToken& cancel,
                                  Diagnostics& diagnostics);

/// On the other ranks: keeps the parts that are to be hosted here, until rank 0 has no more use for them.
void host_parts(OpenSystem& system, Ranks& ranks, const CancelToken& cancel);

}  // namespace sunder::cosimulate
