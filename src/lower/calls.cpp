// Functions are carried out on expressions: loops are run, conditions that are not known become choices.
#include <algorithm>
#include <utility>

#include "base/codes.hpp"
#include "lower/expressions.hpp"
#include "symbolic/derivatives.hpp"

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

std::vector<Index> ExpressionLowering::position(const std::vector<std::int64_t>& sizes, std::int64_t element) const {
  std::vector<Index> at(sizes.size());
  for (std::size_t d = sizes.size(); d-- > 0;) {
    at[d] = Index(element % sizes[d] + 1);
    element /= sizes[d];
  }
  return at;
}

/// The value where it depends on nothing but what is known here.
std::optional<ir::Value> ExpressionLowering::evaluate_local(const Expression& e) {
  ir::Environment environment;
  bool open = false;
  ir::walk(e, [&](const Expression& inner) {
    if (inner.kind == ExpressionKind::time) open = true;
    if (inner.kind == ExpressionKind::variable && inner.variable->variability > ir::Variability::parameter) open = true;
    if (inner.kind == ExpressionKind::variable && inner.variable->variability == ir::Variability::parameter &&
        inner.variable->base == BaseType::real)
      open = true;  // it may be changed without compiling anew
    if (inner.kind != ExpressionKind::function_variable || open) return;
    const auto found = closure_->variables.find(inner.function_variable);
    if (found == closure_->variables.end() || !found->second.known) {
      open = true;
      return;
    }
    environment.function_variables.emplace(inner.function_variable, *found->second.known);
  });
  // sizes are known even where values are not; walk() does not look into them
  const auto sizes = [&](const Expression& inner, const auto& self) -> void {
    if (inner.kind == ExpressionKind::builtin &&
        (inner.builtin == ir::Builtin::size || inner.builtin == ir::Builtin::ndims) &&
        inner.operands[0]->kind == ExpressionKind::function_variable) {
      const auto found = closure_->variables.find(inner.operands[0]->function_variable);
      if (found != closure_->variables.end() && !environment.function_variables.contains(found->first)) {
        ir::Value only;
        only.dimensions = found->second.dimensions;
        environment.function_variables.emplace(found->first, std::move(only));
      }
    }
    for (const Expression* operand : inner.operands)
      if (operand != nullptr) self(*operand, self);
    for (const ir::Subscript& subscript : inner.subscripts)
      if (subscript.value != nullptr) self(*subscript.value, self);
    for (const ir::IteratorRange& range : inner.iterators) self(*range.range, self);
  };
  if (open) return std::nullopt;
  sizes(e, sizes);
  return context_.indices.evaluate(e, std::move(environment), bindings_, loop_values_);
}

/// All elements of a value, and the value itself when it is known.
std::optional<Closure::Bound> ExpressionLowering::bind(const Expression& value) {
  Closure::Bound bound;
  if (value.type.base == BaseType::function) {
    if (value.kind == ExpressionKind::function_variable) {
      const auto found = closure_->variables.find(value.function_variable);
      if (found == closure_->variables.end()) return std::nullopt;
      return found->second;
    }
    bound.function = &value;
    bound.scope = closure_;
    return bound;
  }
  const bool counts = value.type.base == BaseType::integer || value.type.base == BaseType::boolean ||
                      value.type.base == BaseType::enumeration || value.type.base == BaseType::string;
  if (counts) {
    if (auto known = evaluate_local(value)) {
      bound.dimensions = known->dimensions;
      for (const double number_ : known->numbers) bound.nodes.push_back(number(number_));
      bound.known = std::move(*known);
      return bound;
    }
    if (value.type.base == BaseType::string) {  // used in messages at most
      return bound;
    }
  }
  const auto sizes = sizes_of(value);
  if (!sizes) {
    fail(value, Code::E0208, "the size must be known at compile time");
    return std::nullopt;
  }
  bound.dimensions = *sizes;
  const std::int64_t count = ir::element_count(*sizes);
  if (count > most_elements) {
    fail(value, Code::E0305, "the array is too large to be passed to a function in an equation");
    return std::nullopt;
  }
  for (std::int64_t n = 0; n < count; ++n) {
    bound.nodes.push_back(lower(value, position(*sizes, n)));
    if (failed_) return std::nullopt;
  }
  return bound;
}

