// One command line in this process, with what it prints caught, its time and memory limited.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace sunder::fuzz {

/// What a try may use. Seconds are of the processor, so that a busy machine changes nothing.
struct Limits {
  unsigned run_seconds = 3;        ///< then a run is interrupted as Ctrl-C does: it may be long, but must answer
  unsigned seconds = 12;           ///< nothing takes longer
  std::uint64_t megabytes = 3000;  ///< of address space; 0: no limit (sanitizers need all of it)
};

/// How the process ends when the limit is reached: the parent tells them apart.
enum class LimitExit { too_long = 97, interrupted = 98 };

/// For all tries that follow.
void limit_memory(const Limits& limits);

struct Answer {
  int status = 0;
  std::string out, err;
};

/// Standard output and standard error go to `folder`/out and `folder`/err, where they are found after a crash.
Answer invoke(const std::vector<std::string>& words, const std::string& folder, const Limits& limits);

}  // namespace sunder::fuzz
