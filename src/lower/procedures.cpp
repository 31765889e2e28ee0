// Functions that cannot be written out as expressions (loops as long as values of the run say, recursion, too many
// calls) become procedures: their statements over registers, one register for each element of each variable.
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
using symbolic::Procedure;

namespace {

constexpr std::size_t most_steps = 20'000;
constexpr std::size_t unrolled = 256;  // iterations of a loop whose range is known

/// A variable that is assigned below: what is known of it now does not hold there.
void collect(std::span<ir::Statement* const> statements, std::vector<const ir::FunctionVariable*>& out) {
  for (const ir::Statement* statement : statements) {
    if (statement->kind == ir::StatementKind::assign)
      for (const Expression* left : statement->left) out.push_back(left->function_variable);
    collect(statement->body, out);
    for (const ir::StatementBranch& branch : statement->branches) collect(branch.body, out);
  }
}

}  // namespace

/// The procedure that is being made, and where its jumps go.
struct ExpressionLowering::Making {
  std::shared_ptr<Procedure> procedure;
  std::unordered_map<const ir::FunctionVariable*, std::uint32_t> registers;  ///< the first
  std::vector<std::size_t> breaks, returns;                                  ///< jumps that wait for their place
};

/// Outputs of the function for these arguments, as calls.
ExpressionLowering::Results ExpressionLowering::call_procedure(const ir::Function& function,
                                                               std::vector<std::optional<Closure::Bound>> given,
                                                               const Expression& at) {
  std::vector<NodeId> arguments;
  const std::vector<ProcedureResult>* outputs = callable(function, given, arguments, is_annotated(function), at);
  if (outputs == nullptr) return nullptr;
  symbolic::Pool& pool = context_.shapes.pool();
  auto results = std::make_shared<std::vector<Closure::Bound>>();
  for (const ProcedureResult& result : *outputs) {
    // only Reals have derivatives: what else comes out of a formula may be known, or change at events only
    const bool is_real = !function.outputs.empty() && function.outputs[results->size()]->type.base == BaseType::real;
    Closure::Bound bound;
    bound.dimensions = result.dimensions;
    for (const std::uint32_t routine : result.routines) {
      const NodeId call = pool.make(Op::call, arguments, routine);
      bound.nodes.push_back(is_real ? call : symbolic::write_out_calls(pool, call));
    }
    results->push_back(std::move(bound));
  }
  return results;
}

/// A procedure is made for the sizes of the arguments and for those values that are known.
std::optional<ProcedureKey> ExpressionLowering::procedure_key(const ir::Function& function, Given& given,
                                                              std::vector<NodeId>& arguments) {
  ProcedureKey key{&function, {}};
  for (auto& one : given) {
    if (!one) {
      key.second.push_back("default");
      continue;
    }
    std::string text;
    const auto describe = [&](const Closure::Bound& bound) {
      for (const std::int64_t size : bound.dimensions) text += std::to_string(size) + ",";
      if (!bound.known) {
        arguments.insert(arguments.end(), bound.nodes.begin(), bound.nodes.end());
        return;
      }
      for (const double number_ : bound.known->numbers) text += ":" + shortest(number_);
      for (const std::string& string : bound.known->strings) text += ":" + string;
    };
    if (one->function != nullptr) {
      text += "function " + std::to_string(reinterpret_cast<std::uintptr_t>(one->function->function.get()));
      if (!capture(*one)) return std::nullopt;
      for (const Expression* operand : one->function->operands)
        if (operand != nullptr) describe(one->scope->variables.at(operand->function_variable));
    } else {
      describe(*one);
    }
    key.second.push_back(std::move(text));
  }
  if (const ir::FunctionDerivative* derivative = derivative_of(function, given))
    key.second.push_back("derivative " + std::to_string(derivative - function.derivatives.data()));
  return key;
}

