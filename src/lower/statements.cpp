// Statements carried out on expressions: loops are run, conditions that are not known become choices.
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

namespace {

// what is written out beyond this is no equation any more
constexpr int most_statements = 200'000;
constexpr std::int64_t largest_variable = 100'000;

}  // namespace

bool ExpressionLowering::run_body(const ir::Function& function, const std::shared_ptr<Closure>&, const Expression& at) {
  if (!function.external.empty()) {
    fail(at, Code::E0301,
         "the external function '" + function.external + "' of '" + function.name +
             "' can be called at compile time only, with arguments that are known then");
    return false;
  }
  for (std::size_t i = 0; i < function.inputs.size(); ++i) {  // defaults may speak of the other inputs
    if (closure_->variables.contains(function.inputs[i])) continue;
    if (function.defaults[i] == nullptr) return false;
    auto bound = bind(*function.defaults[i]);
    if (!bound) return false;
    closure_->variables[function.inputs[i]] = std::move(*bound);
  }
  if (!declare_all(function, at, [](const ir::FunctionVariable&) { return true; })) return false;
  const Left around = std::exchange(left_, Left{});
  const NodeId path = std::exchange(path_, NodeId{});
  const Flow flow = run(function.body);
  left_ = around;
  path_ = path;
  return flow != Flow::failed && !failed_;
}

/// Variables and outputs before the first statement. Sizes of variables may be those of outputs, which come later.
bool ExpressionLowering::declare_all(const ir::Function& function, const Expression& at,
                                     const std::function<bool(const ir::FunctionVariable&)>& declared) {
  for (const ir::FunctionVariable* input : function.inputs)
    if (!is_of_its_size(*input, "the input '" + std::string(input->name) + "' of '" + function.name + "'", at))
      return false;
  std::vector<const ir::FunctionVariable*> order(function.locals);
  order.insert(order.end(), function.outputs.begin(), function.outputs.end());
  for (const ir::FunctionVariable* variable : order)
    if (!declare(*variable) || !declared(*variable)) return false;
  for (const ir::FunctionVariable* variable : function.locals)
    if (!closure_->variables.contains(variable) && (!declare(*variable) || !declared(*variable))) return false;
  return true;
}

/// Whether a value has the sizes that are written for the variable, as far as they are known.
bool ExpressionLowering::is_of_its_size(const ir::FunctionVariable& variable, const std::string& what,
                                        const Expression& at) {
  const auto found = closure_->variables.find(&variable);
  if (found == closure_->variables.end() || found->second.dimensions.size() != variable.sizes.size()) return true;
  for (std::size_t d = 0; d < variable.sizes.size(); ++d) {
    if (variable.sizes[d] == nullptr || variable.type.dimensions[d] != ir::open_size) continue;
    const auto wanted = evaluate_local(*variable.sizes[d]);
    if (!wanted || wanted->number() == static_cast<double>(found->second.dimensions[d])) continue;
    fail(at, Code::E0205,
         what + " has size " + std::to_string(found->second.dimensions[d]) + " in dimension " + std::to_string(d + 1) +
             ", where " + ir::print(*variable.sizes[d]) + " is " + shortest(wanted->number()));
    return false;
  }
  return true;
}

