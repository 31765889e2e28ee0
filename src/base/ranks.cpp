#include "base/ranks.hpp"

#include <sys/prctl.h>

#include <algorithm>
#include <thread>

namespace sunder {

std::string name_of(const Ranks& ranks, int rank) {
  return "rank " + std::to_string(rank) + " (on " + ranks.host(rank) + ")";
}

void Patience::pause() {
  using Clock = std::chrono::steady_clock;
  constexpr std::chrono::microseconds busy{150};  // what an exchange of many small parts takes
  constexpr unsigned longest = 200;               // microseconds
  if (turns_ == 0) {
    const Clock::time_point now = Clock::now();
    if (!begin_) begin_ = now;
    if (now - *begin_ < busy) return;
    // sleeps that are as short as they are said to be: usually they take 50 microseconds more
    prctl(PR_SET_TIMERSLACK, 1000UL, 0UL, 0UL, 0UL);
  }
  // ranks that share a core would wait for the end of each other's time slice, yielding or not
  turns_ = std::min(turns_ + 5, longest);
  std::this_thread::sleep_for(std::chrono::microseconds(turns_));
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
