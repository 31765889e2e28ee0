// Processor time, which other programs that run at the same time do not lengthen much.
#pragma once

#include <ctime>

namespace sunder::bench {

/// Seconds of processor time since it was made.
class ProcessorTime {
 public:
  [[nodiscard]] double seconds() const {
    return static_cast<double>(std::clock() - begin_) / static_cast<double>(CLOCKS_PER_SEC);
  }

 private:
  std::clock_t begin_ = std::clock();
};

}  // namespace sunder::bench
