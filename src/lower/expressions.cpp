#include "lower/expressions.hpp"

#include <algorithm>
#include <cmath>
#include <unordered_set>
#include <utility>

#include "base/codes.hpp"
#include "base/text.hpp"
#include "lower/rows.hpp"

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
  if (in_procedure_ || value == 0 || value == 1 || value == -1 || value == 2)
    return context_.shapes.pool().constant(value);
  Term term;
  term.kind = Term::Kind::number;
  term.number = value;
  term.constant = term.literal = term.discrete = true;
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
  constexpr int deepest = 1000;  // functions inside of functions: what the stack bears, with sanitizers too
  if (failed_) return {};
  if (depth_ >= deepest) return fail(e, Code::E0301, "the expression is nested too deeply");
  ++depth_;
  const NodeId node = any(e, subscripts);
  --depth_;
  return node;
}

NodeId ExpressionLowering::any(const Expression& e, const std::vector<Index>& subscripts) {
  symbolic::Pool& pool = context_.shapes.pool();
  if (e.type.base == ir::BaseType::string) return text(e, subscripts);
  switch (e.kind) {
    case ExpressionKind::number: return number(e.number);
    case ExpressionKind::boolean: return pool.constant(e.number);
    case ExpressionKind::enumeration: return number(e.number);
    case ExpressionKind::string: return text_number(std::string(e.text));
    case ExpressionKind::record:
    case ExpressionKind::function_reference: return fail(e, Code::E0301, "this is not supported in equations yet");
    case ExpressionKind::index: {
      std::vector<Index> full;
      if (!full_subscripts(e, e.operands[0]->type.dimensions, subscripts, full)) return {};
      return lower(*e.operands[0], full);
    }
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
      if (*which < 1 || *which > static_cast<std::int64_t>(e.operands.size()))
        return fail(e, Code::E0302,
                    "subscript " + std::to_string(*which) + " is outside 1:" + std::to_string(e.operands.size()));
      return lower(*e.operands[static_cast<std::size_t>(*which - 1)], {subscripts.begin() + 1, subscripts.end()});
    }
    case ExpressionKind::range: return range(e, subscripts.front());
    case ExpressionKind::comprehension: return comprehension(e, subscripts);
    case ExpressionKind::reduction: return reduction(e, subscripts);
  }
  return {};
}

/// start + (position - 1) * step
NodeId ExpressionLowering::range(const Expression& e, const Index& at) {
  symbolic::Pool& pool = context_.shapes.pool();
  const NodeId start = lower(*e.operands[0], {});
  const NodeId step = e.operands.size() == 3 ? lower(*e.operands[1], {}) : pool.constant(1);
  if (failed_) return {};
  Term position;
  position.index = at - Index(1);
  position.constant = position.literal = position.discrete = true;
  const NodeId steps =
      position.index.is_constant() ? number(static_cast<double>(position.index.constant)) : slot_of(position);
  return pool.add(start, pool.multiply(steps, step));
}

NodeId ExpressionLowering::iterator(const Expression& e) {
  if (const auto own = iterator_nodes_.find(e.iterator); own != iterator_nodes_.end()) return own->second;
  const auto found = bindings_.find(e.iterator);
  if (found == bindings_.end()) return fail(e, Code::E0301, "the loop variable has no value here");
  if (found->second.is_constant()) return number(static_cast<double>(found->second.constant));
  Term term;
  term.kind = Term::Kind::number;
  term.index = found->second;
  term.constant = term.literal = term.discrete = true;
  return slot_of(std::move(term));
}

/// The position-th element of a vector of Integers, as an index.
std::optional<Index> ExpressionLowering::vector_element(const Expression& e, const Index& position) {
  if (!closure_->variables.empty())  // inside of a function: its variables may be known
    if (const auto known = evaluate_local(e)) {
      const auto at = decide(position, e);
      if (!at) return std::nullopt;
      if (*at >= 1 && static_cast<std::size_t>(*at) <= known->numbers.size())
        return Index(static_cast<std::int64_t>(known->numbers[static_cast<std::size_t>(*at - 1)]));
    }
  const auto index = context_.indices.element(e, position, bindings_);
  if (!index) fail(e, Code::E0208, "this must be known at compile time: " + context_.indices.failure().message);
  return index;
}

