#include "instantiate/statements.hpp"

#include <algorithm>

#include "base/codes.hpp"

namespace sunder::instantiate {

using ir::BaseType;
using ir::Expression;
using ir::ExpressionKind;
using ir::Statement;
using ir::StatementKind;

bool read_assert(Builder& builder, Resolver& resolver, const ast::Expression& call, AssertArguments& out) {
  const auto wrong = [&] {
    builder.error(Code::E0209, call.span,
                  "assert takes a Boolean condition, a String message and, if need be, AssertionLevel.error or "
                  "AssertionLevel.warning");
    return false;
  };
  static constexpr std::string_view names[] = {"condition", "message", "level"};
  const ast::Expression* given[3] = {};
  std::size_t position = 0;
  for (const ast::Argument& argument : call.arguments) {
    std::size_t slot = position++;
    if (!argument.name.empty())
      slot = static_cast<std::size_t>(std::find(std::begin(names), std::end(names), argument.name.text) -
                                      std::begin(names));
    if (slot >= 3 || given[slot] != nullptr || argument.value == nullptr) return wrong();
    given[slot] = argument.value;
  }
  if (given[0] == nullptr || given[1] == nullptr) return wrong();
  out.condition = resolver.resolve(*given[0]);
  out.message = resolver.resolve(*given[1]);
  if (out.condition->type.is_error() || out.message->type.is_error()) return false;
  const bool fits = out.condition->type.base == BaseType::boolean && out.condition->type.is_scalar() &&
                    out.message->type.base == BaseType::string && out.message->type.is_scalar();
  if (!fits) return wrong();
  if (given[2] == nullptr) return true;
  const Expression* level = resolver.resolve(*given[2]);
  if (level->type.is_error()) return false;
  if (level->type.base != BaseType::enumeration || level->type.enumeration == nullptr ||
      level->type.enumeration->name != "AssertionLevel")
    return wrong();
  if (level->kind == ExpressionKind::enumeration) {
    out.warns = level->text == "warning";
    return true;
  }
  const auto value = builder.evaluate(*level, "");
  out.warns = value && value->number() == 1;
  return true;
}

Statement* StatementBuilder::make(StatementKind kind, Span span) {
  auto* out = builder_.arena().make<Statement>();
  out->kind = kind;
  out->span = span;
  return out;
}

std::span<Statement*> StatementBuilder::body(std::span<ast::Statement* const> statements) {
  std::vector<Statement*> out;
  add(statements, out);
  return builder_.arena().copy(out);
}

Expression* StatementBuilder::condition(const ast::Expression& e, bool vector) {
  Expression* out = resolver_.resolve(e);
  if (out->type.is_error()) return out;
  const bool clocked = vector && out->type.base == BaseType::clock;
  if (clocked || (out->type.base == BaseType::boolean && out->type.dimensions.size() <= (vector ? 1 : 0))) return out;
  builder_.error(Code::E0204, e.span, "the condition must be Boolean, not " + print(out->type));
  return resolver_.failed(e.span);
}

void StatementBuilder::add(std::span<ast::Statement* const> statements, std::vector<Statement*>& out) {
  for (const ast::Statement* statement : statements) {
    switch (statement->kind) {
      case ast::StatementKind::assignment: assignment(*statement, out); break;
      case ast::StatementKind::multiple_assignment: multiple(*statement, out); break;
      case ast::StatementKind::call: call(*statement, out); break;
      case ast::StatementKind::for_: loop(*statement, out); break;
      case ast::StatementKind::break_:
      case ast::StatementKind::return_: {
        const bool leaves = statement->kind == ast::StatementKind::return_;
        if (leaves ? !resolver_.in_function() : loops_ == 0) {
          builder_.error(Code::E0221, statement->span,
                         leaves ? "return stands only in a function" : "break stands only in a loop");
          break;
        }
        out.push_back(make(leaves ? StatementKind::return_ : StatementKind::break_, statement->span));
        break;
      }
      case ast::StatementKind::while_: {
        Statement* made = make(StatementKind::while_, statement->span);
        made->condition = condition(*statement->right, false);
        ++loops_;
        made->body = body(statement->body);
        --loops_;
        if (!made->condition->type.is_error()) out.push_back(made);
        break;
      }
      case ast::StatementKind::when:
        if (resolver_.in_function() || in_when_ || loops_ > 0) {
          builder_.error(Code::E0216, statement->span,
                         resolver_.in_function() ? "a function has no when-statements"
                         : in_when_              ? "a when-statement cannot stand inside of another one"
                                                 : "a when-statement cannot stand inside of a loop");
          break;
        }
        [[fallthrough]];
      case ast::StatementKind::if_: {
        const bool when = statement->kind == ast::StatementKind::when;
        Statement* made = make(when ? StatementKind::when : StatementKind::if_, statement->span);
        std::vector<ir::StatementBranch> branches;
        bool good = true;
        if (when) in_when_ = true;
        for (const ast::StatementBranch& branch : statement->branches) {
          ir::StatementBranch typed;
          if (branch.condition != nullptr) typed.condition = condition(*branch.condition, when);
          good = good && (typed.condition == nullptr || !typed.condition->type.is_error());
          typed.body = body(branch.body);
          branches.push_back(typed);
        }
        if (when) in_when_ = false;
        made->branches = builder_.arena().copy(branches);
        if (good) out.push_back(made);
        break;
      }
    }
  }
}

/// Records are assigned field by field, all at once.
bool StatementBuilder::pair(Expression* target, Expression* value, std::vector<Expression*>& left,
                            std::vector<Expression*>& right) {
  if (target->kind == ExpressionKind::record) {
    value = resolver_.convert(value, target->type);
    if (value->type.base != BaseType::record) {
      check_assignable(builder_, target->type, *value, "the variable", false);
      return false;
    }
    for (std::size_t i = 0; i < target->operands.size(); ++i) {
      Expression* part = resolver_.field(value, target->type.record->fields[i].name, value->span);
      if (part->type.is_error() || !pair(target->operands[i], part, left, right)) return false;
    }
    return true;
  }
  if (target->kind != ExpressionKind::variable && target->kind != ExpressionKind::function_variable) {
    if (target->kind == ExpressionKind::array && value->type.dimensions.size() == target->type.dimensions.size()) {
      for (std::size_t i = 0; i < target->operands.size(); ++i) {
        Expression* at = resolver_.number(static_cast<double>(i + 1), BaseType::integer, value->span);
        if (!pair(target->operands[i], resolver_.indexed(value, {{at}}, value->span), left, right)) return false;
      }
      return true;
    }
    builder_.error(Code::E0204, target->span, "only variables can be assigned");
    return false;
  }
  if (!may_assign_(*target)) return false;
  const std::string name = target->kind == ExpressionKind::variable ? path_of(*target->variable)
                                                                    : std::string(target->function_variable->name);
  if (!check_assignable(builder_, target->type, *value, "'" + name + "'", false)) return false;
  left.push_back(target);
  right.push_back(value);
  return true;
}

void StatementBuilder::assignment(const ast::Statement& statement, std::vector<Statement*>& out) {
  Expression* target = resolver_.resolve(*statement.left);
  Expression* value = resolver_.resolve(*statement.right);
  if (target->type.is_error() || value->type.is_error()) return;
  std::vector<Expression*> left, right;
  if (!pair(target, value, left, right)) return;
  Statement* made = make(StatementKind::assign, statement.span);
  made->left = builder_.arena().copy(left);
  made->right = builder_.arena().copy(right);
  out.push_back(made);
}

void StatementBuilder::multiple(const ast::Statement& statement, std::vector<Statement*>& out) {
  const std::vector<Expression*> values = resolver_.results(*statement.right);
  if (values.empty()) {
    if (statement.right->kind != ast::ExpressionKind::call)
      builder_.error(Code::E0204, statement.right->span, "only a call of a function has several results");
    return;
  }
  if (statement.left->operands.size() > values.size()) {
    builder_.error(Code::E0209, statement.left->span,
                   "the function has " + std::to_string(values.size()) + " outputs, not " +
                       std::to_string(statement.left->operands.size()));
    return;
  }
  std::vector<Expression*> left, right;
  for (std::size_t i = 0; i < statement.left->operands.size(); ++i) {
    if (statement.left->operands[i] == nullptr) continue;
    Expression* target = resolver_.resolve(*statement.left->operands[i]);
    if (target->type.is_error() || !pair(target, values[i], left, right)) return;
  }
  Statement* made = make(StatementKind::assign, statement.span);
  made->left = builder_.arena().copy(left);
  made->right = builder_.arena().copy(right);
  out.push_back(made);
}

void StatementBuilder::call(const ast::Statement& statement, std::vector<Statement*>& out) {
  const ast::Expression& call = *statement.right;
  const std::span<ast::ReferencePart> callee = call.reference.parts;
  const std::string_view name = callee.size() == 1 ? callee[0].name.text : std::string_view();
  if (name == "assert") {
    AssertArguments given;
    if (!read_assert(builder_, resolver_, call, given)) return;
    Statement* made = make(StatementKind::assert_, statement.span);
    made->left = builder_.arena().copy(std::vector<Expression*>{given.condition, given.message});
    made->warns = given.warns;
    out.push_back(made);
    return;
  }
  if (name == "terminate" || name == "reinit") {
    std::vector<Expression*> arguments;
    for (const ast::Argument& argument : call.arguments) {
      if (argument.value == nullptr) return;
      arguments.push_back(resolver_.resolve(*argument.value));
      if (arguments.back()->type.is_error()) return;
    }
    const bool ends = name == "terminate";
    const bool fits = ends ? arguments.size() == 1 && arguments[0]->type.base == BaseType::string
                           : arguments.size() == 2 && arguments[0]->kind == ExpressionKind::variable;
    if (!fits) {
      builder_.error(Code::E0209, statement.span,
                     ends ? "terminate takes a String message" : "reinit takes a state and its new value");
      return;
    }
    if (!ends && !in_when_) {
      builder_.error(Code::E0216, statement.span, "reinit can only stand in a when-statement");
      return;
    }
    Statement* made = make(ends ? StatementKind::terminate : StatementKind::reinit, statement.span);
    made->left = builder_.arena().copy(arguments);
    out.push_back(made);
    return;
  }
  const Expression* variable = nullptr;
  ClassInstance* class_ = resolver_.callee(call, variable);
  if (class_ == nullptr || class_->syntax == nullptr) {
    Expression* value = resolver_.resolve(call);
    if (value->type.is_error()) return;
  }
  std::vector<Expression*> values;
  if (class_ != nullptr && class_->syntax != nullptr) {
    values = resolver_.results(call, true);
    if (values.empty()) return;
  }
  Statement* made = make(StatementKind::call, statement.span);
  std::vector<Expression*> leaves;
  for (Expression* value : values) flatten(value, leaves);
  if (leaves.empty()) return;
  made->right = builder_.arena().copy(std::vector<Expression*>{leaves.front()});
  out.push_back(made);
}

namespace {

void collect(std::span<ast::Statement* const> statements, std::vector<const ast::Expression*>& out) {
  for (const ast::Statement* statement : statements) {
    out.push_back(statement->left);
    out.push_back(statement->right);
    collect(statement->body, out);
    for (const ast::StatementBranch& branch : statement->branches) {
      out.push_back(branch.condition);
      collect(branch.body, out);
    }
  }
}

}  // namespace

namespace {

/// Whether a statement assigns to a variable that the expression reads.
bool assigns_part_of(std::span<Statement* const> body, const Expression& read) {
  const auto same = [&](const Expression& target) {
    bool found = false;
    ir::walk(read, [&](const Expression& e) {
      if (e.kind != target.kind) return;
      if (e.kind == ExpressionKind::variable) found = found || e.variable == target.variable;
      if (e.kind == ExpressionKind::function_variable) found = found || e.function_variable == target.function_variable;
    });
    return found;
  };
  return std::ranges::any_of(body, [&](const Statement* one) {
    for (const Expression* target : one->left)
      if (one->kind == StatementKind::assign && target != nullptr && same(*target)) return true;
    return assigns_part_of(one->body, read) ||
           std::ranges::any_of(one->branches, [&](const auto& branch) { return assigns_part_of(branch.body, read); });
  });
}

}  // namespace

void StatementBuilder::loop(const ast::Statement& statement, std::vector<Statement*>& out) {
  std::vector<const ast::Expression*> uses;
  collect(statement.body, uses);
  std::vector<ir::IteratorRange> ranges;
  bool good = true;
  for (const ast::Iterator& iterator : statement.iterators) {
    ranges.push_back(resolver_.open_iterator(iterator, uses));
    good = good && !ranges.back().range->type.is_error();
  }
  resolver_.take_needs_unrolling();
  Statement* made = make(StatementKind::for_, statement.span);
  ++loops_;
  if (good) made->body = body(statement.body);
  --loops_;
  for (std::size_t i = 0; i < ranges.size(); ++i) resolver_.close_iterator();
  if (!good) return;
  for (const ir::IteratorRange& range : ranges)
    if (const Expression* vector = resolver_.vector_of(range);
        vector != nullptr && assigns_part_of(made->body, *vector)) {
      builder_.error(Code::E0203, vector->span, "a loop that changes the vector it runs over is not supported yet")
          .help = "copy the vector to another variable before the loop, and run over the copy";
      return;
    }
  if (resolver_.take_needs_unrolling() && ranges.size() == 1) {
    const auto values = builder_.evaluate(*ranges[0].range, "the range of the loop");
    if (!values) return;
    for (const double value : values->numbers) {
      resolver_.open_constant(ranges[0], value);
      ++loops_;
      add(statement.body, out);
      --loops_;
      resolver_.close_iterator();
    }
    return;
  }
  made->iterators = builder_.arena().copy(ranges);
  out.push_back(made);
}

}  // namespace sunder::instantiate
