#include "model/sets.hpp"

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

StateSet all_states(std::size_t count) { return first<StateIndex>(count); }
InputSet all_inputs(std::size_t count) { return first<InputIndex>(count); }
OutputSet all_outputs(std::size_t count) { return first<OutputIndex>(count); }

StateSet complement(const StateSet& set, std::size_t count) {
  StateSet rest;
  rest.reserve(count - set.size());
  std::size_t next = 0;
  for (std::size_t i = 0; i < count; ++i) {
    const StateIndex state(i);
    if (next < set.size() && set[next] == state) {
      ++next;
    } else {
      rest.push_back(state);
    }
  }
  return rest;
}

StateSet to_states(std::span<const std::uint32_t> numbers) {
  StateSet set;
  set.reserve(numbers.size());
  for (const std::uint32_t number : numbers) set.emplace_back(number);
  return set;
}

}  // namespace sunder::model
