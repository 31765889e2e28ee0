#include "verbs/relay.hpp"

namespace sunder::verbs {

void ProgressRelay::update(double fraction, const std::string& detail) {
  constexpr std::chrono::milliseconds between{50};
  const std::lock_guard lock(mutex_);
  if (std::chrono::steady_clock::now() < next_) return;
  if (!control_.progress(task_, fraction, detail)) control_.cancel.request();
  next_ = std::chrono::steady_clock::now() + between;
}

}  // namespace sunder::verbs
