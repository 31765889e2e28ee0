#include "base/thread_pool.hpp"

namespace sunder {

namespace {

/// Rounds follow each other closely in a run: looking a while is faster than being woken up.
constexpr int looks_before_sleep = 2000;

template <class T>
void wait_while(const std::atomic<T>& value, T old) {
  for (int i = 0; i < looks_before_sleep; ++i) {
    if (value.load(std::memory_order_acquire) != old) return;
  }
  value.wait(old, std::memory_order_acquire);
}

}  // namespace

std::unique_ptr<ThreadPool> make_thread_pool(std::size_t threads) {
  return threads > 1 ? std::make_unique<ThreadPool>(threads) : nullptr;
}

ThreadPool::ThreadPool(std::size_t threads) {
  for (std::size_t i = 1; i < threads; ++i) workers_.emplace_back([this] { work(); });
}

ThreadPool::~ThreadPool() {
  stop_.store(true, std::memory_order_relaxed);
  round_.fetch_add(1, std::memory_order_release);
  round_.notify_all();
  for (std::thread& worker : workers_) worker.join();
}

void ThreadPool::take_turns() {
  for (;;) {
    const std::size_t i = next_.fetch_add(1, std::memory_order_relaxed);
    if (i >= count_) return;
    call_(data_, i);
  }
}

void ThreadPool::work() {
  for (std::uint32_t seen = 0;; ++seen) {
    wait_while(round_, seen);
    if (stop_.load(std::memory_order_relaxed)) return;
    take_turns();
    if (busy_.fetch_sub(1, std::memory_order_acq_rel) == 1) busy_.notify_one();
  }
}

void ThreadPool::run(std::size_t count, const void* data, Call call) {
  count_ = count;
  data_ = data;
  call_ = call;
  next_.store(0, std::memory_order_relaxed);
  if (workers_.empty() || count < 2) {
    take_turns();
    return;
  }
  busy_.store(static_cast<std::uint32_t>(workers_.size()), std::memory_order_relaxed);
  round_.fetch_add(1, std::memory_order_release);
  round_.notify_all();
  take_turns();
  for (std::uint32_t left = busy_.load(std::memory_order_acquire); left != 0;
       left = busy_.load(std::memory_order_acquire)) {
    wait_while(busy_, left);
  }
}

}  // namespace sunder