bool ExpressionLowering::full_subscripts(const Expression& e, std::span<const std::int64_t> sizes,
                                         const std::vector<Index>& outer, std::vector<Index>& out) {
  if (e.subscripts.empty()) {
    out = outer;
    return true;
  }
  std::size_t next = 0;
  for (std::size_t d = 0; d < sizes.size() && d < e.subscripts.size(); ++d) {
    const Expression* subscript = e.subscripts[d].value;
    if (subscript == nullptr) {
      out.push_back(outer[next++]);
    } else if (!subscript->type.is_scalar()) {
      const auto index = vector_element(*subscript, outer[next++]);
      if (!index) return false;
      out.push_back(*index);
    } else {
      std::optional<Index> index;
      if (!closure_->variables.empty()) {  // inside of a function: its variables may be known
        const auto known = evaluate_local(*subscript);
        if (known) index = Index(static_cast<std::int64_t>(known->number()));
      }
      if (!index) index = context_.indices.translate(*subscript, bindings_);
      if (!index) {
        fail(*subscript, Code::E0208,
             "a subscript must be known at compile time: " + context_.indices.failure().message);
        return false;
      }
      out.push_back(*index);
    }
  }
  return true;
}

NodeId ExpressionLowering::variable(const Expression& e, const std::vector<Index>& subscripts, bool derivative) {
  if (const auto picked = runtime_subscript(e, subscripts, derivative)) return *picked;
  const auto found = context_.declarations.find(e.variable);
  if (found == context_.declarations.end() && e.variable->variability <= ir::Variability::parameter && !derivative) {
    // a constant of a package, or a parameter that has no place in the model: its value
    ir::Expression whole = e;
    whole.subscripts.clear();
    whole.type = e.variable->type();
    const auto value = context_.indices.evaluate(whole, {}, {});
    std::vector<Index> full;
    if (!value)
      return fail(e, Code::E0208,
                  "the value of '" + path_of(*e.variable) + "' must be known: " + context_.indices.failure().message);
    if (!full_subscripts(e, e.variable->dimensions, subscripts, full)) return {};
    std::int64_t offset = 0;
    for (std::size_t d = 0; d < full.size(); ++d) {
      const auto at = decide(full[d], e);
      if (!at) return {};
      if (*at < 1 || *at > e.variable->dimensions[d])
        return fail(e, Code::E0302,
                    "subscript " + std::to_string(*at) + " is outside 1:" + std::to_string(e.variable->dimensions[d]) +
                        " of '" + path_of(*e.variable) + "'");
      offset = offset * e.variable->dimensions[d] + *at - 1;
    }
    if (value->base == ir::BaseType::string || static_cast<std::size_t>(offset) >= value->numbers.size())
      return fail(e, Code::E0301, "'" + path_of(*e.variable) + "' cannot be used in an equation");
    return number(value->numbers[static_cast<std::size_t>(offset)]);
  }
  if (found == context_.declarations.end())
    return fail(e, Code::E0301, "'" + path_of(*e.variable) + "' cannot be used in an equation");
  Term term;
  term.kind = Term::Kind::element;
  term.declaration = found->second;
  term.written = &e;
  if (!full_subscripts(e, e.variable->dimensions, subscripts, term.subscripts)) return {};
  const ir::Declaration& declaration = context_.dae.declarations[found->second.index()];
  term.constant = declaration.variability <= ir::Variability::parameter;
  term.discrete = declaration.variability <= ir::Variability::discrete;
  if (derivative) term.declaration = declaration.derivative;
  return slot_of(std::move(term));
}

NodeId ExpressionLowering::relation(const Expression& e) {
  if (e.operands[0]->type.base == ir::BaseType::string) {
    if (const auto value = context_.indices.evaluate(e, bindings_, loop_values_))
      return context_.shapes.pool().constant(value->number());
  }
  NodeId a = lower(*e.operands[0], {});
  NodeId b = lower(*e.operands[1], {});
  if (failed_) return {};
  const bool same = e.operations[0] == Operation::equal || e.operations[0] == Operation::not_equal;
  if (e.operands[0]->type.base == ir::BaseType::string && !same) {  // equal texts have equal numbers
    a = context_.shapes.pool().make(Op::call, {a, b}, order_of_texts());
    b = number(0);
  }
  static constexpr Op ops[] = {Op::less, Op::less_equal, Op::greater, Op::greater_equal, Op::equal, Op::not_equal};
  const auto op = ops[static_cast<std::size_t>(e.operations[0]) - static_cast<std::size_t>(Operation::less)];
  const bool ordered = op != Op::equal && op != Op::not_equal;  // equal numbers come and go without a crossing
  if (ordered && no_event_depth_ == 0 && !(is_discrete(a) && is_discrete(b))) {
    static constexpr ir::HeldKind kinds[] = {ir::HeldKind::less, ir::HeldKind::less_equal, ir::HeldKind::greater,
                                             ir::HeldKind::greater_equal};
    const auto which = static_cast<std::size_t>(e.operations[0]) - static_cast<std::size_t>(Operation::less);
    const NodeId kept = held(kinds[which], context_.shapes.pool().subtract(a, b), e);
    now_of_held_.try_emplace(kept, context_.shapes.pool().make(op, {a, b}));
    return kept;
  }
  return context_.shapes.pool().make(op, {a, b});
}

