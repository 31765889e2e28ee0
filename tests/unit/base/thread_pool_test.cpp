#include "base/thread_pool.hpp"

#include <doctest/doctest.h>

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