NodeId ExpressionLowering::function_variable(const Expression& e, const std::vector<Index>& subscripts) {
  const auto found = closure_->variables.find(e.function_variable);
  if (found == closure_->variables.end())
    return fail(e, Code::E0301, "'" + std::string(e.function_variable->name) + "' is used before it has a value");
  const Closure::Bound bound = found->second;
  if (bound.dimensions.empty()) {
    if (bound.nodes.empty())
      return fail(e, Code::E0301, "'" + std::string(e.function_variable->name) + "' has no number");
    return bound.nodes.front();
  }
  if (const auto picked = runtime_subscript(e, subscripts, false)) return *picked;
  std::vector<Index> full;
  if (!full_subscripts(e, bound.dimensions, subscripts, full)) return {};
  std::int64_t offset = 0;
  for (std::size_t d = 0; d < full.size(); ++d) {
    const auto at = decide(full[d], e);
    if (!at) return {};
    if (*at < 1 || *at > bound.dimensions[d])
      return fail(e, Code::E0302,
                  "subscript " + std::to_string(*at) + " is outside 1:" + std::to_string(bound.dimensions[d]) +
                      " of '" + std::string(e.function_variable->name) + "'");
    offset = offset * bound.dimensions[d] + *at - 1;
  }
  return bound.nodes[static_cast<std::size_t>(offset)];
}

/// A loop that runs as long as numbers say, or code that is not ours: such a function needs numbers.
static bool needs_numbers(const ir::Function& function) {
  const auto loops = [](std::span<ir::Statement* const> statements, const auto& self) -> bool {
    for (const ir::Statement* statement : statements) {
      if (statement->kind == ir::StatementKind::while_ || self(statement->body, self)) return true;
      for (const ir::StatementBranch& branch : statement->branches)
        if (self(branch.body, self)) return true;
    }
    return false;
  };
  return !function.external.empty() || loops(function.body, loops);
}

NodeId ExpressionLowering::call(const Expression& e, const std::vector<Index>& subscripts) {
  // a call with numbers is a number
  bool numbers = e.function != nullptr && closure_->variables.empty(), parameters = numbers;
  ir::walk(e, [&](const Expression& inner) {
    const bool variable = inner.kind == ExpressionKind::variable && !inner.variable->is_package_constant;
    const bool varies = inner.kind == ExpressionKind::time || inner.kind == ExpressionKind::function_variable ||
                        (inner.kind == ExpressionKind::builtin && ir::speaks_of_events(inner.builtin));
    numbers = numbers && !variable && !varies;
    parameters = parameters && !varies && (!variable || inner.variable->variability <= ir::Variability::parameter);
  });
  if (numbers || (parameters && needs_numbers(*e.function))) {
    const auto value = context_.indices.evaluate(e, bindings_, loop_values_);
    if (!value && needs_numbers(*e.function))
      return fail(e, Code::E0208,
                  "'" + e.function->name + "' cannot be computed: " + context_.indices.failure().message);
    if (value && value->base != BaseType::string) {
      std::int64_t offset = 0;
      for (std::size_t d = 0; d < value->dimensions.size() && d < subscripts.size(); ++d) {
        const auto at = decide(subscripts[d], e);
        if (!at) return {};
        offset = offset * value->dimensions[d] + *at - 1;
      }
      if (mentions_iterator(e))
        for (const auto& [symbol, index] : bindings_)
          if (!index.is_constant() && !decide(index, e)) return {};
      if (static_cast<std::size_t>(offset) < value->numbers.size())
        return number(value->numbers[static_cast<std::size_t>(offset)]);
    }
  }
  const Results results = carry_out(e);
  if (!results || failed_) return {};
  if (e.result >= results->size()) return fail(e, Code::E0301, "the function gives no value");
  const Closure::Bound& bound = (*results)[e.result];
  std::int64_t offset = 0;
  for (std::size_t d = 0; d < bound.dimensions.size() && d < subscripts.size(); ++d) {
    const auto at = decide(subscripts[d], e);
    if (!at) return {};
    offset = offset * bound.dimensions[d] + *at - 1;
  }
  if (static_cast<std::size_t>(offset) >= bound.nodes.size())
    return fail(
        e, Code::E0301,
        "'" + (e.function != nullptr ? e.function->name : std::string("the function")) + "' gives its output no value");
  return bound.nodes[static_cast<std::size_t>(offset)];
}

