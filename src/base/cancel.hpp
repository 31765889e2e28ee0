// Stopping long work cleanly. A token is handed down; workers ask it now and then.
#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <memory>

namespace sunder {

class CancelToken {
 public:
  using Clock = std::chrono::steady_clock;

  CancelToken() : flag_(std::make_shared<std::atomic<bool>>(false)) {}

  void request() const { flag_->store(true, std::memory_order_relaxed); }
  [[nodiscard]] bool requested() const {
    return flag_->load(std::memory_order_relaxed) || (deadline_ != Clock::time_point::max() && late());
  }

  /// The same wish, which is there from this instant on at the latest.
  [[nodiscard]] CancelToken until(Clock::time_point deadline) const {
    CancelToken made = *this;
    made.deadline_ = std::min(deadline_, deadline);
    return made;
  }
  [[nodiscard]] bool late() const { return Clock::now() >= deadline_; }

 private:
  Clock::time_point deadline_ = Clock::time_point::max();
  std::shared_ptr<std::atomic<bool>> flag_;
};

/// Routes Ctrl-C (SIGINT) and SIGTERM to the token while it lives; a second signal ends the process at once.
class SignalScope {
 public:
  explicit SignalScope(const CancelToken& token);
  ~SignalScope();
  SignalScope(const SignalScope&) = delete;
  SignalScope& operator=(const SignalScope&) = delete;
};

}  // namespace sunder