/// Made once.
const std::vector<ProcedureResult>* ExpressionLowering::callable(const ir::Function& function, Given& given,
                                                                 std::vector<NodeId>& arguments, bool as_formulas,
                                                                 const Expression& at) {
  // one that calls itself with other numbers every time is made for all numbers
  constexpr std::ptrdiff_t most_inside = 3;
  if (std::ranges::count(context_.procedures_around, &function) >= most_inside)
    for (auto& one : given)
      if (one && one->known && one->known->base == BaseType::real && !one->nodes.empty()) one->known.reset();
  const std::optional<ProcedureKey> described = procedure_key(function, given, arguments);
  if (!described) return nullptr;
  const ProcedureKey& key = *described;
  auto found = context_.procedures.find(key);
  if (found == context_.procedures.end()) {
    constexpr int most_procedures = 100, most_calls = 800;  // inside of each other: what the stack bears
    if (context_.open_procedures >= most_procedures || context_.open_calls >= most_calls) {
      fail(at, Code::E0217, "functions call each other too many levels deep to be read");
      return nullptr;
    }
    ++context_.open_procedures;
    context_.procedures_around.push_back(&function);
    context_.open_counts.push_back(1);
    const bool made = make_callable(function, given, key, as_formulas, at);
    context_.procedures_around.pop_back();
    --context_.open_procedures;
    context_.procedure_calls[key] = context_.open_counts.back();
    context_.open_counts.pop_back();
    if (!made) {
      if (!context_.diagnostics.has_errors())
        fail(at, Code::E0301, "'" + function.name + "' can neither be written out nor called here");
      failed_ = true;
      return nullptr;
    }
    found = context_.procedures.find(key);
  }
  constexpr double most_counted = 1e8;  // seconds for one evaluation
  const auto count = context_.procedure_calls.find(key);
  const double calls = count != context_.procedure_calls.end() ? count->second : 1;  // itself, while it is being made
  if (!context_.open_counts.empty()) {
    context_.open_counts.back() += calls;
  } else if (calls > most_counted) {
    fail(at, Code::E0305, "one evaluation of '" + function.name + "' calls functions " + shortest(calls) + " times");
    return nullptr;
  }
  return &found->second;
}

/// Slots are registers from now on.
void ExpressionLowering::enter_procedure() {
  in_procedure_ = true;
  no_event_depth_ = 1;
  inline_depth_ = 1;
}

/// What is not known is in the next registers.
void ExpressionLowering::read_registers(Closure::Bound& bound, std::uint32_t& next) {
  symbolic::Pool& pool = context_.shapes.pool();
  for (std::size_t k = 0; k < bound.nodes.size(); ++k) {
    if (!bound.known)
      bound.nodes[k] = pool.slot(next++);
    else if (bound.known->base == BaseType::string)
      bound.nodes[k] = pool.constant(context_.texts->number(bound.known->strings[k]));
    else
      bound.nodes[k] = pool.constant(bound.known->numbers[k]);
  }
}

