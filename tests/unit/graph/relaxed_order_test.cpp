#include "graph/relaxed_order.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <random>

using namespace sunder::graph;

namespace {

struct Entry {
  std::uint32_t column;
  bool marked = false;
};

void add(MarkedRows& system, std::uint32_t instance, const std::vector<Entry>& entries, std::uint32_t residue = none) {
  bool cut = false;
  for (const Entry& entry : entries) {
    system.rows.entries.push_back(entry.column);
    system.marked.push_back(entry.marked);
    system.unit.push_back(true);
    system.column_count = std::max(system.column_count, entry.column + 1);
    cut = cut || entry.marked;
  }
  system.rows.end_row();
  system.cut.push_back(cut);
  system.residue.push_back(residue);
  system.instance.push_back(instance);
}

// Every row and every column once, in a block or in the last one.
void check_complete(const MarkedRows& system, const RelaxedOrder& order) {
  std::vector<int> rows(system.rows.size(), 0), columns(system.column_count, 0);
  for (const auto& block : order.blocks) {
    for (const auto& [row, column] : block) {
      ++rows[row];
      ++columns[column];
    }
  }
  for (const std::uint32_t row : order.last_rows) ++rows[row];
  for (const std::uint32_t column : order.last_columns) ++columns[column];
  CHECK(std::ranges::all_of(rows, [](int count) { return count == 1; }));
  CHECK(std::ranges::all_of(columns, [](int count) { return count == 1; }));
  CHECK(order.last_rows.size() == order.last_columns.size());
}

}  // namespace

TEST_CASE("a chain of joints is eliminated joint by joint") {
  // link i: a_i = relax(a_(i-1)) + q_i; m a_i = f_i - f_(i+1); f_i = residue(q_i): columns 3 i, 3 i + 1 (q), 3 i + 2
  // (f)
  constexpr std::uint32_t count = 50;
  MarkedRows system;
  for (std::uint32_t i = 0; i < count; ++i) {
    if (i == 0)
      add(system, i, {{0}, {1}});
    else
      add(system, i, {{3 * i}, {3 * (i - 1), true}, {3 * i + 1}});
    if (i + 1 < count)
      add(system, count + i, {{3 * i}, {3 * i + 2}, {3 * i + 5}});
    else
      add(system, count + i, {{3 * i}, {3 * i + 2}});
    add(system, i, {{3 * i + 2}}, 3 * i + 1);
  }
  const RelaxedOrder order = relaxed_order(system);
  check_complete(system, order);
  CHECK(order.blocks.size() == count);
  CHECK(order.last_rows.empty());
  CHECK(order.loops.empty());
  // from the tip
  CHECK(order.blocks.front().size() == 3);
  CHECK(order.blocks.front().front().column >= 3 * (count - 1));
}

TEST_CASE("two cuts that want the same unknown: one is turned") {
  MarkedRows system;  // a = relax(b), a = relax(c), a + b + c
  add(system, 0, {{0}, {1, true}});
  add(system, 1, {{0}, {2, true}});
  add(system, 2, {{0}, {1}, {2}});
  const RelaxedOrder order = relaxed_order(system);
  check_complete(system, order);
  CHECK(order.turned.size() == 1);
  CHECK(order.loops.empty());
}

TEST_CASE("rows with nothing but marks go to the last block") {
  MarkedRows system;  // i = relax(u) - relax(v), i = u, and u = relax(v)
  add(system, 0, {{0}, {1, true}, {2, true}});
  add(system, 1, {{0}, {1}});
  add(system, 2, {{1, true}, {2, true}});
  const RelaxedOrder order = relaxed_order(system);
  check_complete(system, order);
  CHECK(order.last_rows == std::vector<std::uint32_t>{2});
}

TEST_CASE("random marks leave nothing out") {
  std::mt19937 random(7);
  for (int repetition = 0; repetition < 300; ++repetition) {
    const std::uint32_t size = 2 + random() % 30;
    MarkedRows system;
    for (std::uint32_t row = 0; row < size; ++row) {
      std::vector<Entry> entries{{row, false}};
      for (int k = 0; k < 3; ++k) {
        const std::uint32_t column = random() % size;
        const bool known = std::ranges::any_of(entries, [&](const Entry& entry) { return entry.column == column; });
        if (!known) entries.push_back({column, random() % 2 == 0});
      }
      const bool residue = random() % 8 == 0;
      add(system, row / 2, entries, residue ? static_cast<std::uint32_t>(random() % size) : none);
    }
    check_complete(system, relaxed_order(system));
  }
}
