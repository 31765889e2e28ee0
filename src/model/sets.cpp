#include "model/sets.hpp"

#include <numeric>

namespace sunder::model {

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