bool ExpressionLowering::make_procedure(const ir::Function& function,
                                        const std::vector<std::optional<Closure::Bound>>& given,
                                        const ProcedureKey& key, const Expression& at) {
  if (!function.external.empty() && !function.outputs.empty() && !acts_on_files(function))
    return run_body(function, closure_, at);  // says why not
  symbolic::Pool& pool = context_.shapes.pool();
  std::uint32_t inputs = 0;
  for (const auto& one : given) {
    if (one && !one->known && one->function == nullptr) inputs += static_cast<std::uint32_t>(one->nodes.size());
    if (one && one->function != nullptr)
      for (const auto& [variable, bound] : one->scope->variables)
        if (!bound.known) inputs += static_cast<std::uint32_t>(bound.nodes.size());
  }
  Making making{std::make_shared<Procedure>(function.name, inputs), {}, {}, {}};
  making_ = &making;
  context_.speakers[key] = making.procedure.get();                             // also for those that call themselves
  pool.add(std::make_shared<symbolic::ProcedureOutput>(making.procedure, 0));  // which keeps it
  enter_procedure();
  inlining_.push_back({&function, -1});
  std::uint32_t next = 0;
  for (std::size_t i = 0; i < function.inputs.size() && i < given.size(); ++i) {
    if (!given[i]) continue;
    Closure::Bound bound = *given[i];
    if (bound.function != nullptr) {
      bound.scope = std::make_shared<Closure>(*bound.scope);
      for (const Expression* operand : bound.function->operands)
        if (operand != nullptr) read_registers(bound.scope->variables.at(operand->function_variable), next);
    } else {
      read_registers(bound, next);
    }
    closure_->variables[function.inputs[i]] = std::move(bound);
  }
  for (std::size_t i = 0; i < function.inputs.size(); ++i) {
    if (closure_->variables.contains(function.inputs[i]) || function.defaults[i] == nullptr) continue;
    auto bound = bind(*function.defaults[i]);
    if (!bound) return false;
    closure_->variables[function.inputs[i]] = std::move(*bound);
  }
  const bool declared = declare_all(function, at, [&](const ir::FunctionVariable& variable) {
    const auto found = closure_->variables.find(&variable);
    return found == closure_->variables.end() || store(variable, Closure::Bound(found->second), at);
  });
  if (!declared) return false;
  // whoever calls itself finds its outputs here, when their sizes are known
  const auto publish = [&] {
    std::vector<ProcedureResult> results;
    std::vector<std::uint32_t> registers;
    for (const ir::FunctionVariable* output : function.outputs) {
      ProcedureResult& result = results.emplace_back();
      const auto found = closure_->variables.find(output);
      if (found == closure_->variables.end() && output->type.dimensions.empty() && !store(*output, scalar_zero(), at))
        return false;
      const auto stored = closure_->variables.find(output);
      if (stored == closure_->variables.end()) continue;
      result.dimensions = stored->second.dimensions;
      for (std::size_t k = 0; k < stored->second.nodes.size(); ++k) {
        result.routines.push_back(pool.add(std::make_shared<symbolic::ProcedureOutput>(
            making.procedure, static_cast<std::uint32_t>(registers.size()))));
        registers.push_back(making.registers.at(output) + static_cast<std::uint32_t>(k));
      }
    }
    if (function.outputs.empty()) {  // a zero: whoever is called for its effects has no value when it fails
      results.push_back({{}, {pool.add(std::make_shared<symbolic::ProcedureOutput>(making.procedure, 0))}});
      registers.push_back(making.procedure->add_registers(1));
    }
    making.procedure->set_outputs(registers);
    context_.procedures[key] = std::move(results);
    return true;
  };
  const bool sized = std::ranges::all_of(function.outputs, [&](const ir::FunctionVariable* output) {
    return output->type.dimensions.empty() || closure_->variables.contains(output);
  });
  if (sized && !publish()) return false;
  if (!function.external.empty() && !act(function, *making.procedure, at)) return false;
  if (!compile(function.body)) {
    context_.procedures.erase(key);
    return false;
  }
  for (const std::size_t jump : making.returns) making.procedure->land(jump);
  if (!sized && !publish()) return false;
  making.procedure->complete(pool);
  making_ = nullptr;
  return true;
}

/// A function with some of its arguments: these become variables of a scope of its own.
bool ExpressionLowering::capture(Closure::Bound& bound) {
  const Expression& reference = *bound.function;
  const auto scope = std::make_shared<Closure>();
  Expression& own = context_.made.emplace_back(reference);
  std::vector<Expression*>& operands = context_.made_operands.emplace_back();
  for (const Expression* operand : reference.operands) {
    operands.push_back(nullptr);
    if (operand == nullptr) continue;
    const std::shared_ptr<Closure> around = std::exchange(closure_, bound.scope);
    auto value = bind(*operand);
    closure_ = around;
    if (!value) return false;
    if (value->function != nullptr) {
      fail(*operand, Code::E0301, "a function given to a function that is given cannot be called here yet");
      return false;
    }
    ir::FunctionVariable& variable = context_.made_variables.emplace_back();
    variable.name = "captured";
    variable.type = operand->type;
    Expression& read = context_.made.emplace_back();
    read.kind = ExpressionKind::function_variable;
    read.type = operand->type;
    read.span = operand->span;
    read.function_variable = &variable;
    operands.back() = &read;
    scope->variables[&variable] = std::move(*value);
  }
  own.operands = operands;
  bound.function = &own;
  bound.scope = scope;
  return true;
}

Closure::Bound ExpressionLowering::scalar_zero() {
  Closure::Bound bound;
  bound.nodes.push_back(context_.shapes.pool().constant(0));
  return bound;
}

