#include "base/ranks.hpp"

#include <algorithm>
#include <thread>

namespace sunder {

std::string name_of(const Ranks& ranks, int rank) {
  return "rank " + std::to_string(rank) + " (on " + ranks.host(rank) + ")";
}

void Patience::pause() {
  constexpr unsigned busy = 1024;
  constexpr unsigned longest = 200;  // microseconds
  if (++turns_ < busy) return;
  // ranks that share a core (mpirun binds them) would wait for the end of each other's time slice, yielding or not
  std::this_thread::sleep_for(std::chrono::microseconds(std::min(longest, turns_ - busy + 1)));
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
