#include "graph/closed_sums.hpp"

#include <doctest/doctest.h>
#include <rapidcheck.h>

#include <map>

#include "rows_of.hpp"

using namespace sunder::graph;

namespace {

/// Of circuits: each open column is a current from one node to another, the columns behind them are states.
std::vector<WholeSum> nodes(std::uint32_t count, const std::vector<std::pair<std::uint32_t, std::uint32_t>>& currents,
                            std::uint32_t states) {
  std::vector<std::map<std::uint32_t, std::int64_t>> terms(count);
  for (std::uint32_t c = 0; c < currents.size(); ++c) {
    ++terms[currents[c].first][c];
    --terms[currents[c].second][c];
  }
  for (std::uint32_t s = 0; s < states; ++s) ++terms[s % count][static_cast<std::uint32_t>(currents.size()) + s];
  std::vector<WholeSum> sums;
  for (std::uint32_t node = 0; node < count; ++node) {
    WholeSum& sum = sums.emplace_back(WholeSum{node, {}, 0.25});
    for (const auto& [column, coefficient] : terms[node])
      if (coefficient != 0) sum.terms.push_back({column, coefficient});
  }
  return sums;
}

Rows columns_of(const std::vector<WholeSum>& sums) {
  std::vector<std::vector<std::uint32_t>> lists;
  for (const WholeSum& sum : sums) {
    lists.emplace_back();
    for (const WholeSum::Term& term : sum.terms) lists.back().push_back(term.column);
  }
  return rows_of(lists);
}

}  // namespace

TEST_CASE("what flows into a circuit that is connected to nothing else adds up to zero") {
  const std::vector<std::pair<std::uint32_t, std::uint32_t>> triangle{{0, 1}, {1, 2}, {2, 0}};
  std::vector<bool> is_open(6, false);
  std::fill_n(is_open.begin(), 3, true);
  const std::vector<WholeSum> sums = nodes(3, triangle, 3);
  CHECK(rows_that_may_close(columns_of(sums), is_open) == std::vector<std::uint32_t>{0, 1, 2});
  const std::vector<WholeSum> closed = close_sums(sums, is_open, 1000);
  REQUIRE(closed.size() == 1);
  REQUIRE(closed[0].terms.size() == 3);
  CHECK(closed[0].of == std::vector<std::uint32_t>{0, 1, 2});
  for (std::uint32_t s = 0; s < 3; ++s) {
    CHECK(closed[0].terms[s].column == 3 + s);
    CHECK(closed[0].terms[s].coefficient == closed[0].terms[0].coefficient);
  }
  CHECK(closed[0].constant == doctest::Approx(0.75 * static_cast<double>(closed[0].terms[0].coefficient)));
}

TEST_CASE("one current that flows elsewhere leaves nothing to look at") {
  // node 2 is connected to a node whose sum is not among these
  const Rows rows = rows_of({{0, 2}, {0, 1}, {1, 2, 3}});
  CHECK(rows_that_may_close(rows, std::vector<bool>(4, true)).empty());
}

TEST_CASE("random circuits: one closed sum for each connected part, and it is a combination of the sums") {
  rc::check([] {
    const auto count = *rc::gen::inRange<std::uint32_t>(2, 30);
    const auto pairs = *rc::gen::container<std::vector<std::pair<std::uint32_t, std::uint32_t>>>(
        rc::gen::pair(rc::gen::inRange<std::uint32_t>(0, count), rc::gen::inRange<std::uint32_t>(0, count)));
    std::vector<std::pair<std::uint32_t, std::uint32_t>> currents;
    for (const auto& pair : pairs)
      if (pair.first != pair.second) currents.push_back(pair);
    const std::uint32_t states = count;  // one into each node
    std::vector<bool> is_open(currents.size() + states, false);
    std::fill_n(is_open.begin(), currents.size(), true);
    const std::vector<WholeSum> closed = close_sums(nodes(count, currents, states), is_open, 1000000);
    // parts by colouring
    std::vector<std::uint32_t> part(count);
    for (std::uint32_t i = 0; i < count; ++i) part[i] = i;
    for (std::uint32_t round = 0; round < count; ++round)
      for (const auto& [a, b] : currents) part[a] = part[b] = std::min(part[a], part[b]);
    std::map<std::uint32_t, std::uint32_t> sizes;
    for (const std::uint32_t p : part) ++sizes[p];
    RC_ASSERT(closed.size() == sizes.size());
    for (const WholeSum& sum : closed) {
      const std::uint32_t of = part[sum.row];
      RC_ASSERT(sum.terms.size() == sizes[of]);
      for (const WholeSum::Term& term : sum.terms) {
        RC_ASSERT(!is_open[term.column]);
        RC_ASSERT(part[term.column - currents.size()] == of);
        RC_ASSERT(term.coefficient == sum.terms[0].coefficient);
      }
    }
  });
}
