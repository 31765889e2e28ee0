// If-equations whose condition changes during the run: 0 = if c1 then l1 - r1 elseif … else ln - rn, equation by
// equation. Assertions in a branch hold while it is taken.
#include <algorithm>
#include <map>

#include "base/codes.hpp"
#include "lower/lowering.hpp"

namespace sunder::lower {

using ir::Expression;
using ir::ExpressionKind;
using ir::TypedBranch;
using ir::TypedEquation;

/// The branch that an equation stands in, and those around it.
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
  for (std::size_t i = 1; i < of_branch.size(); ++i) bring_in_order(first, of_branch[i]);
  if (differ_only_in_grouping(of_branch)) {
    for (std::vector<Residual>& one : of_branch) one = elements_of(one);
    for (std::size_t i = 1; i < of_branch.size(); ++i) bring_in_order(first, of_branch[i]);
  }
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
  // element by element, where one is x[1, :] = … and the other a loop over x[1, i]
  for (std::size_t k = 0; k < first.size(); ++k) {
    const auto rank = [&](std::size_t i) { return of_branch[i][k].value->type.dimensions.size(); };
    bool differ = false;
    for (std::size_t i = 1; i < branches.size(); ++i) differ = differ || rank(i) != rank(0);
    for (std::size_t i = 0; differ && i < branches.size(); ++i) {
      Expression*& value = of_branch[i][k].value;
      const std::vector<std::int64_t> count{ir::element_count(value->type.dimensions)};
      value = call(ir::Builtin::vector, value->type.with(arena_.copy(count)), value);
    }
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
    out.push_back({make(ExpressionKind::if_, first[k].value->type, span, operands), first[k].span});
  }
  return true;
}

/// One has x = {1, 2}, another x[1] = 1 and x[2] = 2.
bool Lowering::differ_only_in_grouping(const std::vector<std::vector<Residual>>& branches) {
  const auto total = [](const std::vector<Residual>& list) {
    std::int64_t count = 0;
    for (const Residual& one : list) count += ir::element_count(one.value->type.dimensions);
    return count;
  };
  const std::vector<Residual>& first = branches.front();
  bool differ = false;
  for (const std::vector<Residual>& other : branches) {
    if (total(other) != total(first)) return false;
    differ = differ || other.size() != first.size();
  }
  return differ;
}

std::vector<Lowering::Residual> Lowering::elements_of(const std::vector<Residual>& residuals) {
  std::vector<Residual> out;
  for (const Residual& one : residuals) {
    const auto& sizes = one.value->type.dimensions;
    const std::int64_t count = ir::element_count(sizes);
    for (std::int64_t n = 0; n < count; ++n) {
      if (sizes.empty()) {
        out.push_back(one);
        continue;
      }
      std::vector<ir::Subscript> at(sizes.size());
      std::string place;
      std::int64_t rest = n;
      for (std::size_t d = sizes.size(); d-- > 0;) {
        at[d].value = make(ExpressionKind::number, {ir::BaseType::integer, {}}, one.span, {});
        at[d].value->number = static_cast<double>(rest % sizes[d] + 1);
        place = std::to_string(rest % sizes[d] + 1) + (place.empty() ? "" : ", ") + place;
        rest /= sizes[d];
      }
      Expression* element = make(ExpressionKind::index, one.value->type.with({}), one.span, {one.value});
      element->subscripts = arena_.copy(at);
      const bool whole = !one.target.empty() && one.target.back() != ']';
      out.push_back({element, one.span, whole ? one.target + "[" + place + "]" : std::string()});
    }
  }
  return out;
}

/// Where two branches give the same variables their values, those of one variable belong together.
void Lowering::bring_in_order(const std::vector<Residual>& first, std::vector<Residual>& other) {
  std::map<std::string_view, std::size_t> place;
  for (std::size_t i = 0; i < first.size(); ++i)
    if (first[i].target.empty() || !place.emplace(first[i].target, i).second) return;
  if (other.size() != first.size()) return;
  std::vector<Residual> ordered(first.size());
  for (const Residual& one : other) {
    const auto found = place.find(one.target);
    if (found == place.end() || ordered[found->second].value != nullptr) return;
    ordered[found->second] = one;
  }
  other = std::move(ordered);
}

bool Lowering::same_sizes(const Residual& first, const Residual& other) {
  const auto& a = first.value->type.dimensions;
  const auto& b = other.value->type.dimensions;
  if (std::equal(a.begin(), a.end(), b.begin(), b.end())) return true;
  if (a.size() != b.size() && ir::element_count(a) == ir::element_count(b)) return true;
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
        const bool assigns = equation->left->kind == ExpressionKind::variable;
        out.push_back({difference, equation->span, assigns ? print(*equation->left) : std::string()});
        break;
      }
      case ir::EquationKind::if_:
        if (!choose_residuals(nest, equation->branches, equation->span, path, &where, out)) return false;
        break;
      case ir::EquationKind::assert_: assert_while_taken(nest, where, *equation, path); break;
      case ir::EquationKind::for_:
        if (!loop_residuals(nest, where, *equation, path, out)) return false;
        break;
      case ir::EquationKind::when:
        return refuse(*equation,
                      "a when-equation cannot stand inside an if-equation whose condition changes during the run: "
                      "write the condition into the when-equation");
      case ir::EquationKind::call: call_for_effects(nest, *equation, path, nullptr, 0, &where); break;
      case ir::EquationKind::reinit:
      case ir::EquationKind::terminate: break;  // only in when-equations, which look after them
    }
  }
  return true;
}

/// The equations of a loop as arrays: {l - r for i in 1:n}.
bool Lowering::loop_residuals(const Nest& nest, const Taken& where, const TypedEquation& loop, std::string_view path,
                              std::vector<Residual>& out) {
  Nest inner = nest;
  inner.loops.insert(inner.loops.end(), loop.iterators.begin(), loop.iterators.end());
  std::vector<Residual> each;
  if (!residuals(inner, where, loop.body, path, each)) return false;
  std::vector<std::int64_t> lengths;
  for (auto it = loop.iterators.rbegin(); it != loop.iterators.rend(); ++it) {
    const auto range = indices_.evaluate(*it->range, {}, {});
    if (!range) {
      diagnostics_.error(Code::E0208, it->range->span,
                         "the range of this loop must be known at compile time: " + indices_.failure().message);
      return false;
    }
    lengths.push_back(static_cast<std::int64_t>(range->numbers.size()));
  }
  for (const Residual& one : each) {
    std::vector<std::int64_t> sizes = lengths;
    sizes.insert(sizes.end(), one.value->type.dimensions.begin(), one.value->type.dimensions.end());
    Expression* all =
        make(ExpressionKind::comprehension, one.value->type.with(arena_.copy(sizes)), loop.span, {one.value});
    all->iterators = loop.iterators;
    out.push_back({all, one.span});
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
    condition = make(ExpressionKind::if_, boolean, equation.span, operands);
  }
  TypedEquation guarded = equation;
  guarded.left = condition;
  assertion(nest, guarded, path);
}

}  // namespace sunder::lower
