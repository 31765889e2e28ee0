// A few threads that share a loop: which of them takes which turn is left open, so turns must not depend on each other.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <functional>
#include <memory>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

namespace sunder {

class ThreadPool {
 public:
  /// `threads` counts the caller: one makes no thread at all. Where the system gives fewer, they share the work.
  explicit ThreadPool(std::size_t threads);
  ~ThreadPool();
  ThreadPool(const ThreadPool&) = delete;
  ThreadPool& operator=(const ThreadPool&) = delete;

  [[nodiscard]] std::size_t threads() const { return workers_.size() + 1; }

  /// Calls turn(i) for every i below `count` and returns when all have returned. Not to be called from inside a turn.
  /// What a turn throws (no memory left) is thrown here, after the others. Allocates nothing.
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
  std::mutex mutex_;
  std::exception_ptr thrown_;
};

/// How many threads, the caller among them and `wanted` at most, the system lets this process have now.
std::size_t startable_threads(std::size_t wanted);
/// So many threads that do `work`, or as many as the system gives.
void start_threads(std::vector<std::thread>& threads, std::size_t count, const std::function<void()>& work);

/// None for one thread.
std::unique_ptr<ThreadPool> make_thread_pool(std::size_t threads);

}  // namespace sunder