NodeId ExpressionLowering::power(const Expression& e, const std::vector<Index>& subscripts) {
  if (e.operations[0] == Operation::power && !e.operands[0]->type.is_scalar()) {  // of a matrix: a product
    const auto times = context_.indices.evaluate(*e.operands[1], bindings_, loop_values_);
    const auto sizes = sizes_of(*e.operands[0]);
    constexpr double most = 64;
    if (!times || !sizes || times->number() < 0 || times->number() > most)
      return fail(e, Code::E0301, "powers of matrices need an exponent from 0 to 64 that is known at compile time");
    symbolic::Pool& pool = context_.shapes.pool();
    const auto n = static_cast<std::size_t>((*sizes)[0]);
    std::vector<NodeId> factor, result;
    for (std::size_t i = 0; i < n * n; ++i) {
      factor.push_back(lower(*e.operands[0], position(*sizes, static_cast<std::int64_t>(i))));
      if (failed_) return {};
      result.push_back(pool.constant(i / n == i % n ? 1 : 0));
    }
    for (int k = 0; k < static_cast<int>(times->number()); ++k) {
      std::vector<NodeId> next;
      for (std::size_t i = 0; i < n; ++i)
        for (std::size_t j = 0; j < n; ++j) {
          std::vector<NodeId> terms;
          for (std::size_t m = 0; m < n; ++m) terms.push_back(pool.multiply(result[i * n + m], factor[m * n + j]));
          next.push_back(terms.size() == 1 ? terms[0] : pool.make(Op::add, terms));
        }
      result = std::move(next);
    }
    const auto row = decide(subscripts[0], e);
    const auto column = row ? decide(subscripts[1], e) : std::nullopt;
    if (!column) return {};
    return result[static_cast<std::size_t>(*row - 1) * n + static_cast<std::size_t>(*column - 1)];
  }
  const NodeId base = lower(*e.operands[0], spread(*e.operands[0], subscripts));
  if (failed_) return {};
  const Expression* exponent = e.operands[1];
  const bool negative = exponent->kind == ExpressionKind::negate;
  const Expression& digits = negative ? *exponent->operands[0] : *exponent;
  constexpr double largest = 64;  // beyond this a product is neither faster nor more accurate than pow
  if (digits.kind == ExpressionKind::number && digits.number == std::floor(digits.number) &&
      std::fabs(digits.number) <= largest) {
    const auto whole = static_cast<std::int32_t>(negative ? -digits.number : digits.number);
    return context_.shapes.pool().make(Op::integer_power, {base}, static_cast<std::uint32_t>(whole));
  }
  const NodeId top = lower(*exponent, spread(*exponent, subscripts));
  return failed_ ? NodeId{} : context_.shapes.pool().make(Op::power, {base, top});
}

