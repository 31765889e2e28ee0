// Progress of one run among several: the coarse run is not counted, it is short.
#pragma once

#include <string>

#include "base/progress.hpp"

namespace sunder::choose {

class StagedProgress final : public Progress {
 public:
  StagedProgress(Progress* listener, std::size_t stage, std::size_t stages)
      : listener_(listener), stage_(stage), stages_(stage < stages ? stages : stage + 1) {}

  void update(double fraction, const std::string& detail) override {
    const std::string which = stages_ > 1 ? "run " + std::to_string(stage_ + 1) + ", " : "";
    listener_->update((static_cast<double>(stage_) + fraction) / static_cast<double>(stages_), which + detail);
  }
  [[nodiscard]] Progress* get() { return listener_ == nullptr ? nullptr : this; }

 private:
  Progress* listener_;
  std::size_t stage_, stages_;
};

}  // namespace sunder::choose
