#include "graph/tearing.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <random>

#include "unit/graph/rows_of.hpp"

using namespace sunder::graph;

namespace {

// Each row of the order reads only torn columns, columns before it and its own; nothing is missing.
bool is_sound(const Rows& rows, const std::vector<Solvable>& solvable, const Tearing& torn) {
  std::vector<bool> known(rows.size(), false), used(rows.size(), false);
  for (const std::uint32_t column : torn.columns) known[column] = true;
  for (const auto& [row, column] : torn.order) {
    if (used[row] || known[column]) return false;
    used[row] = true;
    bool solved = false;
    for (std::uint32_t k = rows.starts[row]; k < rows.starts[row + 1]; ++k) {
      if (rows.entries[k] == column) solved = solvable[k] != Solvable::no;
      if (rows.entries[k] != column && !known[rows.entries[k]]) return false;
    }
    if (!solved) return false;
    known[column] = true;
  }
  for (const std::uint32_t row : torn.residues) {
    if (used[row]) return false;
    used[row] = true;
  }
  const auto all = [](const std::vector<bool>& flags) {
    return std::ranges::all_of(flags, [](bool flag) { return flag; });
  };
  return all(known) && all(used) && torn.residues.size() == torn.columns.size();
}

}  // namespace

TEST_CASE("a ring is torn once") {
  const Rows ring = rows_of({{0, 1}, {1, 2}, {2, 3}, {3, 0}});
  const std::vector<Solvable> all(8, Solvable::yes);
  const std::vector<Tear> none(4, Tear::any);
  const Tearing torn = tear(ring, all, none);
  CHECK(torn.columns.size() == 1);
  CHECK(is_sound(ring, all, torn));
}

TEST_CASE("what cannot be solved for is torn, a preferred unknown first") {
  const Rows ring = rows_of({{0, 1}, {1, 0}});
  using Columns = std::vector<std::uint32_t>;
  const std::vector<Solvable> gladly(4, Solvable::yes);
  CHECK(tear(ring, std::vector(4, Solvable::no), {Tear::any, Tear::any}).columns.size() == 2);
  CHECK(tear(ring, gladly, {Tear::any, Tear::known}).columns == Columns{1});
  CHECK(tear(ring, gladly, {Tear::known, Tear::any}).columns == Columns{0});
  CHECK(tear(ring, gladly, {Tear::known, Tear::prefer}).columns == Columns{1});
  CHECK(tear(ring, gladly, {Tear::avoid, Tear::any}).columns == Columns{1});
  CHECK(tear(ring, gladly, {Tear::avoid, Tear::never}).columns == Columns{0});
}

TEST_CASE("rows are solved reluctantly only where another column would be torn") {
  // given 0, rows 0 and 1 each determine 1
  const Rows rows = rows_of({{0, 1}, {0, 1}, {0, 1, 2}});
  const std::vector<Tear> wishes{Tear::prefer, Tear::any, Tear::any};
  std::vector<Solvable> solvable(7, Solvable::yes);
  solvable[1] = Solvable::reluctantly;
  const Tearing torn = tear(rows, solvable, wishes);
  REQUIRE(torn.order.size() == 2);
  CHECK(torn.order[0].row == 1);
  solvable[3] = Solvable::no;
  const Tearing reluctant = tear(rows, solvable, wishes);
  REQUIRE(reluctant.order.size() == 2);
  CHECK(reluctant.order[0].row == 0);
}

TEST_CASE("what follows from a column that was torn later is not torn") {
  // 1 is used most and torn first; but it follows from 0, without which nothing else is left to say what 0 is
  const Rows rows = rows_of({{0, 1}, {1, 2}, {1, 3}, {1, 4}, {0, 2, 3, 4}});
  std::vector<Solvable> solvable(12, Solvable::no);
  for (const std::size_t entry : {1, 3, 5, 7}) solvable[entry] = Solvable::yes;
  const Tearing torn = tear(rows, solvable, std::vector(5, Tear::any));
  CHECK(torn.columns == std::vector<std::uint32_t>{0});
  CHECK(is_sound(rows, solvable, torn));
}

TEST_CASE("tearing is sound for random systems") {
  std::mt19937 random(7);
  for (int round = 0; round < 300; ++round) {
    const auto n = static_cast<std::uint32_t>(1 + random() % 30);
    Rows rows;
    std::vector<Solvable> solvable;
    for (std::uint32_t row = 0; row < n; ++row) {
      for (std::uint32_t column = 0; column < n; ++column) {
        if (column != row && random() % 4 != 0) continue;
        rows.entries.push_back(column);
        solvable.push_back(static_cast<Solvable>(random() % 3));
      }
      rows.end_row();
    }
    CHECK(is_sound(rows, solvable, tear(rows, solvable, std::vector<Tear>(n, Tear::any))));
  }
}
