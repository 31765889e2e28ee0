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
    FunctionVariable* own = nullptr;
    Span span;             ///< of the first assignment
    bool outside = false;  ///< somewhere it is assigned outside of when-statements
  };

  Section(Lowering& lowering, std::span<Statement* const> statements) : lowering_(lowering) {
    collect(statements, false);
    body_ = rewrite(statements);
  }

  [[nodiscard]] const std::vector<Assigned>& assigned() const { return assigned_; }
  [[nodiscard]] std::span<Statement* const> body() const { return body_; }

  /// The section as a function of all it reads, whose arguments these are; null when it does more than assign.
  const ir::Function* function(std::string name, std::vector<Expression*>& arguments) {
    ir::Function made;
    made.name = std::move(name);
    made.is_complete = true;
    for (const Assigned& one : assigned_) {
      const Expression* before = lowering_.value_before(*one.variable);
      one.own->binding = input(const_cast<Expression*>(before), before->type);
      made.outputs.push_back(one.own);
    }
    for (Statement* statement : with_inputs(body_)) made.body.push_back(statement);
    if (!only_assigns_) return nullptr;
    made.inputs = inputs_;
    made.defaults.resize(inputs_.size());
    arguments = arguments_;
    return &lowering_.functions_.emplace_back(std::move(made));
  }

 private:
  /// A reference to the input of the function that has this value.
  Expression* input(Expression* value, ir::Type type) {
    const auto [known, fresh] = input_of_.try_emplace(print(*value), inputs_.size());
    if (fresh) {
      auto* variable = lowering_.arena_.make<FunctionVariable>();
      variable->name = "input";
      variable->type = type;
      variable->span = value->span;
      inputs_.push_back(variable);
      arguments_.push_back(value);
    }
    Expression* made = lowering_.make(ExpressionKind::function_variable, type, value->span, {});
    made->function_variable = inputs_[known->second];
    return made;
  }

  std::span<Statement*> with_inputs(std::span<Statement* const> statements) {
    std::vector<Statement*> out;
    for (const Statement* statement : statements) {
      using Kind = ir::StatementKind;
      if (statement->kind == Kind::when || statement->kind == Kind::reinit || statement->kind == Kind::terminate)
        only_assigns_ = false;
      out.push_back(copied(
          *statement, [&](Expression* e) { return with_inputs(e); },
          [&](std::span<Statement* const> body) { return with_inputs(body); }));
    }
    return lowering_.arena_.copy(out);
  }

  Expression* with_inputs(Expression* e) {
    if (e == nullptr) return nullptr;
    if (e->kind == ExpressionKind::time) return input(e, e->type);
    const bool event = e->kind == ExpressionKind::builtin &&
                       (ir::speaks_of_events(e->builtin) || e->builtin == Builtin::der ||
                        e->builtin == Builtin::delay || e->builtin == Builtin::spatial_distribution);
    if (event) {
      ir::walk(*e, [&](const Expression& inner) {
        only_assigns_ = only_assigns_ && inner.kind != ExpressionKind::function_variable;
      });
      return input(e, e->type);
    }
    auto* made = lowering_.arena_.make<Expression>(*e);
    if (e->kind == ExpressionKind::variable && e->variable->variability > ir::Variability::parameter) {
      Expression* whole = lowering_.reference_to(*e->variable);
      made->kind = ExpressionKind::function_variable;
      made->variable = nullptr;
      made->function_variable = input(whole, whole->type)->function_variable;
    }
    const auto each = [&](Expression* inner) { return with_inputs(inner); };
    fill(*made, *e, each);
    return made;
  }

  /// Operands, subscripts and iterators of an expression, changed.
  template <class Change>
  void fill(Expression& made, const Expression& e, const Change& change) {
    std::vector<Expression*> operands;
    for (Expression* operand : e.operands) operands.push_back(change(operand));
    made.operands = lowering_.arena_.copy(operands);
    std::vector<ir::Subscript> subscripts;
    for (const ir::Subscript& one : e.subscripts) subscripts.push_back({change(one.value)});
    made.subscripts = lowering_.arena_.copy(subscripts);
    std::vector<ir::IteratorRange> iterators;
    for (const ir::IteratorRange& one : e.iterators) iterators.push_back({one.symbol, change(one.range)});
    made.iterators = lowering_.arena_.copy(iterators);
  }

  template <class Change, class ChangeBody>
  Statement* copied(const Statement& statement, const Change& change, const ChangeBody& change_body) {
    auto* made = lowering_.arena_.make<Statement>(statement);
    const bool keeps_left = statement.kind == ir::StatementKind::reinit;
    std::vector<Expression*> left, right;
    for (std::size_t i = 0; i < statement.left.size(); ++i)
      left.push_back(keeps_left && i == 0 ? statement.left[i] : change(statement.left[i]));
    for (Expression* one : statement.right) right.push_back(change(one));
    made->left = lowering_.arena_.copy(left);
    made->right = lowering_.arena_.copy(right);
    made->condition = change(statement.condition);
    std::vector<ir::IteratorRange> iterators;
    for (const ir::IteratorRange& one : statement.iterators) iterators.push_back({one.symbol, change(one.range)});
    made->iterators = lowering_.arena_.copy(iterators);
    made->body = change_body(statement.body);
    std::vector<ir::StatementBranch> branches;
    for (const ir::StatementBranch& branch : statement.branches)
      branches.push_back({change(branch.condition), change_body(branch.body)});
    made->branches = lowering_.arena_.copy(branches);
    return made;
  }

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
    for (const Statement* statement : statements)
      out.push_back(copied(
          *statement, [&](Expression* e) { return rewrite(e); },
          [&](std::span<Statement* const> body) { return rewrite(body); }));
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
      if (e->builtin == Builtin::pre || e->builtin == Builtin::der || e->builtin == Builtin::previous) return past(e);
      const bool compares = e->builtin == Builtin::edge || e->builtin == Builtin::change;
      if (compares && own(*e->operands[0]) != nullptr) return compared(e);
    }
    auto* made = lowering_.arena_.make<Expression>(*e);
    if (const FunctionVariable* variable = own(*e)) {
      made->kind = ExpressionKind::function_variable;
      made->variable = nullptr;
      made->function_variable = variable;
    }
    fill(*made, *e, [&](Expression* inner) { return rewrite(inner); });
    return made;
  }

  /// pre(v[k]): v as it was, k as it is now.
  Expression* past(const Expression* e) {
    auto* made = lowering_.arena_.make<Expression>(*e);
    auto* operand = lowering_.arena_.make<Expression>(*e->operands[0]);
    if (operand->kind == ExpressionKind::variable)
      fill(*operand, *e->operands[0], [&](Expression* inner) { return rewrite(inner); });
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
  // as a function
  std::unordered_map<std::string, std::size_t> input_of_;
  std::vector<const FunctionVariable*> inputs_;
  std::vector<Expression*> arguments_;
  bool only_assigns_ = true;
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
  lower_section(algorithm.algorithm->statements, algorithm.algorithm->span, path_of(*algorithm.owner));
}

