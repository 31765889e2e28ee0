#include <doctest/doctest.h>

#include <set>

#include "graph/cycles.hpp"

using namespace sunder::graph;

namespace {

Rows complete(std::uint32_t n) {
  Rows rows;
  for (std::uint32_t v = 0; v < n; ++v) {
    for (std::uint32_t w = 0; w < n; ++w) rows.entries.push_back(w);  // self loops too: they must not count
    rows.end_row();
  }
  return rows;
}

/// 0 -> 1 -> … -> n-1 -> 0
Rows ring(std::uint32_t n) {
  Rows rows;
  for (std::uint32_t v = 0; v < n; ++v) {
    rows.entries.push_back((v + 1) % n);
    rows.end_row();
  }
  return rows;
}

std::uint64_t count(const Rows& rows) {
  const CycleCount result = enumerate_cycles(rows, {}, [](auto) { return true; });
  CHECK(result.complete);
  return result.found;
}

}  // namespace

TEST_CASE("complete graphs have the number of cycles combinatorics says") {
  // sum over k of (n choose k) (k - 1)!
  CHECK(count(complete(2)) == 1);
  CHECK(count(complete(3)) == 5);
  CHECK(count(complete(4)) == 20);
  CHECK(count(complete(5)) == 84);
  CHECK(count(complete(8)) == 16064);
}

TEST_CASE("every cycle is simple, real, and met once") {
  const Rows rows = complete(6);
  std::set<std::vector<std::uint32_t>> seen;
  enumerate_cycles(rows, {}, [&](std::span<const std::uint32_t> path) {
    CHECK(std::set<std::uint32_t>(path.begin(), path.end()).size() == path.size());
    CHECK(seen.insert({path.begin(), path.end()}).second);
    return true;
  });
  CHECK(seen.size() == 409);
}

TEST_CASE("empty graphs, graphs without cycles, very long cycles") {
  CHECK(count(Rows{}) == 0);
  Rows chain;
  for (std::uint32_t v = 0; v < 300000; ++v) {
    if (v + 1 < 300000) chain.entries.push_back(v + 1);
    chain.end_row();
  }
  CHECK(count(chain) == 0);
  CHECK(count(ring(300000)) == 1);  // no recursion: depth is no limit
}

TEST_CASE("limits stop cleanly") {
  const Rows rows = complete(12);
  CycleLimits limits;
  limits.cycles = 100;
  auto result = enumerate_cycles(rows, limits, [](auto) { return true; });
  CHECK(result.found == 100);
  CHECK_FALSE(result.complete);
  limits = {};
  limits.work = 5000;
  CHECK_FALSE(enumerate_cycles(rows, limits, [](auto) { return true; }).complete);
  limits = {};
  limits.deadline = std::chrono::steady_clock::time_point::min();  // long over: a look at every 10 000 arcs says so
  result = enumerate_cycles(complete(30), limits, [](auto) { return true; });
  CHECK_FALSE(result.complete);
  CHECK(result.work <= 20000);
  std::size_t visited = 0;
  result = enumerate_cycles(rows, {}, [&](auto) { return ++visited < 7; });
  CHECK(visited == 7);
  CHECK_FALSE(result.complete);
  // a limit that is not reached is no limit
  limits = {};
  limits.cycles = 84;
  CHECK(enumerate_cycles(complete(5), limits, [](auto) { return true; }).complete);
}
