// Algorithm sections: each is carried out like a generated function of what it reads. What it assigns becomes one
// variable of that function, which begins as pre(v) or with its start value and gives one equation per element.
#include <unordered_map>
#include <utility>

#include "base/codes.hpp"
#include "lower/lowering.hpp"

namespace sunder::lower {

using ir::Builtin;
using ir::Expression;
using ir::ExpressionKind;
using ir::FunctionVariable;
using ir::Instance;
using ir::Statement;
using symbolic::NodeId;

/// The statements of a section with a variable of the generated function in the place of each that is assigned.
class Lowering::Section {
 public:
  struct Assigned {
    const Instance* variable = nullptr;
    const FunctionVariable* own = nullptr;
    Span span;             ///< of the first assignment
    bool outside = false;  ///< somewhere it is assigned outside of when-statements
  };

  Section(Lowering& lowering, std::span<Statement* const> statements) : lowering_(lowering) {
    collect(statements, false);
    body_ = rewrite(statements);
  }

  [[nodiscard]] const std::vector<Assigned>& assigned() const { return assigned_; }
  [[nodiscard]] std::span<Statement* const> body() const { return body_; }

 private:
  void collect(std::span<Statement* const> statements, bool in_when) {
    for (const Statement* statement : statements) {
      if (statement->kind == ir::StatementKind::assign)
        for (const Expression* left : statement->left)
          if (left->kind == ExpressionKind::variable) add(*left, in_when);
      const bool inside = in_when || statement->kind == ir::StatementKind::when;
      collect(statement->body, inside);
      for (const ir::StatementBranch& branch : statement->branches) collect(branch.body, inside);
    }
  }

  void add(const Expression& left, bool in_when) {
    const auto [known, fresh] = number_.try_emplace(left.variable, assigned_.size());
    if (fresh) {
      auto* own = lowering_.arena_.make<FunctionVariable>();
      own->name = left.variable->name;
      own->type = left.variable->type();
      own->span = left.variable->span;
      assigned_.push_back({left.variable, own, left.span, false});
    }
    assigned_[known->second].outside = assigned_[known->second].outside || !in_when;
  }

  std::span<Statement*> rewrite(std::span<Statement* const> statements) {
    std::vector<Statement*> out;
    for (const Statement* statement : statements) {
      auto* made = lowering_.arena_.make<Statement>(*statement);
      const bool keeps_left = statement->kind == ir::StatementKind::reinit;
      std::vector<Expression*> left, right;
      for (std::size_t i = 0; i < statement->left.size(); ++i)
        left.push_back(keeps_left && i == 0 ? statement->left[i] : rewrite(statement->left[i]));
      for (Expression* one : statement->right) right.push_back(rewrite(one));
      made->left = lowering_.arena_.copy(left);
      made->right = lowering_.arena_.copy(right);
      made->condition = rewrite(statement->condition);
      made->iterators = rewrite(statement->iterators);
      made->body = rewrite(statement->body);
      std::vector<ir::StatementBranch> branches;
      for (const ir::StatementBranch& branch : statement->branches)
        branches.push_back({rewrite(branch.condition), rewrite(branch.body)});
      made->branches = lowering_.arena_.copy(branches);
      out.push_back(made);
    }
    return lowering_.arena_.copy(out);
  }

  std::span<ir::IteratorRange> rewrite(std::span<ir::IteratorRange> iterators) {
    std::vector<ir::IteratorRange> out;
    for (const ir::IteratorRange& one : iterators) out.push_back({one.symbol, rewrite(one.range)});
    return lowering_.arena_.copy(out);
  }

  [[nodiscard]] const FunctionVariable* own(const Expression& e) const {
    if (e.kind != ExpressionKind::variable) return nullptr;
    const auto found = number_.find(e.variable);
    return found == number_.end() ? nullptr : assigned_[found->second].own;
  }

