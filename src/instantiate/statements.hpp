// Statements of functions and of algorithm sections, with names resolved and types checked.
#pragma once

#include <functional>
#include <vector>

#include "instantiate/resolve.hpp"

namespace sunder::instantiate {

class StatementBuilder {
 public:
  /// `may_assign`: says why a variable cannot be assigned, and returns false then.
  using MayAssign = std::function<bool(const ir::Expression&)>;
  StatementBuilder(Builder& builder, Resolver& resolver, MayAssign may_assign)
      : builder_(builder), resolver_(resolver), may_assign_(std::move(may_assign)) {}

  void add(std::span<ast::Statement* const> statements, std::vector<ir::Statement*>& out);

 private:
  ir::Statement* make(ir::StatementKind kind, Span span);
  std::span<ir::Statement*> body(std::span<ast::Statement* const> statements);
  void assignment(const ast::Statement& statement, std::vector<ir::Statement*>& out);
  void multiple(const ast::Statement& statement, std::vector<ir::Statement*>& out);
  void call(const ast::Statement& statement, std::vector<ir::Statement*>& out);
  void loop(const ast::Statement& statement, std::vector<ir::Statement*>& out);
  bool pair(ir::Expression* target, ir::Expression* value, std::vector<ir::Expression*>& left,
            std::vector<ir::Expression*>& right);
  ir::Expression* condition(const ast::Expression& e, bool vector);

  Builder& builder_;
  Resolver& resolver_;
  MayAssign may_assign_;
  int loops_ = 0;
  bool in_when_ = false;
};

/// assert(condition, message, level), by position or name; false after a diagnostic.
struct AssertArguments {
  ir::Expression *condition = nullptr, *message = nullptr;
  bool warns = false;
};
bool read_assert(Builder& builder, Resolver& resolver, const ast::Expression& call, AssertArguments& out);

}  // namespace sunder::instantiate