namespace {

bool may_fail(const symbolic::Node& node) {
  switch (node.op) {
    case Op::divide:
    case Op::power:
    case Op::log:
    case Op::log10:
    case Op::sqrt:
    case Op::asin:
    case Op::acos:
    case Op::tan:
    case Op::mod:
    case Op::rem:
    case Op::div:
    case Op::call:
    case Op::choose: return true;
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

bool ExpressionLowering::is_decidable(const Expression& condition) {
  bool decidable = true;
  ir::walk(condition, [&](const Expression& e) {
    if (e.kind == ExpressionKind::time || e.kind == ExpressionKind::function_variable ||
        e.kind == ExpressionKind::call || (e.kind == ExpressionKind::builtin && ir::speaks_of_events(e.builtin)))
      decidable = false;
    if (e.kind != ExpressionKind::variable || !decidable) return;
    // Real parameters may change without compiling anew, unless a loop variable says that each element is its own case
    const bool structural = e.type.base != ir::BaseType::real || mentions_iterator(condition);
    decidable = !context_.is_open(*e.variable) && structural;
  });
  return decidable;
}

NodeId ExpressionLowering::conditional(const Expression& e, const std::vector<Index>& subscripts) {
  symbolic::Pool& pool = context_.shapes.pool();
  std::vector<std::pair<NodeId, NodeId>> branches;
  const std::size_t outside = choices_.size();
  NodeId otherwise;
  for (std::size_t i = 0; i + 1 < e.operands.size() && !otherwise.valid(); i += 2) {
    if (!closure_->variables.empty()) {
      if (const auto known = evaluate_local(*e.operands[i])) {
        if (known->number() != 0) otherwise = lower(*e.operands[i + 1], subscripts);
        if (failed_) return {};
        continue;
      }
    }
    if (is_decidable(*e.operands[i])) {  // for each iteration: the other branch may not even exist
      const auto taken = decide(*e.operands[i]);
      if (!taken) return {};
      if (*taken) otherwise = lower(*e.operands[i + 1], subscripts);
    } else {
      const NodeId condition = lower(*e.operands[i], {});
      choices_.emplace_back(condition, true);
      const NodeId value = failed_ ? NodeId{} : lower(*e.operands[i + 1], subscripts);
      choices_.back().second = false;
      branches.emplace_back(condition, value);
    }
    if (failed_) return {};
  }
  if (!otherwise.valid()) otherwise = lower(*e.operands.back(), subscripts);
  choices_.resize(outside);
  if (failed_) return {};
  std::vector<NodeId> conditions;
  for (auto& [condition, value] : branches) {
    conditions.push_back(condition);
    value = beyond_borders(value, conditions);
  }
  otherwise = beyond_borders(otherwise, conditions);
  bool total = is_total(pool, otherwise);
  for (auto branch = branches.rbegin(); branch != branches.rend(); ++branch) {
    total = total && is_total(pool, branch->second);
    otherwise = pool.make(total ? Op::select : Op::choose, {branch->first, branch->second, otherwise});
    total = total && is_total(pool, branch->first);  // it is evaluated only when the conditions before it are false
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
  decisions_.push_back({Decision::Kind::index, Operation::equal, nullptr, {}, index, *value});
  return value;
}

bool ExpressionLowering::is_zero(const Index& difference) {
  const bool zero = difference.affine_value(loop_values_) == 0;
  if (!difference.is_constant())
    decisions_.push_back({Decision::Kind::comparison, Operation::equal, nullptr, {}, difference, zero ? 1 : 0});
  return zero;
}

/// i < n - 1 and the like; empty when the operands are not that simple.
std::optional<bool> ExpressionLowering::decide_comparison(const Expression& relation) {
  const bool integers = relation.kind == ExpressionKind::relation &&
                        relation.operands[0]->type.base == ir::BaseType::integer &&
                        relation.operands[1]->type.base == ir::BaseType::integer;
  if (!integers) return std::nullopt;
  const auto a = context_.indices.translate(*relation.operands[0], bindings_);
  const auto b = a ? context_.indices.translate(*relation.operands[1], bindings_) : std::nullopt;
  if (!b || a->general != nullptr || b->general != nullptr) return std::nullopt;
  const Index difference = *a - *b;
  const bool holds = compare(relation.operations[0], difference.affine_value(loop_values_), 0);
  if (!difference.is_constant())
    decisions_.push_back({Decision::Kind::comparison, relation.operations[0], nullptr, {}, difference, holds ? 1 : 0});
  return holds;
}

std::optional<bool> ExpressionLowering::decide(const Expression& condition) {
  if (const auto simple = decide_comparison(condition)) return simple;
  if (condition.kind == ExpressionKind::chain) {  // and, or: as far as needed
    bool so_far = false;
    for (std::size_t i = 0; i < condition.operands.size(); ++i) {
      const bool is_and = i > 0 && condition.operations[i - 1] == Operation::logical_and;
      if (i > 0 && so_far != is_and) continue;
      const auto next = decide(*condition.operands[i]);
      if (!next) return std::nullopt;
      so_far = *next;
    }
    return so_far;
  }
  if (condition.kind == ExpressionKind::logical_not) {
    const auto inner = decide(*condition.operands[0]);
    return inner ? std::optional(!*inner) : std::nullopt;
  }
  const auto value = context_.indices.evaluate(condition, bindings_, loop_values_);
  if (!value) {
    fail(condition, Code::E0208, "this condition must be known at compile time: " + context_.indices.failure().message);
    return std::nullopt;
  }
  const bool holds = value->number() != 0;
  if (mentions_iterator(condition))
    decisions_.push_back({Decision::Kind::condition, Operation::equal, &condition, bindings_, {}, holds ? 1 : 0});
  return holds;
}

}  // namespace sunder::lower
