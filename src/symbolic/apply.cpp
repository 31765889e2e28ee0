#include "symbolic/apply.hpp"

#include <cassert>
#include <cmath>
#include <limits>

namespace sunder::symbolic {

double integer_power(double x, std::int32_t exponent) {
  auto n = exponent < 0 ? 0U - static_cast<std::uint32_t>(exponent) : static_cast<std::uint32_t>(exponent);
  if (n == 0) return 1;
  double result = 0;
  bool first = true;
  for (double base = x; n > 0;) {
    if ((n & 1U) != 0) {
      result = first ? base : result * base;
      first = false;
    }
    n /= 2;
    if (n > 0) base = base * base;
  }
  return exponent < 0 ? 1 / result : result;
}

namespace {

double sum(std::span<const double> a) {
  double total = a[0];
  for (std::size_t i = 1; i < a.size(); ++i) total += a[i];
  return total;
}

double product(std::span<const double> a) {
  double total = a[0];
  for (std::size_t i = 1; i < a.size(); ++i) total *= a[i];
  return total;
}

double sign(double x) {
  if (x > 0) return 1;
  return x < 0 ? -1 : 0;
}

}  // namespace

double apply(Op op, std::span<const double> a, std::uint32_t payload) {
  switch (op) {
    case Op::add: return sum(a);
    case Op::multiply: return product(a);
    case Op::negate: return -a[0];
    case Op::divide: return a[0] / a[1];
    case Op::integer_power: return integer_power(a[0], static_cast<std::int32_t>(payload));
    case Op::power: return std::pow(a[0], a[1]);
    case Op::sin: return std::sin(a[0]);
    case Op::cos: return std::cos(a[0]);
    case Op::tan: return std::tan(a[0]);
    case Op::asin: return std::asin(a[0]);
    case Op::acos: return std::acos(a[0]);
    case Op::atan: return std::atan(a[0]);
    case Op::sinh: return std::sinh(a[0]);
    case Op::cosh: return std::cosh(a[0]);
    case Op::tanh: return std::tanh(a[0]);
    case Op::exp: return std::exp(a[0]);
    case Op::log: return std::log(a[0]);
    case Op::log10: return std::log10(a[0]);
    case Op::sqrt: return std::sqrt(a[0]);
    case Op::abs: return std::fabs(a[0]);
    case Op::sign: return sign(a[0]);
    case Op::floor: return std::floor(a[0]);
    case Op::ceil: return std::ceil(a[0]);
    case Op::atan2: return std::atan2(a[0], a[1]);
    case Op::min: return a[1] < a[0] ? a[1] : a[0];
    case Op::max: return a[0] < a[1] ? a[1] : a[0];
    case Op::mod: return a[0] - std::floor(a[0] / a[1]) * a[1];
    case Op::rem: return a[0] - std::trunc(a[0] / a[1]) * a[1];
    case Op::div: return std::trunc(a[0] / a[1]);
    case Op::less: return a[0] < a[1] ? 1 : 0;
    case Op::less_equal: return a[0] <= a[1] ? 1 : 0;
    case Op::greater: return a[0] > a[1] ? 1 : 0;
    case Op::greater_equal: return a[0] >= a[1] ? 1 : 0;
    case Op::equal: return a[0] == a[1] ? 1 : 0;
    case Op::not_equal: return a[0] != a[1] ? 1 : 0;
    case Op::logical_and: return a[0] != 0 && a[1] != 0 ? 1 : 0;
    case Op::logical_or: return a[0] != 0 || a[1] != 0 ? 1 : 0;
    case Op::logical_not: return a[0] == 0 ? 1 : 0;
    case Op::select:
    case Op::choose: return a[0] != 0 ? a[1] : a[2];
    case Op::no_event:
    case Op::smooth:
    case Op::relax: return a[0];
    case Op::residue: return 0;
    case Op::call:
    case Op::slot:
    case Op::constant: break;
  }
  assert(false && "leaves have no arguments, calls need their routine");
  return std::numeric_limits<double>::quiet_NaN();
}

}  // namespace sunder::symbolic
