#include "base/ranks.hpp"

#include <sched.h>

#include <algorithm>
#include <thread>

namespace sunder {

std::string name_of(const Ranks& ranks, int rank) {
  return "rank " + std::to_string(rank) + " (on " + ranks.host(rank) + ")";
}

void Patience::pause() {
  constexpr unsigned busy = 64, yielding = 512;
  constexpr unsigned longest = 200;  // microseconds
  ++turns_;
  if (turns_ < busy) return;
  if (turns_ < yielding) {
    sched_yield();  // more ranks than cores
    return;
  }
  std::this_thread::sleep_for(std::chrono::microseconds(std::min(longest, turns_ - yielding + 1)));
}

bool Deadline::passed() {
  if (!cancel_.requested()) return false;
  const auto now = std::chrono::steady_clock::now();
  if (!asked_) asked_ = now;
  return now - *asked_ > time_;
}

std::optional<Ranks::Message> wait_for(Ranks& ranks, int from, const CancelToken& cancel) {
  Patience patience;
  Deadline deadline(cancel, std::chrono::milliseconds(50));
  const auto begin = std::chrono::steady_clock::now();
  while (true) {
    if (auto message = ranks.receive(from)) return message;
    if (deadline.passed() && std::chrono::steady_clock::now() - begin > grace) return std::nullopt;
    patience.pause();
  }
}

}  // namespace sunder
