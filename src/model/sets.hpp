// Sets of states, inputs and outputs.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <ranges>
#include <span>
#include <vector>

#include "base/id.hpp"

namespace sunder::model {

/// Places in the vectors x, u and y.
using StateIndex = Id<struct StateTag>;
using InputIndex = Id<struct InputTag>;
using OutputIndex = Id<struct OutputTag>;

/// Ascending and without repetition.
using StateSet = std::vector<StateIndex>;
using InputSet = std::vector<InputIndex>;
using OutputSet = std::vector<OutputIndex>;

StateSet all_states(std::size_t count);
InputSet all_inputs(std::size_t count);
OutputSet all_outputs(std::size_t count);
StateSet complement(const StateSet& set, std::size_t count);

/// Makes a set of a list: in order, and each only once.
template <class Index>
void make_set(std::vector<Index>& list) {
  std::ranges::sort(list);
  const auto repeated = std::ranges::unique(list);
  list.erase(repeated.begin(), repeated.end());
}

/// Numbers of states from where models are not known, as in graphs.
StateSet to_states(std::span<const std::uint32_t> numbers);

/// The states as numbers, for arithmetic with vectors that have an entry for every state.
inline auto places(const StateSet& set) {
  return std::views::transform(set, [](StateIndex state) { return state.index(); });
}
void places(const StateSet&& temporary) = delete;

/// part[k] = x[set[k]]
inline void gather(std::span<const double> x, const StateSet& set, std::span<double> part) {
  for (std::size_t k = 0; k < set.size(); ++k) part[k] = x[set[k].index()];
}
inline std::vector<double> gather(std::span<const double> x, const StateSet& set) {
  std::vector<double> part(set.size());
  gather(x, set, part);
  return part;
}
/// x[set[k]] = part[k]; other entries stay.
inline void scatter(std::span<const double> part, const StateSet& set, std::span<double> x) {
  for (std::size_t k = 0; k < set.size(); ++k) x[set[k].index()] = part[k];
}
/// to[s] = from[s] for the states s of the set.
inline void copy_states(std::span<const double> from, const StateSet& set, std::span<double> to) {
  for (const StateIndex s : set) to[s.index()] = from[s.index()];
}

}  // namespace sunder::model
