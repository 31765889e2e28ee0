// Compressed rows of integers: bipartite graphs (row = equation, entry = unknown) and directed graphs (row = from).
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

namespace sunder::graph {

inline constexpr std::uint32_t none = std::numeric_limits<std::uint32_t>::max();

/// Row r holds entries[starts[r] .. starts[r+1]).
struct Rows {
  std::vector<std::uint32_t> starts{0};
  std::vector<std::uint32_t> entries;

  [[nodiscard]] std::uint32_t size() const { return static_cast<std::uint32_t>(starts.size() - 1); }
  [[nodiscard]] std::span<const std::uint32_t> operator[](std::uint32_t row) const {
    return {entries.data() + starts[row], entries.data() + starts[row + 1]};
  }
  /// Ends the row whose entries were pushed to `entries`.
  void end_row() { starts.push_back(static_cast<std::uint32_t>(entries.size())); }
};

/// Row c of the result holds the rows of `rows` in which c occurs, ascending.
Rows transposed(const Rows& rows, std::uint32_t column_count);

}  // namespace sunder::graph
