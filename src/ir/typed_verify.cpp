#include "ir/typed_verify.hpp"

#include <algorithm>

#include "ir/instance.hpp"

namespace sunder::ir {

void ExpressionVerifier::equation(const TypedEquation& equation) {
  const auto needs = [&](bool left, bool right) {
    expect((equation.left != nullptr) == left && (equation.right != nullptr) == right, equation.span,
           "an equation lacks a side, or has one too many");
  };
  const auto side = [&](const Expression* e) {
    if (e != nullptr) expression(*e);
  };
  const std::size_t outer = iterators_.size();
  switch (equation.kind) {
    case EquationKind::equality: needs(true, true); break;
    case EquationKind::assert_: needs(true, true); break;
    case EquationKind::reinit: needs(true, true); break;
    case EquationKind::terminate: needs(false, true); break;
    case EquationKind::call: needs(true, false); break;
    case EquationKind::for_:
      needs(false, false);
      expect(!equation.iterators.empty(), equation.span, "a for-equation has no loop variable");
      open(equation.iterators);
      break;
    case EquationKind::if_:
    case EquationKind::when:
      needs(false, false);
      branches(equation);
      break;
  }
  side(equation.left);
  side(equation.right);
  if (equation.kind == EquationKind::equality && equation.left != nullptr && equation.right != nullptr)
    expect(std::ranges::equal(equation.left->type.dimensions, equation.right->type.dimensions), equation.span,
           "the sides of an equation differ in size");
  for (const TypedEquation* inner : equation.body) this->equation(*inner);
  for (const TypedBranch& branch : equation.branches)
    for (const TypedEquation* inner : branch.body) this->equation(*inner);
  iterators_.resize(outer);
}

void ExpressionVerifier::branches(const TypedEquation& equation) {
  expect(!equation.branches.empty(), equation.span, "there are no branches");
  for (std::size_t i = 0; i < equation.branches.size(); ++i) {
    const Expression* condition = equation.branches[i].condition;
    const bool may_be_else = equation.kind == EquationKind::if_ && i > 0 && i + 1 == equation.branches.size();
    expect(condition != nullptr || may_be_else, equation.span, "a branch has no condition");
    if (condition == nullptr) continue;
    const bool clocked = equation.kind == EquationKind::when && condition->type.base == BaseType::clock;
    expect(clocked || condition->type.base == BaseType::boolean, condition->span, "a condition is not Boolean");
    expression(*condition);
  }
}

void ExpressionVerifier::open(std::span<const IteratorRange> ranges) {
  for (const IteratorRange& range : ranges) {
    expect(range.symbol != nullptr && range.range != nullptr, {}, "a loop variable has no name or no range");
    if (range.range != nullptr) expression(*range.range, true);
    iterators_.push_back(range.symbol);
  }
}

void ExpressionVerifier::expression(const Expression& e, bool may_be_open) {
  expect(e.type.base != BaseType::error, e.span, "an expression has no type");
  for (const std::int64_t dimension : e.type.dimensions)
    expect(dimension >= 0 || may_be_open, e.span, "a dimension is not known");
  expect(operands_fit(e), e.span, "an expression has a wrong number of operands");
  if (e.kind == ExpressionKind::variable) variable(e);
  if (e.kind == ExpressionKind::iterator)
    expect(std::ranges::find(iterators_, e.iterator) != iterators_.end(), e.span, "a loop variable is used outside");
  if (e.kind == ExpressionKind::function_variable)
    expect(in_function_ && e.function_variable != nullptr, e.span, "a variable of a function is used outside");
  for (const Subscript& subscript : e.subscripts) {
    if (subscript.value == nullptr) continue;
    expect(subscript.value->type.base == BaseType::integer && subscript.value->type.dimensions.size() <= 1,
           subscript.value->span, "a subscript is not an Integer or a vector of Integers");
    expression(*subscript.value, may_be_open);
  }
  const std::size_t outer = iterators_.size();
  open(e.iterators);
  for (const Expression* operand : e.operands) {
    const bool optional = e.kind == ExpressionKind::call || e.kind == ExpressionKind::function_reference;
    expect(operand != nullptr || optional, e.span, "an operand is missing");
    if (operand != nullptr) expression(*operand, may_be_open);
  }
  iterators_.resize(outer);
}

void ExpressionVerifier::function(const Function& function) {
  expect(function.inputs.size() == function.defaults.size(), function.span,
         "a function has another number of defaults than inputs");
  in_function_ = true;
  in_default_ = true;  // of a function inside of a component: it may speak of its variables
  for (const Expression* value : function.defaults)
    if (value != nullptr) expression(*value, true);
  in_default_ = false;
  statements(function.body);
  in_function_ = false;
}

void ExpressionVerifier::statements(std::span<Statement* const> statements) {
  for (const Statement* statement : statements) {
    const std::size_t outer = iterators_.size();
    if (statement->kind == StatementKind::assign)
      expect(statement->left.size() == statement->right.size(), statement->span, "an assignment lacks a side");
    if (statement->kind == StatementKind::for_) open(statement->iterators);
    if (statement->condition != nullptr) expression(*statement->condition, true);
    for (const auto side : {statement->left, statement->right})
      for (const Expression* e : side)
        if (e != nullptr) expression(*e, true);
    this->statements(statement->body);
    for (const StatementBranch& branch : statement->branches) {
      if (branch.condition != nullptr) expression(*branch.condition, true);
      this->statements(branch.body);
    }
    iterators_.resize(outer);
  }
}

void ExpressionVerifier::variable(const Expression& e) {
  const bool there = e.variable != nullptr && (declared_.contains(e.variable) || e.variable->is_package_constant);
  expect(there, e.span, "a reference points to what is no variable of the model");
  if (!there) return;
  expect(!in_function_ || in_default_ || e.variable->is_package_constant, e.span,
         "a function uses a variable of the model");
  // paths are made only where there is something to say
  const bool whole = e.subscripts.empty() || e.subscripts.size() == e.variable->dimensions.size();
  if (!whole) expect(false, e.span, "'" + path_of(*e.variable) + "' has another number of subscripts than dimensions");
  if (e.type.base != e.variable->base)
    expect(false, e.span, "a reference to '" + path_of(*e.variable) + "' has another type");
}

bool ExpressionVerifier::operands_fit(const Expression& e) {
  const std::size_t count = e.operands.size();
  switch (e.kind) {
    case ExpressionKind::negate:
    case ExpressionKind::logical_not: return count == 1;
    case ExpressionKind::chain: return count >= 2 && e.operations.size() == count - 1;
    case ExpressionKind::relation:
    case ExpressionKind::power: return count == 2 && e.operations.size() == 1;
    case ExpressionKind::if_: return count >= 3 && count % 2 == 1;
    case ExpressionKind::call:
      return e.function == nullptr ? e.function_variable != nullptr : count == e.function->inputs.size();
    case ExpressionKind::record: return e.type.record != nullptr && count == e.type.record->fields.size();
    case ExpressionKind::index: return count == 1;
    case ExpressionKind::function_reference: return e.function != nullptr;
    case ExpressionKind::array:
      return !e.type.dimensions.empty() && static_cast<std::int64_t>(count) == e.type.dimensions[0];
    case ExpressionKind::range: return count == 2 || count == 3;
    case ExpressionKind::comprehension:
    case ExpressionKind::reduction: return count == 1 && !e.iterators.empty();
    case ExpressionKind::builtin: return true;
    default: return count == 0;
  }
}

}  // namespace sunder::ir