bool ExpressionLowering::declare(const ir::FunctionVariable& variable) {
  if (variable.binding != nullptr) {
    // what it needs may be declared later
    bool waits = false;
    ir::walk(*variable.binding, [&](const Expression& e) {
      waits =
          waits || (e.kind == ExpressionKind::function_variable && !closure_->variables.contains(e.function_variable) &&
                    e.function_variable->binding != nullptr && e.function_variable != &variable);
    });
    if (waits)
      ir::walk(*variable.binding, [&](const Expression& e) {
        if (e.kind == ExpressionKind::function_variable && !closure_->variables.contains(e.function_variable) &&
            !failed_)
          declare(*e.function_variable);
      });
    auto bound = bind(*variable.binding);
    if (!bound) return false;
    if (bound->dimensions.empty() && !variable.type.dimensions.empty() && bound->nodes.size() == 1) {
      for (std::size_t d = 0; d < variable.type.dimensions.size(); ++d) {
        std::int64_t size = variable.type.dimensions[d];
        if (size == ir::open_size && d < variable.sizes.size() && variable.sizes[d] != nullptr)
          if (const auto known = evaluate_local(*variable.sizes[d])) size = static_cast<std::int64_t>(known->number());
        bound->dimensions.push_back(std::max<std::int64_t>(size, 0));
      }
      bound->nodes.resize(static_cast<std::size_t>(ir::element_count(bound->dimensions)), bound->nodes.front());
      bound->known.reset();
    }
    closure_->variables[&variable] = std::move(*bound);
    return is_of_its_size(variable, "the value of '" + std::string(variable.name) + "'", *variable.binding);
  }
  Closure::Bound bound;
  bool sized = true;
  for (std::size_t d = 0; d < variable.type.dimensions.size(); ++d) {
    std::int64_t size = variable.type.dimensions[d];
    if (size == ir::open_size && d < variable.sizes.size() && variable.sizes[d] != nullptr)
      if (const auto known = evaluate_local(*variable.sizes[d])) size = static_cast<std::int64_t>(known->number());
    sized = sized && size != ir::open_size;
    bound.dimensions.push_back(size);
  }
  if (variable.type.dimensions.empty() || !sized) return true;  // no value before it is assigned
  if (ir::element_count(bound.dimensions) > largest_variable) {
    fail(Expression{}, Code::E0305, "an array of a function is too large to be written out");
    return false;
  }
  bound.nodes.assign(static_cast<std::size_t>(ir::element_count(bound.dimensions)), context_.shapes.pool().constant(0));
  closure_->variables[&variable] = std::move(bound);
  return true;
}

/// A function, or section of an algorithm, that cannot be written out is called instead.
ExpressionLowering::Flow ExpressionLowering::too_much(std::string message) {
  if (!failed_) {
    failed_ = wants_call_ = true;
    reason_ = std::move(message);
  }
  return Flow::failed;
}

NodeId ExpressionLowering::or_else(NodeId a, NodeId b) {
  if (!a.valid() || !b.valid()) return a.valid() ? a : b;
  return context_.shapes.pool().make(Op::logical_or, {a, b});
}

/// Runs `rest` where control has not left yet; what it leaves by is added to what was left by before.
ExpressionLowering::Flow ExpressionLowering::go_on(const std::function<Flow()>& rest) {
  symbolic::Pool& pool = context_.shapes.pool();
  const Left before = std::exchange(left_, Left{});
  const NodeId stays = pool.make(Op::logical_not, {or_else(before.breaks, before.returns)});
  Flow flow = Flow::next;
  Left after;
  const Flow all = either(
      stays,
      [&] {
        flow = rest();
        after = std::exchange(left_, Left{});
        return flow;
      },
      [] { return Flow::next; });
  if (all == Flow::failed) return all;
  if (flow == Flow::return_ && !before.breaks.valid()) return flow;
  if (flow == Flow::break_ && !before.returns.valid()) return flow;
  const NodeId always = pool.constant(1);
  const auto also = [&](NodeId first, NodeId then, Flow certain) {
    if (flow == certain) then = always;
    return then.valid() ? or_else(first, pool.make(Op::logical_and, {stays, then})) : first;
  };
  left_.breaks = also(before.breaks, after.breaks, Flow::break_);
  left_.returns = also(before.returns, after.returns, Flow::return_);
  return Flow::next;
}

ExpressionLowering::Flow ExpressionLowering::run(std::span<ir::Statement* const> statements) {
  for (std::size_t i = 0; i < statements.size(); ++i) {
    const Flow flow = run(*statements[i]);
    if (flow != Flow::next) return flow;
    if (left_.some() && i + 1 < statements.size()) return go_on([&, i] { return run(statements.subspan(i + 1)); });
  }
  return Flow::next;
}