  Expression* rewrite(Expression* e) {
    if (e == nullptr) return nullptr;
    if (e->kind == ExpressionKind::builtin) {
      if (e->builtin == Builtin::pre || e->builtin == Builtin::der) return past(e);
      const bool compares = e->builtin == Builtin::edge || e->builtin == Builtin::change;
      if (compares && own(*e->operands[0]) != nullptr) return compared(e);
    }
    auto* made = lowering_.arena_.make<Expression>(*e);
    if (const FunctionVariable* variable = own(*e)) {
      made->kind = ExpressionKind::function_variable;
      made->function_variable = variable;
      made->variable = nullptr;
    }
    std::vector<Expression*> operands;
    for (Expression* operand : e->operands) operands.push_back(rewrite(operand));
    made->operands = lowering_.arena_.copy(operands);
    made->subscripts = rewrite(e->subscripts);
    made->iterators = rewrite(e->iterators);
    return made;
  }

  std::span<ir::Subscript> rewrite(std::span<ir::Subscript> subscripts) {
    std::vector<ir::Subscript> out;
    for (const ir::Subscript& one : subscripts) out.push_back({rewrite(one.value)});
    return lowering_.arena_.copy(out);
  }

  /// pre(v[k]): v as it was, k as it is now.
  Expression* past(const Expression* e) {
    auto* made = lowering_.arena_.make<Expression>(*e);
    auto* operand = lowering_.arena_.make<Expression>(*e->operands[0]);
    if (operand->kind == ExpressionKind::variable) operand->subscripts = rewrite(operand->subscripts);
    made->operands = lowering_.arena_.copy(std::vector<Expression*>{operand});
    return made;
  }

  /// edge(v) is v and not pre(v), change(v) is v <> pre(v), with v as it is at this statement.
  Expression* compared(Expression* e) {
    Expression* now = rewrite(e->operands[0]);
    Expression* then = past(lowering_.call(Builtin::pre, e->operands[0]->type, e->operands[0]));
    if (e->builtin == Builtin::change) {
      Expression* made = lowering_.make(ExpressionKind::relation, e->type, e->span, {now, then});
      made->operations = lowering_.arena_.copy(std::vector<ir::Operation>{ir::Operation::not_equal});
      return made;
    }
    Expression* was_not = lowering_.make(ExpressionKind::logical_not, e->type, e->span, {then});
    Expression* made = lowering_.make(ExpressionKind::chain, e->type, e->span, {now, was_not});
    made->operations = lowering_.arena_.copy(std::vector<ir::Operation>{ir::Operation::logical_and});
    return made;
  }

