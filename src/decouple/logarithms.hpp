// Numbers that every search of this room uses: gains of cycles are added as logarithms.
#pragma once

#include <limits>

namespace sunder::decouple {

inline constexpr double infinite = std::numeric_limits<double>::infinity();
inline constexpr double nothing = -infinite;  ///< logarithm of no gain
/// Of logarithms: rounding of products, far below any use of a time scale.
inline constexpr double exactness = 1e-10;

}  // namespace sunder::decouple
