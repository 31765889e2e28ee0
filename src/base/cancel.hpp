// Stopping long work cleanly. A token is handed down; workers ask it now and then.
#pragma once

#include <atomic>
#include <memory>

namespace sunder {

class CancelToken {
 public:
  CancelToken() : flag_(std::make_shared<std::atomic<bool>>(false)) {}

  void request() const { flag_->store(true, std::memory_order_relaxed); }
  [[nodiscard]] bool requested() const { return flag_->load(std::memory_order_relaxed); }

 private:
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
