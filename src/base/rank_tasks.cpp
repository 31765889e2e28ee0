#include "base/rank_tasks.hpp"

#include <algorithm>
#include <condition_variable>
#include <deque>
#include <exception>
#include <mutex>
#include <optional>
#include <thread>
#include <utility>

#include "base/bytes.hpp"
#include "base/text.hpp"
#include "base/thread_pool.hpp"

namespace sunder {
namespace {

/// Threads that do tasks while the thread that made them talks to other ranks: MPI is called from one thread only.
class TaskWorkers {
 public:
  TaskWorkers(std::size_t threads, const std::function<std::string(std::size_t)>& run) : run_(run) {
    start_threads(threads_, std::max<std::size_t>(threads, 1), [this] { work(); });
    if (threads_.empty()) throw std::runtime_error("the system gives no thread");
  }
  ~TaskWorkers() {
    {
      const std::lock_guard lock(mutex_);
      closed_ = true;
      waiting_.clear();
    }
    something_.notify_all();
    for (std::thread& thread : threads_) thread.join();
  }
  TaskWorkers(const TaskWorkers&) = delete;
  TaskWorkers& operator=(const TaskWorkers&) = delete;

  [[nodiscard]] std::size_t threads() const { return threads_.size(); }
  void add(std::size_t task) {
    {
      const std::lock_guard lock(mutex_);
      waiting_.push_back(task);
      ++busy_;
    }
    something_.notify_one();
  }
  /// Tasks that were added and whose results were not fetched.
  [[nodiscard]] std::size_t busy() const { return busy_; }
  std::optional<std::pair<std::size_t, std::string>> fetch() {
    const std::lock_guard lock(mutex_);
    if (thrown_) std::rethrow_exception(thrown_);
    if (done_.empty()) return std::nullopt;
    auto first = std::move(done_.front());
    done_.pop_front();
    --busy_;
    return first;
  }

 private:
  void work() {
    while (true) {
      std::size_t task = 0;
      {
        std::unique_lock lock(mutex_);
        something_.wait(lock, [this] { return closed_ || !waiting_.empty(); });
        if (closed_) return;
        task = waiting_.front();
        waiting_.pop_front();
      }
      try {
        std::string result = run_(task);
        const std::lock_guard lock(mutex_);
        done_.emplace_back(task, std::move(result));
      } catch (...) {
        const std::lock_guard lock(mutex_);
        if (!thrown_) thrown_ = std::current_exception();
      }
    }
  }

  const std::function<std::string(std::size_t)>& run_;
  std::vector<std::thread> threads_;
  std::mutex mutex_;
  std::condition_variable something_;
  std::deque<std::size_t> waiting_;
  std::deque<std::pair<std::size_t, std::string>> done_;
  std::exception_ptr thrown_;
  std::size_t busy_ = 0;  // of the thread that made it
  bool closed_ = false;
};

class Leader {
 public:
  Leader(Ranks& ranks, const RankTasks& tasks)
      : ranks_(ranks), tasks_(tasks), workers_(tasks.threads, tasks.run), deadline_(tasks.cancel) {
    others_.resize(static_cast<std::size_t>(ranks.size()));
  }

  std::vector<LostRank> lead() {
    Patience patience;
    while (!finished()) {
      if (hand_out() | collect_own() | collect_others())
        patience.reset();
      else if (deadline_.passed())
        give_up_others();
      else
        patience.pause();
    }
    for (int r = 1; r < ranks_.size(); ++r)
      if (!other(r).lost) ranks_.send(r, RankWord::end, {});
    return std::move(lost_);
  }

 private:
  struct Other {
    bool ready = false, lost = false;
    std::vector<std::size_t> tasks;
  };
  Other& other(int rank) { return others_[static_cast<std::size_t>(rank)]; }

