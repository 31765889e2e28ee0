// What events are made of: relations and roundings that are held, what was before, conditions that become true.
#include <utility>

#include "base/codes.hpp"
#include "lower/expressions.hpp"

namespace sunder::lower {

using ir::Builtin;
using ir::Expression;
using ir::ExpressionKind;
using ir::HeldKind;
using symbolic::NodeId;
using symbolic::Op;

NodeId ExpressionLowering::held(Term term) {
  term.kind = Term::Kind::held;
  term.discrete = true;
  const auto [known, added] = held_.try_emplace({term.held, term.shape, term.inputs});
  if (!added) return known->second;
  terms_.push_back(std::move(term));
  return known->second = context_.shapes.pool().slot(static_cast<std::uint32_t>(terms_.size() - 1));
}

NodeId ExpressionLowering::held(HeldKind kind, NodeId row, const Expression& at) {
  Term term;
  term.written = &at;
  term.held = kind;
  term.shape = context_.shapes.intern(extract(row), term.inputs);
  return held(std::move(term));
}

/// floor, ceil and their like make events where their value jumps.
NodeId ExpressionLowering::rounded(HeldKind kind, NodeId argument, const Expression& at) {
  symbolic::Pool& pool = context_.shapes.pool();
  if (no_event_depth_ == 0 && !is_discrete(argument)) return held(kind, argument, at);
  if (kind == HeldKind::truncate) return pool.make(Op::div, {argument, pool.constant(1)});
  return pool.make(kind == HeldKind::floor ? Op::floor : Op::ceil, {argument});
}

NodeId ExpressionLowering::event_builtin(const Expression& e, const std::vector<Index>& subscripts) {
  symbolic::Pool& pool = context_.shapes.pool();
  switch (e.builtin) {
    case Builtin::pre: return before(*e.operands[0], subscripts);
    case Builtin::edge:
    case Builtin::change: {
      const NodeId now = variable(*e.operands[0], subscripts, false);
      const NodeId then = failed_ ? NodeId{} : before(*e.operands[0], subscripts);
      if (failed_) return {};
      if (e.builtin == Builtin::change) return pool.make(Op::not_equal, {now, then});
      return pool.make(Op::logical_and, {now, pool.make(Op::logical_not, {then})});
    }
    case Builtin::active: return active(*e.operands[0], subscripts);
    case Builtin::sample:
      if (e.operands.size() > 1 && e.operands[1]->type.base != ir::BaseType::clock) return sample(e);
      return clocked_builtin(e, subscripts);
    case Builtin::initial:
    case Builtin::terminal: break;
    default: return clocked_builtin(e, subscripts);
  }
  Term term;
  term.written = &e;
  term.held = e.builtin == Builtin::initial ? HeldKind::initial : HeldKind::terminal;
  return held(std::move(term));
}

/// A mixture of both arguments; only the way to the start sees the simplified one (causalise separates them).
NodeId ExpressionLowering::homotopy(const Expression& e, const std::vector<Index>& subscripts) {
  const NodeId actual = lower(*e.operands[0], subscripts);
  if (failed_ || context_.in_assertion || context_.in_when || is_discrete(actual)) return actual;
  const NodeId simplified = lower(*e.operands[1], subscripts);
  if (failed_) return {};
  Term term;
  term.written = &e;
  term.held = HeldKind::simplified;
  symbolic::Pool& pool = context_.shapes.pool();
  return pool.add(actual, pool.multiply(held(std::move(term)), pool.subtract(simplified, actual)));
}

/// The value at the end of the last event. Continuous variables, in a when-equation: just before this one, and before
/// the start their start value; states still have that value, until a reinit takes effect after the event.
NodeId ExpressionLowering::before(const Expression& e, const std::vector<Index>& subscripts) {
  const NodeId now = variable(e, subscripts, false);
  if (failed_ || is_constant(now)) return now;
  if (is_discrete(now)) return held(HeldKind::memory, now, e);
  const auto& declaration = context_.dae.declarations[context_.declarations.at(e.variable).index()];
  if (!context_.in_when || in_condition_)
    return fail(e, Code::E0306,
                "pre() needs a variable that changes at events only; '" + path_of(*e.variable) + "' is continuous");
  if (declaration.derivative.valid()) return now;
  return held(HeldKind::left_limit, now, e);
}

namespace {

bool names_no_event(const Expression& condition) {
  bool found = false;
  ir::walk(condition, [&](const Expression& e) {
    found = found || (e.kind == ExpressionKind::builtin && e.builtin == Builtin::no_event);
  });
  return found;
}

}  // namespace

/// Whether the condition is true now and was not before. Conditions that are true at the start have not become true
/// there, unless they speak of initial() themselves.
NodeId ExpressionLowering::active(const Expression& condition, const std::vector<Index>& subscripts) {
  symbolic::Pool& pool = context_.shapes.pool();
  if (!condition.type.is_scalar() && subscripts.empty()) {
    NodeId any = pool.constant(0);
    for (std::int64_t k = 1; k <= condition.type.dimensions[0] && !failed_; ++k) {
      const bool listed = condition.kind == ExpressionKind::array;
      const NodeId one =
          listed ? active(*condition.operands[static_cast<std::size_t>(k - 1)], {}) : active(condition, {Index(k)});
      if (!failed_) any = pool.make(Op::logical_or, {any, one});
    }
    return failed_ ? NodeId{} : any;
  }
  bool speaks_of_start = false;
  ir::walk(condition, [&](const Expression& e) {
    speaks_of_start = speaks_of_start || (e.kind == ExpressionKind::builtin && e.builtin == Builtin::initial);
  });
  const int around = std::exchange(no_event_depth_, 0);  // the condition makes events, what it triggers does not
  in_condition_ = true;
  NodeId now = lower(condition, subscripts);
  in_condition_ = false;
  no_event_depth_ = around;
  if (failed_) return {};
  const bool is_start = condition.kind == ExpressionKind::builtin && condition.builtin == Builtin::initial;
  if (is_start) return now;  // not only once, but as long as the start lasts
  if (!is_discrete(now)) {
    if (names_no_event(condition))
      return fail(condition, Code::E0306,
                  "the condition of a when-equation must change at events only: noEvent hides them");
    // what follows something continuous by way of a function makes the event here
    const NodeId half = number(0.5);
    const NodeId kept = held(HeldKind::greater, pool.subtract(now, half), condition);
    now_of_held_.try_emplace(kept, pool.make(Op::greater, {now, half}));
    now = kept;
  }
  const NodeId fresh =
      pool.make(Op::logical_and, {now, pool.make(Op::logical_not, {held(HeldKind::memory, now, condition)})});
  if (speaks_of_start) return fresh;
  Term start;
  start.written = &condition;
  start.held = HeldKind::initial;
  return pool.make(Op::logical_and, {fresh, pool.make(Op::logical_not, {held(std::move(start))})});
}

std::uint32_t ExpressionLowering::term_of_constant(NodeId node) {
  const symbolic::Pool& pool = context_.shapes.pool();
  if (pool[node].op == Op::slot) return pool[node].payload;
  if (!pool.is_constant(node)) return add_derived(node);
  Term term;
  term.number = pool[node].value;
  term.constant = term.literal = term.discrete = true;
  terms_.push_back(std::move(term));
  return static_cast<std::uint32_t>(terms_.size() - 1);
}

NodeId ExpressionLowering::sample(const Expression& e) {
  Term term;
  term.written = &e;
  term.held = HeldKind::sample;
  term.of_clock = e.text == clock_mark;
  for (const Expression* operand : e.operands) {
    const NodeId node = lower(*operand, {});
    if (failed_) return {};
    if (!is_constant(node))
      return fail(*operand, Code::E0208, "start and interval of sample() can depend on parameters only");
    term.inputs.push_back(term_of_constant(node));
  }
  return held(std::move(term));
}

/// Clocked variables keep their values between the ticks of their clocks: operators from clock to clock and from there
/// to the continuous part leave them as they are.
NodeId ExpressionLowering::clocked_builtin(const Expression& e, const std::vector<Index>& subscripts) {
  switch (e.builtin) {
    case Builtin::hold:
    case Builtin::no_clock:
    case Builtin::sub_sample:
    case Builtin::super_sample:
    case Builtin::shift_sample:
    case Builtin::back_sample: return lower(*e.operands[0], subscripts);
    case Builtin::previous:
      if (e.operands[0]->kind != ExpressionKind::variable)
        return fail(*e.operands[0], Code::E0301, "previous() takes a variable");
      return before(*e.operands[0], subscripts);
    case Builtin::sample: {  // as it was just before the tick
      const NodeId now = lower(*e.operands[0], subscripts);
      return failed_ || is_constant(now) ? now : held(HeldKind::left_limit, now, e);
    }
    default: break;
  }
  const std::string name(ir::name_of(e.builtin));
  if (context_.clock == nullptr || e.builtin == Builtin::clock)
    return fail(e, Code::E0309, "'" + name + "' has no meaning outside of a clocked equation");
  return lower(e.builtin == Builtin::first_tick ? *context_.clock->first_tick : *context_.clock->interval, {});
}

}  // namespace sunder::lower