  Lowering& lowering_;
  std::vector<Assigned> assigned_;
  std::unordered_map<const Instance*, std::size_t> number_;
  std::span<Statement*> body_;
};

/// What a variable is before the first statement: as it was if it changes at events only, else its start value.
const Expression* Lowering::value_before(const Instance& variable) {
  Expression* reference = reference_to(variable);
  const auto found = declarations_.find(&variable);
  const bool discrete =
      found != declarations_.end() && dae_.declarations[found->second.index()].variability == ir::Variability::discrete;
  if (discrete && !context_.at_start) return call(Builtin::pre, reference->type, reference);
  if (const Expression* start = variable.attributes().start.value) return start;
  Expression* zero = make(ExpressionKind::number, {ir::BaseType::real, {}}, variable.span, {});
  return zero;
}

Expression* Lowering::reference_to(const Instance& variable) {
  Expression* reference = make(ExpressionKind::variable, variable.type(), variable.span, {});
  reference->variable = &variable;
  return reference;
}

void Lowering::algorithm(const ir::FlatAlgorithm& algorithm) {
  if (algorithm.algorithm->statements.empty()) return;
  const Section section(*this, algorithm.algorithm->statements);
  const std::string path = path_of(*algorithm.owner);
  const IteratorBindings none;
  const std::vector<std::int64_t> no_loops;
  origin(algorithm.algorithm->span, path);
  ExpressionLowering lowering(context_, none, no_loops);
  for (const Section::Assigned& one : section.assigned()) {
    if (!declarations_.contains(one.variable)) {
      diagnostics_.error(Code::E0301, one.span, "'" + path_of(*one.variable) + "' cannot be assigned here");
      return;
    }
    if (!lowering.begin(*one.own, *value_before(*one.variable), one.variable->dimensions)) return;
  }
  if (!lowering.carry_out(section.body())) return;
  struct Target {
    NodeId left, right;
    ir::OriginId origin;
  };
  std::vector<Target> targets;
  for (const Section::Assigned& one : section.assigned()) {
    const ir::Declaration& declaration = dae_.declarations[declarations_.at(one.variable).index()];
    const bool watched = one.outside && declaration.variability == ir::Variability::discrete && !context_.at_start &&
                         !when_assigned_.contains(one.variable);
    const std::vector<NodeId> values = lowering.value_of(*one.own);
    const ir::OriginId from = origin(one.span, path);
    const Expression& reference = *reference_to(*one.variable);
    for (std::size_t k = 0; k < values.size(); ++k) {
      if (watched && !lowering.is_discrete(values[k])) {
        diagnostics_.error(
            Code::E0306, one.span,
            "'" + path_of(*one.variable) + "' changes at events only: it cannot be assigned something continuous");
        return;
      }
      const NodeId left = lowering.element(reference, one.variable->dimensions, static_cast<std::int64_t>(k));
      if (lowering.failed()) return;
      lowering.share(values[k], left);
      targets.push_back({left, values[k], from});
    }
  }
  std::vector<ExpressionLowering::Part> rows;
  for (const Target& target : targets) rows.push_back(lowering.part(target.left, target.right));
  struct Done {
    const ExpressionLowering::Effect* effect;
    ExpressionLowering::Part condition, value;
  };
  std::vector<Done> effects;
  for (const ExpressionLowering::Effect& effect : lowering.effects())
    effects.push_back({&effect, lowering.part({}, effect.condition),
                       effect.value.valid() ? lowering.part({}, effect.value) : ExpressionLowering::Part{}});
  Pattern pattern;
  pattern.terms = lowering.take_terms();
  const auto write = [&](ExpressionLowering::Part& part) {
    pattern.shape = part.shape;
    pattern.slots = std::move(part.slots);
    return rows_.write(pattern, no_loops);
  };
  for (std::size_t i = 0; i < rows.size(); ++i) {
    rows_.origin = targets[i].origin;
    const auto row = write(rows[i]);
    if (!row) return;
    ir::Equation equation;
    static_cast<ir::Row&>(equation) = *row;
    equation.origin = targets[i].origin;
    dae_.equations.push_back(equation);
  }
  for (Done& done : effects) {
    const ir::OriginId from = origin(done.effect->statement->span, path);
    const auto condition = write(done.condition);
    const auto value = condition && done.effect->value.valid() ? write(done.value) : condition;
    if (!value) return;
    add_effect(*done.effect, *condition, *value, from);
  }
}

void Lowering::add_effect(const ExpressionLowering::Effect& effect, const ir::Row& condition, const ir::Row& value,
                          ir::OriginId from) {
  const Statement& statement = *effect.statement;
  if (statement.kind == ir::StatementKind::reinit) {
    const auto found = declarations_.find(statement.left[0]->variable);
    if (found == declarations_.end() || !dae_.declarations[found->second.index()].derivative.valid()) {
      diagnostics_.error(Code::E0306, statement.left[0]->span,
                         "reinit needs a state: '" + path_of(*statement.left[0]->variable) + "' has no derivative");
      return;
    }
    const ir::VariableId target(dae_.declarations[found->second.index()].first.value +
                                static_cast<std::uint32_t>(effect.element));
    note_reinit(target, effect.when, effect.when->span, statement.span);
    dae_.reinits.push_back({condition, value, target, from});
    return;
  }
  ir::Check check;
  check.condition = condition;
  check.in_when = effect.when != nullptr || statement.kind == ir::StatementKind::terminate;
  check.origin = from;
  check.message = message_of(*statement.left[statement.kind == ir::StatementKind::terminate ? 0 : 1]);
  check.kind = statement.kind == ir::StatementKind::terminate ? ir::Check::Kind::terminate
               : statement.warns                              ? ir::Check::Kind::warning
                                                              : ir::Check::Kind::error;
  dae_.checks.push_back(check);
}

}  // namespace sunder::lower
