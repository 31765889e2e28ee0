#include "model/sets.hpp"

#include <numeric>

namespace sunder::model {

namespace {

template <class Index>
std::vector<Index> first(std::size_t count) {
  std::vector<Index> set;
  set.reserve(count);
  for (std::size_t i = 0; i < count; ++i) set.emplace_back(i);
  return set;
}

}  // namespace

InputSet all_inputs(std::size_t count) { return first<InputIndex>(count); }
OutputSet all_outputs(std::size_t count) { return first<OutputIndex>(count); }

StateSet all_states(std::size_t count) {
  StateSet set(count);
  std::iota(set.begin(), set.end(), 0U);
  return set;
}

StateSet complement(const StateSet& set, std::size_t count) {
  StateSet rest;
  rest.reserve(count - set.size());
  std::size_t next = 0;
  for (std::uint32_t state = 0; state < count; ++state) {
    if (next < set.size() && set[next] == state) {
      ++next;
    } else {
      rest.push_back(state);
    }
  }
  return rest;
}

}  // namespace sunder::model
