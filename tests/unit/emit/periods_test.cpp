// Tables that repeat themselves become lines; every row is computed once, in its order.
#include "emit/llvm/periods.hpp"

#include <doctest/doctest.h>

using namespace sunder::emit;

namespace {

/// One column, whose addresses are these.
Listing listing_of(std::vector<std::uint32_t> table) {
  Listing listing;
  Kernel kernel;
  kernel.count = static_cast<std::uint32_t>(table.size());
  kernel.inputs.push_back({Space::work, 0, 0, 0});
  kernel.tables.push_back(std::move(table));
  listing.kernels.push_back(std::move(kernel));
  return listing;
}

std::vector<std::uint32_t> rows_of(const std::vector<Run>& runs) {
  std::vector<std::uint32_t> rows;
  for (const Run& run : runs)
    for (std::uint32_t turn = 0; turn < run.turns; ++turn)
      for (const Statement& statement : run.body) rows.push_back(statement.first + statement.step * turn);
  return rows;
}

/// Three rows for each of n joints, between some others.
std::vector<std::uint32_t> three_of_each(std::uint32_t before, std::uint32_t n, std::uint32_t after) {
  std::vector<std::uint32_t> table;
  for (std::uint32_t i = 0; i < before; ++i) table.push_back(i * i);
  for (std::uint32_t i = 0; i < n; ++i)
    for (const std::uint32_t place : {7U, 4U, 19U}) table.push_back(100 + 24 * i + place);
  for (std::uint32_t i = 0; i < after; ++i) table.push_back(i * i);
  return table;
}

}  // namespace

TEST_CASE("rows that repeat themselves become lines; those before and after stay") {
  for (const std::uint32_t before : {0U, 1U, 5U}) {
    for (const std::uint32_t after : {0U, 2U, 7U}) {
      const Listing listing = listing_of(three_of_each(before, 200, after));
      const Run run{{{0, 0, 1}}, listing.kernels[0].count, true};
      const std::vector<Run> runs = periodic_runs(listing, run);
      CAPTURE(before);
      CAPTURE(after);
      REQUIRE(!runs.empty());
      const std::vector<std::uint32_t> rows = rows_of(runs);
      REQUIRE(rows.size() == run.turns);
      for (std::uint32_t row = 0; row < rows.size(); ++row) CHECK(rows[row] == row);
      std::size_t lines = 0;
      for (const Run& one : runs) {
        if (one.body.size() != 3) continue;
        CHECK(one.turns >= 199);
        for (const Statement& statement : one.body) {
          const auto line = line_in_table(listing.kernels[0], {Space::work, 0, 0, 5}, statement, one.turns);
          REQUIRE(line);
          CHECK(line->stride == 24);
          CHECK(line->base == listing.kernels[0].tables[0][statement.first] + 5);
          ++lines;
        }
      }
      CHECK(lines == 3);
    }
  }
}

TEST_CASE("what does not repeat itself, or is short, stays as it is") {
  std::vector<std::uint32_t> squares;
  for (std::uint32_t i = 0; i < 1000; ++i) squares.push_back(i * i);
  const Listing irregular = listing_of(squares);
  CHECK(periodic_runs(irregular, {{{0, 0, 1}}, 1000, true}).empty());
  CHECK_FALSE(line_in_table(irregular.kernels[0], {Space::work, 0, 0, 0}, {0, 0, 1}, 1000));
  const Listing few = listing_of(three_of_each(0, 10, 0));
  CHECK(periodic_runs(few, {{{0, 0, 1}}, 30, true}).empty());
}
