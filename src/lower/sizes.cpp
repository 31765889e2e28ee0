// Sizes and subscripts that depend on the arguments of functions, or on values of the run.
#include <algorithm>
#include <ranges>
#include <span>

#include "base/codes.hpp"
#include "lower/expressions.hpp"

namespace sunder::lower {

using ir::BaseType;
using ir::Expression;
using ir::ExpressionKind;
using symbolic::NodeId;
using symbolic::Op;

/// The expression with numbers in the place of sizes that depend on arguments of the function, and not on their values;
/// null when one of them cannot be had.
const Expression* ExpressionLowering::settle_sizes(const Expression& e) {
  if (e.kind == ExpressionKind::builtin && e.builtin == ir::Builtin::size && e.operands.size() == 2) {
    const Expression* of = e.operands[0];
    while (of->kind == ExpressionKind::record && !of->operands.empty()) of = of->operands[0];
    const bool open = std::ranges::find(of->type.dimensions, ir::open_size) != of->type.dimensions.end();
    if (!open || (of->kind == ExpressionKind::function_variable && of->subscripts.empty())) return &e;
    const auto which = evaluate_local(*e.operands[1]);
    const auto sizes = which ? sizes_of(*of) : std::nullopt;
    if (!sizes || which->number() < 1 || which->number() > static_cast<double>(sizes->size())) return nullptr;
    Expression& number = context_.made.emplace_back();
    number.kind = ExpressionKind::number;
    number.type = {BaseType::integer, {}};
    number.span = e.span;
    number.number = static_cast<double>((*sizes)[static_cast<std::size_t>(which->number()) - 1]);
    return &number;
  }
  std::vector<Expression*> operands;
  bool changed = false;
  for (Expression* operand : e.operands) {
    const Expression* one = operand == nullptr ? nullptr : settle_sizes(*operand);
    if (operand != nullptr && one == nullptr) return nullptr;
    changed = changed || one != operand;
    operands.push_back(const_cast<Expression*>(one));
  }
  std::vector<ir::Subscript> subscripts;
  for (const ir::Subscript& subscript : e.subscripts) {
    const Expression* one = subscript.value == nullptr ? nullptr : settle_sizes(*subscript.value);
    if (subscript.value != nullptr && one == nullptr) return nullptr;
    changed = changed || one != subscript.value;
    subscripts.push_back({const_cast<Expression*>(one)});
  }
  if (!changed) return &e;
  Expression& made = context_.made.emplace_back(e);
  made.operands = context_.made_operands.emplace_back(std::move(operands));
  if (!subscripts.empty()) made.subscripts = context_.made_subscripts.emplace_back(std::move(subscripts));
  return &made;
}

/// The sizes that the expression has here: inside of a function they depend on its arguments.
std::optional<std::vector<std::int64_t>> ExpressionLowering::sizes_of(const Expression& e) {
  std::vector<std::int64_t> sizes(e.type.dimensions.begin(), e.type.dimensions.end());
  if (std::find(sizes.begin(), sizes.end(), ir::open_size) == sizes.end()) return sizes;
  const auto of = [&](std::size_t i) { return sizes_of(*e.operands[i]); };
  const auto number = [&](const Expression& one) -> std::optional<std::int64_t> {
    const auto value = evaluate_local(one);
    return value ? std::optional(static_cast<std::int64_t>(value->number())) : std::nullopt;
  };
  const auto picked = [&](const std::vector<std::int64_t>& whole) -> std::optional<std::vector<std::int64_t>> {
    std::vector<std::int64_t> out;
    for (std::size_t d = 0; d < whole.size(); ++d) {
      const Expression* s = d < e.subscripts.size() ? e.subscripts[d].value : nullptr;
      if (s == nullptr) {
        out.push_back(whole[d]);
      } else if (!s->type.is_scalar()) {
        const auto own = sizes_of(*s);
        if (!own) return std::nullopt;
        out.push_back((*own)[0]);
      }
    }
    return out;
  };
  switch (e.kind) {
    case ExpressionKind::function_variable: {
      const auto found = closure_->variables.find(e.function_variable);
      if (found == closure_->variables.end()) return std::nullopt;
      return e.subscripts.empty() ? std::optional(found->second.dimensions) : picked(found->second.dimensions);
    }
    case ExpressionKind::index: {
      const auto whole = of(0);
      return whole ? picked(*whole) : std::nullopt;
    }
    case ExpressionKind::negate:
    case ExpressionKind::logical_not: return of(0);
    case ExpressionKind::range: {
      std::vector<double> limits;
      for (const Expression* limit : e.operands) {
        const auto value = evaluate_local(*limit);
        if (!value) return std::nullopt;
        limits.push_back(value->number());
      }
      const auto length = ir::range_length(limits.front(), limits.size() == 3 ? limits[1] : 1, limits.back());
      return length ? std::optional(std::vector<std::int64_t>{*length}) : std::nullopt;
    }
    case ExpressionKind::array: {
      const auto item = of(0);
      if (!item) return std::nullopt;
      std::vector<std::int64_t> out{static_cast<std::int64_t>(e.operands.size())};
      out.insert(out.end(), item->begin(), item->end());
      return out;
    }
    case ExpressionKind::chain: {
      auto so_far = of(0);
      for (std::size_t i = 1; i < e.operands.size() && so_far; ++i) {
        const auto next = of(i);
        if (!next) return std::nullopt;
        if (e.operations[i - 1] == ir::Operation::multiply && !so_far->empty() && !next->empty()) {
          so_far->pop_back();
          so_far->insert(so_far->end(), next->begin() + 1, next->end());
        } else if (so_far->empty()) {
          so_far = next;
        }
      }
      return so_far;
    }
    case ExpressionKind::power: return of(0);
    case ExpressionKind::if_:
      for (std::size_t i = 0; i + 1 < e.operands.size(); i += 2) {
        const auto taken = evaluate_local(*e.operands[i]);
        if (!taken) return of(i + 1);
        if (taken->number() != 0) return of(i + 1);
      }
      return of(e.operands.size() - 1);
    case ExpressionKind::comprehension: {
      std::vector<std::int64_t> out;
      for (const ir::IteratorRange& one : std::views::reverse(std::span<ir::IteratorRange>(e.iterators))) {
        const auto own = sizes_of(*one.range);
        if (!own) return std::nullopt;
        out.push_back((*own)[0]);
      }
      out.insert(out.end(), e.operands[0]->type.dimensions.begin(), e.operands[0]->type.dimensions.end());
      return std::find(out.begin(), out.end(), ir::open_size) == out.end() ? std::optional(out) : std::nullopt;
    }
    case ExpressionKind::call: {
      const Results results = carry_out(e);
      return results && e.result < results->size() ? std::optional((*results)[e.result].dimensions) : std::nullopt;
    }
    case ExpressionKind::builtin: break;
    default: return std::nullopt;
  }
  using ir::Builtin;
  std::vector<std::int64_t> out;
  switch (e.builtin) {
    case Builtin::zeros:
    case Builtin::ones:
    case Builtin::fill: {
      for (std::size_t i = e.builtin == Builtin::fill ? 1 : 0; i < e.operands.size(); ++i) {
        const auto n = number(*e.operands[i]);
        if (!n) return std::nullopt;
        out.push_back(*n);
      }
      if (e.builtin == Builtin::fill) {
        const auto item = of(0);
        if (!item) return std::nullopt;
        out.insert(out.end(), item->begin(), item->end());
      }
      return out;
    }
    case Builtin::identity: {
      const auto n = number(*e.operands[0]);
      return n ? std::optional(std::vector<std::int64_t>{*n, *n}) : std::nullopt;
    }
    case Builtin::linspace: {
      const auto n = number(*e.operands[2]);
      return n ? std::optional(std::vector<std::int64_t>{*n}) : std::nullopt;
    }
    case Builtin::diagonal: {
      const auto n = of(0);
      return n ? std::optional(std::vector<std::int64_t>{(*n)[0], (*n)[0]}) : std::nullopt;
    }
    case Builtin::transpose: {
      const auto n = of(0);
      return n ? std::optional(std::vector<std::int64_t>{(*n)[1], (*n)[0]}) : std::nullopt;
    }
    case Builtin::vector: {
      const auto n = of(0);
      return n ? std::optional(std::vector<std::int64_t>{ir::element_count(*n)}) : std::nullopt;
    }
    case Builtin::outer_product: {
      const auto a = of(0);
      const auto b = of(1);
      return a && b ? std::optional(std::vector<std::int64_t>{(*a)[0], (*b)[0]}) : std::nullopt;
    }
    case Builtin::cat: {
      const auto along = static_cast<std::size_t>(e.operands[0]->number) - 1;
      std::vector<std::int64_t> total;
      for (std::size_t i = 1; i < e.operands.size(); ++i) {
        auto own = of(i);
        if (!own) return std::nullopt;
        own->resize(std::max(own->size(), e.type.dimensions.size()), 1);
        if (total.empty())
          total = *own;
        else
          total[along] += (*own)[along];
      }
      return total;
    }
    default:
      for (std::size_t i = 0; i < e.operands.size(); ++i) {
        const auto own = of(i);
        if (own && !own->empty()) return own;
      }
      return std::nullopt;
  }
}

/// x[k] where k is found during the run: a choice between all elements.
std::optional<NodeId> ExpressionLowering::runtime_subscript(const Expression& e, const std::vector<Index>& subscripts,
                                                            bool derivative) {
  std::size_t which = e.subscripts.size();
  for (std::size_t d = 0; d < e.subscripts.size(); ++d) {
    const Expression* s = e.subscripts[d].value;
    if (s == nullptr || !s->type.is_scalar()) continue;
    bool varies = false;
    ir::walk(*s, [&](const Expression& inner) {
      if (inner.kind == ExpressionKind::time) varies = true;
      if (inner.kind == ExpressionKind::iterator && iterator_nodes_.contains(inner.iterator)) varies = true;
      if (inner.kind == ExpressionKind::variable && context_.is_open(*inner.variable)) varies = true;
      if (inner.kind != ExpressionKind::function_variable) return;
      const auto found = closure_->variables.find(inner.function_variable);
      varies = varies || found == closure_->variables.end() || !found->second.known;
    });
    if (varies) which = d;
  }
  if (which == e.subscripts.size()) return std::nullopt;
  std::vector<std::int64_t> sizes;
  if (e.kind == ExpressionKind::function_variable) {
    sizes = closure_->variables.at(e.function_variable).dimensions;
  } else {
    sizes.assign(e.variable->dimensions.begin(), e.variable->dimensions.end());
  }
  symbolic::Pool& pool = context_.shapes.pool();
  const NodeId at = lower(*e.subscripts[which].value, {});
  if (failed_) return NodeId{};
  const std::int64_t size = sizes[which];
  if (size == 0) return fail(e, Code::E0302, "a subscript of an array without elements");
  constexpr std::int64_t most = 10'000;
  if (size > most)
    return fail(e, Code::E0301, "a subscript that changes during the run needs fewer than 10000 elements");
  // the expressions must outlive the pattern, which may keep them for messages
  std::vector<ir::Subscript>& own = context_.made_subscripts.emplace_back(e.subscripts.begin(), e.subscripts.end());
  std::vector<NodeId> items;
  for (std::int64_t k = 1; k <= size; ++k) {
    Expression& index = context_.made.emplace_back();
    index.kind = ExpressionKind::number;
    index.type = {BaseType::integer, {}};
    index.number = static_cast<double>(k);
    index.span = e.span;
    std::vector<ir::Subscript>& copy = context_.made_subscripts.emplace_back(own);
    copy[which].value = &index;
    Expression& one = context_.made.emplace_back(e);
    one.subscripts = copy;
    items.push_back(e.kind == ExpressionKind::function_variable ? function_variable(one, subscripts)
                                                                : variable(one, subscripts, derivative));
    if (failed_) return NodeId{};
  }
  // halves of halves: a chain of a thousand would be a thousand deep
  const auto choose = [&](std::size_t first, std::size_t last, const auto& self) -> NodeId {
    if (first == last) return items[first];
    const std::size_t middle = (first + last) / 2;
    const NodeId left = self(first, middle, self);
    const NodeId right = self(middle + 1, last, self);
    const NodeId below = pool.make(Op::less_equal, {at, number(static_cast<double>(middle + 1))});
    return pool.make(Op::select, {below, left, right});
  };
  const NodeId inside =
      pool.make(Op::logical_and, {pool.make(Op::less_equal, {pool.constant(1), at}),
                                  pool.make(Op::less_equal, {at, number(static_cast<double>(size))})});
  return failing_unless(inside, choose(0, items.size() - 1, choose),
                        "a subscript lies outside of 1:" + std::to_string(size));
}

}  // namespace sunder::lower
