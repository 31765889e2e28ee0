// If-equations whose condition changes during the run: 0 = if c1 then l1 - r1 elseif … else ln - rn, equation by
// equation. Assertions in a branch hold while it is taken.
#include <algorithm>

#include "base/codes.hpp"
#include "lower/lowering.hpp"

namespace sunder::lower {

using ir::Expression;
using ir::ExpressionKind;
using ir::TypedBranch;
using ir::TypedEquation;

/// The branch that an equation stands in, and those around it.
struct Lowering::Taken {
  std::span<const TypedBranch> branches;
  std::size_t index = 0;
  const Taken* outer = nullptr;
};

void Lowering::runtime_conditional(const Nest& nest, std::span<const TypedBranch> branches, Span span,
                                   std::string_view path) {
  std::vector<Residual> chosen;
  if (!choose_residuals(nest, branches, span, path, nullptr, chosen)) return;
  for (const Residual& residual : chosen) {
    Expression* zero = make(ExpressionKind::number, {ir::BaseType::real, {}}, span, {});
    emit(nest, residual.value, zero, residual.span, path);
  }
}

bool Lowering::choose_residuals(const Nest& nest, std::span<const TypedBranch> branches, Span span,
                                std::string_view path, const Taken* outer, std::vector<Residual>& out) {
  std::vector<std::vector<Residual>> of_branch(branches.size());
  for (std::size_t i = 0; i < branches.size(); ++i)
    if (!residuals(nest, {branches, i, outer}, branches[i].body, path, of_branch[i])) return false;
  const std::vector<Residual>& first = of_branch.front();
  for (const std::vector<Residual>& other : of_branch) {
    if (other.size() != first.size()) {
      diagnostics_.error(Code::E0304, span,
                         "the branches of this if-equation have different numbers of equations: " +
                             std::to_string(first.size()) + " and " + std::to_string(other.size()));
      return false;
    }
    for (std::size_t k = 0; k < first.size(); ++k)
      if (!same_sizes(first[k], other[k])) return false;
  }
  if (!first.empty() && branches.back().condition != nullptr) {
    diagnostics_.error(Code::E0304, span,
                       "this if-equation needs an else branch: its condition changes during the run");
    return false;
  }
  for (std::size_t k = 0; k < first.size(); ++k) {
    std::vector<Expression*> operands;
    for (std::size_t i = 0; i < branches.size(); ++i) {
      if (branches[i].condition != nullptr) operands.push_back(branches[i].condition);
      operands.push_back(of_branch[i][k].value);
    }
    out.push_back({make(ExpressionKind::if_, first[k].value->type, span, std::move(operands)), first[k].span});
  }
  return true;
}

bool Lowering::same_sizes(const Residual& first, const Residual& other) {
  const auto& a = first.value->type.dimensions;
  const auto& b = other.value->type.dimensions;
  if (std::equal(a.begin(), a.end(), b.begin(), b.end())) return true;
  diagnostics_.error(Code::E0304, other.span,
                     "this equation has another size than its counterpart in the first branch: " +
                         print(other.value->type) + " and " + print(first.value->type));
  return false;
}

bool Lowering::residuals(const Nest& nest, const Taken& where, std::span<TypedEquation* const> body,
                         std::string_view path, std::vector<Residual>& out) {
  const auto refuse = [&](const TypedEquation& equation, std::string message) {
    diagnostics_.error(Code::E0301, equation.span, std::move(message));
    return false;
  };
  for (const TypedEquation* equation : body) {
    switch (equation->kind) {
      case ir::EquationKind::equality: {
        ir::Type type = equation->left->type;
        type.base = ir::BaseType::real;
        Expression* difference = make(ExpressionKind::chain, type, equation->span, {equation->left, equation->right});
        difference->operations = arena_.copy(std::vector<ir::Operation>{ir::Operation::subtract});
        out.push_back({difference, equation->span});
        break;
      }
      case ir::EquationKind::if_:
        if (!choose_residuals(nest, equation->branches, equation->span, path, &where, out)) return false;
        break;
      case ir::EquationKind::assert_: assert_while_taken(nest, where, *equation, path); break;
      case ir::EquationKind::for_:
        return refuse(*equation,
                      "loops are not supported inside an if-equation whose condition changes during the run: write the "
                      "if-equation inside the loop");
      case ir::EquationKind::when:
        return refuse(*equation,
                      "a when-equation cannot stand inside an if-equation whose condition changes during the run: "
                      "write the condition into the when-equation");
      case ir::EquationKind::call:
        return refuse(*equation, "calls of functions for their effects are not supported yet");
      case ir::EquationKind::reinit:
      case ir::EquationKind::terminate: break;  // only in when-equations, which look after them
    }
  }
  return true;
}

/// if c1 then true elseif c2 then true … elseif ci then condition else true, and the same around it.
void Lowering::assert_while_taken(const Nest& nest, const Taken& where, const TypedEquation& equation,
                                  std::string_view path) {
  const ir::Type boolean{ir::BaseType::boolean, {}};
  Expression* fine = make(ExpressionKind::boolean, boolean, equation.span, {});
  fine->number = 1;
  Expression* condition = equation.left;
  for (const Taken* taken = &where; taken != nullptr; taken = taken->outer) {
    std::vector<Expression*> operands;
    for (std::size_t i = 0; i < taken->index; ++i) {
      operands.push_back(taken->branches[i].condition);
      operands.push_back(fine);
    }
    const bool last = taken->branches[taken->index].condition == nullptr;
    if (!last) operands.push_back(taken->branches[taken->index].condition);
    operands.push_back(condition);
    if (!last) operands.push_back(fine);
    condition = make(ExpressionKind::if_, boolean, equation.span, std::move(operands));
  }
  TypedEquation guarded = equation;
  guarded.left = condition;
  assertion(nest, guarded, path);
}

}  // namespace sunder::lower
