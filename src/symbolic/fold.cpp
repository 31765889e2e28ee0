// Rule: an operation on constants is its value, unless that is not finite (the error must stay visible).
#include <algorithm>
#include <cmath>

#include "symbolic/apply.hpp"
#include "symbolic/pool.hpp"
#include "symbolic/routine.hpp"
#include "symbolic/said_text.hpp"

namespace sunder::symbolic {

NodeId Pool::fold(Op op, std::span<const NodeId> children, std::uint32_t payload) {
  if (op == Op::slot || op == Op::constant || op == Op::residue || children.empty()) return {};
  if (!std::ranges::all_of(children, [this](NodeId child) { return is_constant(child); })) return {};
  if (op == Op::call && dynamic_cast<const SaidText*>(routines_[payload].get()) != nullptr) return {};  // said anew
  std::vector<double> values;
  for (const NodeId child : children) values.push_back((*this)[child].value);
  const double value = op == Op::call ? routines_[payload]->value(values) : apply(op, values, payload);
  return std::isfinite(value) ? constant(value) : NodeId();
}

}  // namespace sunder::symbolic
