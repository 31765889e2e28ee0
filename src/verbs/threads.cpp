#include "verbs/threads.hpp"

#include <algorithm>
#include <thread>

#include "base/codes.hpp"
#include "base/text.hpp"
#include "base/thread_pool.hpp"

namespace sunder::verbs {

std::size_t core_count() { return std::max(1U, std::thread::hardware_concurrency()); }

std::size_t usable_threads(std::optional<std::size_t> wanted, std::size_t otherwise, Diagnostics& diagnostics) {
  constexpr std::size_t for_each_core = 4;
  constexpr std::size_t on_small_machines = 16;
  const std::size_t most = std::max(on_small_machines, for_each_core * core_count());
  const std::size_t asked = std::max<std::size_t>(wanted.value_or(otherwise), 1);
  const std::size_t allowed = std::min(asked, most);
  const std::size_t started = startable_threads(allowed);
  if (started < allowed) {
    diagnostics.warning(Code::W0646, {},
                        "the system gave " + counted(started, "thread") + " instead of " + std::to_string(allowed) +
                            "; the results are the same");
  } else if (allowed < asked) {
    diagnostics.warning(Code::W0646, {},
                        "--threads " + std::to_string(asked) + ": " + std::to_string(allowed) +
                            " are used, more make nothing faster here; the results are the same");
  }
  return started;
}

}  // namespace sunder::verbs
