// Rules of functions and marks: even and odd functions shed signs, idempotent ones collapse.
#include "symbolic/pool.hpp"

namespace sunder::symbolic {

NodeId Pool::make_function(Op op, std::span<const NodeId> children) {
  const NodeId a = children[0];
  const Op inner = (*this)[a].op;
  switch (op) {
    case Op::abs:
      if (inner == Op::abs) return a;
      if (inner == Op::negate) return make_function(Op::abs, std::vector<NodeId>{this->children(a)[0]});
      break;
    case Op::sign:
      if (inner == Op::negate) return make_negate(intern(op, std::vector<NodeId>{this->children(a)[0]}));
      break;
    case Op::min:
    case Op::max:
      if (a == children[1]) return a;
      break;
    case Op::no_event:
    case Op::relax:
      if (inner == op) return a;
      break;
    default: break;
  }
  return intern(op, children);
}

}  // namespace sunder::symbolic
