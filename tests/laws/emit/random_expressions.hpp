// Random expressions for tests of the back ends.
#pragma once

#include <random>
#include <vector>

#include "symbolic/pool.hpp"

namespace sunder::testing {

inline std::uint32_t pick(std::mt19937& random, std::uint32_t count) {
  return static_cast<std::uint32_t>(random() % count);
}

/// Every operation a tape can hold. Partial functions may leave their domain: the results then are no numbers, in all
/// back ends alike.
inline symbolic::NodeId random_expression(symbolic::Pool& pool, std::mt19937& random, std::uint32_t slots, int depth) {
  using symbolic::NodeId;
  using symbolic::Op;
  if (depth == 0 || pick(random, 8) == 0) {
    if (pick(random, 4) == 0) return pool.constant(static_cast<double>(pick(random, 7)) - 3);
    return pool.slot(pick(random, slots));
  }
  static const std::vector<Op> ops{Op::add,        Op::add,           Op::add,    Op::multiply,      Op::multiply,
                                   Op::negate,     Op::divide,        Op::power,  Op::integer_power, Op::integer_power,
                                   Op::sin,        Op::cos,           Op::tan,    Op::asin,          Op::acos,
                                   Op::atan,       Op::sinh,          Op::cosh,   Op::tanh,          Op::exp,
                                   Op::log,        Op::log10,         Op::sqrt,   Op::abs,           Op::sign,
                                   Op::floor,      Op::ceil,          Op::atan2,  Op::min,           Op::max,
                                   Op::mod,        Op::rem,           Op::div,    Op::less,          Op::less_equal,
                                   Op::greater,    Op::greater_equal, Op::equal,  Op::not_equal,     Op::logical_and,
                                   Op::logical_or, Op::logical_not,   Op::select, Op::choose,        Op::choose,
                                   Op::no_event,   Op::smooth,        Op::relax,  Op::residue};
  const Op op = ops[pick(random, static_cast<std::uint32_t>(ops.size()))];
  std::uint32_t arity = 1;
  if (op == Op::add || op == Op::multiply) arity = 2 + pick(random, 4);
  if (op == Op::divide || op == Op::power || (op >= Op::atan2 && op <= Op::logical_or)) arity = 2;
  if (op == Op::select || op == Op::choose) arity = 3;
  std::uint32_t payload = op == Op::smooth ? 1 : 0;
  if (op == Op::integer_power) payload = pick(random, 40) - 15U;
  std::vector<NodeId> children;
  for (std::uint32_t k = 0; k < arity; ++k) children.push_back(random_expression(pool, random, slots, depth - 1));
  return pool.make(op, children, payload);
}

}  // namespace sunder::testing
