// Many tasks that do not depend on each other, over ranks: whoever is free gets the next one.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include "base/cancel.hpp"
#include "base/ranks.hpp"

namespace sunder {

struct RankTasks {
  std::size_t count = 0;
  std::size_t threads = 1;  ///< of every rank
  CancelToken cancel{};     ///< no new ones after it
  /// On any rank, from several threads: the result of a task.
  std::function<std::string(std::size_t task)> run;
  /// On rank 0, one at a time and from the thread that called.
  std::function<void(std::size_t task, int rank, std::string result)> take;
};

/// A rank that did not come back, with the tasks it had.
struct LostRank {
  int rank = 0;
  std::vector<std::size_t> tasks;
  std::string why;  ///< what it said itself; empty: nothing any more
};

/// Called by all ranks. Rank 0 returns when all tasks are done, or none can be; the others when they are told so.
std::vector<LostRank> run_on_ranks(Ranks& ranks, const RankTasks& tasks);

/// "rank 2 (on node17) was lost with 2 runs: it gave no answer any more".
std::string describe(const Ranks& ranks, const LostRank& lost, const std::string& task);

}  // namespace sunder
