// Statements carried out on expressions: loops are run, conditions that are not known become choices.
#include <algorithm>
#include <utility>

#include "base/codes.hpp"
#include "lower/expressions.hpp"

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

bool leaves_early(std::span<ir::Statement* const> statements) {
  for (const ir::Statement* statement : statements) {
    if (statement->kind == ir::StatementKind::break_ || statement->kind == ir::StatementKind::return_) return true;
    if (leaves_early(statement->body)) return true;
    for (const ir::StatementBranch& branch : statement->branches)
      if (leaves_early(branch.body)) return true;
  }
  return false;
}

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
  for (const auto* list : {&function.locals, &function.outputs})
    for (const ir::FunctionVariable* variable : *list)
      if (!declare(*variable)) return false;
  const int around = std::exchange(lists_, 0);
  const NodeId path = std::exchange(path_, NodeId{});
  const Flow flow = run(function.body);
  lists_ = around;
  path_ = path;
  return flow != Flow::failed && !failed_;
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
    return true;
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

ExpressionLowering::Flow ExpressionLowering::run(std::span<ir::Statement* const> statements) {
  ++lists_;
  const Flow flow = run_on(statements);
  --lists_;
  return flow;
}

ExpressionLowering::Flow ExpressionLowering::run_on(std::span<ir::Statement* const> statements) {
  for (std::size_t i = 0; i < statements.size(); ++i) {
    bool used_rest = false;
    const Flow flow = run(*statements[i], statements.subspan(i + 1), used_rest);
    if (flow != Flow::next || used_rest) return flow;
  }
  return Flow::next;
}

ExpressionLowering::Flow ExpressionLowering::run(const ir::Statement& statement, std::span<ir::Statement* const> rest,
                                                 bool& used_rest) {
  using Kind = ir::StatementKind;
  Expression place;
  place.span = statement.span;
  const auto refuse = [&](std::string message) {
    fail(place, Code::E0301, std::move(message));
    return Flow::failed;
  };
  if (++statements_ > most_statements)
    return refuse("this function takes too many steps to be written out as an equation");
  switch (statement.kind) {
    case Kind::assign: return assign(statement) ? Flow::next : Flow::failed;
    case Kind::break_: return Flow::break_;
    case Kind::return_: return Flow::return_;
    case Kind::assert_: return inline_depth_ == 0 ? effect(statement) : Flow::next;  // said in docs/modelica.md
    case Kind::terminate:
    case Kind::reinit: return effect(statement);
    case Kind::call: return Flow::next;
    case Kind::when: return when(statement, 0);
    case Kind::for_: return loop(statement, 0);
    case Kind::if_: return branch(statement, 0, rest, used_rest);
    case Kind::while_:
      for (;;) {
        const auto condition = evaluate_local(*statement.condition);
        if (!condition)
          return refuse("a while-loop of a function in an equation needs a condition that is known at compile time");
        if (condition->number() == 0) return Flow::next;
        if (++statements_ > most_statements) return refuse("the loop does not end");
        const Flow flow = run(statement.body);
        if (flow == Flow::break_) return Flow::next;
        if (flow != Flow::next) return flow;
      }
  }
  return Flow::failed;
}

bool ExpressionLowering::carry_out(std::span<ir::Statement* const> section) {
  return run(section) != Flow::failed && !failed_;
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
                        0});
    return Flow::next;
  }
  if (statement.kind == ir::StatementKind::terminate) {
    effects_.push_back({&statement, when_, here, {}, 0});
    return Flow::next;
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
    effects_.push_back({&statement, when_, here, value, offset});
  }
  return sizes ? Flow::next : Flow::failed;
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
  bool at_start = false;
  for (const ir::StatementBranch& branch : statement.branches)
    ir::walk(*branch.condition, [&](const Expression& e) {
      at_start = at_start || (e.kind == ExpressionKind::builtin && e.builtin == ir::Builtin::initial);
    });
  const NodeId condition = active(*own.condition, {});
  if (failed_) return Flow::failed;
  const auto inside = [&](bool enter) {
    context_.in_when = enter;
    context_.acts_at_start = enter && at_start;
    no_event_depth_ += enter ? 1 : -1;
    when_ = enter ? &statement : nullptr;
  };
  const auto yes = [&] {
    inside(true);
    const Flow flow = run(own.body);
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
  const Flow first = yes();
  path_ = path;
  if (first == Flow::failed) return first;
  const Closure taken = *closure_;
  *closure_ = before;
  path_ = and_path(pool.make(Op::logical_not, {condition}));
  const Flow second = no();
  path_ = path;
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
  if (first == second) return first;
  return first == Flow::break_ || second == Flow::break_ ? Flow::break_ : Flow::next;
}

