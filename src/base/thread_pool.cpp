#include "base/thread_pool.hpp"

#include <cstddef>
#include <cstdlib>
#include <latch>
#include <new>
#include <system_error>

namespace sunder {

namespace {

/// Rounds follow each other closely in a run: looking a while, first alone and then between others that have something
/// to do, is faster than being woken up.
constexpr int looks = 200;
constexpr int polite_looks = 1000;

template <class T>
void wait_while(const std::atomic<T>& value, T old) {
  for (int i = 0; i < looks + polite_looks; ++i) {
    if (value.load(std::memory_order_acquire) != old) return;
    if (i >= looks) std::this_thread::yield();
  }
  value.wait(old, std::memory_order_acquire);
}

/// A thread that can be started and then finds no memory ends the run: only those count that have room for some work,
/// all at the same time.
class RoomForWork {
 public:
  explicit RoomForWork(std::size_t mebibytes) : bytes_(std::malloc(mebibytes << 20)) {}
  ~RoomForWork() { std::free(bytes_); }
  RoomForWork(const RoomForWork&) = delete;
  RoomForWork& operator=(const RoomForWork&) = delete;
  [[nodiscard]] bool given() const { return bytes_ != nullptr; }

 private:
  void* volatile bytes_;  // volatile: compilers leave out memory that nobody looks at
};

}  // namespace

std::unique_ptr<ThreadPool> make_thread_pool(std::size_t threads) {
  return threads > 1 ? std::make_unique<ThreadPool>(threads) : nullptr;
}

std::size_t startable_threads(std::size_t wanted) {
  constexpr std::size_t of_a_thread = 16;
  // libraries take memory when it suits them: a thread of OpenBLAS 128 MiB, some time after the start
  constexpr std::size_t of_the_caller = 160;
  std::vector<std::thread> others;
  std::atomic<std::size_t> looked{0};
  std::atomic<std::size_t> with_room{0};
  std::latch enough(1);
  {
    const RoomForWork own(of_the_caller);
    if (!own.given()) return 1;
    start_threads(others, wanted > 0 ? wanted - 1 : 0, [&] {
      const RoomForWork room(of_a_thread);
      if (room.given()) ++with_room;
      ++looked;
      looked.notify_one();
      enough.wait();
    });
    for (std::size_t seen = looked; seen < others.size(); seen = looked) looked.wait(seen);
  }
  enough.count_down();
  for (std::thread& thread : others) thread.join();
  return with_room + 1;
}

void start_threads(std::vector<std::thread>& threads, std::size_t count, const std::function<void()>& work) {
  threads.reserve(threads.size() + count);
  try {
    for (std::size_t i = 0; i < count; ++i) threads.emplace_back(work);
  } catch (const std::system_error&) {
    // those that there are share the work
  } catch (const std::bad_alloc&) {
    // as above: a thread needs memory before it is one
  }
}

ThreadPool::ThreadPool(std::size_t threads) {
  start_threads(workers_, threads > 0 ? threads - 1 : 0, [this] { work(); });
}

ThreadPool::~ThreadPool() {
  stop_.store(true, std::memory_order_relaxed);
  round_.fetch_add(1, std::memory_order_release);
  round_.notify_all();
  for (std::thread& worker : workers_) worker.join();
}

void ThreadPool::take_turns() {
  std::size_t left = left_.load(std::memory_order_acquire);
  while (left > 0) {
    if (!left_.compare_exchange_weak(left, left - 1, std::memory_order_acq_rel, std::memory_order_acquire)) continue;
    try {
      call_(data_, left - 1);
    } catch (...) {
      const std::lock_guard lock(mutex_);
      if (!thrown_) thrown_ = std::current_exception();
    }
    if (unfinished_.fetch_sub(1, std::memory_order_acq_rel) == 1) unfinished_.notify_one();
    left = left_.load(std::memory_order_acquire);
  }
}

void ThreadPool::work() {
  for (std::uint32_t seen = 0;;) {
    wait_while(round_, seen);
    seen = round_.load(std::memory_order_acquire);
    if (stop_.load(std::memory_order_relaxed)) return;
    take_turns();
  }
}

/// Workers that wake up too late find nothing left; nobody waits for them.
void ThreadPool::run(std::size_t count, const void* data, Call call) {
  if (workers_.empty() || count < 2) {
    for (std::size_t i = 0; i < count; ++i) call(data, i);
    return;
  }
  data_ = data;
  call_ = call;
  unfinished_.store(count, std::memory_order_relaxed);
  left_.store(count, std::memory_order_release);
  round_.fetch_add(1, std::memory_order_release);
  round_.notify_all();
  take_turns();
  for (std::size_t rest = unfinished_.load(std::memory_order_acquire); rest != 0;
       rest = unfinished_.load(std::memory_order_acquire)) {
    wait_while(unfinished_, rest);
  }
  if (thrown_) std::rethrow_exception(std::exchange(thrown_, nullptr));
}

}  // namespace sunder
