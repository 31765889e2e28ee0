#include "flatten/balance.hpp"

#include <unordered_set>

namespace sunder::flatten {
namespace {

using ir::Expression;
using ir::TypedEquation;

class Counter {
 public:
  explicit Counter(ir::ValueSource& values) : values_(values) {}

  std::int64_t equations(std::span<TypedEquation* const> list) {
    std::int64_t sum = 0;
    for (const TypedEquation* equation : list) sum += this->equation(*equation);
    return sum;
  }

  std::int64_t equation(const TypedEquation& equation) {
    switch (equation.kind) {
      case ir::EquationKind::equality: return size(*equation.left);
      case ir::EquationKind::for_: return loop(equation, 0);
      case ir::EquationKind::if_:
      case ir::EquationKind::when: return branches(equation);
      default: return 0;
    }
  }

  void assigned(std::span<ir::Statement* const> statements, std::unordered_set<const ir::Instance*>& out) {
    for (const ir::Statement* statement : statements) {
      if (statement->kind == ir::StatementKind::assign)
        for (const Expression* left : statement->left)
          if (left != nullptr && left->kind == ir::ExpressionKind::variable) out.insert(left->variable);
      assigned(statement->body, out);
      for (const ir::StatementBranch& branch : statement->branches) assigned(branch.body, out);
    }
  }

  [[nodiscard]] bool known() const { return known_; }

 private:
  std::int64_t size(const Expression& side) {
    const std::int64_t count = ir::element_count(side.type.dimensions);
    known_ = known_ && count >= 0;
    return count;
  }

  /// Of conditions that are known the branch that is taken; otherwise all have equally many.
  std::int64_t branches(const TypedEquation& equation) {
    for (const ir::TypedBranch& branch : equation.branches) {
      if (branch.condition == nullptr || equation.kind == ir::EquationKind::when) return equations(branch.body);
      ir::EvaluationFailure none;
      const auto taken = values_.value_of(*branch.condition, environment_, none);
      if (!taken || taken->number() != 0) return equations(branch.body);
    }
    return 0;
  }

  std::int64_t loop(const TypedEquation& equation, std::size_t depth) {
    if (depth == equation.iterators.size()) return equations(equation.body);
    const ir::IteratorRange& it = equation.iterators[depth];
    ir::EvaluationFailure none;
    const auto range = values_.value_of(*it.range, environment_, none);
    if (!range) {
      known_ = false;
      return 0;
    }
    std::int64_t sum = 0;
    for (const double value : range->numbers) {
      environment_.iterators[it.symbol] = value;
      sum += loop(equation, depth + 1);
    }
    environment_.iterators.erase(it.symbol);
    return sum;
  }

  ir::ValueSource& values_;
  ir::Environment environment_;
  bool known_ = true;
};

}  // namespace

Balance balance_of(const ir::FlatModel& model, ir::ValueSource& values) {
  Balance out;
  Counter counter(values);
  std::unordered_set<const ir::Instance*> assigned;
  for (const ir::Instance* variable : model.variables) {
    if (variable->variability <= ir::Variability::parameter) continue;
    const bool driven = variable->causality == ir::Causality::input && variable->binding == nullptr &&
                        (variable->parent == model.tree->root ||
                         (variable->parent != nullptr && variable->parent->parent == model.tree->root &&
                          variable->parent->causality == ir::Causality::input));
    const std::int64_t count = ir::element_count(variable->dimensions);
    if (!driven) out.unknowns += count;
    if (variable->binding != nullptr) out.equations += count;
  }
  for (const ir::FlatEquation& equation : model.equations) out.equations += counter.equation(*equation.equation);
  for (const ir::FlatAlgorithm& algorithm : model.algorithms) {
    assigned.clear();
    counter.assigned(algorithm.algorithm->statements, assigned);
    for (const ir::Instance* variable : assigned) out.equations += ir::element_count(variable->dimensions);
  }
  out.known = counter.known();
  return out;
}

}  // namespace sunder::flatten
