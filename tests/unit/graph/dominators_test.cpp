#include "graph/dominators.hpp"

#include <doctest/doctest.h>
#include <rapidcheck.h>

using namespace sunder;

namespace {

graph::Rows rows(const std::vector<std::vector<std::uint32_t>>& lists) {
  graph::Rows result;
  for (const auto& list : lists) {
    result.entries.insert(result.entries.end(), list.begin(), list.end());
    result.end_row();
  }
  return result;
}

/// What can be reached from the root without stepping on `closed`.
std::vector<bool> reached(const graph::Rows& successors, std::uint32_t root, std::uint32_t closed) {
  std::vector<bool> seen(successors.size(), false);
  std::vector<std::uint32_t> open;
  if (root != closed) {
    seen[root] = true;
    open.push_back(root);
  }
  while (!open.empty()) {
    const std::uint32_t node = open.back();
    open.pop_back();
    for (const std::uint32_t to : successors[node]) {
      if (to == closed || seen[to]) continue;
      seen[to] = true;
      open.push_back(to);
    }
  }
  return seen;
}

}  // namespace

TEST_CASE("dominators of a small graph") {
  //   0 -> 1 -> 3 -> 4, 0 -> 2 -> 3, 4 -> 1; 5 is not reached
  const graph::Rows successors = rows({{1, 2}, {3}, {3}, {4}, {1}, {0}});
  const graph::Dominators found = graph::dominators(successors, graph::transposed(successors, 6), 0);
  CHECK(found.immediate == std::vector<std::uint32_t>{graph::none, 0, 0, 0, 3, graph::none});
  CHECK(found.order.size() == 5);
  CHECK(found.order.front() == 0);
}

TEST_CASE("a long row of nodes is no deep recursion") {
  graph::Rows successors;
  const std::uint32_t count = 300'000;
  for (std::uint32_t i = 0; i < count; ++i) {
    if (i > 0) successors.entries.push_back(i - 1);
    if (i + 1 < count) successors.entries.push_back(i + 1);
    successors.end_row();
  }
  const graph::Dominators found = graph::dominators(successors, graph::transposed(successors, count), 0);
  for (std::uint32_t i = 1; i < count; ++i) REQUIRE(found.immediate[i] == i - 1);
}

TEST_CASE("a node dominates what cannot be reached without it") {
  rc::check([] {
    const auto count = static_cast<std::uint32_t>(*rc::gen::inRange(1, 12));
    std::vector<std::vector<std::uint32_t>> lists;
    for (std::uint32_t i = 0; i < count; ++i) {
      lists.push_back(*rc::gen::container<std::vector<std::uint32_t>>(rc::gen::inRange<std::uint32_t>(0, count)));
      if (lists.back().size() > 3) lists.back().resize(3);
    }
    const graph::Rows successors = rows(lists);
    const std::uint32_t root = *rc::gen::inRange<std::uint32_t>(0, count);
    const graph::Dominators found = graph::dominators(successors, graph::transposed(successors, count), root);
    const std::vector<bool> at_all = reached(successors, root, graph::none);
    for (std::uint32_t closed = 0; closed < count; ++closed) {
      const std::vector<bool> without = reached(successors, root, closed);
      for (std::uint32_t node = 0; node < count; ++node) {
        bool dominated = false;
        for (std::uint32_t v = found.immediate[node]; v != graph::none; v = found.immediate[v]) {
          dominated = dominated || v == closed;
        }
        if (node != closed) RC_ASSERT(dominated == (at_all[node] && !without[node]));
      }
    }
  });
}
