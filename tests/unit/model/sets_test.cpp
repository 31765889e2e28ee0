#include <doctest/doctest.h>

#include "model/partition.hpp"
#include "zoo/states.hpp"

using namespace sunder;

TEST_CASE("sets of states and their complements") {
  CHECK(model::all_states(3) == zoo::states(0, 1, 2));
  CHECK(model::complement(zoo::states(1, 3), 5) == zoo::states(0, 2, 4));
  CHECK(model::complement({}, 2) == zoo::states(0, 1));
  CHECK(model::complement(zoo::states(0, 1), 2).empty());
  const model::Partition partition = model::Partition::two_way(zoo::states(2), 4);
  CHECK(partition.fast() == zoo::states(2));
  CHECK(partition.slow() == zoo::states(0, 1, 3));
}

TEST_CASE("entries of some states are taken out of a vector, put back and copied") {
  const model::StateSet set = zoo::states(1, 3);
  const std::vector<double> x = {10, 11, 12, 13};
  const std::vector<double> part = model::gather(x, set);
  CHECK(part == std::vector<double>{11, 13});
  std::vector<double> back(4, 0.0);
  model::scatter(part, set, back);
  CHECK(back == std::vector<double>{0, 11, 0, 13});
  std::vector<double> copied(4, -1.0);
  model::copy_states(x, set, copied);
  CHECK(copied == std::vector<double>{-1, 11, -1, 13});
  std::vector<std::size_t> numbers;
  for (const std::size_t place : model::places(set)) numbers.push_back(place);
  CHECK(numbers == std::vector<std::size_t>{1, 3});
}

TEST_CASE("lists and numbers become sets of states") {
  model::StateSet list = zoo::states(3, 0, 3, 1, 0);
  model::make_set(list);
  CHECK(list == zoo::states(0, 1, 3));
  CHECK(model::to_states(std::vector<std::uint32_t>{2, 5}) == zoo::states(2, 5));
}
