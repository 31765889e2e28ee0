#include <algorithm>

#include "symbolic/ancestry.hpp"
#include "symbolic/procedure.hpp"
#include "symbolic/shapes.hpp"

namespace sunder::symbolic {

namespace {

// -a, -2, -a - b: turning the sign of numerator and denominator makes it simpler.
bool looks_negative(const Pool& pool, NodeId id) {
  while (pool[id].op == Op::add) id = pool.children(id)[0];
  const Node& node = pool[id];
  return node.op == Op::negate || (node.op == Op::constant && node.value < 0);
}

// Walks from the root towards the slot; at each node, `target_` is what the node must be equal to.
class Inversion {
 public:
  Inversion(Pool& pool, NodeId root, std::uint32_t slot)
      : pool_(pool), slot_(slot), node_(root), target_(pool.constant(0)), divisor_(pool.constant(1)) {}

  std::optional<Solution> solve() {
    Ancestry ancestry(pool_, node_);
    const std::uint32_t position = ancestry.position(pool_.slot(slot_));
    if (position == NodeIndex::missing) return std::nullopt;
    const auto edges = ancestry.above({&position, 1});
    const auto linear = ancestry.linear_above(pool_, edges);
    // The edges end with those into the root.
    if (edges.empty() ? pool_[node_].op != Op::slot : ancestry.nodes()[edges.back().parent] != node_)
      return std::nullopt;
    while (pool_[node_].op != Op::slot) {
      const auto at = ancestry.position(node_);
      const auto first = std::lower_bound(edges.begin(), edges.end(), Ancestry::Edge{at, 0, 0});
      const bool single = std::next(first) == edges.end() || std::next(first)->parent != at;
      if (single && undo(first->child_index)) continue;
      if (failed_ || !linear[static_cast<std::size_t>(first - edges.begin())]) return std::nullopt;
      collect();
      return Solution{target_, divisor_};
    }
    return Solution{target_, divisor_};
  }

 private:
  // The node is linear in the slot: target = rest + coefficient * slot.
  void collect() {
    std::vector<NodeId> zero(slot_ + 1);
    zero[slot_] = pool_.constant(0);
    const NodeId rest = pool_.substitute(node_, zero);
    NodeId coefficient = differentiate(pool_, node_, slot_);
    NodeId difference = pool_.subtract(target_, rest);
    if (looks_negative(pool_, coefficient)) {
      coefficient = pool_.negate(coefficient);
      difference = pool_.negate(difference);
    }
    target_ = pool_.divide(difference, coefficient);
    divisor_ = pool_.multiply(divisor_, coefficient);
  }

  // Moves everything but child number `dependent` to the other side; false: this operation cannot be undone.
  bool undo(std::uint32_t dependent) {
    const Op op = pool_[node_].op;
    const std::vector<NodeId> children(pool_.children(node_).begin(), pool_.children(node_).end());
    switch (op) {
      case Op::add: move_terms(children, dependent); break;
      case Op::multiply: move_factors(children, dependent); break;
      case Op::negate: target_ = pool_.negate(target_); break;
      case Op::divide:
        if (dependent == 0) {
          target_ = pool_.multiply(target_, children[1]);
        } else if (!turn_over(children[0])) {
          return false;
        }
        break;
      case Op::exp:
        if (pool_.is_constant(target_) && pool_[target_].value <= 0) return fail();
        target_ = pool_.make(Op::log, {target_});
        break;
      case Op::log: target_ = pool_.make(Op::exp, {target_}); break;
      case Op::log10: target_ = pool_.make(Op::power, {pool_.constant(10), target_}); break;
      case Op::call:
        if (!invert(children, dependent)) return false;
        break;
      case Op::no_event:
      case Op::smooth:
      case Op::relax: break;
      default: return false;
    }
    node_ = children[dependent];
    return true;
  }

  // A function that tells which one gives the argument.
  bool invert(const std::vector<NodeId>& arguments, std::uint32_t dependent) {
    const auto* output = dynamic_cast<const ProcedureOutput*>(pool_.routine(pool_[node_].payload).get());
    const auto inverse = output != nullptr ? output->procedure().inverse(dependent) : std::nullopt;
    if (!inverse) return false;
    std::vector<NodeId> given{target_};
    for (std::uint32_t i = 0; i < arguments.size(); ++i)
      if (i != dependent) given.push_back(arguments[i]);
    target_ = pool_.make(Op::call, given, *inverse);
    return true;
  }

  void move_terms(const std::vector<NodeId>& terms, std::uint32_t dependent) {
    std::vector<NodeId> sum{target_};
    for (std::uint32_t i = 0; i < terms.size(); ++i) {
      if (i != dependent) sum.push_back(pool_.negate(terms[i]));
    }
    target_ = pool_.make(Op::add, sum);
  }

  void move_factors(const std::vector<NodeId>& factors, std::uint32_t dependent) {
    std::vector<NodeId> others;
    for (std::uint32_t i = 0; i < factors.size(); ++i) {
      if (i != dependent) others.push_back(factors[i]);
    }
    const NodeId coefficient = others.size() == 1 ? others[0] : pool_.make(Op::multiply, others);
    target_ = pool_.divide(target_, coefficient);
    divisor_ = pool_.multiply(divisor_, coefficient);
  }

  // numerator / x = target
  bool turn_over(NodeId numerator) {
    if (pool_.is_constant(target_, 0)) return fail();
    divisor_ = pool_.multiply(divisor_, target_);
    target_ = pool_.divide(numerator, target_);
    return true;
  }

  bool fail() {
    failed_ = true;
    return false;
  }

  Pool& pool_;
  std::uint32_t slot_;
  NodeId node_;
  NodeId target_;
  NodeId divisor_;
  bool failed_ = false;
};

}  // namespace

std::optional<Solution> solve(Pool& pool, NodeId root, std::uint32_t slot) {
  if (std::optional<Solution> found = Inversion(pool, root, slot).solve()) return found;
  const NodeId written_out = write_out_calls(pool, root);
  return written_out != root ? Inversion(pool, written_out, slot).solve() : std::nullopt;
}

}  // namespace sunder::symbolic
