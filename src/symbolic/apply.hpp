// What every operation means, on numbers. The interpreter, folding and generated code must all agree with this.
#pragma once

#include <cstdint>
#include <span>

#include "symbolic/pool.hpp"

namespace sunder::symbolic {

/// x to an integer power, as products in this order (n = |exponent|, bits from the lowest):
///   result = nothing; base = x;
///   while n > 0: if n is odd, result = result * base (the first time: result = base);
///                n = n / 2; if n > 0, base = base * base.
/// A negative exponent gives 1 / result, the exponent 0 gives 1.
double integer_power(double x, std::int32_t exponent);

/// The value of one operation (not slot, constant or call) on the values of its children.
/// Sums and products go from left to right. Conditions give 1 or 0, every number but 0 counts as true.
/// div truncates, rem = a - div(a, b) * b, mod = a - floor(a / b) * b.
double apply(Op op, std::span<const double> arguments, std::uint32_t payload);

}  // namespace sunder::symbolic