ExpressionLowering::Flow ExpressionLowering::run(const ir::Statement& statement) {
  using Kind = ir::StatementKind;
  if (++statements_ > most_statements) return too_much("this takes too many steps to be written out");
  switch (statement.kind) {
    case Kind::assign: return assign(statement) ? Flow::next : Flow::failed;
    case Kind::break_: return Flow::break_;
    case Kind::return_: return Flow::return_;
    case Kind::assert_: return inline_depth_ == 0 ? effect(statement) : assertion(statement);
    case Kind::terminate:
    case Kind::reinit: return effect(statement);
    case Kind::call: return call_for_effects(statement);
    case Kind::when: return when(statement, 0);
    case Kind::for_: return loop(statement, 0);
    case Kind::if_: return branch(statement, 0);
    case Kind::while_: return repeat(statement);
  }
  return Flow::failed;
}

bool ExpressionLowering::carry_out(std::span<ir::Statement* const> section) {
  if (run(section) == Flow::failed || failed_) return false;
  if (!guards_.empty())
    for (auto& [variable, bound] : closure_->variables)
      for (NodeId& node : bound.nodes) node = guarded(node, 0);
  return true;
}

bool ExpressionLowering::begin(const ir::FunctionVariable& variable, const Expression& value,
                               std::span<const std::int64_t> sizes) {
  auto bound = bind(value);
  if (!bound || failed_) return false;
  bound->known.reset();
  if (bound->dimensions.empty() && !sizes.empty() && !bound->nodes.empty()) {
    bound->dimensions.assign(sizes.begin(), sizes.end());
    bound->nodes.resize(static_cast<std::size_t>(ir::element_count(sizes)), bound->nodes.front());
  }
  closure_->variables[&variable] = std::move(*bound);
  return true;
}

NodeId ExpressionLowering::element(const Expression& e, std::span<const std::int64_t> sizes, std::int64_t which) {
  return lower(e, position({sizes.begin(), sizes.end()}, which));
}

/// Like a conditional whose conditions hold at the instants when they become true.
ExpressionLowering::Flow ExpressionLowering::when(const ir::Statement& statement, std::size_t which) {
  if (which == statement.branches.size()) return Flow::next;
  const ir::StatementBranch& own = statement.branches[which];
  if (context_.at_start || own.condition->type.base == BaseType::clock) {
    Expression place;
    place.span = statement.span;
    if (context_.at_start)
      fail(place, Code::E0216, "a when-statement cannot stand in an initial algorithm");
    else
      fail(place, Code::E0301, "clocks are not supported in equations yet");
    return Flow::failed;
  }
  const NodeId condition = active(*own.condition, {});
  if (failed_) return Flow::failed;
  const auto inside = [&](bool enter) {
    context_.in_when = enter;
    no_event_depth_ += enter ? 1 : -1;
    when_ = enter ? &statement : nullptr;
  };
  const auto yes = [&] {
    inside(true);
    const Flow flow = run(own.body);
    left_ = {};
    inside(false);
    return flow;
  };
  return either(condition, yes, [&] { return when(statement, which + 1); });
}

/// Both ways are taken, and every variable becomes a choice between what they give it.
ExpressionLowering::Flow ExpressionLowering::either(NodeId condition, const std::function<Flow()>& yes,
                                                    const std::function<Flow()>& no) {
  symbolic::Pool& pool = context_.shapes.pool();
  const NodeId path = path_;
  const Closure before = *closure_;
  path_ = and_path(condition);
  ++open_choices_;
  const Flow first = yes();
  path_ = path;
  if (first == Flow::failed) {
    --open_choices_;
    return first;
  }
  const Closure taken = *closure_;
  *closure_ = before;
  path_ = and_path(pool.make(Op::logical_not, {condition}));
  const Flow second = no();
  path_ = path;
  --open_choices_;
  if (second == Flow::failed) return second;
  const auto is_leaf = [&](NodeId node) { return pool.children(node).empty(); };
  for (auto& [variable, bound] : closure_->variables) {
    const auto other = taken.variables.find(variable);
    if (other == taken.variables.end() || other->second.nodes == bound.nodes) continue;
    if (other->second.nodes.size() != bound.nodes.size()) continue;  // without a value in one of them
    for (std::size_t i = 0; i < bound.nodes.size(); ++i) {
      const NodeId a = beyond_borders(other->second.nodes[i], {&condition, 1});
      const NodeId b = beyond_borders(bound.nodes[i], {&condition, 1});
      if (a != b) bound.nodes[i] = pool.make(is_leaf(a) && is_leaf(b) ? Op::select : Op::choose, {condition, a, b});
    }
    bound.known.reset();
  }
  for (const auto& [variable, bound] : taken.variables) closure_->variables.try_emplace(variable, bound);
  return Flow::next;
}

