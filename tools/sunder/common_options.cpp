#include "common_options.hpp"

#include <algorithm>
#include <thread>

#include "base/codes.hpp"
#include "base/text.hpp"
#include "base/thread_pool.hpp"
#include "results/name_filter.hpp"

namespace sunder::cli {

std::size_t core_count() { return std::max(1U, std::thread::hardware_concurrency()); }

std::size_t read_threads(const Arguments& arguments, std::size_t otherwise, Diagnostics& diagnostics) {
  constexpr std::size_t for_each_core = 4;
  constexpr std::size_t on_small_machines = 16;
  const std::size_t most = std::max(on_small_machines, for_each_core * core_count());
  const std::size_t wanted = arguments.count("--threads").value_or(otherwise);
  const std::size_t allowed = std::min(wanted, most);
  const std::size_t started = startable_threads(allowed);
  if (started < allowed) {
    diagnostics.warning(Code::W0646, {},
                        "the system gave " + counted(started, "thread") + " instead of " + std::to_string(allowed) +
                            "; the results are the same");
  } else if (allowed < wanted) {
    diagnostics.warning(Code::W0646, {},
                        "--threads " + std::to_string(wanted) + ": " + std::to_string(allowed) +
                            " are used, more make nothing faster here; the results are the same");
  }
  return started;
}

bool filter_is_fine(const Arguments& arguments, Diagnostics& diagnostics) {
  const Outcome<results::NameFilter> filter = results::NameFilter::make(arguments.text("--filter"));
  diagnostics.append(filter.diagnostics());
  return filter.ok();
}

}  // namespace sunder::cli