ExpressionLowering::Results ExpressionLowering::carry_out(const Expression& e) {
  constexpr int deepest = 100;
  constexpr int most = 1'000'000;
  if (inline_depth_ >= deepest) {
    fail(e, Code::E0217, "functions call each other more than 100 levels deep");
    return nullptr;
  }
  if (++calls_ > most) {
    fail(e, Code::E0305, "more than a million function calls in one equation");
    return nullptr;
  }
  const ir::Function* function = e.function;
  std::vector<std::optional<Closure::Bound>> given;
  for (const Expression* operand : e.operands) {
    given.emplace_back();
    if (operand == nullptr) continue;
    given.back() = bind(*operand);
    if (!given.back()) return nullptr;
  }
  if (function == nullptr) {
    const auto found = closure_->variables.find(e.function_variable);
    if (found == closure_->variables.end() || found->second.function == nullptr) {
      fail(e, Code::E0301, "the function is not known here");
      return nullptr;
    }
    const Expression& reference = *found->second.function;
    const std::shared_ptr<Closure> own = std::exchange(closure_, found->second.scope);
    function = reference.function;
    std::vector<std::optional<Closure::Bound>> all(function->inputs.size());
    std::size_t next = 0;
    for (std::size_t i = 0; i < all.size(); ++i) {
      if (i < reference.operands.size() && reference.operands[i] != nullptr)
        all[i] = bind(*reference.operands[i]);
      else if (next < given.size())
        all[i] = std::move(given[next++]);
    }
    closure_ = own;
    given = std::move(all);
  }
  if (failed_) return nullptr;
  CallKey key{function, {}};
  bool keyed = true;
  for (const auto& one : given) {
    if (one && one->function != nullptr) keyed = false;
    if (!one || (one->nodes.empty() && one->known)) keyed = keyed && !one;
    if (one)
      for (const NodeId node : one->nodes) key.second.push_back(node);
    key.second.emplace_back();  // a boundary
  }
  if (keyed)
    if (const auto known = inlined_.find(key); known != inlined_.end()) return known->second;
  if (inline_depth_ == 0) inner_calls_ = 0;
  constexpr int most_inside = 4000;  // functions that call functions twice, with other arguments, grow like 2^n
  if (inline_depth_ > 0 && ++inner_calls_ > most_inside) {
    fail(e, Code::E0305,
         "this call leads to more than 4000 different calls of functions inside of functions, which would all be "
         "written out");
    return nullptr;
  }
  const auto inner = std::make_shared<Closure>();
  for (std::size_t i = 0; i < function->inputs.size() && i < given.size(); ++i)
    if (given[i]) inner->variables[function->inputs[i]] = std::move(*given[i]);
  ++inline_depth_;
  ++no_event_depth_;  // what a function does makes no events
  const std::shared_ptr<Closure> own = std::exchange(closure_, inner);
  IteratorBindings own_bindings = std::exchange(bindings_, {});
  const bool good = run_body(*function, inner, e);
  auto results = std::make_shared<std::vector<Closure::Bound>>();
  if (good)
    for (const ir::FunctionVariable* output : function->outputs) {
      const auto found = closure_->variables.find(output);
      if (found != closure_->variables.end())
        results->push_back(found->second);
      else
        results->emplace_back();
    }
  closure_ = own;
  bindings_ = std::move(own_bindings);
  --no_event_depth_;
  --inline_depth_;
  if (!good || failed_) return nullptr;
  if (keyed) inlined_.emplace(std::move(key), results);
  return results;
}

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
  return run(function.body) != Flow::failed && !failed_;
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
    case Kind::assert_: return Flow::next;  // said in docs/modelica.md
    case Kind::call: return Flow::next;
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
    default: return refuse("this statement is not supported here yet");
  }
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

