// Distinct index types: an EquationId can never be passed where a VariableId is meant.
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>

namespace sunder {

/// A strongly typed 32-bit index. `Tag` only names the kind of thing that is numbered.
/// Default construction gives the invalid id, so that a forgotten assignment is caught by `valid()`.
template <class Tag>
struct Id {
  static constexpr std::uint32_t invalid_value = std::numeric_limits<std::uint32_t>::max();

  std::uint32_t value = invalid_value;

  constexpr Id() = default;
  constexpr explicit Id(std::uint32_t v) : value(v) {}
  constexpr explicit Id(std::size_t v) : value(static_cast<std::uint32_t>(v)) {}
  constexpr explicit Id(int v) : value(static_cast<std::uint32_t>(v)) {}

  [[nodiscard]] constexpr bool valid() const { return value != invalid_value; }
  [[nodiscard]] constexpr std::size_t index() const { return value; }
  friend constexpr auto operator<=>(Id, Id) = default;
};

}  // namespace sunder

template <class Tag>
struct std::hash<sunder::Id<Tag>> {
  std::size_t operator()(sunder::Id<Tag> id) const noexcept { return std::hash<std::uint32_t>{}(id.value); }
};
