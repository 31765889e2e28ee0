#include "base/ranks.hpp"

#include <doctest/doctest.h>

#include <atomic>
#include <cmath>

#include "base/bytes.hpp"
#include "base/rank_tasks.hpp"
#include "unit/base/thread_ranks.hpp"

using namespace sunder;

TEST_CASE("bytes_come_back_as_they_were") {
  ByteWriter out;
  out.whole(7);
  out.number(-0.0);
  out.flag(true);
  out.text("a");
  out.numbers(std::vector<double>{1.5, INFINITY});
  out.texts(std::vector<std::string>{"", "x"});
  const std::string bytes = out.take();
  ByteReader in(bytes);
  CHECK(in.whole() == 7);
  CHECK(std::signbit(in.number()));
  CHECK(in.flag());
  CHECK(in.text() == "a");
  CHECK(in.numbers() == std::vector<double>{1.5, INFINITY});
  CHECK(in.texts() == std::vector<std::string>{"", "x"});
  CHECK(in.empty());
  CHECK_THROWS_AS(in.whole(), std::runtime_error);
  ByteWriter lie;
  lie.whole(1ULL << 60U);  // more numbers than there are bytes
  const std::string short_one = lie.take();
  CHECK_THROWS_AS(ByteReader(short_one).numbers(), std::runtime_error);
}

TEST_CASE("every_task_is_done_once_whoever_does_it") {
  for (const int size : {1, 2, 5}) {
    for (const std::size_t threads : {1U, 3U}) {
      ThreadRanks ranks(size);
      constexpr std::size_t count = 200;
      std::vector<std::string> results(count);
      std::vector<int> by(count, -1);
      std::atomic<std::size_t> done = 0;
      ranks.run([&](Ranks& here) {
        RankTasks tasks;
        tasks.count = count;
        tasks.threads = threads;
        tasks.run = [&](std::size_t i) {
          ++done;
          return std::to_string(i * i);
        };
        tasks.take = [&](std::size_t i, int rank, std::string result) {
          CHECK(by[i] == -1);
          by[i] = rank;
          results[i] = std::move(result);
        };
        CHECK(run_on_ranks(here, tasks).empty());
      });
      CHECK(done == count);
      for (std::size_t i = 0; i < count; ++i) CHECK(results[i] == std::to_string(i * i));
    }
  }
}

TEST_CASE("tasks_of_a_rank_that_gives_up_are_done_by_others") {
  ThreadRanks ranks(3);
  std::vector<int> by(50, -1);
  ranks.run([&](Ranks& here) {
    if (here.rank() == 2) {  // takes one task and leaves
      here.send(0, RankWord::ready, {});
      CHECK(wait_for(here, 0, {})->word == RankWord::task);
      here.send(0, RankWord::goodbye, "no memory left");
      return;
    }
    RankTasks tasks;
    tasks.count = by.size();
    tasks.run = [&](std::size_t) {
      std::this_thread::sleep_for(std::chrono::milliseconds(2));
      return std::string();
    };
    tasks.take = [&](std::size_t i, int rank, const std::string&) { by[i] = rank; };
    const std::vector<LostRank> lost = run_on_ranks(here, tasks);
    if (!here.leads()) return;
    REQUIRE(lost.size() == 1);
    CHECK(lost[0].rank == 2);
    CHECK(!lost[0].tasks.empty());
    CHECK(describe(here, lost[0], "run").starts_with("rank 2 (on node2) was lost with "));
    CHECK(describe(here, lost[0], "run").ends_with("no memory left"));
  });
  for (const int rank : by) CHECK((rank == 0 || rank == 1));
}

TEST_CASE("a_rank_that_is_silent_when_the_work_is_stopped_is_named") {
  ThreadRanks ranks(2);
  CancelToken cancel;
  ranks.run([&](Ranks& here) {
    if (!here.leads()) {  // dies with its first task
      here.send(0, RankWord::ready, {});
      CHECK(wait_for(here, 0, {})->word == RankWord::task);
      cancel.request();
      return;
    }
    RankTasks tasks;
    tasks.count = 1000000;
    tasks.cancel = cancel;
    tasks.run = [](std::size_t) {
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
      return std::string();
    };
    tasks.take = [](std::size_t, int, const std::string&) {};
    const std::vector<LostRank> lost = run_on_ranks(here, tasks);
    REQUIRE(lost.size() == 1);
    CHECK(lost[0].why.empty());
    CHECK(describe(here, lost[0], "run").ends_with("it gave no answer any more"));
  });
}