/// `bindings`, `loop_values`: of the loops around it.
void Lowering::lower_section(std::span<Statement* const> statements, Span span, const std::string& path,
                             const IteratorBindings& bindings, const std::vector<std::int64_t>& loop_values) {
  Section section(*this, statements);
  origin(span, path);
  ExpressionLowering lowering(context_, bindings, loop_values);
  for (const Section::Assigned& one : section.assigned()) {
    if (!declarations_.contains(one.variable)) {
      diagnostics_.error(Code::E0301, one.span, "'" + path_of(*one.variable) + "' cannot be assigned here");
      return;
    }
    if (!lowering.begin(*one.own, *value_before(*one.variable), one.variable->dimensions)) return;
  }
  if (!lowering.carry_out(section.body())) {
    if (lowering.wants_call()) call_section(section, lowering.reason(), span, path);
    return;
  }
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
  std::vector<Part> rows;
  for (const Target& target : targets) rows.push_back(lowering.part(target.left, target.right));
  struct Done {
    const ExpressionLowering::Effect* effect;
    Part condition, value, text;
    bool moves;
  };
  std::vector<Done> effects;
  for (const ExpressionLowering::Effect& effect : lowering.effects()) {
    const auto row = [&](NodeId node) { return node.valid() ? lowering.part({}, node) : Part{}; };
    const bool moves =
        !lowering.is_discrete(effect.condition) || (effect.text.valid() && !lowering.is_discrete(effect.text));
    effects.push_back({&effect, row(effect.condition), row(effect.value), row(effect.text), moves});
  }
  const std::vector<SpeechPattern> speech = lowering.take_speech();
  Pattern pattern;
  pattern.terms = lowering.take_terms();
  const auto write = [&](Part& part) {
    pattern.shape = part.shape;
    pattern.slots = std::move(part.slots);
    return rows_.write(pattern, loop_values);
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
  auto next = speech.begin();
  for (Done& done : effects) {
    for (; next != speech.end() && next->effects <= static_cast<std::size_t>(&done - effects.data()); ++next)
      if (!write_speech(*next, pattern.terms, loop_values)) return;
    const ir::OriginId from = origin(done.effect->statement->span, path);
    const auto condition = write(done.condition);
    const auto value = condition && done.effect->value.valid() ? write(done.value) : condition;
    const auto text = value && done.effect->text.valid() ? write(done.text) : value;
    if (!text) return;
    add_effect(*done.effect, *condition, *value, *text, done.moves, from);
  }
  for (; next != speech.end(); ++next)
    if (!write_speech(*next, pattern.terms, loop_values)) return;
}

/// A section with loops as long as values of the run say is a function that is called.
void Lowering::call_section(Section& section, const std::string& reason, Span span, const std::string& path) {
  std::vector<Expression*> arguments;
  const ir::Function* function = section.function("algorithm", arguments);
  if (function == nullptr) {
    diagnostics_.error(Code::E0301, span, reason).help = "write a function, and call it in the algorithm section";
    return;
  }
  for (std::uint32_t k = 0; k < section.assigned().size(); ++k) {
    const Section::Assigned& one = section.assigned()[k];
    Expression* value = make(ExpressionKind::call, one.variable->type(), one.span, arguments);
    value->function = function;
    value->result = k;
    emit({}, reference_to(*one.variable), value, one.span, path);
  }
}

void Lowering::add_effect(const ExpressionLowering::Effect& effect, const ir::Row& condition, const ir::Row& value,
                          const ir::Row& text, bool moves, ir::OriginId from) {
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
  check.message = {{}, {}};
  check.known = effect.known;
  ir::MessageValue& said = check.values.emplace_back();
  static_cast<ir::Row&>(said) = text;
  said.format.kind = symbolic::TextFormat::Kind::text;
  const bool prints =
      statement.kind == ir::StatementKind::call && statement.right[0]->function->external == print_function;
  check.kind = prints                                           ? ir::Check::Kind::print
               : statement.kind == ir::StatementKind::terminate ? ir::Check::Kind::terminate
               : statement.warns                                ? ir::Check::Kind::warning
                                                                : ir::Check::Kind::error;
  check.at_start = context_.at_start;
  check.at_steps = prints && moves && !check.in_when && !context_.at_start;
  dae_.checks.push_back(check);
}

}  // namespace sunder::lower