/// Writes the value into the registers of the variable, which get their number now if they have none.
bool ExpressionLowering::store(const ir::FunctionVariable& variable, Closure::Bound value, const Expression& at) {
  symbolic::Pool& pool = context_.shapes.pool();
  if (value.function != nullptr || (value.nodes.empty() && value.known)) {  // functions and texts have no registers
    closure_->variables[&variable] = std::move(value);
    return true;
  }
  const auto count = static_cast<std::uint32_t>(value.nodes.size());
  const auto [place, fresh] = making_->registers.try_emplace(&variable, 0U);
  if (fresh) place->second = making_->procedure->add_registers(count);
  const auto before = closure_->variables.find(&variable);
  if (!fresh && before != closure_->variables.end() && before->second.nodes.size() != value.nodes.size()) {
    fail(at, Code::E0301, "'" + std::string(variable.name) + "' changes its size during the run");
    return false;
  }
  std::vector<std::uint32_t> targets;
  std::vector<NodeId> values;
  for (std::uint32_t k = 0; k < count; ++k) {
    const NodeId own = pool.slot(place->second + k);
    if (value.nodes[k] != own) {
      targets.push_back(place->second + k);
      values.push_back(value.nodes[k]);
    }
    value.nodes[k] = own;
  }
  if (!targets.empty()) making_->procedure->assign(std::move(targets), std::move(values));
  closure_->variables[&variable] = std::move(value);
  return true;
}

bool ExpressionLowering::compile(std::span<ir::Statement* const> statements) {
  for (const ir::Statement* statement : statements) {
    if (making_->procedure->here() > most_steps) {
      Expression place;
      place.span = statement->span;
      fail(place, Code::E0305, "this function takes too many steps to be written down");
      return false;
    }
    if (!compile(*statement)) return false;
  }
  return true;
}

bool ExpressionLowering::compile(const ir::Statement& statement) {
  using Kind = ir::StatementKind;
  Procedure& procedure = *making_->procedure;
  Expression place;
  place.span = statement.span;
  const std::size_t guards = guards_.size();
  switch (statement.kind) {
    case Kind::assign: {
      std::vector<const ir::FunctionVariable*> targets;
      collect(std::vector<ir::Statement*>{const_cast<ir::Statement*>(&statement)}, targets);
      const std::vector<Closure::Bound> before = bound_now(targets);
      if (!assign(statement)) return false;
      speak_now(procedure);
      return store_all(targets, before, guards, place);
    }
    case Kind::break_: making_->breaks.push_back(procedure.jump()); return true;
    case Kind::return_: making_->returns.push_back(procedure.jump()); return true;
    case Kind::assert_: {
      const auto known = evaluate_local(*statement.left[0]);
      if (known && known->number() != 0) return true;
      const NodeId holds = lower(*statement.left[0], {});
      speak_now(procedure);
      if (failed_) return false;
      const std::size_t violated = procedure.branch(holds);
      const std::size_t fine = procedure.jump();
      procedure.land(violated);
      const NodeId text = said_text(*statement.left[1], std::string(violation_prefix));
      if (failed_) return false;
      if (statement.warns)
        procedure.say(Procedure::Tone::warning, text, statement.span);
      else
        procedure.fail(std::string(violation_prefix) + message_text(*statement.left[1]), context_.texts, text);
      procedure.land(fine);
      return true;
    }
    case Kind::call: {  // for its assertions
      const ir::Function* called = nullptr;
      if (statement.right[0]->kind == ExpressionKind::call) called = statement.right[0]->function;
      if (called != nullptr && called->external == impure_seed_function) return seed_impure_random(*statement.right[0]);
      if (called != nullptr && is_without_effect(called->external)) return true;
      if (called != nullptr && called->external == error_function) {
        const NodeId text = said_text(*statement.right[0]->operands[0], {});
        if (failed_) return false;
        procedure.fail(message_text(*statement.right[0]->operands[0]), context_.texts, text);
        return true;
      }
      if (called != nullptr && called->external == print_function && !prints_to_file(*statement.right[0])) {
        const NodeId text = printed_text(*statement.right[0]);
        if (failed_) return false;
        procedure.say(Procedure::Tone::print, text, statement.span);
        return true;
      }
      if (called != nullptr && !called->external.empty() && (called->outputs.empty() || acts_on_files(*called))) {
        call_for_act(*statement.right[0]);
        speak_now(procedure);
        return !failed_;
      }
      const Expression* around = std::exchange(called_only_, statement.right[0]);
      const Results results = carry_out(*statement.right[0]);
      called_only_ = around;
      if (results == nullptr || failed_) return false;
      speak_now(procedure);
      for (const Closure::Bound& bound : *results)
        if (!bound.nodes.empty()) {  // where it fails it has no value, and no condition is decided
          procedure.land(procedure.branch(bound.nodes.front()));
          break;
        }
      return true;
    }
    case Kind::if_: return compile_branch(statement, 0);
    case Kind::for_: return compile_loop(statement, 0);
    case Kind::while_: return compile_while(statement);
    default: fail(place, Code::E0301, "this statement is not supported here yet"); return false;
  }
}

