// Random numbers of a generator whose state nobody sees (symbolic/impure_numbers.hpp).
#include "symbolic/impure_numbers.hpp"

#include <utility>

#include "base/codes.hpp"
#include "lower/expressions.hpp"

namespace sunder::lower {

using ir::Expression;
using ir::ExpressionKind;
using symbolic::NodeId;
using symbolic::Op;

/// One number for each instant, place of the call and turn of the loops around it.
ExpressionLowering::Results ExpressionLowering::call_impure_random(const Given& given, const Expression& at) {
  symbolic::Pool& pool = context_.shapes.pool();
  const bool at_instants = context_.in_when || when_ != nullptr || context_.clock != nullptr;
  if (in_procedure_ || !at_instants) {
    fail(at, Code::E0301,
         in_procedure_ ? "impure random numbers cannot be drawn in loops whose length is a matter of the run"
                       : "impure random numbers are drawn at instants only: in when-equations and when-statements");
    return nullptr;
  }
  // what seeds the generator is evaluated now, if nobody has asked for it before: parameters, and what the start gives
  if (context_.indices.values().hidden_state().empty()) {
    for (const CallAround& around : calls_around_)
      for (const Expression* operand : around.call->operands)
        if (operand != nullptr) static_cast<void>(context_.indices.evaluate(*operand, {}, {}));
    for (const Expression* one : std::exchange(context_.initial_calls, {}))
      static_cast<void>(context_.indices.evaluate(*one, {}, {}));
  }
  const std::vector<double>& seeded = context_.indices.values().hidden_state();
  if (given.empty() || !given[0]) return nullptr;
  const NodeId id = given[0]->nodes.front();
  if (seeded.empty() && is_literal(id)) {
    fail(at, Code::E0301,
         "the generator has no state: its identification must come of initializeImpureRandom, as the value of a "
         "parameter or of an initial equation");
    return nullptr;
  }
  const std::vector<std::int32_t> state(seeded.begin(), seeded.end());
  NodeId needed = path_.valid() ? path_ : pool.constant(1);
  for (const auto& [condition, holds] : choices_)
    needed = pool.make(Op::logical_and, {needed, holds ? condition : pool.make(Op::logical_not, {condition})});
  if (context_.clock != nullptr && when_ == nullptr)
    needed = pool.make(Op::logical_and, {needed, lower(*context_.clock->tick, {})});
  Term now;
  now.kind = Term::Kind::time;
  std::vector<NodeId> arguments{needed, slot_of(std::move(now)), id};
  std::string key = "impure";
  for (const CallAround& around : calls_around_) {
    key += " " + std::to_string(reinterpret_cast<std::uintptr_t>(around.call));
    for (const Index& turn : around.turns) {
      if (turn.is_constant()) {
        key += "." + std::to_string(turn.constant);
        continue;
      }
      Term term;
      term.kind = Term::Kind::number;
      term.index = turn;
      term.constant = term.literal = term.discrete = true;
      arguments.push_back(slot_of(std::move(term)));
    }
  }
  const std::uint32_t number =
      routine(key, [&] { return std::make_shared<symbolic::ImpureNumber>(state, context_.routines.size()); });
  auto results = std::make_shared<std::vector<Closure::Bound>>(1);
  results->front().nodes.push_back(pool.make(Op::call, arguments, number));
  return results;
}

/// In a function that is carried out in the run: what it gives as identification of the generator seeds it. Nothing to
/// do where that is none of its variables.
bool ExpressionLowering::seed_impure_random(const Expression& call) {
  if (call.operands.size() != 2 || call.operands[1]->kind != ExpressionKind::function_variable) return true;
  const ir::FunctionVariable& id = *call.operands[1]->function_variable;
  auto state = bind(*call.operands[0]);
  auto bound = state ? bind(*call.operands[1]) : std::nullopt;
  if (!bound || failed_) return false;
  std::vector<NodeId> arguments = state->nodes;
  arguments.push_back(bound->nodes.front());
  const std::uint32_t number = routine("impure seed", [] { return std::make_shared<symbolic::ImpureSeed>(); });
  bound->nodes.front() = context_.shapes.pool().make(Op::call, arguments, number);
  bound->known.reset();
  if (making_ != nullptr) return store(id, std::move(*bound), call);
  closure_->variables[&id] = std::move(*bound);
  return true;
}

}  // namespace sunder::lower
