#include <doctest/doctest.h>
#include <rapidcheck.h>

#include <algorithm>
#include <bit>
#include <random>
#include <set>

#include "graph/colouring.hpp"
#include "graph/components.hpp"
#include "graph/dulmage_mendelsohn.hpp"
#include "graph/matching.hpp"

using namespace sunder::graph;

namespace {

struct Random {
  using result_type = std::uint32_t;
  explicit Random(std::uint32_t seed) : engine(seed) {}
  static constexpr result_type min() { return 0; }
  static constexpr result_type max() { return 0xFFFFFFFFU; }
  result_type operator()() { return static_cast<result_type>(engine()); }
  std::mt19937 engine;
};

Rows make(const std::vector<std::vector<std::uint32_t>>& lists) {
  Rows rows;
  for (const auto& list : lists) {
    rows.entries.insert(rows.entries.end(), list.begin(), list.end());
    rows.end_row();
  }
  return rows;
}

Rows random_rows(Random& random, std::uint32_t row_count, std::uint32_t column_count, std::uint32_t one_in) {
  std::vector<std::vector<std::uint32_t>> lists(row_count);
  for (auto& list : lists) {
    for (std::uint32_t c = 0; c < column_count; ++c) {
      if (random() % one_in == 0) list.push_back(c);
    }
    std::shuffle(list.begin(), list.end(), random);
  }
  return make(lists);
}

// The size of a maximum matching by trying every subset of columns, row by row.
std::uint32_t brute_force_matching(const Rows& rows) {
  std::set<std::uint32_t> used{0};
  for (std::uint32_t row = 0; row < rows.size(); ++row) {
    std::set<std::uint32_t> after = used;
    for (const std::uint32_t taken : used) {
      for (const std::uint32_t column : rows[row]) after.insert(taken | (1U << column));
    }
    used = std::move(after);
  }
  int best = 0;
  for (const std::uint32_t taken : used) best = std::max(best, std::popcount(taken));
  return static_cast<std::uint32_t>(best);
}

void check_consistent(const Rows& rows, const Matching& matching) {
  std::uint32_t size = 0;
  for (std::uint32_t row = 0; row < rows.size(); ++row) {
    const std::uint32_t column = matching.column_of_row[row];
    if (column == none) continue;
    ++size;
    RC_ASSERT(matching.row_of_column[column] == row);
    RC_ASSERT(std::ranges::count(rows[row], column) > 0);
  }
  RC_ASSERT(size == matching.size);
}

}  // namespace

TEST_CASE("transposed") {
  const Rows columns = transposed(make({{1, 0}, {}, {1}}), 3);
  CHECK(columns.starts == std::vector<std::uint32_t>{0, 1, 3, 3});
  CHECK(columns.entries == std::vector<std::uint32_t>{0, 0, 2});
}

TEST_CASE("matchings of random graphs are maximum") {
  CHECK(rc::check([] {
    Random random(*rc::gen::arbitrary<std::uint32_t>());
    const std::uint32_t row_count = random() % 12;
    const std::uint32_t column_count = random() % 10;
    const Rows rows = random_rows(random, row_count, column_count, 2 + random() % 5);
    const Matching matching = maximum_matching(rows, column_count);
    check_consistent(rows, matching);
    RC_ASSERT(matching.size == brute_force_matching(rows));
  }));
}

TEST_CASE("a matching is extended without leaving matched columns") {
  CHECK(rc::check([] {
    Random random(*rc::gen::arbitrary<std::uint32_t>());
    const Rows rows = random_rows(random, 20, 20, 6);
    Rows preferred;
    for (std::uint32_t row = 0; row < rows.size(); ++row) {
      for (const std::uint32_t column : rows[row]) {
        if (random() % 2 == 0) preferred.entries.push_back(column);
      }
      preferred.end_row();
    }
    const Matching start = maximum_matching(preferred, 20);
    const Matching matching = maximum_matching(rows, 20, start);
    check_consistent(rows, matching);
    RC_ASSERT(matching.size == maximum_matching(rows, 20).size);
    for (std::uint32_t column = 0; column < 20; ++column) {
      if (start.row_of_column[column] != none) RC_ASSERT(matching.row_of_column[column] != none);
    }
  }));
}

TEST_CASE("components of random graphs are those of mutual reachability, in order") {
  CHECK(rc::check([] {
    Random random(*rc::gen::arbitrary<std::uint32_t>());
    const std::uint32_t count = 1 + random() % 14;
    const Rows graph = random_rows(random, count, count, 2 + random() % 12);
    std::vector<std::vector<bool>> reaches(count, std::vector<bool>(count, false));
    for (std::uint32_t v = 0; v < count; ++v) {
      reaches[v][v] = true;
      for (const std::uint32_t w : graph[v]) reaches[v][w] = true;
    }
    for (std::uint32_t k = 0; k < count; ++k) {
      for (std::uint32_t i = 0; i < count; ++i) {
        for (std::uint32_t j = 0; j < count; ++j) reaches[i][j] = reaches[i][j] || (reaches[i][k] && reaches[k][j]);
      }
    }
    const Components components = strong_components(graph);
    RC_ASSERT(components.members.entries.size() == count);
    for (std::uint32_t i = 0; i < count; ++i) {
      for (std::uint32_t j = 0; j < count; ++j) {
        RC_ASSERT((components.of_node[i] == components.of_node[j]) == (reaches[i][j] && reaches[j][i]));
        if (reaches[i][j]) RC_ASSERT(components.of_node[j] <= components.of_node[i]);
      }
    }
    for (std::uint32_t c = 0; c < components.members.size(); ++c) {
      for (const std::uint32_t member : components.members[c]) RC_ASSERT(components.of_node[member] == c);
    }
  }));
}

