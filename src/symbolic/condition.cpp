// Rules of conditions and choices: decided ones are taken, equal branches need no question.
#include "symbolic/pool.hpp"

namespace sunder::symbolic {

namespace {

bool is_truth_value(Op op) { return op >= Op::less && op <= Op::logical_not; }

}  // namespace

NodeId Pool::make_condition(Op op, std::span<const NodeId> children) {
  const NodeId a = children[0];
  const NodeId b = children[1];
  if (op != Op::logical_and && op != Op::logical_or) {
    if (a != b || (*this)[a].closed) return intern(op, children);
    return constant(op == Op::less_equal || op == Op::greater_equal || op == Op::equal ? 1 : 0);
  }
  for (const auto& [decided, other] : {std::pair{a, b}, std::pair{b, a}}) {
    if (!is_constant(decided)) continue;
    const bool value = (*this)[decided].value != 0;
    if (value != (op == Op::logical_and)) return constant(value ? 1 : 0);
    if (is_truth_value((*this)[other].op)) return other;
  }
  return a == b && is_truth_value((*this)[a].op) ? a : intern(op, children);
}

NodeId Pool::make_choice(Op op, NodeId condition, NodeId yes, NodeId no) {
  if (is_constant(condition)) return (*this)[condition].value != 0 ? yes : no;
  if (yes == no) return yes;
  return intern(op, std::vector<NodeId>{condition, yes, no});
}

}  // namespace sunder::symbolic
