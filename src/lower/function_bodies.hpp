// Everything that stands in the body of a function.
#pragma once

#include <span>
#include <unordered_map>

#include "ir/typed.hpp"

namespace sunder::lower {

/// Visits all statements, and all expressions (with those inside of them) of statements, variables and outputs.
template <class VisitStatement, class VisitExpression>
void walk_body(const ir::Function& function, const VisitStatement& statement_of, const VisitExpression& expression_of) {
  const auto look = [&](const ir::Expression* e) {
    if (e != nullptr) ir::walk(*e, expression_of);
  };
  const auto search = [&](std::span<ir::Statement* const> statements, const auto& self) -> void {
    for (const ir::Statement* statement : statements) {
      statement_of(*statement);
      for (const auto& list : {statement->left, statement->right})
        for (const ir::Expression* e : list) look(e);
      look(statement->condition);
      for (const ir::IteratorRange& range : statement->iterators) look(range.range);
      self(statement->body, self);
      for (const ir::StatementBranch& branch : statement->branches) {
        look(branch.condition);
        self(branch.body, self);
      }
    }
  };
  search(function.body, search);
  for (const auto* list : {&function.locals, &function.outputs})
    for (const ir::FunctionVariable* variable : *list) look(variable->binding);
}

/// Whether the function calls an external one that counts, or is one, itself or by way of others.
template <class Counts>
bool reaches(const ir::Function& function, std::unordered_map<const ir::Function*, bool>& known, const Counts& counts) {
  if (!function.external.empty()) return counts(function);
  const auto [before, fresh] = known.try_emplace(&function, false);  // one that calls itself: not by that
  if (!fresh) return before->second;
  bool found = false;
  walk_body(
      function, [](const ir::Statement&) {},
      [&](const ir::Expression& e) {
        const bool calls = e.kind == ir::ExpressionKind::call && e.function != nullptr;
        found = found || (calls && reaches(*e.function, known, counts));
      });
  return known[&function] = found;
}

}  // namespace sunder::lower
