// Functions that are declared to be an operator of the language: `external "builtin" y = asin(u)`, and functions of the
// mathematical library of C of the same name and meaning.
#include <algorithm>
#include <array>

#include "instantiate/builder.hpp"

namespace sunder::instantiate {

namespace {

std::string_view name_of(const ast::External& external, const ast::Class& function) {
  return external.function.empty() ? function.name.text : external.function.text;
}

ast::Expression* reference(Arena& arena, std::string_view name, Span span, ast::ExpressionKind kind, bool global) {
  auto* made = arena.make<ast::Expression>();
  made->kind = kind;
  made->span = span;
  made->reference.global = global;
  made->reference.parts = arena.copy(std::vector<ast::ReferencePart>{{{name, span}, {}, span}});
  return made;
}

}  // namespace

bool is_builtin_function(const ast::Class& function) {
  if (function.external == nullptr) return false;
  const ast::External& external = *function.external;
  if (external.language == "\"builtin\"") return true;
  static constexpr std::array<std::string_view, 14> of_c{"sin",  "cos",  "tan",  "asin", "acos",  "atan", "atan2",
                                                         "sinh", "cosh", "tanh", "exp",  "log10", "log",  "sqrt"};
  const bool c = external.language.empty() || external.language == "\"C\"";
  return c && external.annotation == nullptr && std::ranges::find(of_c, name_of(external, function)) != of_c.end();
}

ast::Statement* Builder::builtin_statement(const ir::Function& function, const ast::Class& syntax) {
  const ast::External& external = *syntax.external;
  const Interface& interface = interfaces[&function];
  ast::Expression* call = reference(arena(), name_of(external, syntax), external.span, ast::ExpressionKind::call, true);
  std::vector<ast::Argument> arguments;
  for (ast::Expression* one : external.arguments) arguments.push_back({{}, one});
  if (external.function.empty())  // no call is written: all inputs in their order
    for (const Interface::Formal& one : interface.inputs)
      arguments.push_back({{}, reference(arena(), one.name, external.span, ast::ExpressionKind::reference, false)});
  call->arguments = arena().copy(arguments);
  auto* statement = arena().make<ast::Statement>();
  statement->span = external.span;
  statement->right = call;
  statement->left = external.result;
  if (statement->left == nullptr && interface.outputs.size() == 1)
    statement->left =
        reference(arena(), interface.outputs[0].name, external.span, ast::ExpressionKind::reference, false);
  return statement->left == nullptr ? nullptr : statement;
}

}  // namespace sunder::instantiate