TEST_CASE("the over- and under-determined parts") {
  // Three equations for x0, one equation for x1 and x2, and x3 is well determined.
  const Rows rows = make({{0}, {0}, {0, 3}, {1, 2, 3}, {3}});
  const auto parts = dulmage_mendelsohn(rows, 4, maximum_matching(rows, 4));
  CHECK(parts.over_rows == std::vector<std::uint32_t>{0, 1, 2, 4});
  CHECK(parts.over_columns == std::vector<std::uint32_t>{0, 3});
  CHECK(parts.under_rows == std::vector<std::uint32_t>{3});
  CHECK(parts.under_columns == std::vector<std::uint32_t>{1, 2});
}

TEST_CASE("the parts of random graphs: each over-determined row is left out by some maximum matching") {
  CHECK(rc::check([] {
    Random random(*rc::gen::arbitrary<std::uint32_t>());
    const std::uint32_t row_count = 1 + random() % 9;
    const std::uint32_t column_count = 1 + random() % 9;
    const Rows rows = random_rows(random, row_count, column_count, 2 + random() % 4);
    const std::uint32_t size = brute_force_matching(rows);
    const auto parts = dulmage_mendelsohn(rows, column_count, maximum_matching(rows, column_count));
    for (std::uint32_t left_out = 0; left_out < row_count; ++left_out) {
      Rows others;
      for (std::uint32_t row = 0; row < row_count; ++row) {
        if (row != left_out) others.entries.insert(others.entries.end(), rows[row].begin(), rows[row].end());
        others.end_row();
      }
      RC_ASSERT(std::ranges::binary_search(parts.over_rows, left_out) == (brute_force_matching(others) == size));
    }
    for (std::uint32_t left_out = 0; left_out < column_count; ++left_out) {
      Rows others;
      for (std::uint32_t row = 0; row < row_count; ++row) {
        std::ranges::copy_if(rows[row], std::back_inserter(others.entries),
                             [&](std::uint32_t column) { return column != left_out; });
        others.end_row();
      }
      RC_ASSERT(std::ranges::binary_search(parts.under_columns, left_out) == (brute_force_matching(others) == size));
    }
  }));
}

TEST_CASE("levels") { CHECK(levels(make({{}, {0}, {0}, {1, 2}, {}})) == std::vector<std::uint32_t>{0, 1, 1, 2, 0}); }

TEST_CASE("colours of random patterns are distinct in every row") {
  CHECK(rc::check([] {
    Random random(*rc::gen::arbitrary<std::uint32_t>());
    const Rows rows = random_rows(random, 30, 400, *rc::gen::element(1U, 2U, 40U));
    const Colouring colouring = colour_columns(rows, 400);
    std::size_t longest = 0;
    for (std::uint32_t row = 0; row < rows.size(); ++row) {
      std::set<std::uint32_t> met;
      for (const std::uint32_t column : rows[row]) RC_ASSERT(met.insert(colouring.colour[column]).second);
      longest = std::max(longest, met.size());
    }
    RC_ASSERT(colouring.count >= longest);
    RC_ASSERT(colouring.count <= 400U);
  }));
}

TEST_CASE("a tridiagonal pattern needs three colours") {
  Rows rows;
  for (std::uint32_t i = 0; i < 1000; ++i) {
    for (std::uint32_t c = i == 0 ? 0 : i - 1; c <= std::min(i + 1, 999U); ++c) rows.entries.push_back(c);
    rows.end_row();
  }
  CHECK(colour_columns(rows, 1000).count == 3);
}

// What is quadratic, or recurses once for every node, does not get through these.
TEST_CASE("a million nodes in a chain") {
  constexpr std::uint32_t count = 1'000'000;
  Rows chain;  // greedy matching goes wrong at every row: one augmenting path runs through all of them
  for (std::uint32_t i = 0; i < count; ++i) {
    if (i + 1 < count) chain.entries.push_back(i + 1);
    chain.entries.push_back(i);
    chain.end_row();
  }
  Rows ahead;  // each points to the next: the depth of the search is the whole chain
  for (std::uint32_t i = 0; i < count; ++i) {
    if (i + 1 < count) ahead.entries.push_back(i + 1);
    ahead.end_row();
  }
  Rows backwards = make({{0}});
  for (std::uint32_t i = 1; i < count; ++i) {
    backwards.entries.push_back(i - 1);
    backwards.entries.push_back(i);
    backwards.end_row();
  }
  CHECK(maximum_matching(chain, count).size == count);
  CHECK(maximum_matching(backwards, count).size == count);
  CHECK(strong_components(ahead).members.size() == count);
  ahead.entries.push_back(0);
  ++ahead.starts.back();
  CHECK(strong_components(ahead).members.size() == 1);
  CHECK(colour_columns(chain, count).count == 2);
  CHECK(dulmage_mendelsohn(chain, count, maximum_matching(chain, count)).over_rows.empty());
}

TEST_CASE("a full row does not make colouring quadratic") {
  constexpr std::uint32_t count = 200'000;
  Rows rows;
  for (std::uint32_t i = 0; i < count; ++i) rows.entries.push_back(i);
  rows.end_row();
  CHECK(colour_columns(rows, count).count == count);
}
