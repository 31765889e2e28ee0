#include "lower/expressions.hpp"

#include <cmath>
#include <unordered_set>
#include <utility>

#include "base/text.hpp"

namespace sunder::lower {

using ir::Builtin;
using ir::Expression;
using ir::ExpressionKind;
using ir::Operation;
using symbolic::NodeId;
using symbolic::Op;

NodeId ExpressionLowering::fail(const Expression& at, Code code, std::string message) {
  if (!failed_) context_.diagnostics.error(code, at.span, std::move(message));
  failed_ = true;
  return {};
}

/// 0, 1, -1 and 2 belong to the shape; all other numbers are operands, so that 3.1*x and 2.7*x share one.
NodeId ExpressionLowering::number(double value) {
  if (value == 0 || value == 1 || value == -1 || value == 2) return context_.shapes.pool().constant(value);
  Term term;
  term.kind = Term::Kind::number;
  term.number = value;
  term.constant = term.literal = true;
  return slot_of(std::move(term));
}

NodeId ExpressionLowering::slot_of(Term term) {
  std::size_t hash = static_cast<std::size_t>(term.kind) * 31 + term.declaration.value;
  hash = hash * 31 + std::hash<double>{}(term.number);
  for (const Index& subscript : term.subscripts) hash = hash * 31 + static_cast<std::size_t>(subscript.constant);
  for (const std::uint32_t other : term_index_[hash]) {
    const Term& known = terms_[other];
    if (known.kind == term.kind && known.declaration == term.declaration && known.number == term.number &&
        known.index == term.index && known.subscripts == term.subscripts)
      return context_.shapes.pool().slot(other);
  }
  const auto position = static_cast<std::uint32_t>(terms_.size());
  term_index_[hash].push_back(position);
  terms_.push_back(std::move(term));
  return context_.shapes.pool().slot(position);
}

std::vector<Index> ExpressionLowering::spread(const Expression& operand, const std::vector<Index>& subscripts) {
  return operand.type.is_scalar() ? std::vector<Index>{} : subscripts;
}

NodeId ExpressionLowering::lower(const Expression& e, const std::vector<Index>& subscripts) {
  if (failed_) return {};
  symbolic::Pool& pool = context_.shapes.pool();
  switch (e.kind) {
    case ExpressionKind::number: return number(e.number);
    case ExpressionKind::boolean: return pool.constant(e.number);
    case ExpressionKind::string: case ExpressionKind::enumeration:
      return fail(e, Code::E0301, "texts and enumerations are not supported in equations yet");
    case ExpressionKind::variable: return variable(e, subscripts, false);
    case ExpressionKind::function_variable: return function_variable(e, subscripts);
    case ExpressionKind::iterator: return iterator(e);
    case ExpressionKind::time: {
      Term term;
      term.kind = Term::Kind::time;
      return slot_of(std::move(term));
    }
    case ExpressionKind::negate: {
      const NodeId inner = lower(*e.operands[0], subscripts);
      return failed_ ? inner : pool.negate(inner);
    }
    case ExpressionKind::logical_not: {
      const NodeId inner = lower(*e.operands[0], subscripts);
      return failed_ ? inner : pool.make(Op::logical_not, {inner});
    }
    case ExpressionKind::chain: return chain(e, e.operands.size(), subscripts);
    case ExpressionKind::relation: return relation(e);
    case ExpressionKind::power: return power(e, subscripts);
    case ExpressionKind::if_: return conditional(e, subscripts);
    case ExpressionKind::builtin: return builtin(e, subscripts);
    case ExpressionKind::call: return call(e, subscripts);
    case ExpressionKind::array: {
      const auto which = decide(subscripts.front(), e);
      if (!which) return {};
      return lower(*e.operands[static_cast<std::size_t>(*which - 1)], {subscripts.begin() + 1, subscripts.end()});
    }
    case ExpressionKind::range: {  // start + (position - 1) * step
      const NodeId start = lower(*e.operands[0], {});
      const NodeId step = e.operands.size() == 3 ? lower(*e.operands[1], {}) : pool.constant(1);
      Term position;
      position.index = subscripts.front() - Index(1);
      position.constant = position.literal = true;
      const NodeId steps = position.index.is_constant() ? number(static_cast<double>(position.index.constant)) : slot_of(position);
      return failed_ ? NodeId{} : pool.add(start, pool.multiply(steps, step));
    }
    case ExpressionKind::comprehension: return comprehension(e, subscripts);
    case ExpressionKind::reduction: return reduction(e);
  }
  return {};
}

NodeId ExpressionLowering::iterator(const Expression& e) {
  const auto found = bindings_.find(e.iterator);
  if (found == bindings_.end()) return fail(e, Code::E0301, "the loop variable has no value here");
  if (found->second.is_constant()) return number(static_cast<double>(found->second.constant));
  Term term;
  term.kind = Term::Kind::number;
  term.index = found->second;
  term.constant = term.literal = true;
  return slot_of(std::move(term));
}

/// The position-th element of a vector of Integers, as an index.
std::optional<Index> ExpressionLowering::vector_element(const Expression& e, const Index& position) {
  if (e.kind == ExpressionKind::range) {
    const auto start = context_.indices.translate(*e.operands[0], bindings_);
    const auto step = e.operands.size() == 3 ? context_.indices.translate(*e.operands[1], bindings_) : Index(1);
    if (start && step && step->is_constant()) return *start + step->constant * (position - Index(1));
  }
  const auto at = decide(position, e);
  const auto values = at ? context_.indices.evaluate(e, bindings_, loop_values_) : std::nullopt;
  if (!values) {
    fail(e, Code::E0208, "this subscript must be known at compile time: " + context_.indices.failure().message);
    return std::nullopt;
  }
  return Index(static_cast<std::int64_t>(values->numbers[static_cast<std::size_t>(*at - 1)]));
}

bool ExpressionLowering::full_subscripts(const Expression& e, std::span<const std::int64_t> sizes,
                                         const std::vector<Index>& outer, std::vector<Index>& out) {
  if (e.subscripts.empty()) {
    out = outer;
    return true;
  }
  std::size_t next = 0;
  for (std::size_t d = 0; d < sizes.size(); ++d) {
    const Expression* subscript = e.subscripts[d].value;
    if (subscript == nullptr) {
      out.push_back(outer[next++]);
    } else if (!subscript->type.is_scalar()) {
      const auto index = vector_element(*subscript, outer[next++]);
      if (!index) return false;
      out.push_back(*index);
    } else {
      const auto index = context_.indices.translate(*subscript, bindings_);
      if (!index) {
        fail(*subscript, Code::E0208, "a subscript must be known at compile time: " + context_.indices.failure().message);
        return false;
      }
      out.push_back(*index);
    }
  }
  return true;
}

NodeId ExpressionLowering::variable(const Expression& e, const std::vector<Index>& subscripts, bool derivative) {
  const auto found = context_.declarations.find(e.variable);
  if (found == context_.declarations.end()) return fail(e, Code::E0301, "'" + e.variable->path + "' cannot be used in an equation");
  Term term;
  term.kind = Term::Kind::element;
  term.declaration = found->second;
  term.written = &e;
  if (!full_subscripts(e, e.variable->dimensions, subscripts, term.subscripts)) return {};
  const ir::Declaration& declaration = context_.dae.declarations[found->second.index()];
  term.constant = declaration.variability <= ir::Variability::parameter;
  if (derivative) term.declaration = declaration.derivative;
  return slot_of(std::move(term));
}

NodeId ExpressionLowering::function_variable(const Expression& e, const std::vector<Index>& subscripts) {
  const auto found = closure_->variables.find(e.function_variable);
  if (found == closure_->variables.end())
    return fail(e, Code::E0301, "'" + std::string(e.function_variable->name) + "' is used before it has a value");
  const Closure::Bound bound = found->second;
  if (bound.node.valid()) return bound.node;
  std::vector<Index> full;
  if (!full_subscripts(e, e.function_variable->type.dimensions, subscripts, full)) return {};
  const std::shared_ptr<Closure> own = std::exchange(closure_, std::make_shared<Closure>(*bound.scope));
  const NodeId node = lower(*bound.expression, full);
  closure_ = own;
  return node;
}

NodeId ExpressionLowering::relation(const Expression& e) {
  const NodeId a = lower(*e.operands[0], {});
  const NodeId b = lower(*e.operands[1], {});
  if (failed_) return {};
  static constexpr Op ops[] = {Op::less, Op::less_equal, Op::greater, Op::greater_equal, Op::equal, Op::not_equal};
  const auto op = ops[static_cast<std::size_t>(e.operations[0]) - static_cast<std::size_t>(Operation::less)];
  const bool continuous = e.operands[0]->type.base == ir::BaseType::real || e.operands[1]->type.base == ir::BaseType::real;
  if (continuous && no_event_depth_ == 0 && event_relation_ == nullptr && !(is_constant(a) && is_constant(b))) event_relation_ = &e;
  return context_.shapes.pool().make(op, {a, b});
}

NodeId ExpressionLowering::power(const Expression& e, const std::vector<Index>& subscripts) {
  const NodeId base = lower(*e.operands[0], spread(*e.operands[0], subscripts));
  if (failed_) return {};
  const Expression* exponent = e.operands[1];
  const bool negative = exponent->kind == ExpressionKind::negate;
  const Expression& digits = negative ? *exponent->operands[0] : *exponent;
  constexpr double largest = 64;  // beyond this a product is neither faster nor more accurate than pow
  if (digits.kind == ExpressionKind::number && digits.number == std::floor(digits.number) && std::fabs(digits.number) <= largest) {
    const auto whole = static_cast<std::int32_t>(negative ? -digits.number : digits.number);
    return context_.shapes.pool().make(Op::integer_power, {base}, static_cast<std::uint32_t>(whole));
  }
  const NodeId top = lower(*exponent, spread(*exponent, subscripts));
  return failed_ ? NodeId{} : context_.shapes.pool().make(Op::power, {base, top});
}

namespace {

bool may_fail(const symbolic::Node& node) {
  switch (node.op) {
    case Op::divide: case Op::power: case Op::log: case Op::log10: case Op::sqrt: case Op::asin: case Op::acos:
    case Op::tan: case Op::mod: case Op::rem: case Op::div: case Op::choose: case Op::call: return true;
    case Op::integer_power: return static_cast<std::int32_t>(node.payload) < 0;
    default: return false;
  }
}

/// Whether evaluating can never be an error or depend on being evaluated at all: then both branches may be computed.
bool is_total(const symbolic::Pool& pool, NodeId root) {
  std::unordered_set<NodeId> seen{root};
  std::vector<NodeId> open{root};
  while (!open.empty()) {
    const NodeId node = open.back();
    open.pop_back();
    if (may_fail(pool[node])) return false;
    for (const NodeId child : pool.children(node))
      if (seen.insert(child).second) open.push_back(child);
  }
  return true;
}

}  // namespace

NodeId ExpressionLowering::conditional(const Expression& e, const std::vector<Index>& subscripts) {
  symbolic::Pool& pool = context_.shapes.pool();
  std::vector<std::pair<NodeId, NodeId>> branches;
  NodeId otherwise;
  for (std::size_t i = 0; i + 1 < e.operands.size(); i += 2) {
    if (mentions_iterator(*e.operands[i])) {  // decided for each iteration: the other branch may not even exist
      const auto taken = decide(*e.operands[i]);
      if (!taken) return {};
      if (!*taken) continue;
      otherwise = lower(*e.operands[i + 1], subscripts);
      break;
    }
    const NodeId condition = lower(*e.operands[i], {});
    const NodeId value = failed_ ? NodeId{} : lower(*e.operands[i + 1], subscripts);
    if (failed_) return {};
    branches.emplace_back(condition, value);
  }
  if (!otherwise.valid()) otherwise = lower(*e.operands.back(), subscripts);
  if (failed_) return {};
  for (auto branch = branches.rbegin(); branch != branches.rend(); ++branch) {
    const bool total = is_total(pool, branch->second) && is_total(pool, otherwise);
    otherwise = pool.make(total ? Op::select : Op::choose, {branch->first, branch->second, otherwise});
  }
  return otherwise;
}

std::optional<std::int64_t> ExpressionLowering::decide(const Index& index, const Expression& at) {
  if (index.is_constant()) return index.constant;
  const auto value = context_.indices.value(index, loop_values_);
  if (!value) {
    fail(at, Code::E0208, "this subscript must be known at compile time: " + context_.indices.failure().message);
    return std::nullopt;
  }
  decisions_.push_back({nullptr, {}, index, *value});
  return value;
}

std::optional<bool> ExpressionLowering::decide(const Expression& condition) {
  const auto value = context_.indices.evaluate(condition, bindings_, loop_values_);
  if (!value) {
    fail(condition, Code::E0208, "a condition with loop variables must be known at compile time: " + context_.indices.failure().message);
    return std::nullopt;
  }
  decisions_.push_back({&condition, bindings_, {}, value->number() != 0 ? 1 : 0});
  return value->number() != 0;
}

NodeId ExpressionLowering::call(const Expression& e, const std::vector<Index>& subscripts) {
  constexpr int maximum_inline_depth = 100;
  if (inline_depth_ >= maximum_inline_depth) return fail(e, Code::E0301, "functions call each other more than 100 levels deep");
  ++inline_depth_;
  const auto inner = std::make_shared<Closure>();
  const auto bind = [&](const ir::FunctionVariable* variable, const Expression& value, const std::shared_ptr<Closure>& scope) {
    Closure::Bound bound;
    if (variable->type.is_scalar()) {
      const std::shared_ptr<Closure> own = std::exchange(closure_, scope);
      bound.node = lower(value, {});
      closure_ = own;
    } else {
      bound.expression = &value;
      bound.scope = std::make_shared<Closure>(*scope);
    }
    inner->variables[variable] = bound;
  };
  for (std::size_t i = 0; i < e.operands.size() && !failed_; ++i) bind(e.function->inputs[i], *e.operands[i], closure_);
  for (const ir::FunctionAssignment& assignment : e.function->body)
    if (!failed_) bind(assignment.target, *assignment.value, inner);
  NodeId node;
  const auto result = inner->variables.find(e.function->outputs.front());
  if (!failed_ && result == inner->variables.end()) {
    node = fail(e, Code::E0301, "'" + e.function->name + "' gives its output no value");
  } else if (!failed_) {
    const Closure::Bound bound = result->second;
    if (bound.node.valid()) {
      node = bound.node;
    } else {
      const std::shared_ptr<Closure> own = std::exchange(closure_, std::make_shared<Closure>(*bound.scope));
      node = lower(*bound.expression, subscripts);
      closure_ = own;
    }
  }
  --inline_depth_;
  return node;
}

// ---------------------------------------------------------------- constant parts

bool ExpressionLowering::is_constant(NodeId node) {
  if (const auto known = constant_.find(node); known != constant_.end()) return known->second;
  const symbolic::Pool& pool = context_.shapes.pool();
  bool constant = true;
  if (pool[node].op == Op::slot) {
    constant = terms_[pool[node].payload].constant;
  } else {
    for (const NodeId child : pool.children(node)) constant = constant && is_constant(child);
  }
  constant_[node] = constant;
  return constant;
}

std::uint32_t ExpressionLowering::add_derived(NodeId node) {
  Term term;
  term.kind = Term::Kind::derived;
  std::vector<std::uint32_t> order;
  term.shape = context_.shapes.intern(node, order);
  term.inputs = order;
  term.constant = term.literal = true;
  for (const std::uint32_t input : order) term.literal = term.literal && terms_[input].literal;
  terms_.push_back(std::move(term));
  return static_cast<std::uint32_t>(terms_.size() - 1);
}

/// Replaces maximal constant sub-expressions by slots of their own. In sums and products the constant operands are
/// gathered first: (a*b)*x instead of a*b*x.
NodeId ExpressionLowering::extract(NodeId node) {
  if (const auto known = extracted_.find(node); known != extracted_.end()) return known->second;
  symbolic::Pool& pool = context_.shapes.pool();
  const symbolic::Node copy = pool[node];
  const std::span<const NodeId> view = pool.children(node);
  const std::vector<NodeId> children(view.begin(), view.end());
  NodeId result = node;
  if (children.empty()) {
    result = node;
  } else if (is_constant(node)) {
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
        kept.push_back(extract(child));
      }
    }
    if (!constants.empty()) {
      const NodeId together = constants.size() == 1 ? constants.front() : pool.make(copy.op, constants);
      kept.insert(kept.begin() + static_cast<std::ptrdiff_t>(at), extract(together));
    }
    result = pool.make(copy.op, kept, copy.payload);
  }
  extracted_[node] = result;
  return result;
}

Pattern ExpressionLowering::finish(NodeId root) {
  Pattern pattern;
  const NodeId reduced = extract(root);
  pattern.shape = context_.shapes.intern(reduced, pattern.slots);
  pattern.terms = std::move(terms_);
  pattern.decisions = std::move(decisions_);
  return pattern;
}

}  // namespace sunder::lower