std::vector<Closure::Bound> ExpressionLowering::bound_now(std::span<const ir::FunctionVariable* const> variables) {
  std::vector<Closure::Bound> out;
  for (const ir::FunctionVariable* variable : variables) {
    const auto found = closure_->variables.find(variable);
    out.push_back(found == closure_->variables.end() ? Closure::Bound{} : found->second);
  }
  return out;
}

/// After an assignment was carried out on expressions: the registers take the values, all at once.
bool ExpressionLowering::store_all(std::span<const ir::FunctionVariable* const> targets,
                                   const std::vector<Closure::Bound>& before, std::size_t guards,
                                   const Expression& at) {
  std::vector<Closure::Bound> after = bound_now(targets);
  for (; guards_.size() > guards; guards_.pop_back()) {  // subscripts that must lie inside
    const std::size_t violated = making_->procedure->branch(guards_.back().condition);
    const std::size_t fine = making_->procedure->jump();
    making_->procedure->land(violated);
    making_->procedure->fail(guards_.back().message);
    making_->procedure->land(fine);
  }
  if (targets.size() == 1) {
    if (before[0].nodes.empty())
      closure_->variables.erase(targets[0]);
    else
      closure_->variables[targets[0]] = before[0];
    return store(*targets[0], std::move(after[0]), at);
  }
  // several: by way of registers that nobody reads
  symbolic::Pool& pool = context_.shapes.pool();
  for (Closure::Bound& value : after) {
    if (value.function != nullptr) continue;
    const auto count = static_cast<std::uint32_t>(value.nodes.size());
    const std::uint32_t first = making_->procedure->add_registers(count);
    std::vector<std::uint32_t> to;
    for (std::uint32_t k = 0; k < count; ++k) to.push_back(first + k);
    if (count > 0) making_->procedure->assign(to, value.nodes);
    for (std::uint32_t k = 0; k < count; ++k) value.nodes[k] = pool.slot(first + k);
  }
  for (std::size_t i = 0; i < targets.size(); ++i) {
    if (before[i].nodes.empty())
      closure_->variables.erase(targets[i]);
    else
      closure_->variables[targets[i]] = before[i];
    if (!store(*targets[i], std::move(after[i]), at)) return false;
  }
  return true;
}

/// What is assigned in these statements is not known at compile time before or after them.
void ExpressionLowering::forget(std::span<ir::Statement* const> statements) {
  std::vector<const ir::FunctionVariable*> assigned;
  collect(statements, assigned);
  for (const ir::FunctionVariable* variable : assigned) {
    const auto found = closure_->variables.find(variable);
    if (found != closure_->variables.end() && making_->registers.contains(variable)) found->second.known.reset();
  }
}

bool ExpressionLowering::compile_branch(const ir::Statement& statement, std::size_t which) {
  if (which == statement.branches.size()) return true;
  const ir::StatementBranch& own = statement.branches[which];
  if (own.condition == nullptr) return compile(own.body);
  if (const auto known = evaluate_local(*own.condition))
    return known->number() != 0 ? compile(own.body) : compile_branch(statement, which + 1);
  Procedure& procedure = *making_->procedure;
  const NodeId condition = lower(*own.condition, {});
  speak_now(procedure);
  if (failed_) return false;
  const std::size_t otherwise = procedure.branch(condition);
  const Closure before = *closure_;
  const double calls_before = context_.open_counts.back();
  if (!compile(own.body)) return false;
  const double calls_here = std::exchange(context_.open_counts.back(), calls_before);
  const std::size_t end = procedure.jump();
  procedure.land(otherwise);
  const Closure after = *closure_;
  *closure_ = before;
  if (!compile_branch(statement, which + 1)) return false;
  context_.open_counts.back() = std::max(context_.open_counts.back(), calls_here);  // one of them is taken
  procedure.land(end);
  for (const auto& [variable, bound] : after.variables) closure_->variables.try_emplace(variable, bound);
  for (std::size_t i = which; i < statement.branches.size(); ++i) forget(statement.branches[i].body);
  return true;
}

