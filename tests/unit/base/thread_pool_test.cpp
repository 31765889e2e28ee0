#include "base/thread_pool.hpp"

#include <doctest/doctest.h>

#include <atomic>
#include <chrono>
#include <new>
#include <thread>
#include <vector>

using namespace sunder;

TEST_CASE("a pool takes every turn once, round after round, whatever the number of threads") {
  for (const std::size_t threads : {1U, 2U, 5U}) {
    ThreadPool pool(threads);
    CHECK(pool.threads() == threads);
    for (const std::size_t count : {0U, 1U, 2U, 100U}) {
      std::vector<int> taken(count, 0);
      for (int round = 0; round < 200; ++round) pool.run(count, [&](std::size_t i) { ++taken[i]; });
      CHECK(taken == std::vector<int>(count, 200));
    }
  }
  CHECK(make_thread_pool(1) == nullptr);
  CHECK(make_thread_pool(3)->threads() == 3);
}

TEST_CASE("turns really are taken at the same time") {
  ThreadPool pool(3);
  for (int round = 0; round < 20; ++round) {
    std::atomic<int> begun{0};
    std::atomic<int> met{0};
    const auto patience = std::chrono::steady_clock::now() + std::chrono::seconds(10);
    pool.run(3, [&](std::size_t) {
      ++begun;
      while (begun < 3 && std::chrono::steady_clock::now() < patience) std::this_thread::yield();
      if (begun == 3) ++met;
    });
    CHECK(met == 3);
  }
}

TEST_CASE("what a turn throws arrives at the caller, after all turns") {
  ThreadPool pool(3);
  std::atomic<int> taken{0};
  const auto turn = [&](std::size_t i) {
    ++taken;
    if (i == 5) throw std::bad_alloc();
  };
  CHECK_THROWS_AS(pool.run(20, turn), std::bad_alloc);
  CHECK(taken == 20);
  pool.run(20, [&](std::size_t) { ++taken; });  // and it can be used again
  CHECK(taken == 40);
}

TEST_CASE("how many threads can be had") {
  CHECK(startable_threads(1) == 1);
  CHECK(startable_threads(3) == 3);
}
