// Random choices that depend on nothing but the seed and the number of the input: any input can be made again alone.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace sunder::fuzz {

class Random {
 public:
  Random(std::uint64_t seed, std::uint64_t input) : state_(seed * 0x9E3779B97F4A7C15U + input + 1) {}

  std::uint64_t bits() {  // splitmix64
    state_ += 0x9E3779B97F4A7C15U;
    std::uint64_t z = state_;
    z = (z ^ (z >> 30U)) * 0xBF58476D1CE4E5B9U;
    z = (z ^ (z >> 27U)) * 0x94D049BB133111EBU;
    return z ^ (z >> 31U);
  }
  /// Below `count`, which is not 0.
  std::size_t below(std::size_t count) { return static_cast<std::size_t>(bits() % count); }
  bool once_in(std::size_t count) { return below(count) == 0; }
  template <class T>
  const T& of(const std::vector<T>& list) {
    return list[below(list.size())];
  }

 private:
  std::uint64_t state_;
};

}  // namespace sunder::fuzz
