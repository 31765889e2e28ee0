// Assignments to variables and to parts of them.
#include <algorithm>
#include <utility>

#include "base/codes.hpp"
#include "base/text.hpp"
#include "lower/expressions.hpp"
#include "symbolic/procedure.hpp"

namespace sunder::lower {

using ir::BaseType;
using ir::Expression;
using ir::ExpressionKind;
using symbolic::NodeId;
using symbolic::Op;

/// Arrays have the sizes they were declared with, unless these are open: [:].
bool ExpressionLowering::keeps_its_size(const Expression& left, const Closure::Bound& after) {
  const ir::FunctionVariable& variable = *left.function_variable;
  const auto before = closure_->variables.find(&variable);
  if (before == closure_->variables.end()) return true;
  const std::vector<std::int64_t>& sizes = before->second.dimensions;
  for (std::size_t d = 0; d < sizes.size() && d < after.dimensions.size(); ++d) {
    const bool open =
        variable.type.dimensions[d] == ir::open_size && (d >= variable.sizes.size() || variable.sizes[d] == nullptr);
    if (open || sizes[d] == after.dimensions[d]) continue;
    fail(left, Code::E0205,
         "'" + std::string(variable.name) + "' has size " + std::to_string(sizes[d]) + " in dimension " +
             std::to_string(d + 1) + ", the value " + std::to_string(after.dimensions[d]));
    return false;
  }
  return true;
}

bool ExpressionLowering::assign(const ir::Statement& statement) {
  std::vector<Closure::Bound> values;
  for (const Expression* right : statement.right) {
    auto bound = bind(*right);
    if (!bound) return false;
    values.push_back(std::move(*bound));
  }
  for (std::size_t i = 0; i < values.size(); ++i) {
    const Expression& left = *statement.left[i];
    if (left.kind != ExpressionKind::function_variable) {
      fail(left, Code::E0301, "this cannot be assigned here");
      return false;
    }
    if (left.subscripts.empty()) {
      if (!keeps_its_size(left, values[i])) return false;
      closure_->variables[left.function_variable] = std::move(values[i]);
      continue;
    }
    if (!closure_->variables.contains(left.function_variable)) {
      fail(left, Code::E0301, "'" + std::string(left.function_variable->name) + "' has no size yet");
      return false;
    }
    if (!put(left, values[i])) return false;
  }
  return true;
}

/// Which elements of one dimension an assignment picks.
struct ExpressionLowering::Pick {
  std::vector<std::int64_t> positions;
  std::vector<NodeId> varying{};  ///< not empty: those of these that these are, during the run
  [[nodiscard]] std::size_t count() const { return varying.empty() ? positions.size() : varying.size(); }
};

/// A range as long as the text says, wherever it begins: k:k + 2. Empty: it is none, or failed.
std::vector<NodeId> ExpressionLowering::moving_range(const Expression& subscript) {
  if (subscript.kind != ExpressionKind::range || subscript.operands.size() != 2) return {};
  symbolic::Pool& pool = context_.shapes.pool();
  const NodeId first = lower(*subscript.operands[0], {});
  const NodeId last = failed_ ? first : lower(*subscript.operands[1], {});
  if (failed_) return {};
  const NodeId further = pool.subtract(last, first);
  constexpr double most = 1000;  // each of them looks at all elements
  if (!pool.is_constant(further) || !(pool[further].value >= 0 && pool[further].value < most)) return {};
  std::vector<NodeId> all;
  for (double k = 0; k <= pool[further].value; ++k) all.push_back(pool.add(first, pool.constant(k)));
  return all;
}

std::optional<ExpressionLowering::Pick> ExpressionLowering::pick(const ir::Subscript& subscript, std::int64_t size) {
  Pick out;
  if (subscript.value == nullptr) {
    for (std::int64_t k = 1; k <= size; ++k) out.positions.push_back(k);
    return out;
  }
  const auto index = evaluate_local(*subscript.value);
  if (!index) {
    if (subscript.value->type.is_scalar())
      out.varying.push_back(lower(*subscript.value, {}));
    else
      out.varying = moving_range(*subscript.value);
    if (!failed_ && out.varying.empty()) {
      fail(*subscript.value, Code::E0301,
           "a vector of subscripts on the left of an assignment must be known at compile time, or be a range whose "
           "length is");
      return std::nullopt;
    }
    if (failed_) return std::nullopt;
    for (std::int64_t k = 1; k <= size; ++k) out.positions.push_back(k);
    symbolic::Pool& pool = context_.shapes.pool();
    const NodeId inside = pool.make(
        Op::logical_and, {pool.make(Op::less_equal, {pool.constant(1), out.varying.front()}),
                          pool.make(Op::less_equal, {out.varying.back(), number(static_cast<double>(size))})});
    guard(inside, "a subscript lies outside of 1:" + std::to_string(size));
    return out;
  }
  for (const double one : index->numbers) {
    if (one < 1 || one > static_cast<double>(size)) {
      fail(*subscript.value, Code::E0302,
           "subscript " + std::to_string(static_cast<long>(one)) + " is outside 1:" + std::to_string(size));
      return std::nullopt;
    }
    out.positions.push_back(static_cast<std::int64_t>(one));
  }
  return out;
}

/// Writes into the picked elements; where a subscript is found during the run, each may be the one.
/// All others stay where they are: a loop may write one after the other.
bool ExpressionLowering::put(const Expression& left, const Closure::Bound& part) {
  symbolic::Pool& pool = context_.shapes.pool();
  std::vector<Pick> picks;
  for (std::size_t d = 0; d < left.subscripts.size(); ++d) {
    auto one = pick(left.subscripts[d], closure_->variables.at(left.function_variable).dimensions[d]);
    if (!one) return false;
    picks.push_back(std::move(*one));
  }
  Closure::Bound& whole = closure_->variables.at(left.function_variable);
  const bool spread = part.dimensions.empty();
  std::optional<ir::Value> known = std::exchange(whole.known, std::nullopt);
  if (!part.known) known.reset();
  const auto each = [&](std::size_t d, std::int64_t at, std::int64_t from, NodeId here, const auto& self) -> void {
    if (d == picks.size()) {
      const auto to = static_cast<std::size_t>(at), next = static_cast<std::size_t>(spread ? 0 : from);
      if (next >= part.nodes.size()) return;
      whole.nodes[to] =
          here.valid() ? pool.make(Op::select, {here, part.nodes[next], whole.nodes[to]}) : part.nodes[next];
      if (here.valid()) known.reset();
      if (known && to < known->numbers.size() && next < part.known->numbers.size())
        known->numbers[to] = part.known->numbers[next];
      return;
    }
    const Pick& own = picks[d];
    const auto next = [&](std::size_t k) {
      return from * static_cast<std::int64_t>(own.count()) + static_cast<std::int64_t>(k);
    };
    for (std::size_t k = 0; k < own.positions.size(); ++k) {
      const std::int64_t to = at * whole.dimensions[d] + own.positions[k] - 1;
      if (own.varying.empty()) self(d + 1, to, next(k), here, self);
      for (std::size_t j = 0; j < own.varying.size(); ++j) {
        const NodeId this_one = pool.make(Op::equal, {own.varying[j], number(static_cast<double>(own.positions[k]))});
        const NodeId also = here.valid() ? pool.make(Op::logical_and, {here, this_one}) : this_one;
        self(d + 1, to, next(j), also, self);
      }
    }
  };
  each(0, 0, 0, {}, each);
  whole.known = std::move(known);
  return !failed_;
}

}  // namespace sunder::lower