  /// Nothing is under way, and nothing will be.
  [[nodiscard]] bool finished() const {
    if (workers_.busy() > 0) return false;
    if (std::ranges::any_of(others_, [](const Other& one) { return !one.tasks.empty(); })) return false;
    return !more();
  }
  [[nodiscard]] bool more() const { return (next_ < tasks_.count || !again_.empty()) && !tasks_.cancel.requested(); }
  std::size_t take_next() {
    if (again_.empty()) return next_++;
    const std::size_t task = again_.back();
    again_.pop_back();
    return task;
  }
  bool hand_out() {
    bool any = false;
    while (more() && workers_.busy() < workers_.threads()) {
      workers_.add(take_next());
      any = true;
    }
    for (int r = 1; r < ranks_.size(); ++r) {
      Other& one = other(r);
      // one more than it can do at a time: the next is there when one is done
      while (more() && one.ready && one.tasks.size() < tasks_.threads + 1) {
        const std::size_t task = take_next();
        ByteWriter out;
        out.whole(task);
        ranks_.send(r, RankWord::task, out.take());
        one.tasks.push_back(task);
        any = true;
      }
    }
    return any;
  }
  bool collect_own() {
    bool any = false;
    while (auto result = workers_.fetch()) {
      tasks_.take(result->first, 0, std::move(result->second));
      any = true;
    }
    return any;
  }
  bool collect_others() {
    bool any = false;
    while (auto message = ranks_.receive()) {
      any = true;
      Other& one = other(message->from);
      if (message->word == RankWord::ready) {
        one.ready = true;
      } else if (message->word == RankWord::goodbye) {
        lose(message->from, message->bytes);
      } else if (message->word == RankWord::done) {
        ByteReader in(message->bytes);
        const auto task = static_cast<std::size_t>(in.whole());
        std::erase(one.tasks, task);
        tasks_.take(task, message->from, in.text());
      }
    }
    return any;
  }
  void lose(int rank, std::string why) {
    Other& one = other(rank);
    if (!std::exchange(one.lost, true)) lost_.push_back({rank, one.tasks, std::move(why)});
    one.ready = false;
    again_.insert(again_.end(), one.tasks.begin(), one.tasks.end());
    one.tasks.clear();
  }
  void give_up_others() {
    for (int r = 1; r < ranks_.size(); ++r)
      if (!other(r).tasks.empty()) lose(r, {});
  }

  Ranks& ranks_;
  const RankTasks& tasks_;
  TaskWorkers workers_;
  Deadline deadline_;
  std::vector<Other> others_;       // by rank; the first is this one and not used
  std::vector<std::size_t> again_;  // tasks of ranks that gave up
  std::vector<LostRank> lost_;
  std::size_t next_ = 0;
};

void serve_tasks(Ranks& ranks, const RankTasks& tasks) {
  TaskWorkers workers(tasks.threads, tasks.run);
  ranks.send(0, RankWord::ready, {});
  Patience patience;
  Deadline deadline(tasks.cancel);
  while (true) {
    bool any = false;
    while (auto result = workers.fetch()) {
      ByteWriter out;
      out.whole(result->first);
      out.text(result->second);
      ranks.send(0, RankWord::done, out.take());
      any = true;
    }
    if (const auto message = ranks.receive(0)) {
      if (message->word == RankWord::end) return;
      workers.add(static_cast<std::size_t>(ByteReader(message->bytes).whole()));
      any = true;
    }
    if (any)
      patience.reset();
    else if (deadline.passed() && workers.busy() == 0)
      return ranks.abandon();  // rank 0 is gone
    else
      patience.pause();
  }
}

}  // namespace

std::vector<LostRank> run_on_ranks(Ranks& ranks, const RankTasks& tasks) {
  if (ranks.leads()) return Leader(ranks, tasks).lead();
  serve_tasks(ranks, tasks);
  return {};
}

std::string describe(const Ranks& ranks, const LostRank& lost, const std::string& task) {
  std::string text = name_of(ranks, lost.rank) + " was lost";
  if (!lost.tasks.empty()) text += " with " + counted(lost.tasks.size(), task);
  return text + ": " + (lost.why.empty() ? "it gave no answer any more" : lost.why);
}

}  // namespace sunder
