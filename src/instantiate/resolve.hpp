// From written expressions to typed ones: names are looked up, types and sizes checked.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "instantiate/builder.hpp"
#include "ir/typed.hpp"

namespace sunder::instantiate {

/// A built-in function and how many arguments it takes.
struct Signature {
  ir::Builtin builtin;
  std::size_t least;
  std::size_t most;
};

/// Every problem is diagnosed once; the result of a problem has the type `error` and silences its users.
class Resolver {
 public:
  Resolver(Builder& builder, Place place) : builder_(builder), place_(place) {}

  ir::Expression* resolve(const ast::Expression& expression);

  /// Loop variables, innermost last. The range is resolved in the scope around the loop.
  ir::IteratorRange open_iterator(const ast::Iterator& iterator);
  void close_iterator() { iterators_.pop_back(); }
  void set_function_variables(std::vector<const ir::FunctionVariable*> variables) { variables_ = std::move(variables); }

 private:
  ir::Expression* any(const ast::Expression& e);
  ir::Expression* make(ir::ExpressionKind kind, Span span, ir::Type type);
  ir::Expression* failed(Span span) { return make(ir::ExpressionKind::number, span, {}); }
  ir::Expression* number(const ast::Expression& e);
  ir::Expression* reference(const ast::Expression& e);
  ir::Expression* component(const ast::Expression& e, ir::Instance& first);
  ir::Expression* constant(const ast::Expression& e, ir::Instance& leaf);
  ir::Expression* literal(const ir::Value& value, std::size_t dimension, std::size_t& at, Span span);
  ir::Expression* subscripted(ir::Expression* whole, std::span<const std::int64_t> sizes,
                              std::span<ast::Expression* const> subscripts, const std::string& name);
  ir::Expression* unary(const ast::Expression& e);
  ir::Expression* binary(const ast::Expression& e);
  ir::Expression* chain(const ast::Expression& e);
  ir::Type combine(ir::Operation operation, const ir::Expression& a, const ir::Expression& b, Span span);
  ir::Type product(const ir::Expression& a, const ir::Expression& b, ir::BaseType base, Span span);
  ir::Expression* conditional(const ast::Expression& e);
  ir::Expression* array(const ast::Expression& e);
  ir::Expression* matrix(const ast::Expression& e);
  ir::Expression* range(const ast::Expression& e, bool for_iterator);
  std::optional<std::int64_t> range_length(const ir::Expression& range, bool says);
  /// `reduces`: the items are not kept, so their number need not be known.
  ir::Expression* comprehension(const ast::Expression& e, bool reduces);
  ir::Expression* call(const ast::Expression& e);
  ir::Expression* builtin_call(const ast::Expression& e, const Signature& signature);
  ir::Expression* function_call(const ast::Expression& e, const ClassScope& scope);
  ir::Expression* reduction(const ast::Expression& e, ir::Builtin builtin);
  bool builtin_type(ir::Expression& call, Span span);
  bool elementwise_type(ir::Expression& call);
  bool linspace_type(ir::Expression& call);
  bool derivative_type(ir::Expression& call);
  bool event_type(ir::Expression& call);
  bool fits(const ir::Expression& call, Span span);
  bool shaped_type(ir::Expression& call, Span span, std::size_t first_size);
  ir::Type type_of(ir::BaseType base, const std::vector<std::int64_t>& dimensions);
  ir::Expression* outer_name(const ast::Expression& e);
  void unknown_name(const ast::Expression& e);
  ir::BaseType common(ir::BaseType a, ir::BaseType b) const;

  Builder& builder_;
  Place place_;
  std::vector<const ir::IteratorSymbol*> iterators_;
  std::vector<const ir::FunctionVariable*> variables_;
  std::vector<std::int64_t> end_sizes_;  ///< what `end` means, innermost subscript last
};

bool same_sizes(std::span<const std::int64_t> a, std::span<const std::int64_t> b);
/// Whether `value` may stand where `target` is expected; says why not. `spread`: a scalar may fill an array.
bool check_assignable(Builder& builder, const ir::Type& target, const ir::Expression& value, const std::string& what,
                      bool spread);

}  // namespace sunder::instantiate
