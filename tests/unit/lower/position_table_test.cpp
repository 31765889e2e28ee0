#include <doctest/doctest.h>

#include <vector>

#include "lower/position_table.hpp"

using sunder::lower::PositionTable;

TEST_CASE("a position table finds what was added and nothing else, whatever the hash") {
  for (const std::size_t modulus :
       {std::size_t{1000003}, std::size_t{16}}) {  // a good hash, and one full of collisions
    std::vector<int> items;
    PositionTable table;
    const auto hash = [&](int value) { return static_cast<std::size_t>(value) % modulus; };
    const auto add = [&](int value) {
      return table.find_or_add(
          hash(value), static_cast<std::uint32_t>(items.size()), [&](std::uint32_t at) { return items[at] == value; },
          [&](std::uint32_t at) { return hash(items[at]); });
    };
    for (int value = 0; value < 2000; ++value) {
      REQUIRE(add(7 * value) == PositionTable::missing);
      items.push_back(7 * value);
    }
    for (int value = 0; value < 2000; ++value) CHECK(add(7 * value) == static_cast<std::uint32_t>(value));
    CHECK(add(3) == PositionTable::missing);
  }
}
