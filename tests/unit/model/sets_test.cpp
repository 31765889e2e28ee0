#include <doctest/doctest.h>

#include "model/partition.hpp"

using namespace sunder;

TEST_CASE("sets of states and their complements") {
  CHECK(model::all_states(3) == model::StateSet{0, 1, 2});
  CHECK(model::complement({1, 3}, 5) == model::StateSet{0, 2, 4});
  CHECK(model::complement({}, 2) == model::StateSet{0, 1});
  CHECK(model::complement({0, 1}, 2).empty());
  const model::Partition partition = model::Partition::two_way({2}, 4);
  CHECK(partition.fast() == model::StateSet{2});
  CHECK(partition.slow() == model::StateSet{0, 1, 3});
}
