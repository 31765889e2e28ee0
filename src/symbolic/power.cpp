// Rules of powers: exponents 0 and 1 vanish, real exponents that are small whole numbers become integer powers.
#include <cmath>

#include "symbolic/pool.hpp"

namespace sunder::symbolic {

NodeId Pool::make_integer_power(NodeId a, std::int32_t exponent) {
  if (exponent == 0) return constant(1);
  if (exponent == 1) return a;
  const auto payload = static_cast<std::uint32_t>(exponent);
  if ((*this)[a].op == Op::negate) {
    const NodeId power = intern(Op::integer_power, std::vector<NodeId>{children(a)[0]}, payload);
    return exponent % 2 == 0 ? power : make_negate(power);
  }
  return intern(Op::integer_power, std::vector<NodeId>{a}, payload);
}

NodeId Pool::make_power(NodeId a, NodeId b) {
  constexpr double largest_product = 64;  // beyond that, pow is faster and more accurate
  if (is_constant(b)) {
    const double exponent = (*this)[b].value;
    if (exponent == std::floor(exponent) && std::fabs(exponent) <= largest_product) {
      return make_integer_power(a, static_cast<std::int32_t>(exponent));
    }
  }
  return intern(Op::power, std::vector<NodeId>{a, b});
}

}  // namespace sunder::symbolic