/// A condition that is not known: both ways are taken, and every variable becomes a choice between what they give it.
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
  const Closure before = *closure_;
  Flow yes = run(own.body);
  if (yes == Flow::next && early) yes = run(rest);
  if (yes == Flow::failed) return yes;
  const Closure taken = *closure_;
  *closure_ = before;
  bool inner_rest = false;
  Flow no = branch(statement, which + 1, rest, inner_rest);
  if (no == Flow::next && early && !inner_rest) no = run(rest);
  if (no == Flow::failed) return no;
  if (early) {
    used_rest = true;
    if (yes == Flow::break_ || no == Flow::break_) {
      Expression place;
      place.span = statement.span;
      fail(place, Code::E0301,
           "a loop that ends early, as a value of the run decides, is not supported in equations yet");
      return Flow::failed;
    }
  }
  symbolic::Pool& pool = context_.shapes.pool();
  for (auto& [variable, bound] : closure_->variables) {
    const auto other = taken.variables.find(variable);
    if (other == taken.variables.end() || other->second.nodes == bound.nodes) continue;
    if (other->second.nodes.size() != bound.nodes.size()) continue;  // without a value in one of them
    for (std::size_t i = 0; i < bound.nodes.size(); ++i)
      if (bound.nodes[i] != other->second.nodes[i])
        bound.nodes[i] = pool.make(Op::choose, {condition, other->second.nodes[i], bound.nodes[i]});
    bound.known.reset();
  }
  for (const auto& [variable, bound] : taken.variables) closure_->variables.try_emplace(variable, bound);
  return early ? Flow::return_ : Flow::next;
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

/// der(expression) by the chain rule.
NodeId ExpressionLowering::total_derivative(const Expression& e, const std::vector<Index>& subscripts) {
  const NodeId node = lower(e, subscripts);
  if (failed_) return {};
  symbolic::Pool& pool = context_.shapes.pool();
  std::vector<std::uint32_t> order;
  std::vector<NodeId> open{node};
  std::unordered_map<NodeId, bool> seen;
  while (!open.empty()) {
    const NodeId at = open.back();
    open.pop_back();
    if (!seen.emplace(at, true).second) continue;
    if (pool[at].op == Op::slot) order.push_back(pool[at].payload);
    for (const NodeId inner : pool.children(at)) open.push_back(inner);
  }
  std::vector<std::pair<std::uint32_t, NodeId>> rates;
  for (const std::uint32_t slot : order) {
    const Term term = terms_[slot];
    if (term.constant || term.discrete) continue;
    if (term.kind == Term::Kind::time) {
      rates.emplace_back(slot, pool.constant(1));
      continue;
    }
    if (term.kind != Term::Kind::element) return fail(e, Code::E0213, "der() of this expression is not supported");
    Term rate = term;
    rate.declaration = context_.dae.declarations[term.declaration.index()].derivative;
    if (!rate.declaration.valid()) return fail(e, Code::E0213, "der() of this expression is not supported");
    rates.emplace_back(slot, slot_of(std::move(rate)));
  }
  return symbolic::Derivatives(pool, node).along(pool, rates);
}

}  // namespace sunder::lower
