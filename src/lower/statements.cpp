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
constexpr std::int64_t most_elements = 100'000;

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
  if (ir::element_count(bound.dimensions) > most_elements) {
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
  if (is_without_effect(external)) return Flow::next;
  if (external == print_function) {
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
  if (!external.empty() && call.function->outputs.empty()) {
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
      const NodeId a = other->second.nodes[i], b = bound.nodes[i];
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
      closure_->variables[left.function_variable] = std::move(values[i]);
      continue;
    }
    const auto found = closure_->variables.find(left.function_variable);
    if (found == closure_->variables.end()) {
      fail(left, Code::E0301, "'" + std::string(left.function_variable->name) + "' has no size yet");
      return false;
    }
    if (!put(left, found->second, values[i])) return false;
  }
  return true;
}

/// Which elements of one dimension an assignment picks.
struct ExpressionLowering::Pick {
  std::vector<std::int64_t> positions;
  NodeId varying;  ///< valid: the one of these that this is, during the run
};

std::optional<ExpressionLowering::Pick> ExpressionLowering::pick(const ir::Subscript& subscript, std::int64_t size) {
  Pick out;
  if (subscript.value == nullptr) {
    for (std::int64_t k = 1; k <= size; ++k) out.positions.push_back(k);
    return out;
  }
  const auto index = evaluate_local(*subscript.value);
  if (!index) {
    if (!subscript.value->type.is_scalar()) {
      fail(*subscript.value, Code::E0301,
           "a vector of subscripts on the left of an assignment must be known at compile time");
      return std::nullopt;
    }
    out.varying = lower(*subscript.value, {});
    if (failed_) return std::nullopt;
    for (std::int64_t k = 1; k <= size; ++k) out.positions.push_back(k);
    symbolic::Pool& pool = context_.shapes.pool();
    const NodeId inside =
        pool.make(Op::logical_and, {pool.make(Op::less_equal, {pool.constant(1), out.varying}),
                                    pool.make(Op::less_equal, {out.varying, number(static_cast<double>(size))})});
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
bool ExpressionLowering::put(const Expression& left, Closure::Bound& given, const Closure::Bound& part) {
  symbolic::Pool& pool = context_.shapes.pool();
  Closure::Bound whole = given;
  std::vector<Pick> picks;
  for (std::size_t d = 0; d < left.subscripts.size(); ++d) {
    auto one = pick(left.subscripts[d], whole.dimensions[d]);
    if (!one) return false;
    picks.push_back(std::move(*one));
  }
  const bool spread = part.dimensions.empty();
  std::optional<ir::Value> known = part.known ? whole.known : std::nullopt;
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
    for (std::size_t k = 0; k < own.positions.size(); ++k) {
      NodeId also = here;
      if (own.varying.valid()) {
        const NodeId this_one = pool.make(Op::equal, {own.varying, number(static_cast<double>(own.positions[k]))});
        also = here.valid() ? pool.make(Op::logical_and, {here, this_one}) : this_one;
      }
      const std::int64_t next =
          own.varying.valid() ? from
                              : from * static_cast<std::int64_t>(own.positions.size()) + static_cast<std::int64_t>(k);
      self(d + 1, at * whole.dimensions[d] + own.positions[k] - 1, next, also, self);
    }
  };
  each(0, 0, 0, {}, each);
  whole.known = std::move(known);
  closure_->variables[left.function_variable] = std::move(whole);
  return !failed_;
}

}  // namespace sunder::lower
