// Equations: loops run over compiled bodies, if-equations choose, assertions are checked.
#include <algorithm>

#include "base/codes.hpp"
#include "lower/lowering.hpp"

namespace sunder::lower {

using ir::Declaration;
using ir::DeclarationId;
using ir::Expression;
using ir::ExpressionKind;
using ir::Instance;
using ir::TypedEquation;
using ir::Variability;

void Lowering::equations() {
  for (const Instance* variable : model_.variables) {
    if (!declarations_.contains(variable) || is_known(*variable) || variable->binding == nullptr) continue;
    const std::string path = variable->parent != nullptr ? path_of(*variable->parent) : std::string();
    if (const std::uint32_t clock = clocks_.partition_of(variable); clock != ClockInference::none) {
      TypedEquation bound;
      bound.left = reference_to(*variable);
      bound.right = variable->binding;
      bound.span = variable->binding_span;
      clocked_equation(clock, {}, bound, path);
      continue;
    }
    emit({}, reference_to(*variable), variable->binding, variable->binding_span, path);
  }
  for (const ir::FlatEquation& equation : model_.equations) {
    const std::uint32_t clock = clocks_.partition_of(equation.equation);
    if (clock != ClockInference::none)
      clocked_equation(clock, {}, *equation.equation, path_of(*equation.owner));
    else
      lower_equation({}, *equation.equation, path_of(*equation.owner));
  }
  for (const ir::FlatAlgorithm& algorithm : model_.algorithms) {
    const std::uint32_t clock = clocks_.partition_of(algorithm.algorithm);
    if (clock != ClockInference::none)
      clocked_algorithm(clock, algorithm);
    else
      this->algorithm(algorithm);
  }
  if (!diagnostics_.has_errors() && !tick_sources_.empty()) {
    copy_rows_for_stages();
  }
  if (!diagnostics_.has_errors() && !tick_sources_.empty()) {
    clocked_states();
    clock_equations();
    complete_clocked();
  }
  dae_.initial_begin = static_cast<std::uint32_t>(dae_.equations.size());
  context_.at_start = true;
  for (const ir::FlatEquation& equation : model_.initial_equations)
    lower_equation({}, *equation.equation, path_of(*equation.owner));
  for (const ir::FlatAlgorithm& algorithm : model_.initial_algorithms) this->algorithm(algorithm);
  context_.at_start = false;
}

void Lowering::emit(const Nest& nest, const Expression* left, const Expression* right, Span span,
                    std::string_view path) {
  const ir::OriginId from = origin(span, path);
  const auto target = left->kind == ExpressionKind::variable ? declarations_.find(left->variable) : declarations_.end();
  // what a when-equation gives a value is known here: the equation is one for the other side
  const bool known = left->kind == ExpressionKind::variable && when_assigned_.contains(left->variable);
  const bool discrete = target != declarations_.end() && !known && !context_.in_when && !context_.at_start &&
                        dae_.declarations[target->second.index()].variability == Variability::discrete;
  loops_.run(nest, {left, right, left->type.dimensions, discrete}, [&](const ir::Row& row) {
    ir::Equation equation;
    static_cast<ir::Row&>(equation) = row;
    equation.origin = from;
    dae_.equations.push_back(equation);
  });
}

void Lowering::lower_equation(const Nest& nest, const TypedEquation& equation, std::string_view path) {
  switch (equation.kind) {
    case ir::EquationKind::equality: emit(nest, equation.left, equation.right, equation.span, path); break;
    case ir::EquationKind::for_: {
      Nest inner = nest;
      inner.loops.insert(inner.loops.end(), equation.iterators.begin(), equation.iterators.end());
      for (const TypedEquation* body : equation.body) lower_equation(inner, *body, path);
      break;
    }
    case ir::EquationKind::if_: conditional(nest, equation, path); break;
    case ir::EquationKind::assert_: assertion(nest, equation, path); break;
    case ir::EquationKind::when: when(nest, equation, path); break;
    case ir::EquationKind::call: call_for_effects(nest, equation, path, nullptr, 0); break;
    case ir::EquationKind::reinit:
    case ir::EquationKind::terminate: break;  // only in when-equations, which look after them
  }
}

/// A function that is called for its effects; `when`: the when-equation around it, in whose branch it stands; `where`:
/// branches of if-equations, likewise.
void Lowering::call_for_effects(const Nest& nest, const TypedEquation& equation, std::string_view path,
                                const TypedEquation* when, std::size_t branch, const Taken* where) {
  if (equation.left->function == nullptr || is_without_effect(equation.left->function->external)) return;
  const auto make_statement = [&](ir::StatementKind kind) {
    ir::Statement* made = arena_.make<ir::Statement>();
    made->kind = kind;
    made->span = equation.span;
    return made;
  };
  ir::Statement* statement = make_statement(ir::StatementKind::call);
  statement->right = arena_.copy(std::vector<Expression*>{equation.left});
  if (when != nullptr) {
    std::vector<ir::StatementBranch> branches(branch + 1);
    for (std::size_t i = 0; i <= branch; ++i) branches[i].condition = when->branches[i].condition;
    branches.back().body = arena_.copy(std::vector<ir::Statement*>{statement});
    statement = make_statement(ir::StatementKind::when);
    statement->branches = arena_.copy(branches);
  } else if (context_.clock != nullptr) {  // at its ticks
    ir::StatementBranch ticks;
    ticks.condition = const_cast<Expression*>(context_.clock->tick);
    ticks.body = arena_.copy(std::vector<ir::Statement*>{statement});
    statement = make_statement(ir::StatementKind::when);
    statement->branches = arena_.copy(std::vector<ir::StatementBranch>{ticks});
  }
  for (const Taken* taken = where; taken != nullptr; taken = taken->outer) {
    std::vector<ir::StatementBranch> branches(taken->index + 1);
    for (std::size_t i = 0; i <= taken->index; ++i) branches[i].condition = taken->branches[i].condition;
    branches.back().body = arena_.copy(std::vector<ir::Statement*>{statement});
    statement = make_statement(ir::StatementKind::if_);
    statement->branches = arena_.copy(branches);
  }
  const auto section = arena_.copy(std::vector<ir::Statement*>{statement});
  loops_.each(nest, [&](const IteratorBindings& bindings, const std::vector<std::int64_t>& values) {
    const bool in_when = std::exchange(context_.in_when, false);
    lower_section(section, equation.span, std::string(path), bindings, values);
    context_.in_when = in_when;
    return !diagnostics_.has_errors();
  });
}

/// Conditions on parameters and loop variables choose the equations; others choose between values at run time.
void Lowering::conditional(const Nest& nest, const TypedEquation& equation, std::string_view path) {
  Nest inner = nest;
  for (std::size_t i = 0; i < equation.branches.size(); ++i) {
    const ir::TypedBranch& branch = equation.branches[i];
    if (branch.condition != nullptr && !is_structural(*branch.condition)) {
      runtime_conditional(inner, std::span<const ir::TypedBranch>(equation.branches).subspan(i), equation.span, path);
      return;
    }
    if (branch.condition != nullptr) inner.guards.push_back({branch.condition, true, nest.loops.size()});
    for (const TypedEquation* body : branch.body) lower_equation(inner, *body, path);
    if (branch.condition != nullptr) inner.guards.back().outcome = false;
  }
}

bool Lowering::is_structural(const Expression& condition) const {
  bool structural = true;
  ir::walk(condition, [&](const Expression& e) {
    structural = structural && e.kind != ExpressionKind::time &&
                 !(e.kind == ExpressionKind::builtin && ir::speaks_of_events(e.builtin)) &&
                 (e.kind != ExpressionKind::variable || !context_.is_open(*e.variable));
  });
  return structural;
}

/// Assertions on parameters are checked now; those on variables hold as long as no event says otherwise.
void Lowering::assertion(const Nest& nest, const TypedEquation& equation, std::string_view path) {
  if (is_structural(*equation.left)) {
    check_assertion(nest, equation, path);
    return;
  }
  ir::Check check;
  check.kind = equation.warns ? ir::Check::Kind::warning : ir::Check::Kind::error;
  check.origin = origin(equation.span, path);
  context_.in_assertion = true;
  add_checks(nest, *equation.left, check, *equation.right);
  context_.in_assertion = false;
}

bool Lowering::check_assertion(const Nest& nest, const TypedEquation& equation, std::string_view path) {
  return loops_.each(nest, [&](const IteratorBindings& bindings, const std::vector<std::int64_t>& values) {
    const auto value = indices_.evaluate(*equation.left, bindings, values);
    if (!value) {
      diagnostics_.error(Code::E0208, equation.span, "the assertion cannot be checked: " + indices_.failure().message);
      return false;
    }
    if (value->number() != 0) return true;
    const auto message = indices_.evaluate(*equation.right, bindings, values);
    const std::string text =
        "assertion violated: " + (message ? message->strings.front() : std::string("(its message varies)")) +
        (path.empty() ? std::string() : " (in '" + std::string(path) + "')");
    if (equation.warns)
      diagnostics_.warning(Code::W0302, equation.span, text);
    else
      diagnostics_.error(Code::E0303, equation.span, text);
    return false;
  });
}

}  // namespace sunder::lower