bool ExpressionLowering::compile_while(const ir::Statement& statement) {
  Procedure& procedure = *making_->procedure;
  forget(statement.body);
  const std::vector<std::size_t> around = std::exchange(making_->breaks, {});
  const std::size_t again = procedure.here();
  const NodeId condition = lower(*statement.condition, {});
  speak_now(procedure);
  if (failed_) return false;
  const std::size_t end = procedure.branch(condition);
  if (!compile(statement.body)) return false;
  procedure.jump(again);
  procedure.land(end);
  for (const std::size_t jump : std::exchange(making_->breaks, around)) procedure.land(jump);
  forget(statement.body);
  return true;
}

bool ExpressionLowering::compile_loop(const ir::Statement& statement, std::size_t depth) {
  if (depth == statement.iterators.size()) return compile(statement.body);
  const ir::IteratorRange& it = statement.iterators[depth];
  const auto values = evaluate_local(*it.range);
  if (!values || (it.range->kind == ExpressionKind::range && values->numbers.size() > unrolled))
    return compile_range(statement, depth);
  Procedure& procedure = *making_->procedure;
  const std::vector<std::size_t> around = std::exchange(making_->breaks, {});
  for (const double value : values->numbers) {
    bindings_[it.symbol] = Index(static_cast<std::int64_t>(value));
    // a break that depends on the run ends what is known
    if (!compile_loop(statement, depth + 1)) return false;
    if (!making_->breaks.empty()) forget(statement.body);
  }
  bindings_.erase(it.symbol);
  for (const std::size_t jump : std::exchange(making_->breaks, around)) procedure.land(jump);
  return true;
}

/// The loop variable is a register.
bool ExpressionLowering::compile_range(const ir::Statement& statement, std::size_t depth) {
  const ir::IteratorRange& it = statement.iterators[depth];
  symbolic::Pool& pool = context_.shapes.pool();
  Procedure& procedure = *making_->procedure;
  if (it.range->kind != ExpressionKind::range) {
    fail(*it.range, Code::E0301, "a loop over a vector whose size is found during the run is not supported yet");
    return false;
  }
  const bool stepped = it.range->operands.size() == 3;
  std::vector<NodeId> limits;
  for (const Expression* limit : it.range->operands) limits.push_back(lower(*limit, {}));
  speak_now(procedure);
  if (failed_) return false;
  const std::uint32_t first = procedure.add_registers(3);
  const NodeId at = pool.slot(first), last = pool.slot(first + 1), step = pool.slot(first + 2);
  procedure.assign({first, first + 1, first + 2},
                   {limits.front(), limits.back(), stepped ? limits[1] : pool.constant(1)});
  forget(statement.body);
  const NodeId zero = pool.constant(0);
  const NodeId up =
      pool.make(Op::logical_and, {pool.make(Op::greater, {step, zero}), pool.make(Op::less_equal, {at, last})});
  const NodeId down =
      pool.make(Op::logical_and, {pool.make(Op::less, {step, zero}), pool.make(Op::greater_equal, {at, last})});
  const std::vector<std::size_t> around = std::exchange(making_->breaks, {});
  const std::size_t again = procedure.here();
  const std::size_t end =
      procedure.branch(stepped ? pool.make(Op::logical_or, {up, down}) : pool.make(Op::less_equal, {at, last}));
  iterator_nodes_[it.symbol] = at;
  const bool good = compile_loop(statement, depth + 1);
  iterator_nodes_.erase(it.symbol);
  if (!good) return false;
  procedure.assign({first}, {pool.add(at, step)});
  procedure.jump(again);
  procedure.land(end);
  for (const std::size_t jump : std::exchange(making_->breaks, around)) procedure.land(jump);
  forget(statement.body);
  return true;
}

}  // namespace sunder::lower
