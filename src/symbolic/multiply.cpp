// Rules of products, negation and quotients: signs go outside, numbers to the front, 1 vanishes, 0 wins.
#include <algorithm>
#include <cmath>

#include "symbolic/flattening.hpp"
#include "symbolic/pool.hpp"

namespace sunder::symbolic {

NodeId Pool::make_multiply(std::span<const NodeId> children) {
  bool negative = false;
  double number = 1;
  bool faulty = false;  // a factor that is an error must not vanish in a product with 0
  std::vector<NodeId> factors;
  factors.reserve(children.size());
  const auto take = [&](NodeId factor) {
    if ((*this)[factor].op == Op::negate) {
      negative = !negative;
      factor = this->children(factor)[0];
    }
    const Node& node = (*this)[factor];
    if (node.op == Op::constant && std::isfinite(number * node.value)) {
      number *= node.value;
      return;
    }
    faulty = faulty || (node.closed && node.op != Op::constant);
    factors.push_back(factor);
  };
  for (const NodeId child : children) {
    const bool negated = (*this)[child].op == Op::negate;
    const NodeId inner = negated ? this->children(child)[0] : child;
    if ((*this)[inner].op != Op::multiply || !joins_product((*this)[inner].child_count)) {
      take(child);
      continue;
    }
    negative = negative != negated;
    const std::vector<NodeId> nested(this->children(inner).begin(), this->children(inner).end());
    for (const NodeId factor : nested) take(factor);
  }
  if (number == 0 && !faulty) return constant(0);
  if (number < 0) {
    number = -number;
    negative = !negative;
  }
  if (number != 1 || factors.empty()) factors.insert(factors.begin(), constant(number));
  const NodeId product = factors.size() == 1 ? factors[0] : intern(Op::multiply, factors);
  return negative ? make_negate(product) : product;
}

NodeId Pool::make_negate(NodeId a) {
  const Node& node = (*this)[a];
  if (node.op == Op::constant) return constant(-node.value);
  if (node.op == Op::negate) return children(a)[0];
  if (node.op != Op::add) return intern(Op::negate, std::vector<NodeId>{a});
  // Into the sum, but not into sums inside of it (only very long ones are left there): no recursion.
  std::vector<NodeId> terms(children(a).begin(), children(a).end());
  for (NodeId& term : terms) {
    term = (*this)[term].op == Op::add ? intern(Op::negate, std::vector<NodeId>{term}) : make_negate(term);
  }
  return intern(Op::add, terms);
}

NodeId Pool::make_divide(NodeId a, NodeId b) {
  const Node& divisor = (*this)[b];
  if (divisor.op == Op::negate) return make_negate(make_divide(a, children(b)[0]));
  if (divisor.op == Op::constant && divisor.value < 0)
    return make_negate(make(Op::divide, {a, constant(-divisor.value)}));
  if (is_constant(b, 1)) return a;
  const Node& dividend = (*this)[a];
  if (dividend.op == Op::constant && dividend.value == 0 && !divisor.closed) return a;
  if (dividend.op == Op::negate) return make_negate(make_divide(children(a)[0], b));
  if (dividend.op == Op::constant && dividend.value < 0) return make_negate(make_divide(constant(-dividend.value), b));
  return intern(Op::divide, std::vector<NodeId>{a, b});
}

}  // namespace sunder::symbolic
