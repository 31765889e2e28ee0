// From those who work to whoever watches: progress one way, the wish to stop the other.
#pragma once

#include <chrono>
#include <mutex>

#include "base/progress.hpp"
#include "verbs/control.hpp"

namespace sunder::verbs {

class ProgressRelay final : public Progress {
 public:
  ProgressRelay(const Control& control, std::string task) : control_(control), task_(std::move(task)) {}

  void update(double fraction, const std::string& detail = {}) override;
  /// Null where nobody watches: nothing is made into text for nobody.
  [[nodiscard]] Progress* get() { return control_.progress ? this : nullptr; }

 private:
  const Control& control_;
  std::string task_;
  std::mutex mutex_;
  std::chrono::steady_clock::time_point next_{};  // not before; the first one is told at once
};

}  // namespace sunder::verbs
