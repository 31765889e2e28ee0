// When-equations. `when c1 then v = a; elsewhen c2 then v = b; end when` becomes the plain equation
//   v = if c1 has become true then a elseif c2 has become true then b else pre(v)
#include <algorithm>
#include <map>

#include "base/codes.hpp"
#include "lower/lowering.hpp"

namespace sunder::lower {

using ir::Expression;
using ir::ExpressionKind;
using ir::TypedEquation;

Expression* Lowering::make(ExpressionKind kind, ir::Type type, Span span, const std::vector<Expression*>& operands) {
  auto* out = arena_.make<Expression>();
  out->kind = kind;
  out->type = type;
  out->span = span;
  out->operands = arena_.copy(operands);
  return out;
}

Expression* Lowering::call(ir::Builtin builtin, ir::Type type, Expression* operand) {
  Expression* out = make(ExpressionKind::builtin, type, operand->span, {operand});
  out->builtin = builtin;
  return out;
}

/// One flat chain, the earlier branches first: however many there are, it is not nested, and its beginning is that of
/// the branch before.
Expression* Lowering::acts(const TypedEquation& when, std::size_t branch) {
  const ir::Type boolean{ir::BaseType::boolean, {}};
  Expression* own = call(ir::Builtin::active, boolean, when.branches[branch].condition);
  if (branch == 0) return own;
  std::vector<Expression*> all;
  for (std::size_t before = 0; before < branch; ++before) {
    Expression* earlier = call(ir::Builtin::active, boolean, when.branches[before].condition);
    all.push_back(make(ExpressionKind::logical_not, boolean, earlier->span, {earlier}));
  }
  all.push_back(own);
  Expression* result = make(ExpressionKind::chain, boolean, own->span, all);
  result->operations = arena_.copy(std::vector<ir::Operation>(branch, ir::Operation::logical_and));
  return result;
}

bool Lowering::collect(const Nest& nest, std::span<TypedEquation* const> body, std::size_t branch,
                       std::vector<Action>& actions) {
  for (const TypedEquation* equation : body) {
    if (equation->kind == ir::EquationKind::for_) {
      Nest inner = nest;
      inner.loops.insert(inner.loops.end(), equation->iterators.begin(), equation->iterators.end());
      if (!collect(inner, equation->body, branch, actions)) return false;
    } else if (equation->kind == ir::EquationKind::if_) {
      const bool open = std::ranges::any_of(equation->branches, [&](const ir::TypedBranch& choice) {
        return choice.condition != nullptr && !is_structural(*choice.condition);
      });
      if (open) {
        if (!choose_in_when(nest, *equation, branch, actions)) return false;
        continue;
      }
      Nest inner = nest;
      for (const ir::TypedBranch& choice : equation->branches) {
        if (choice.condition != nullptr) inner.guards.push_back({choice.condition, true, nest.loops.size()});
        if (!collect(inner, choice.body, branch, actions)) return false;
        if (choice.condition != nullptr) inner.guards.back().outcome = false;
      }
    } else {
      actions.push_back({equation, branch, nest});
    }
  }
  return true;
}

/// `if c then v = a; else v = b; end if` is `v = if c then a else b`, for every variable.
bool Lowering::choose_in_when(const Nest& nest, const TypedEquation& equation, std::size_t branch,
                              std::vector<Action>& actions) {
  const auto refuse = [&] {
    diagnostics_
        .error(Code::E0304, equation.span,
               "every branch of an if-equation inside of a when-equation must give the same variables values")
        .help = "choose between values: v = if ... then ... else pre(v)";
    return false;
  };
  std::vector<std::map<std::string, const TypedEquation*>> given(equation.branches.size());
  std::vector<std::string> order;
  for (std::size_t i = 0; i < equation.branches.size(); ++i) {
    std::vector<Action> inside;
    if (!collect({}, equation.branches[i].body, branch, inside)) return false;
    for (const Action& action : inside) {
      const bool plain = action.equation->kind == ir::EquationKind::equality && action.nest.loops.empty() &&
                         action.nest.guards.empty();
      if (!plain) {
        diagnostics_.error(Code::E0301, action.equation->span,
                           "inside of an if-equation in a when-equation variables can be given values, nothing else");
        return false;
      }
      const std::string target = print(*action.equation->left);
      if (!given[i].emplace(target, action.equation).second) return refuse();
      if (i == 0) order.push_back(target);
    }
    if (given[i].size() != given.front().size()) return refuse();
  }
  if (equation.branches.back().condition != nullptr) return refuse();
  for (const std::string& target : order) {
    std::vector<Expression*> operands;
    for (std::size_t i = 0; i < given.size(); ++i) {
      const auto found = given[i].find(target);
      if (found == given[i].end()) return refuse();
      if (equation.branches[i].condition != nullptr) operands.push_back(equation.branches[i].condition);
      operands.push_back(found->second->right);
    }
    const TypedEquation& first = *given.front().at(target);
    auto* made = arena_.make<TypedEquation>(first);
    made->right = make(ExpressionKind::if_, first.left->type, equation.span, operands);
    actions.push_back({made, branch, nest});
  }
  return true;
}

void Lowering::when(const Nest& nest, const TypedEquation& equation, std::string_view path) {
  if (context_.at_start) {
    diagnostics_.error(Code::E0216, equation.span, "a when-equation cannot stand among initial equations");
    return;
  }
  std::vector<Action> actions;
  for (std::size_t branch = 0; branch < equation.branches.size(); ++branch)
    if (!collect(nest, equation.branches[branch].body, branch, actions)) return;
  context_.in_when = true;
  std::map<std::string, std::vector<const Action*>> assignments;  // by what is assigned
  std::vector<const std::vector<const Action*>*> order;
  std::vector<const Action*> calls;
  for (const Action& action : actions) {
    if (action.equation->kind == ir::EquationKind::equality) {
      std::string key = print(*action.equation->left);
      for (const ir::IteratorRange& loop : action.nest.loops)
        key += " for " + std::string(loop.symbol->name) + " in " + print(*loop.range);
      auto& same = assignments[key];
      if (same.empty()) order.push_back(&same);
      same.push_back(&action);
    } else if (action.equation->kind == ir::EquationKind::reinit) {
      reinitialise(equation, action, path);
    } else if (action.equation->kind == ir::EquationKind::call) {
      calls.push_back(&action);
    } else {
      check_in_when(equation, action, path);
    }
  }
  for (const auto* same : order) assign_in_when(equation, *same, path);
  context_.in_when = false;
  for (const Action* call : calls) call_for_effects(call->nest, *call->equation, path, &equation, call->branch);
}

/// `same`: the equations of all branches for one variable.
void Lowering::assign_in_when(const TypedEquation& when, std::span<const Action* const> same, std::string_view path) {
  const TypedEquation& first = *same.front()->equation;
  bool once_each = same.size() == when.branches.size();
  for (std::size_t k = 0; k < same.size() && once_each; ++k) once_each = same[k]->branch == k;
  if (!once_each) {
    diagnostics_.error(Code::E0304, first.span,
                       "'" + print(*first.left) + "' must be given a value once in every branch of the when-equation");
    return;
  }
  Nest nest = same.front()->nest;
  std::vector<Expression*> operands;
  for (const Action* action : same) {
    for (std::size_t i = 0; i < nest.loops.size(); ++i) nest.also.emplace_back(action->nest.loops[i].symbol, i);
    operands.push_back(call(ir::Builtin::active, {ir::BaseType::boolean, {}}, when.branches[action->branch].condition));
    operands.push_back(action->equation->right);
  }
  operands.push_back(call(ir::Builtin::pre, first.left->type, first.left));
  emit(nest, first.left, make(ExpressionKind::if_, first.left->type, first.span, operands), first.span, path);
}

void Lowering::reinitialise(const TypedEquation& when, const Action& action, std::string_view path) {
  const TypedEquation& equation = *action.equation;
  const ir::OriginId from = origin(equation.span, path);
  const auto found = declarations_.find(equation.left->variable);
  if (found == declarations_.end() || !dae_.declarations[found->second.index()].derivative.valid()) {
    diagnostics_.error(Code::E0306, equation.left->span,
                       "reinit needs a state: '" + path_of(*equation.left->variable) + "' has no derivative");
    return;
  }
  const std::span<const std::int64_t> sizes = equation.left->type.dimensions;
  std::vector<ir::Row> conditions, values;
  const bool fine = loops_.run(action.nest, {nullptr, acts(when, action.branch), sizes}, [&](const ir::Row& row) {
    conditions.push_back(row);
  }) && loops_.run(action.nest, {nullptr, equation.right, sizes}, [&](const ir::Row& row) { values.push_back(row); });
  if (!fine) return;
  std::size_t next = 0;
  loops_.run(action.nest, {nullptr, equation.left, sizes}, [&](const ir::Row& row) {
    const ir::VariableId target = dae_.operands_of(row)[0].variable();
    note_reinit(target, &when, when.span, equation.span);
    dae_.reinits.push_back({conditions[next], values[next], target, from});
    ++next;
  });
}

void Lowering::note_reinit(ir::VariableId target, const void* when, Span when_span, Span span) {
  const auto [other, added] = reinitialised_.try_emplace(target.value, when, when_span);
  if (added || other->second.first == when) return;
  diagnostics_.error(Code::E0307, span, "'" + dae_.name_of(target) + "' is reinitialised twice")
      .notes.push_back({"the other when-equation", other->second.second});
}

void Lowering::check_in_when(const TypedEquation& when, const Action& action, std::string_view path) {
  const TypedEquation& equation = *action.equation;
  ir::Check check;
  check.in_when = true;
  check.origin = origin(equation.span, path);
  Expression* condition = acts(when, action.branch);
  if (equation.kind == ir::EquationKind::terminate) {
    check.kind = ir::Check::Kind::terminate;
  } else {
    check.kind = equation.warns ? ir::Check::Kind::warning : ir::Check::Kind::error;
    Expression* violated = make(ExpressionKind::logical_not, equation.left->type, equation.span, {equation.left});
    condition = make(ExpressionKind::chain, equation.left->type, equation.span, {condition, violated});
    condition->operations = arena_.copy(std::vector<ir::Operation>{ir::Operation::logical_and});
  }
  add_checks(action.nest, *condition, check, *equation.right);
}

}  // namespace sunder::lower
