// What statements do besides assigning: assertions, reinit, terminate, calls for what they do; what must hold for a
// value.
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

/// Whether control comes here and the condition holds too.
NodeId ExpressionLowering::and_path(NodeId condition) {
  return path_.valid() ? context_.shapes.pool().make(Op::logical_and, {path_, condition}) : condition;
}

/// Whether control does not come here.
NodeId ExpressionLowering::not_on_path() {
  symbolic::Pool& pool = context_.shapes.pool();
  return path_.valid() ? pool.make(Op::logical_not, {path_}) : pool.constant(0);
}

/// A text that is made only when it is said.
NodeId ExpressionLowering::when_it_is(NodeId condition, NodeId text) {
  if (failed_ || context_.shapes.pool().children(text).empty()) return text;
  return context_.shapes.pool().make(Op::choose, {condition, text, context_.shapes.pool().constant(0)});
}

ExpressionLowering::Flow ExpressionLowering::effect(const ir::Statement& statement) {
  symbolic::Pool& pool = context_.shapes.pool();
  const NodeId always = pool.constant(1);
  const NodeId here = path_.valid() ? path_ : always;
  if (statement.kind == ir::StatementKind::assert_) {
    const bool was = std::exchange(context_.in_assertion, true);
    const NodeId holds = lower(*statement.left[0], {});
    context_.in_assertion = was;
    if (failed_) return Flow::failed;
    const NodeId violated = pool.make(Op::logical_and, {here, pool.make(Op::logical_not, {holds})});
    effects_.push_back({&statement,
                        when_,
                        when_ != nullptr ? violated : (path_.valid() ? pool.make(Op::logical_not, {violated}) : holds),
                        {},
                        0,
                        when_it_is(violated, said_text(*statement.left[1], {})),
                        message_text(*statement.left[1])});
    return failed_ ? Flow::failed : Flow::next;
  }
  if (statement.kind == ir::StatementKind::terminate) {
    effects_.push_back({&statement,
                        when_,
                        here,
                        {},
                        0,
                        when_it_is(here, said_text(*statement.left[0], {})),
                        message_text(*statement.left[0])});
    return failed_ ? Flow::failed : Flow::next;
  }
  const auto sizes = sizes_of(*statement.left[0]);
  for (std::int64_t k = 0; sizes && k < ir::element_count(*sizes); ++k) {
    const NodeId target = lower(*statement.left[0], position(*sizes, k));
    const bool spread = statement.left[1]->type.is_scalar();
    const NodeId value =
        failed_ ? target : lower(*statement.left[1], spread ? std::vector<Index>{} : position(*sizes, k));
    if (failed_) return Flow::failed;
    if (pool[target].op != Op::slot) {
      fail(*statement.left[0], Code::E0301, "reinit needs a state whose subscripts are known at compile time");
      return Flow::failed;
    }
    const Term& term = terms_[pool[target].payload];
    std::int64_t offset = 0;
    for (std::size_t d = 0; d < term.subscripts.size(); ++d)
      offset =
          offset * context_.dae.declarations[term.declaration.index()].dimensions[d] + term.subscripts[d].constant - 1;
    effects_.push_back({&statement, when_, here, value, offset, {}, {}});
  }
  return sizes ? Flow::next : Flow::failed;
}

/// What must hold in a function whose results nobody reads.
std::optional<ExpressionLowering::Guards> ExpressionLowering::guards_of(const Expression& call) {
  const std::size_t first = guards_.size();
  const Expression* around = std::exchange(keeps_guards_of_, &call);
  const Results results = carry_out(call);
  keeps_guards_of_ = around;
  if (results == nullptr || failed_) return std::nullopt;
  Guards found(guards_.begin() + static_cast<std::ptrdiff_t>(first), guards_.end());
  guards_.resize(first);
  return found;
}

