#include "graph/pantelides.hpp"

#include <doctest/doctest.h>

#include <algorithm>

#include "unit/graph/rows_of.hpp"

using namespace sunder::graph;

namespace {

// Every equation or its last derivative has a partner, and no two the same.
bool is_complete(const Differentiation& found, std::uint32_t given) {
  std::vector<bool> differentiated(given + found.equations.size(), false);
  for (const std::uint32_t equation : found.equations) differentiated[equation] = true;
  std::vector<std::uint32_t> partners;
  for (std::uint32_t e = 0; e < differentiated.size(); ++e) {
    if (differentiated[e]) continue;
    if (found.matching.column_of_row[e] == none) return false;
    partners.push_back(found.matching.column_of_row[e]);
  }
  std::sort(partners.begin(), partners.end());
  return std::adjacent_find(partners.begin(), partners.end()) == partners.end();
}

}  // namespace

TEST_CASE("a system whose highest derivatives are determined is left alone") {
  DerivativeGraph graph{rows_of({{0, 1}}), {1, none}, {false, false}};  // x' = -x
  const Differentiation found = differentiate_until_solvable(graph, 5);
  CHECK(found.stuck == none);
  CHECK(found.equations.empty());
  CHECK(found.variables.empty());
}

TEST_CASE("the pendulum: its length twice, the velocities once") {
  // x y vx vy f x' y' vx' vy'
  DerivativeGraph graph{rows_of({{5, 2}, {6, 3}, {7, 4, 0}, {8, 4, 1}, {0, 1}}),
                        {5, 6, 7, 8, none, none, none, none, none},
                        std::vector<bool>(9, false)};
  const Differentiation found = differentiate_until_solvable(graph, 5);
  REQUIRE(found.stuck == none);
  std::vector<int> times(5 + found.equations.size(), 0);
  std::vector<std::uint32_t> origin{0, 1, 2, 3, 4};
  for (const std::uint32_t of : found.equations) {
    origin.push_back(origin[of]);
    ++times[origin[of]];
  }
  CHECK(times[0] == 1);
  CHECK(times[1] == 1);
  CHECK(times[2] == 0);
  CHECK(times[3] == 0);
  CHECK(times[4] == 2);
  CHECK(found.variables.size() == 2);  // x'' and y''
  CHECK(is_complete(found, 5));
}

TEST_CASE("a chain of constraints") {
  // x1 = time, x1' = x2, …: as many derivatives as the chain is long
  for (const std::uint32_t length : {1U, 3U, 10U}) {
    DerivativeGraph graph;
    std::vector<std::vector<std::uint32_t>> rows{{0}};
    for (std::uint32_t i = 0; i < length; ++i) rows.push_back({length + 1 + i, i + 1});
    graph.rows = rows_of(rows);
    graph.derivative.assign(2 * length + 1, none);
    for (std::uint32_t i = 0; i < length; ++i) graph.derivative[i] = length + 1 + i;
    graph.rigid.assign(graph.derivative.size(), false);
    const Differentiation found = differentiate_until_solvable(graph, 20);
    REQUIRE(found.stuck == none);
    CHECK(std::ranges::count(found.equations, 0U) == 1);
    CHECK(found.equations.size() == length * (length + 1) / 2);
    CHECK(is_complete(found, length + 1));
  }
}

TEST_CASE("what changes at events only is not differentiated") {
  // x = d, d = 1, x' = f
  DerivativeGraph graph{rows_of({{0, 1}, {1}, {2, 3}}), {2, none, none, none}, {false, true, false, false}};
  const Differentiation found = differentiate_until_solvable(graph, 5);
  REQUIRE(found.stuck == none);
  CHECK(found.equations == std::vector<std::uint32_t>{0});
  CHECK(found.variables.empty());
}

TEST_CASE("an equation that determines nothing, however often differentiated") {
  DerivativeGraph graph{rows_of({{0}, {0}}), {none}, {false}};
  CHECK(differentiate_until_solvable(graph, 5).stuck != none);
  DerivativeGraph rigid{rows_of({{0}, {0}}), {none}, {true}};
  CHECK(differentiate_until_solvable(rigid, 5).stuck == 1);
}
