// Units as text and the physical dimensions behind them.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace sunder::flatten {

/// Exponents of m, kg, s, A, K, mol, cd, counted in twelfths: roots are dimensions too. Angles have none.
struct Dimension {
  static constexpr int whole = 12;
  std::array<std::int32_t, 7> exponents{};

  [[nodiscard]] bool is_one() const { return exponents == std::array<std::int32_t, 7>{}; }
  [[nodiscard]] Dimension times(const Dimension& other, int sign) const;
  /// Empty: no multiple of a twelfth.
  [[nodiscard]] std::optional<Dimension> to_power(double exponent) const;
  friend bool operator==(const Dimension&, const Dimension&) = default;
};

/// "kg.m2/s3", "1/(K.s)", "kW.h"; empty for what is no unit of the SI or beside it.
std::optional<Dimension> dimension_of(std::string_view unit);
/// As a unit, with the base units: "kg.m2/s3"; "1" for none.
std::string print(const Dimension& dimension);

}  // namespace sunder::flatten
