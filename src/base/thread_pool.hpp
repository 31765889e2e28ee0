// A few threads that share a loop: which of them takes which turn is left open, so turns must not depend on each other.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <thread>
#include <vector>

namespace sunder {

class ThreadPool {
 public:
  /// `threads` counts the caller: one makes no thread at all.
  explicit ThreadPool(std::size_t threads);
  ~ThreadPool();
  ThreadPool(const ThreadPool&) = delete;
  ThreadPool& operator=(const ThreadPool&) = delete;

  [[nodiscard]] std::size_t threads() const { return workers_.size() + 1; }

  /// Calls turn(i) for every i below `count` and returns when all have returned. Not to be called from inside a turn;
  /// a turn must not throw. Allocates nothing.
  template <class Turn>
  void run(std::size_t count, const Turn& turn) {
    run(count, &turn, [](const void* data, std::size_t i) { (*static_cast<const Turn*>(data))(i); });
  }

 private:
  using Call = void (*)(const void* data, std::size_t i);

  void run(std::size_t count, const void* data, Call call);
  void work();
  void take_turns();

  std::vector<std::thread> workers_;
  std::atomic<std::uint32_t> round_{0};  // grows when there is something to do
  std::atomic<bool> stop_{false};
  // Turns not taken yet. Whoever takes one reads the rest after that: it does not change before the turn is finished.
  std::atomic<std::size_t> left_{0};
  std::atomic<std::size_t> unfinished_{0};
  const void* data_ = nullptr;
  Call call_ = nullptr;
};

/// None for one thread.
std::unique_ptr<ThreadPool> make_thread_pool(std::size_t threads);

}  // namespace sunder
