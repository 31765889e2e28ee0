#include "base/thread_pool.hpp"

#include <doctest/doctest.h>

#include <atomic>
#include <chrono>
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
