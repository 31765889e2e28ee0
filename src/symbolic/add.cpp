// Rules of sums: nested sums are flattened, numbers and equal terms are collected, zero vanishes.
#include <cmath>

#include "symbolic/flattening.hpp"
#include "symbolic/pool.hpp"
#include "symbolic/walk.hpp"

namespace sunder::symbolic {

Pool::Term Pool::split(NodeId term) {
  double coefficient = 1;
  if ((*this)[term].op == Op::negate) {
    coefficient = -1;
    term = children(term)[0];
  }
  if ((*this)[term].op == Op::multiply && is_constant(children(term)[0])) {
    const auto factors = children(term);
    coefficient *= (*this)[factors[0]].value;
    const std::vector<NodeId> rest(factors.begin() + 1, factors.end());
    term = rest.size() == 1 ? rest[0] : intern(Op::multiply, rest);
  }
  return {coefficient, term};
}

NodeId Pool::make_add(std::span<const NodeId> children) {
  std::vector<NodeId> flat;
  flat.reserve(children.size());
  for (const NodeId child : children) {
    const bool negated = (*this)[child].op == Op::negate;
    const NodeId inner = negated ? this->children(child)[0] : child;
    if ((*this)[inner].op != Op::add || !joins_sum((*this)[inner].child_count, children.size())) {
      flat.push_back(child);
      continue;
    }
    const std::vector<NodeId> terms(this->children(inner).begin(), this->children(inner).end());
    for (const NodeId term : terms) flat.push_back(negated ? make_negate(term) : term);
  }

  // Collect by base, in the order of first occurrence; all numbers are one term.
  struct Collected {
    Term term;
    NodeId original;  // valid while nothing was added to it
  };
  std::vector<Collected> sum;
  NodeIndex index;
  const NodeId one = constant(1);  // the base of numbers
  for (const NodeId term : flat) {
    const Term part = is_constant(term) ? Term{(*this)[term].value, one} : split(term);
    const bool faulty = part.base != one && (*this)[part.base].closed;
    const std::uint32_t at = faulty ? NodeIndex::missing : index[part.base];
    if (at == NodeIndex::missing || !std::isfinite(sum[at].term.coefficient + part.coefficient)) {
      if (faulty || !index.add(part.base)) {
        index.skip();  // not to be collected: a place that no other term finds
      }
      sum.push_back({part, term});
    } else {
      sum[at].term.coefficient += part.coefficient;
      sum[at].original = {};
    }
  }

  std::vector<NodeId> terms;
  terms.reserve(sum.size());
  for (const Collected& part : sum) {
    if (part.term.coefficient == 0) continue;
    if (part.original.valid()) {
      terms.push_back(part.original);
    } else {
      terms.push_back(make(Op::multiply, {constant(part.term.coefficient), part.term.base}));
    }
  }
  if (terms.empty()) return constant(0);
  return terms.size() == 1 ? terms[0] : intern(Op::add, terms);
}

}  // namespace sunder::symbolic