ExpressionLowering::Flow ExpressionLowering::loop(const ir::Statement& statement, std::size_t depth) {
  if (depth == statement.iterators.size()) return run(statement.body);
  const ir::IteratorRange& it = statement.iterators[depth];
  const auto values = evaluate_local(*it.range);
  if (!values) {
    fail(*it.range, Code::E0301, "the range of a loop of a function in an equation must be known at compile time");
    return Flow::failed;
  }
  for (const double value : values->numbers) {
    bindings_[it.symbol] = Index(static_cast<std::int64_t>(value));
    const Flow flow = loop(statement, depth + 1);
    if (flow == Flow::break_) return Flow::next;
    if (flow != Flow::next) return flow;
  }
  return Flow::next;
}

/// Conditions that are known choose a branch; the others make both ways part of the result.
ExpressionLowering::Flow ExpressionLowering::branch(const ir::Statement& statement, std::size_t which,
                                                    std::span<ir::Statement* const> rest, bool& used_rest) {
  if (which == statement.branches.size()) return Flow::next;
  const ir::StatementBranch& own = statement.branches[which];
  if (own.condition == nullptr) return run(own.body);
  if (const auto known = evaluate_local(*own.condition))
    return known->number() != 0 ? run(own.body) : branch(statement, which + 1, rest, used_rest);
  const NodeId condition = lower(*own.condition, {});
  if (failed_) return Flow::failed;
  bool early = leaves_early(own.body);
  for (std::size_t i = which + 1; i < statement.branches.size(); ++i)
    early = early || leaves_early(statement.branches[i].body);
  Flow first = Flow::next, second = Flow::next;
  const auto yes = [&] {
    first = run(own.body);
    if (first == Flow::next && early) first = run_on(rest);
    return first;
  };
  const auto no = [&] {
    bool inner_rest = false;
    second = branch(statement, which + 1, rest, inner_rest);
    if (second == Flow::next && early && !inner_rest) second = run_on(rest);
    return second;
  };
  if (either(condition, yes, no) == Flow::failed) return Flow::failed;
  if (!early) return Flow::next;
  used_rest = true;
  if (first == second && first != Flow::next) return first;
  // what follows the list of statements that this one stands in is done in one of the two ways only
  if (lists_ > 1 || first == Flow::break_ || second == Flow::break_) {
    Expression place;
    place.span = statement.span;
    fail(place, Code::E0301,
         "a loop or branch that is left early, as a value of the run decides, is not supported in equations yet");
    return Flow::failed;
  }
  return Flow::return_;
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
    Closure::Bound& whole = found->second;
    std::vector<std::vector<std::int64_t>> picks;
    for (std::size_t d = 0; d < left.subscripts.size(); ++d) {
      std::vector<std::int64_t>& pick = picks.emplace_back();
      if (left.subscripts[d].value == nullptr) {
        for (std::int64_t k = 1; k <= whole.dimensions[d]; ++k) pick.push_back(k);
        continue;
      }
      const auto index = evaluate_local(*left.subscripts[d].value);
      if (!index) {
        fail(*left.subscripts[d].value, Code::E0301,
             "a subscript on the left of an assignment must be known at compile time");
        return false;
      }
      for (const double number_ : index->numbers) {
        if (number_ < 1 || number_ > static_cast<double>(whole.dimensions[d])) {
          fail(*left.subscripts[d].value, Code::E0302,
               "subscript " + std::to_string(static_cast<long>(number_)) +
                   " is outside 1:" + std::to_string(whole.dimensions[d]));
          return false;
        }
        pick.push_back(static_cast<std::int64_t>(number_));
      }
    }
    std::size_t next = 0;
    const Closure::Bound& part = values[i];
    std::optional<ir::Value> known = part.known ? whole.known : std::nullopt;
    const auto each = [&](std::size_t d, std::int64_t at, const auto& self) -> void {
      if (d == picks.size()) {
        if (next < part.nodes.size()) {
          whole.nodes[static_cast<std::size_t>(at)] = part.nodes[next];
          if (known && static_cast<std::size_t>(at) < known->numbers.size() && next < part.known->numbers.size())
            known->numbers[static_cast<std::size_t>(at)] = part.known->numbers[next];
        }
        ++next;
        return;
      }
      for (const std::int64_t index : picks[d]) self(d + 1, at * whole.dimensions[d] + index - 1, self);
    };
    each(0, 0, each);
    whole.known = std::move(known);
  }
  return true;
}

}  // namespace sunder::lower