ExpressionLowering::Flow ExpressionLowering::repeat(const ir::Statement& statement) {
  for (;;) {
    const auto condition = evaluate_local(*statement.condition);
    if (!condition)
      return too_much("a while-loop in an algorithm section needs a condition that is known at compile time");
    if (condition->number() == 0) return Flow::next;
    if (++statements_ > most_statements) return too_much("the loop does not end");
    Flow flow = run(statement.body);
    if (flow == Flow::next && left_.some()) {
      flow = go_on([&] { return repeat(statement); });
      left_.breaks = {};
      return flow == Flow::break_ ? Flow::next : flow;
    }
    if (flow == Flow::break_) return Flow::next;
    if (flow != Flow::next) return flow;
  }
}

ExpressionLowering::Flow ExpressionLowering::loop(const ir::Statement& statement, std::size_t depth) {
  if (depth == statement.iterators.size()) return run(statement.body);
  const ir::IteratorRange& it = statement.iterators[depth];
  const auto values = evaluate_local(*it.range);
  if (!values) return too_much("the range of a loop in an algorithm section must be known at compile time");
  return iterate(statement, depth, values->numbers);
}

ExpressionLowering::Flow ExpressionLowering::iterate(const ir::Statement& statement, std::size_t depth,
                                                     std::span<const double> values) {
  for (std::size_t k = 0; k < values.size(); ++k) {
    bindings_[statement.iterators[depth].symbol] = Index(static_cast<std::int64_t>(values[k]));
    Flow flow = loop(statement, depth + 1);
    if (flow == Flow::next && left_.some() && k + 1 < values.size()) {
      flow = go_on([&, k] { return iterate(statement, depth, values.subspan(k + 1)); });
      left_.breaks = {};
      return flow == Flow::break_ ? Flow::next : flow;
    }
    if (flow == Flow::break_) break;
    if (flow != Flow::next) return flow;
  }
  left_.breaks = {};
  return Flow::next;
}

/// Conditions that are known choose a branch; the others make both ways part of the result.
ExpressionLowering::Flow ExpressionLowering::branch(const ir::Statement& statement, std::size_t which) {
  if (which == statement.branches.size()) return Flow::next;
  const ir::StatementBranch& own = statement.branches[which];
  if (own.condition == nullptr) return run(own.body);
  if (const auto known = evaluate_local(*own.condition))
    return known->number() != 0 ? run(own.body) : branch(statement, which + 1);
  const NodeId condition = lower(*own.condition, {});
  if (failed_) return Flow::failed;
  struct Way {
    Flow flow = Flow::next;
    Left left;
  } yes, no;
  const auto note = [&](Way& way, Flow flow) {
    way.flow = flow;
    way.left = std::exchange(left_, Left{});
    return flow;
  };
  const Flow all = either(
      condition, [&] { return note(yes, run(own.body)); }, [&] { return note(no, branch(statement, which + 1)); });
  if (all == Flow::failed) return all;
  if (yes.flow == no.flow && !yes.left.some() && !no.left.some()) return yes.flow;
  symbolic::Pool& pool = context_.shapes.pool();
  const NodeId always = pool.constant(1), otherwise = pool.make(Op::logical_not, {condition});
  const auto joined = [&](NodeId Left::*way, Flow certain) {
    const NodeId a = yes.flow == certain ? always : yes.left.*way, b = no.flow == certain ? always : no.left.*way;
    return or_else(a.valid() ? pool.make(Op::logical_and, {condition, a}) : a,
                   b.valid() ? pool.make(Op::logical_and, {otherwise, b}) : b);
  };
  left_.breaks = joined(&Left::breaks, Flow::break_);
  left_.returns = joined(&Left::returns, Flow::return_);
  return Flow::next;
}

}  // namespace sunder::lower
