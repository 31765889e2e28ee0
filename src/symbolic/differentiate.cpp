#include <algorithm>
#include <cmath>

#include "symbolic/derivatives.hpp"
#include "symbolic/procedure.hpp"
#include "symbolic/walk.hpp"

namespace sunder::symbolic {

namespace {

// The derivative of one operation, given its children, the operation itself, and the derivatives of those children
// that have one.
class Rule {
 public:
  Rule(Pool& pool, NodeId node, bool in_time)
      : pool_(pool), node_(node), op_(pool[node].op), payload_(pool[node].payload), in_time_(in_time) {}

  NodeId apply(std::span<const Ancestry::Edge> dependents, const std::vector<NodeId>& derivatives) {
    if (op_ == Op::add) return sum(dependents, derivatives);
    const auto children = pool_.children(node_);
    children_.assign(children.begin(), children.end());
    if (op_ == Op::multiply) return product(dependents, derivatives);
    rates_.assign(children_.size(), NodeId());
    for (const auto& edge : dependents) rates_[edge.child_index] = derivatives[edge.child];
    const NodeId chain = factor_of_chain();
    if (chain.valid()) return pool_.multiply(chain, rate(0));
    return special();
  }

 private:
  NodeId number(double value) { return pool_.constant(value); }
  NodeId make(Op op, std::initializer_list<NodeId> children) { return pool_.make(op, children, 0); }
  NodeId square(NodeId x) { return pool_.make(Op::integer_power, {x}, 2); }
  NodeId rate(std::size_t i) { return rates_[i].valid() ? rates_[i] : number(0); }
  NodeId a() { return children_[0]; }
  NodeId b() { return children_[1]; }

  NodeId sum(std::span<const Ancestry::Edge> dependents, const std::vector<NodeId>& derivatives) {
    std::vector<NodeId> terms;
    for (const auto& edge : dependents) terms.push_back(derivatives[edge.child]);
    return pool_.make(Op::add, terms);
  }

  NodeId product(std::span<const Ancestry::Edge> dependents, const std::vector<NodeId>& derivatives) {
    std::vector<NodeId> terms;
    for (const auto& edge : dependents) {
      const NodeId kept = children_[edge.child_index];
      children_[edge.child_index] = derivatives[edge.child];
      terms.push_back(pool_.make(Op::multiply, children_));
      children_[edge.child_index] = kept;
    }
    return pool_.make(Op::add, terms);
  }

  // f'(a) for functions of one argument whose derivative is an ordinary product f'(a) a'.
  NodeId factor_of_chain() {
    switch (op_) {
      case Op::integer_power: {
        const auto n = static_cast<std::int32_t>(payload_);
        return pool_.multiply(number(n), pool_.make(Op::integer_power, {a()}, static_cast<std::uint32_t>(n - 1)));
      }
      case Op::sin: return make(Op::cos, {a()});
      case Op::cos: return pool_.negate(make(Op::sin, {a()}));
      case Op::tan: return pool_.add(number(1), square(node_));
      case Op::asin: return pool_.divide(number(1), make(Op::sqrt, {pool_.subtract(number(1), square(a()))}));
      case Op::acos: return pool_.divide(number(-1), make(Op::sqrt, {pool_.subtract(number(1), square(a()))}));
      case Op::atan: return pool_.divide(number(1), pool_.add(number(1), square(a())));
      case Op::sinh: return make(Op::cosh, {a()});
      case Op::cosh: return make(Op::sinh, {a()});
      case Op::tanh: return pool_.subtract(number(1), square(node_));
      case Op::exp: return node_;
      case Op::abs: return make(Op::sign, {a()});
      default: return {};
    }
  }

  NodeId special() {
    switch (op_) {
      case Op::negate: return pool_.negate(rate(0));
      case Op::divide: return pool_.divide(pool_.subtract(rate(0), pool_.multiply(node_, rate(1))), b());
      case Op::power: return power();
      case Op::log: return pool_.divide(rate(0), a());
      case Op::log10: return pool_.divide(rate(0), pool_.multiply(number(std::log(10.0)), a()));
      case Op::sqrt: return pool_.divide(rate(0), pool_.multiply(number(2), node_));
      case Op::atan2:
        return pool_.divide(pool_.subtract(pool_.multiply(b(), rate(0)), pool_.multiply(a(), rate(1))),
                            pool_.add(square(a()), square(b())));
      case Op::min: return make(Op::select, {make(Op::less, {b(), a()}), rate(1), rate(0)});
      case Op::max: return make(Op::select, {make(Op::less, {a(), b()}), rate(1), rate(0)});
      case Op::mod: return pool_.subtract(rate(0), pool_.multiply(make(Op::floor, {pool_.divide(a(), b())}), rate(1)));
      case Op::rem: return pool_.subtract(rate(0), pool_.multiply(make(Op::div, {a(), b()}), rate(1)));
      case Op::select:
      case Op::choose: return make(op_, {a(), rate(1), rate(2)});
      case Op::no_event:
      case Op::relax:
      case Op::residue: return make(op_, {rate(0)});
      case Op::smooth: return payload_ == 0 ? rate(0) : pool_.make(Op::smooth, {rate(0)}, payload_ - 1);
      case Op::call: return call();
      default: return number(0);  // piecewise constant: sign, floor, ceil, div, conditions
    }
  }

