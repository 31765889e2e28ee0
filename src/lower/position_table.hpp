// A hash table of positions in some list: the items stay where they are, and a million of them cost four bytes each.
#pragma once

#include <bit>
#include <cstdint>
#include <vector>

namespace sunder::lower {

class PositionTable {
 public:
  static constexpr std::uint32_t missing = 0xFFFFFFFFU;

  /// The position of the item with this hash for which `same(position)` holds; else remembers `next` for it and returns
  /// `missing`. `hash_of(position)` is needed to make room.
  template <class Same, class HashOf>
  std::uint32_t find_or_add(std::size_t hash, std::uint32_t next, const Same& same, const HashOf& hash_of) {
    if (2 * (count_ + 1) > slots_.size()) grow(hash_of);
    std::size_t at = place(hash);
    for (; slots_[at] != missing; at = (at + 1) & (slots_.size() - 1))
      if (same(slots_[at])) return slots_[at];
    slots_[at] = next;
    ++count_;
    return missing;
  }

 private:
  // The upper bits of the product depend on all bits of the hash: numbers in a row and doubles with a short mantissa
  // are spread over the table alike.
  [[nodiscard]] std::size_t place(std::size_t hash) const {
    return static_cast<std::size_t>((hash * 0x9E3779B97F4A7C15ULL) >> shift_);
  }

  template <class HashOf>
  void grow(const HashOf& hash_of) {
    std::vector<std::uint32_t> old(slots_.empty() ? 64 : 2 * slots_.size(), missing);

    old.swap(slots_);
    shift_ = 64 - std::countr_zero(slots_.size());
    for (const std::uint32_t position : old) {
      if (position == missing) continue;
      std::size_t at = place(hash_of(position));
      while (slots_[at] != missing) at = (at + 1) & (slots_.size() - 1);
      slots_[at] = position;
    }
  }

  std::vector<std::uint32_t> slots_;

  std::size_t count_ = 0;
  int shift_ = 0;  ///< leaves as many bits as the number of slots has
};

}  // namespace sunder::lower