/// A call whose results nobody reads: what must hold in the function must hold here.
ExpressionLowering::Flow ExpressionLowering::call_for_effects(const ir::Statement& statement) {
  const Expression& call = *statement.right[0];
  if (call.kind != ExpressionKind::call || call.function == nullptr) return Flow::next;
  const std::string& external = call.function->external;
  if (external == impure_seed_function) return seed_impure_random(call) ? Flow::next : Flow::failed;
  if (is_without_effect(external)) return Flow::next;
  if (external == print_function && !prints_to_file(call)) {
    if (inline_depth_ > 0) return Flow::next;  // said where it is carried out for that
    const NodeId here = path_.valid() ? path_ : context_.shapes.pool().constant(1);
    effects_.push_back(
        {&statement, when_, here, {}, 0, when_it_is(here, printed_text(call)), message_text(*call.operands[0])});
    return failed_ ? Flow::failed : Flow::next;
  }
  if (external == error_function) {
    const NodeId never = context_.shapes.pool().constant(0);
    if (inline_depth_ > 0) {
      const bool told = keeps_guards_of_ != nullptr;
      guard(never, message_text(*call.operands[0]), told ? said_text(*call.operands[0], {}) : NodeId{});
      return failed_ ? Flow::failed : Flow::next;
    }
    const NodeId here = path_.valid() ? path_ : context_.shapes.pool().constant(1);
    effects_.push_back({&statement,
                        when_,
                        when_ != nullptr ? here : not_on_path(),
                        {},
                        0,
                        when_it_is(here, said_text(*call.operands[0], {})),
                        message_text(*call.operands[0])});
    return failed_ ? Flow::failed : Flow::next;
  }
  if (!external.empty() && (call.function->outputs.empty() || acts_on_files(*call.function))) {
    if (inline_depth_ == 0) call_for_act(call);  // else by the one around it, like print
    return failed_ ? Flow::failed : Flow::next;
  }
  symbolic::Pool& pool = context_.shapes.pool();
  const bool outermost = inline_depth_ == 0;
  const bool was = std::exchange(context_.in_assertion, context_.in_assertion || (outermost && when_ == nullptr));
  const std::optional<Guards> found = guards_of(call);
  context_.in_assertion = was;
  if (!found) return Flow::failed;
  for (const auto& [condition, message, text] : *found) {
    if (!outermost) {
      guard(condition, message, text);
      continue;
    }
    const NodeId violated = and_path(pool.make(Op::logical_not, {condition}));
    const bool prefixed = message.starts_with(violation_prefix);  // which the run will say
    const std::string known = prefixed ? message.substr(violation_prefix.size()) : message;
    effects_.push_back({&statement,
                        when_,
                        when_ != nullptr ? violated : pool.make(Op::logical_not, {violated}),
                        {},
                        0,
                        text.valid() ? when_it_is(violated, text) : text_number(known),
                        known});
  }
  return Flow::next;
}

/// What must hold for the function to have a value.
void ExpressionLowering::guard(NodeId condition, const std::string& message, NodeId text) {
  symbolic::Pool& pool = context_.shapes.pool();
  if (path_.valid()) condition = pool.make(Op::logical_or, {pool.make(Op::logical_not, {path_}), condition});
  if (!pool.is_constant(condition, 1)) guards_.push_back({condition, message, text});
}

NodeId ExpressionLowering::guarded(NodeId value, std::size_t first) {
  for (std::size_t i = guards_.size(); i-- > first;)
    value = failing_unless(guards_[i].condition, value, guards_[i].message);
  return value;
}

NodeId ExpressionLowering::failing_unless(NodeId condition, NodeId value, const std::string& message) {
  symbolic::Pool& pool = context_.shapes.pool();
  const auto [number, fresh] = context_.failures.try_emplace(message, 0U);
  if (fresh) number->second = pool.add(std::make_shared<symbolic::Failure>(message));
  return pool.make(Op::choose, {condition, value, pool.make(Op::call, {}, number->second)});
}

/// In a function that is written out: where it is violated, the function has no value.
ExpressionLowering::Flow ExpressionLowering::assertion(const ir::Statement& statement) {
  if (statement.warns) return Flow::next;
  const auto known = evaluate_local(*statement.left[0]);
  if (known && known->number() != 0) return Flow::next;
  const NodeId holds = lower(*statement.left[0], {});
  if (failed_) return Flow::failed;
  // equations must not depend on what is only said: where they are solved, messages are as far as they are known
  const NodeId text = keeps_guards_of_ != nullptr ? said_text(*statement.left[1], {}) : NodeId{};
  guard(holds, std::string(violation_prefix) + message_text(*statement.left[1]), text);
  return failed_ ? Flow::failed : Flow::next;
}

/// The text as far as it is known at compile time.
std::string ExpressionLowering::message_text(const Expression& e) {
  if (e.kind == ExpressionKind::string) return std::string(e.text);
  if (e.kind == ExpressionKind::chain) {
    std::string all;
    for (const Expression* operand : e.operands) all += message_text(*operand);
    return all;
  }
  const auto value = evaluate_local(e);
  return value && !value->strings.empty() ? value->strings.front() : "…";
}

}  // namespace sunder::lower
