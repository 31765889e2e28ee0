#include "decouple/parallel.hpp"

#include <doctest/doctest.h>
#include <rapidcheck.h>

#include <algorithm>
#include <numeric>

#include "graph/components.hpp"
#include "zoo/states.hpp"

using namespace sunder;

namespace {

using Arcs = std::vector<std::pair<std::uint32_t, std::uint32_t>>;

decouple::DependencyGraph graph_of(std::uint32_t count, Arcs arcs) {
  std::sort(arcs.begin(), arcs.end());
  decouple::DependencyGraph graph;
  graph.diagonal.assign(count, 0);
  auto at = arcs.begin();
  for (std::uint32_t node = 0; node < count; ++node) {
    for (; at != arcs.end() && at->first == node; ++at) {
      graph.arcs.entries.push_back(at->second);
      graph.weights.push_back(0);
    }
    graph.arcs.end_row();
  }
  return graph;
}

void both_ways(Arcs& arcs, std::uint32_t a, std::uint32_t b) {
  arcs.emplace_back(a, b);
  arcs.emplace_back(b, a);
}

}  // namespace

TEST_CASE("cycles that share one state and nothing else") {
  // three loops through state 0, of two, three and four states
  const auto sets =
      decouple::find_cycle_sets(graph_of(7, {{0, 1}, {1, 0}, {0, 2}, {2, 3}, {3, 0}, {0, 4}, {4, 5}, {5, 6}, {6, 0}}));
  REQUIRE(sets.size() == 1);
  CHECK(sets[0].shared == zoo::states(0));
  // the states behind 0 have no cycles of their own left
  CHECK(sets[0].blocks == std::vector<model::StateSet>{zoo::states(1), zoo::states(2), zoo::states(3), zoo::states(4),
                                                       zoo::states(5), zoo::states(6)});
}

TEST_CASE("blocks with inner cycles around a hub, the hub being neither first nor last") {
  Arcs arcs;
  for (const std::uint32_t block : {0U, 1U, 2U}) {
    const std::uint32_t first = block < 2 ? 2 * block : 5;  // 4 is the hub
    both_ways(arcs, first, first + 1);
    both_ways(arcs, first, 4);
  }
  const auto sets = decouple::find_cycle_sets(graph_of(7, arcs));
  REQUIRE(sets.size() == 1);
  CHECK(sets[0].shared == zoo::states(4));
  CHECK(sets[0].blocks == std::vector<model::StateSet>{zoo::states(0, 1), zoo::states(2, 3), zoo::states(5, 6)});
}

TEST_CASE("two hubs that every block knows: neither separates anything alone") {
  Arcs arcs;
  const std::uint32_t blocks = 20;
  for (std::uint32_t i = 0; i < blocks; ++i) {
    const std::uint32_t a = 2 + 2 * i;
    both_ways(arcs, a, a + 1);
    for (const std::uint32_t hub : {0U, 1U}) {
      arcs.emplace_back(hub, a);
      arcs.emplace_back(a + 1, hub);
    }
  }
  const auto sets = decouple::find_cycle_sets(graph_of(2 + 2 * blocks, arcs));
  REQUIRE(sets.size() == 1);
  CHECK(sets[0].shared == zoo::states(0, 1));
  CHECK(sets[0].blocks.size() == blocks);
  CHECK(sets[0].blocks.front() == zoo::states(2, 3));
}

TEST_CASE("what holds together is not listed") {
  // one ring: without any of its states a row of single states is left, but no second set of cycles
  CHECK(decouple::find_cycle_sets(graph_of(5, {{0, 1}, {1, 2}, {2, 3}, {3, 4}, {4, 0}})).empty());
  Arcs complete;
  for (std::uint32_t i = 0; i < 6; ++i)
    for (std::uint32_t j = 0; j < 6; ++j)
      if (i != j) complete.emplace_back(i, j);
  CHECK(decouple::find_cycle_sets(graph_of(6, complete)).empty());
  CHECK(decouple::find_cycle_sets(graph_of(3, {{0, 1}, {1, 2}})).empty());  // no cycle at all
  CHECK(decouple::find_cycle_sets(graph_of(0, {})).empty());
}

TEST_CASE("every component is looked at by itself") {
  Arcs arcs;
  for (const std::uint32_t from : {0U, 3U}) {
    both_ways(arcs, from, from + 1);
    both_ways(arcs, from + 1, from + 2);
  }
  arcs.emplace_back(0, 3);  // one way: not one component
  const auto sets = decouple::find_cycle_sets(graph_of(6, arcs));
  REQUIRE(sets.size() == 2);
  CHECK(sets[0].shared == zoo::states(1));
  CHECK(sets[1].shared == zoo::states(4));
}

TEST_CASE("a row of 100 000 states is halved") {
  Arcs arcs;
  const std::uint32_t count = 100'000;
  for (std::uint32_t i = 0; i + 1 < count; ++i) both_ways(arcs, i, i + 1);
  const decouple::DependencyGraph graph = graph_of(count, arcs);
  const auto sets = decouple::find_cycle_sets(graph);
  REQUIRE(sets.size() == 1);
  CHECK(sets[0].shared.size() == 3);
  CHECK(sets[0].blocks.size() == 4);
  CHECK(sets[0].blocks.front().size() == 25'000);
}

TEST_CASE("the blocks are the strong components without the shared states") {
  rc::check([] {
    const auto count = static_cast<std::uint32_t>(*rc::gen::inRange(3, 20));
    Arcs arcs;
    const auto some = *rc::gen::inRange(2, 40);
    for (int i = 0; i < some; ++i) {
      const auto a = *rc::gen::inRange<std::uint32_t>(0, count);
      const auto b = *rc::gen::inRange<std::uint32_t>(0, count);
      if (a != b) both_ways(arcs, a, b);
    }
    std::sort(arcs.begin(), arcs.end());
    arcs.erase(std::unique(arcs.begin(), arcs.end()), arcs.end());
    for (const decouple::CycleSets& sets : decouple::find_cycle_sets(graph_of(count, arcs))) {
      RC_ASSERT(sets.blocks.size() >= 2);
      RC_ASSERT(!sets.shared.empty() && sets.shared.size() <= 4);
      std::vector<int> block_of(count, -1);  // -1: elsewhere or shared
      for (std::size_t k = 0; k < sets.blocks.size(); ++k) {
        if (k > 0) RC_ASSERT(sets.blocks[k].size() <= sets.blocks[k - 1].size());
        for (const std::size_t state : model::places(sets.blocks[k])) {
          RC_ASSERT(block_of[state] == -1);
          block_of[state] = static_cast<int>(k);
        }
      }
      for (const std::size_t state : model::places(sets.shared)) RC_ASSERT(block_of[state] == -1);
      // all arcs go both ways here: any arc between two blocks would make them one
      for (const auto& [a, b] : arcs) RC_ASSERT(block_of[a] < 0 || block_of[b] < 0 || block_of[a] == block_of[b]);
    }
  });
}
