// Finishing a pattern: what depends on parameters only is computed once per parameter set.
#include <algorithm>
#include <unordered_set>

#include "lower/expressions.hpp"

namespace sunder::lower {

using symbolic::NodeId;
using symbolic::Op;

namespace {

/// The nodes below `root` that `known` does not have yet, children first. Deep expressions (a thousand elseif) must not
/// take a thousand frames of the stack.
template <class Known>
std::vector<NodeId> unknown_below(const symbolic::Pool& pool, NodeId root, const Known& known) {
  std::vector<NodeId> order;
  std::unordered_set<NodeId> seen;
  std::vector<NodeId> open{root};
  while (!open.empty()) {
    const NodeId node = open.back();
    open.pop_back();
    if (known.contains(node) || !seen.insert(node).second) continue;
    order.push_back(node);
    for (const NodeId child : pool.children(node)) open.push_back(child);
  }
  std::sort(order.begin(), order.end());  // children are older than their parents
  return order;
}

}  // namespace

bool ExpressionLowering::all_terms(NodeId root, bool Term::*flag, std::unordered_map<NodeId, bool>& known) {
  if (const auto found = known.find(root); found != known.end()) return found->second;
  const symbolic::Pool& pool = context_.shapes.pool();
  for (const NodeId node : unknown_below(pool, root, known)) {
    bool all = true;
    if (pool[node].op == Op::slot) {
      all = terms_[pool[node].payload].*flag;
    } else {
      for (const NodeId child : pool.children(node)) all = all && known.at(child);
    }
    known[node] = all;
  }
  return known.at(root);
}

bool ExpressionLowering::is_constant(NodeId root) { return all_terms(root, &Term::constant, constant_); }

/// Whether numbers alone are below it.
bool ExpressionLowering::is_literal(NodeId root) { return all_terms(root, &Term::literal, literal_); }

bool ExpressionLowering::is_discrete(NodeId root) { return all_terms(root, &Term::discrete, discrete_); }

std::uint32_t ExpressionLowering::add_derived(NodeId node) {
  Term term;
  term.kind = Term::Kind::derived;
  std::vector<std::uint32_t> order;
  term.shape = context_.shapes.intern(node, order);
  term.inputs = order;
  term.constant = term.literal = term.discrete = true;
  for (const std::uint32_t input : order) term.literal = term.literal && terms_[input].literal;
  terms_.push_back(std::move(term));
  return static_cast<std::uint32_t>(terms_.size() - 1);
}

/// Replaces maximal constant sub-expressions by slots of their own. In sums and products the constant operands are
/// gathered first: (a*b)*x instead of a*b*x.
NodeId ExpressionLowering::extract(NodeId root) {
  if (!is_constant(root))
    for (const NodeId node : unknown_below(context_.shapes.pool(), root, extracted_))
      if (!is_constant(node)) extracted_[node] = extracted(node);
  return extracted(root);
}

NodeId ExpressionLowering::extracted(NodeId node) {
  if (const auto known = extracted_.find(node); known != extracted_.end()) return known->second;
  symbolic::Pool& pool = context_.shapes.pool();
  const symbolic::Node copy = pool[node];
  const std::vector<NodeId> children(pool.children(node).begin(), pool.children(node).end());
  NodeId result = node;
  if (children.empty()) return node;
  if (is_constant(node)) {
    // a sign alone is not worth a parameter of its own
    const bool sign_only = copy.op == Op::negate && pool[children.front()].op == Op::slot;
    result = copy.closed || sign_only ? node : pool.slot(add_derived(node));
  } else {
    std::vector<NodeId> kept;
    std::vector<NodeId> constants;
    const bool gathers = copy.op == Op::add || copy.op == Op::multiply;
    std::size_t at = 0;
    for (const NodeId child : children) {
      if (gathers && is_constant(child) && !pool[child].closed) {
        if (constants.empty()) at = kept.size();
        constants.push_back(child);
      } else {
        kept.push_back(extracted(child));
      }
    }
    if (!constants.empty()) {
      const NodeId together = constants.size() == 1 ? constants.front() : pool.make(copy.op, constants);
      kept.insert(kept.begin() + static_cast<std::ptrdiff_t>(at), extracted(together));
    }
    result = pool.make(copy.op, kept, copy.payload);
  }
  extracted_[node] = result;
  return result;
}

void ExpressionLowering::share(NodeId value, NodeId variable) {
  if (!context_.shapes.pool().children(value).empty() && !is_constant(value)) shared_.try_emplace(value, variable);
}

/// `own`: the variable whose value this is.
NodeId ExpressionLowering::read_shared(NodeId root, NodeId own) {
  if (shared_.empty()) return root;
  symbolic::Pool& pool = context_.shapes.pool();
  if (const auto known = shared_.find(root); known != shared_.end() && known->second != own) return known->second;
  std::unordered_map<NodeId, NodeId> made;
  for (const NodeId node : unknown_below(pool, root, made)) {
    const auto known = shared_.find(node);
    if (known != shared_.end() && node != root) {
      made[node] = known->second;
      continue;
    }
    const symbolic::Node copy = pool[node];
    std::vector<NodeId> children(pool.children(node).begin(), pool.children(node).end());
    bool changed = false;
    for (NodeId& child : children) {
      const NodeId other = made.at(child);
      changed = changed || other != child;
      child = other;
    }
    made[node] = changed ? pool.make(copy.op, children, copy.payload) : node;
  }
  return made.at(root);
}

Part ExpressionLowering::part(NodeId left, NodeId right) {
  Part made;
  NodeId reduced = extract(read_shared(right, left));
  if (left.valid()) reduced = context_.shapes.pool().subtract(extract(left), reduced);
  made.shape = context_.shapes.intern(reduced, made.slots);
  return made;
}

Part ExpressionLowering::element_part(NodeId left, NodeId right) {
  statements_ = calls_ = 0;
  // the value of a parameter is computed once anyway; numbers alone are folded now
  const bool computed_once = !left.valid() && is_constant(right) && !is_literal(right);
  // side by side, so that the constants of the right side keep their sign
  NodeId reduced = computed_once ? right : extract(right);
  if (left.valid()) reduced = context_.shapes.pool().subtract(extract(left), reduced);
  Part made;
  made.shape = context_.shapes.intern(reduced, made.slots);
  return made;
}

Pattern ExpressionLowering::finish(NodeId left, NodeId right) {
  Pattern pattern;
  Part whole = element_part(left, right);
  pattern.shape = whole.shape;
  pattern.slots = std::move(whole.slots);
  pattern.terms = std::move(terms_);
  pattern.decisions = std::move(decisions_);
  return pattern;
}

}  // namespace sunder::lower
