// Limits on time that hold on a busy machine and under sanitizers.
#pragma once

#include <ctime>

namespace sunder::zoo {

/// Seconds of processor time since it was made, as an optimised build without sanitizers would need them, roughly.
class ProcessorTime {
 public:
  [[nodiscard]] double seconds() const {
    return static_cast<double>(std::clock() - begin_) / static_cast<double>(CLOCKS_PER_SEC) / slowdown;
  }

 private:
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
  static constexpr double slowdown = 10;
#else
  static constexpr double slowdown = 1;
#endif
  std::clock_t begin_ = std::clock();
};

}  // namespace sunder::zoo
