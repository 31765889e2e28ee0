// When sums in sums and products in products are joined.
#pragma once

#include <cstddef>

namespace sunder::symbolic {

/// A long nested sum is copied only when what surrounds it is long too: building a sum term by term stays near-linear.
constexpr bool joins_sum(std::size_t inner, std::size_t outer) { return inner <= 64 || inner <= 8 * outer; }

/// A long nested product stays what it is: factors are not collected, so a product of equal products would otherwise
/// multiply its length again and again.
constexpr bool joins_product(std::size_t inner) { return inner <= 64; }

}  // namespace sunder::symbolic