  NodeId call() {
    std::vector<NodeId> terms;
    for (std::uint32_t k = 0; k < children_.size(); ++k) {
      if (!rates_[k].valid() || (in_time_ && pool_.routine(payload_)->ignores_rate(k))) continue;
      const std::uint32_t partial = pool_.partial_of(payload_, k);
      if (partial != Pool::no_routine)
        terms.push_back(pool_.multiply(pool_.make(Op::call, children_, partial), rates_[k]));
    }
    return terms.empty() ? number(0) : terms.size() == 1 ? terms.front() : pool_.make(Op::add, terms);
  }

  NodeId power() {
    const NodeId base =
        pool_.make(Op::multiply, {b(), make(Op::power, {a(), pool_.subtract(b(), number(1))}), rate(0)});
    if (!rates_[1].valid()) return base;
    return pool_.add(base, pool_.make(Op::multiply, {node_, make(Op::log, {a()}), rate(1)}));
  }

  Pool& pool_;
  NodeId node_;
  Op op_;
  std::uint32_t payload_;
  bool in_time_;
  std::vector<NodeId> children_;
  std::vector<NodeId> rates_;
};

}  // namespace

NodeId Derivatives::along(Pool& pool, std::span<const std::pair<std::uint32_t, NodeId>> rates) {
  std::vector<std::uint32_t> positions;
  for (const auto& [slot, rate] : rates) {
    const std::uint32_t position = ancestry_.position(pool.slot(slot));
    if (position == NodeIndex::missing || pool.is_constant(rate, 0)) continue;
    positions.push_back(position);
    rates_[position] = rate;
  }
  const auto edges = ancestry_.above(positions);
  for (std::size_t begin = 0, end = 0; begin < edges.size(); begin = end) {
    while (end < edges.size() && edges[end].parent == edges[begin].parent) ++end;
    const std::uint32_t parent = edges[begin].parent;
    rates_[parent] =
        Rule(pool, ancestry_.nodes()[parent], in_time_).apply(std::span(edges).subspan(begin, end - begin), rates_);
  }
  const NodeId result = rates_.back();
  for (const std::uint32_t position : positions) rates_[position] = {};
  for (const auto& edge : edges) rates_[edge.parent] = {};
  return result.valid() ? result : pool.constant(0);
}

NodeId Derivatives::by(Pool& pool, std::uint32_t slot) {
  const std::pair<std::uint32_t, NodeId> rate{slot, pool.constant(1)};
  return along(pool, {&rate, 1});
}

namespace {

/// Of a function that is no more than one expression, without this argument in it.
bool is_left_out(const Pool& pool, NodeId call, std::uint32_t argument) {
  const auto* output = dynamic_cast<const ProcedureOutput*>(pool.routine(pool[call].payload).get());
  const NodeId formula = output != nullptr ? output->procedure().formula(output->which()) : NodeId{};
  if (!formula.valid()) return false;
  const std::vector<std::uint32_t> arguments = slots_in_order(pool, formula);
  return std::ranges::find(arguments, argument) == arguments.end();
}

}  // namespace

bool Derivatives::reaches_root(const Pool& pool, std::uint32_t position, std::span<const Ancestry::Edge> edges) const {
  std::vector<bool> reached(ancestry_.nodes().size(), false);
  reached[position] = true;
  for (const Ancestry::Edge& edge : edges) {
    const NodeId parent = ancestry_.nodes()[edge.parent];
    if (!reached[edge.child] || (pool[parent].op == Op::call && is_left_out(pool, parent, edge.child_index))) continue;
    reached[edge.parent] = true;
  }
  return reached.back();
}

Incidence Derivatives::incidence(Pool& pool, std::uint32_t slot, NodeId partial) {
  const std::uint32_t position = ancestry_.position(pool.slot(slot));
  if (position == NodeIndex::missing) return Incidence::absent;
  const NodeId root = ancestry_.nodes().back();
  if (ancestry_.nodes()[position] == root) return Incidence::linear_constant;
  const auto edges = ancestry_.above({&position, 1});
  if (edges.empty() || ancestry_.nodes()[edges.back().parent] != root) return Incidence::absent;  // only inside residue
  // A slot that occurs is never absent, even if its coefficient cancels: its value is read; but for arguments that the
  // formula which is called does not have.
  if (pool.is_constant(partial, 0) && !reaches_root(pool, position, edges)) return Incidence::absent;
  if (!ancestry_.linear_above(pool, edges).back() || pool.is_constant(partial, 0)) return Incidence::nonlinear;
  return pool.is_constant(partial) ? Incidence::linear_constant : Incidence::linear;
}

NodeId differentiate(Pool& pool, NodeId root, std::uint32_t slot) { return Derivatives(pool, root).by(pool, slot); }

std::vector<NodeId> gradient(Pool& pool, NodeId root, std::span<const std::uint32_t> slots) {
  Derivatives derivatives(pool, root);
  std::vector<NodeId> partials;
  partials.reserve(slots.size());
  for (const std::uint32_t slot : slots) partials.push_back(derivatives.by(pool, slot));
  return partials;
}

NodeId differentiate_along(Pool& pool, NodeId root, std::span<const NodeId> rates, Rates kind) {
  std::vector<std::pair<std::uint32_t, NodeId>> given;
  for (std::uint32_t slot = 0; slot < rates.size(); ++slot) {
    if (rates[slot].valid()) given.emplace_back(slot, rates[slot]);
  }
  return Derivatives(pool, root, Ancestry::Residue::followed, kind).along(pool, given);
}

}  // namespace sunder::symbolic
