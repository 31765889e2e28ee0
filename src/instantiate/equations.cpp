// Equation and algorithm sections of the classes, with names resolved and types checked.
#include "instantiate/equations.hpp"

#include <unordered_set>

#include "base/codes.hpp"
#include "instantiate/builder.hpp"
#include "instantiate/resolve.hpp"
#include "instantiate/statements.hpp"

namespace sunder::instantiate {

using ir::BaseType;
using ir::Expression;
using ir::ExpressionKind;
using ir::TypedEquation;

void collect_expressions(std::span<ast::Equation* const> equations, std::vector<const ast::Expression*>& out) {
  for (const ast::Equation* equation : equations) {
    out.push_back(equation->left);
    out.push_back(equation->right);
    collect_expressions(equation->body, out);
    for (const ast::EquationBranch& branch : equation->branches) {
      out.push_back(branch.condition);
      collect_expressions(branch.body, out);
    }
  }
}

class EquationBuilder {
 public:
  EquationBuilder(Builder& builder, Scope scope) : builder_(builder), resolver_(builder, scope) {}

  void build(const ast::Equation& equation, std::vector<TypedEquation*>& out) {
    switch (equation.kind) {
      case ast::EquationKind::equality: equality(equation, out); break;
      case ast::EquationKind::for_: loop(equation, out); break;
      case ast::EquationKind::if_: conditional(equation, out); break;
      case ast::EquationKind::call: call(equation, out); break;
      case ast::EquationKind::connect:
        if (in_when_) builder_.error(Code::E0216, equation.span, "connect cannot stand in a when-equation");
        break;  // elsewhere
      case ast::EquationKind::when: when(equation, out); break;
    }
  }

 private:
  TypedEquation* make(ir::EquationKind kind, Span span) {
    auto* out = builder_.arena().make<TypedEquation>();
    out->kind = kind;
    out->span = span;
    return out;
  }

  void equal(Expression* left, Expression* right, Span span, std::vector<TypedEquation*>& out) {
    if (left->type.is_error() || right->type.is_error()) return;
    left = resolver_.convert(left, right->type);
    right = resolver_.convert(right, left->type);
    if (left->type.is_error() || right->type.is_error()) return;
    const ir::Type& a = left->type;
    const ir::Type& b = right->type;
    if (resolver_.common(a, b).is_error()) {
      builder_.error(Code::E0204, span, "the sides of the equation differ in type: " + print(a) + " and " + print(b));
      return;
    }
    // elements of components of which there are none: how many each of them would have, nobody says
    const auto of_none = [](const Expression& e) { return e.kind == ExpressionKind::array && e.operands.empty(); };
    if ((of_none(*left) && ir::element_count(b.dimensions) == 0) ||
        (of_none(*right) && ir::element_count(a.dimensions) == 0))
      return;
    if (!same_sizes(a.dimensions, b.dimensions)) {
      builder_.error(Code::E0205, span, "the sides of the equation differ in size: " + print(a) + " and " + print(b));
      return;
    }
    const bool whole =
        a.base == BaseType::integer && b.base == BaseType::real && left->kind == ExpressionKind::variable;
    const bool other =
        b.base == BaseType::integer && a.base == BaseType::real && right->kind == ExpressionKind::variable;
    if ((whole || (other && left->kind != ExpressionKind::variable))) {
      const Expression& integer = whole ? *left : *right;
      const Expression& real = whole ? *right : *left;
      if (real.kind == ExpressionKind::number && real.number != static_cast<double>(static_cast<long>(real.number))) {
        builder_.error(Code::E0204, real.span,
                       "'" + path_of(*integer.variable) + "' is an Integer: it cannot be " + print(real));
        return;
      }
    }
    if (a.base == BaseType::record) {
      if (left->kind == ExpressionKind::record && right->kind == ExpressionKind::record) {
        for (std::size_t i = 0; i < left->operands.size(); ++i)
          equal(left->operands[i], resolver_.field(right, a.record->fields[i].name, right->span), span, out);
      }
      return;
    }
    TypedEquation* made = make(ir::EquationKind::equality, span);
    made->left = left;
    made->right = right;
    out.push_back(made);
  }

  void equality(const ast::Equation& equation, std::vector<TypedEquation*>& out) {
    if (equation.left->kind == ast::ExpressionKind::tuple) {
      if (equation.right->kind != ast::ExpressionKind::call) {
        builder_.error(Code::E0204, equation.right->span, "only a call of a function has several results");
        return;
      }
      const std::vector<Expression*> values = resolver_.results(*equation.right);
      if (values.empty()) return;
      if (equation.left->operands.size() > values.size()) {
        builder_.error(Code::E0209, equation.left->span,
                       "the function has " + std::to_string(values.size()) + " outputs, not " +
                           std::to_string(equation.left->operands.size()));
        return;
      }
      for (std::size_t i = 0; i < equation.left->operands.size(); ++i)
        if (equation.left->operands[i] != nullptr)
          equal(resolver_.resolve(*equation.left->operands[i]), values[i], equation.span, out);
      return;
    }
    Expression* left = resolver_.resolve(*equation.left);
    Expression* right = resolver_.resolve(*equation.right);
    equal(left, right, equation.span, out);
  }

  std::span<TypedEquation*> body(std::span<ast::Equation* const> equations) {
    std::vector<TypedEquation*> list;
    for (const ast::Equation* equation : equations) build(*equation, list);
    return builder_.arena().copy(list);
  }

  /// Whether a variable of a loop around is in it, not only those of its own comprehensions.
  static bool names_outer_iterator(const Expression& expression) {
    std::unordered_set<const ir::IteratorSymbol*> own;
    ir::walk(expression, [&](const Expression& e) {
      for (const ir::IteratorRange& one : e.iterators) own.insert(one.symbol);
    });
    bool found = false;
    ir::walk(expression, [&](const Expression& e) {
      found = found || (e.kind == ExpressionKind::iterator && !own.contains(e.iterator));
    });
    return found;
  }

  void loop(const ast::Equation& equation, std::vector<TypedEquation*>& out, std::size_t first = 0) {
    const bool around = loop_inside(equation, out, first);
    if (around) resolver_.ask_for_unrolling();
  }

  /// Whether the loop around must be written out for what stands before the body, or for the range.
  bool loop_inside(const ast::Equation& equation, std::vector<TypedEquation*>& out, std::size_t first) {
    // several loop variables are loops in each other: each can be written out by itself
    std::vector<const ast::Expression*> uses;
    collect_expressions(equation.body, uses);
    const ast::Iterator& iterator = equation.iterators[first];
    ir::IteratorRange range = resolver_.open_iterator(iterator, uses);
    const bool good = !range.range->type.is_error();
    const bool around = resolver_.take_needs_unrolling();
    TypedEquation* made = make(ir::EquationKind::for_, equation.span);
    std::vector<TypedEquation*> inner;
    const auto fill = [&](std::vector<TypedEquation*>& into) {
      if (first + 1 < equation.iterators.size()) {
        loop(equation, into, first + 1);
        return;
      }
      for (const ast::Equation* one : equation.body) build(*one, into);
    };
    const bool integer = range.range->type.base == BaseType::integer;
    if (good && integer) fill(inner);
    resolver_.close_iterator();
    if (!good) return around;
    if (resolver_.take_needs_unrolling() || !integer) {
      if (names_outer_iterator(*range.range)) return true;  // the loop around says what the range is
      const auto values = builder_.evaluate(*range.range, "the range of the loop");
      if (!values) return around;
      for (const double value : values->numbers) {
        resolver_.open_constant(range, value);
        fill(out);
        resolver_.close_iterator();
      }
      return around || resolver_.take_needs_unrolling();
    }
    made->body = builder_.arena().copy(inner);
    std::vector<ir::IteratorRange> ranges{range};
    // as one loop again when the inner one is all there is
    if (first + 1 < equation.iterators.size() && inner.size() == 1 && inner[0]->kind == ir::EquationKind::for_) {
      ranges.insert(ranges.end(), inner[0]->iterators.begin(), inner[0]->iterators.end());
      made->body = inner[0]->body;
    }
    made->iterators = builder_.arena().copy(ranges);
    out.push_back(made);
    return around;
  }

  bool check_condition(const Expression& condition, Span span) {
    const ir::Type& type = condition.type;
    if (type.is_error()) return false;
    if (type.base == BaseType::boolean && type.is_scalar()) return true;
    builder_.error(Code::E0204, span, "the condition must be Boolean, not " + print(type));
    return false;
  }

  /// Conditions on parameters choose the equations now; others become part of the model.
  void conditional(const ast::Equation& equation, std::vector<TypedEquation*>& out) {
    TypedEquation* made = make(ir::EquationKind::if_, equation.span);
    std::vector<ir::TypedBranch> branches;
    bool good = true;
    for (const ast::EquationBranch& branch : equation.branches) {
      ir::TypedBranch typed;
      if (branch.condition != nullptr) {
        typed.condition = resolver_.resolve(*branch.condition);
        if (!check_condition(*typed.condition, branch.condition->span)) {
          good = false;
          continue;
        }
        const bool decidable =
            variability_of(*typed.condition) <= ir::Variability::parameter && !mentions_iterator(*typed.condition);
        const auto taken = decidable ? builder_.evaluate(*typed.condition, "") : std::nullopt;
        if (taken && taken->number() == 0) continue;
        if (taken && branches.empty()) {
          for (const ast::Equation* one : branch.body) build(*one, out);
          return;
        }
        if (taken) typed.condition = nullptr;
      } else if (branches.empty() && good) {
        for (const ast::Equation* one : branch.body) build(*one, out);
        return;
      }
      typed.body = body(branch.body);
      branches.push_back(typed);
      if (typed.condition == nullptr) break;
    }
    made->branches = builder_.arena().copy(branches);
    if (good && !branches.empty()) out.push_back(made);
  }

  void when(const ast::Equation& equation, std::vector<TypedEquation*>& out) {
    if (in_when_) {
      builder_.error(Code::E0216, equation.span, "a when-equation cannot stand inside of another one");
      return;
    }
    in_when_ = true;
    TypedEquation* made = make(ir::EquationKind::when, equation.span);
    std::vector<ir::TypedBranch> branches;
    bool good = true;
    for (const ast::EquationBranch& branch : equation.branches) {
      ir::TypedBranch typed;
      typed.condition = resolver_.resolve(*branch.condition);
      const ir::Type& type = typed.condition->type;
      const bool clocked = type.base == BaseType::clock && type.is_scalar();
      if (type.base != BaseType::error && !clocked && (type.base != BaseType::boolean || type.dimensions.size() > 1)) {
        builder_.error(Code::E0204, branch.condition->span,
                       "the condition must be Boolean or a vector of Booleans, not " + print(type));
        good = false;
      }
      good = good && type.base != BaseType::error;
      typed.body = body(branch.body);
      for (const TypedEquation* inner : typed.body) good = (clocked || assigns(*inner)) && good;
      branches.push_back(typed);
    }
    in_when_ = false;
    made->branches = builder_.arena().copy(branches);
    if (good) out.push_back(made);
  }

  /// Equations in a when-equation give variables their values: v = …
  bool assigns(const TypedEquation& equation) {
    bool good = true;
    for (const TypedEquation* inner : equation.body) good = assigns(*inner) && good;
    for (const ir::TypedBranch& branch : equation.branches)
      for (const TypedEquation* inner : branch.body) good = assigns(*inner) && good;
    if (equation.kind != ir::EquationKind::equality) return good;
    const Expression& left = *equation.left;
    if (left.kind == ExpressionKind::variable && left.variable->variability > ir::Variability::parameter) return good;
    builder_.error(Code::E0216, left.span, "an equation in a when-equation must have a variable on its left side");
    return false;
  }

  void reinit(const ast::Equation& equation, std::vector<TypedEquation*>& out) {
    const std::span<ast::Argument> given = equation.left->arguments;
    if (given.size() != 2 || !given[0].name.empty() || !given[1].name.empty() || given[0].value == nullptr ||
        given[1].value == nullptr) {
      builder_.error(Code::E0209, equation.span, "reinit takes a state and its new value");
      return;
    }
    if (!in_when_) {
      builder_.error(Code::E0216, equation.span, "reinit can only stand in a when-equation");
      return;
    }
    TypedEquation* made = make(ir::EquationKind::reinit, equation.span);
    made->left = resolver_.resolve(*given[0].value);
    made->right = resolver_.resolve(*given[1].value);
    if (made->left->type.is_error() || made->right->type.is_error()) return;
    if (made->left->kind != ExpressionKind::variable || made->left->type.base != BaseType::real) {
      builder_.error(Code::E0204, made->left->span, "reinit takes a state, not " + print(made->left->type));
      return;
    }
    if (made->right->type.is_numeric() && same_sizes(made->left->type.dimensions, made->right->type.dimensions)) {
      out.push_back(made);
      return;
    }
    builder_.error(
        Code::E0205, equation.span,
        "the state and its new value do not fit: " + print(made->left->type) + " and " + print(made->right->type));
  }

  void terminate(const ast::Equation& equation, std::vector<TypedEquation*>& out) {
    const std::span<ast::Argument> given = equation.left->arguments;
    TypedEquation* made = make(ir::EquationKind::terminate, equation.span);
    if (given.size() == 1 && given[0].value != nullptr) made->right = resolver_.resolve(*given[0].value);
    if (made->right != nullptr && made->right->type.is_error()) return;
    if (made->right == nullptr || made->right->type.base != BaseType::string || !made->right->type.is_scalar()) {
      builder_.error(Code::E0209, equation.span, "terminate takes a String message");
      return;
    }
    if (in_when_) {
      out.push_back(made);
      return;
    }
    builder_.error(Code::E0216, equation.span, "terminate can only stand in a when-equation");
  }

  void call(const ast::Equation& equation, std::vector<TypedEquation*>& out) {
    if (is_connection(equation)) {  // elsewhere
      if (in_when_) builder_.error(Code::E0216, equation.span, "connections cannot stand in a when-equation");
      return;
    }
    const std::span<ast::ReferencePart> callee = equation.left->reference.parts;
    if (callee.size() == 1 && callee[0].name.text == "reinit") return reinit(equation, out);
    if (callee.size() == 1 && callee[0].name.text == "terminate") return terminate(equation, out);
    if (callee.size() == 1 && callee[0].name.text == "assert") {
      TypedEquation* made = make(ir::EquationKind::assert_, equation.span);
      AssertArguments given;
      if (!read_assert(builder_, resolver_, *equation.left, given)) return;
      made->left = given.condition;
      made->right = given.message;
      made->warns = given.warns;
      out.push_back(made);
      return;
    }
    const std::vector<Expression*> values = resolver_.results(*equation.left, true);
    if (values.empty()) return;
    std::vector<Expression*> leaves;
    flatten(values.front(), leaves);
    if (leaves.front()->kind != ExpressionKind::call) {
      builder_.error(Code::E0204, equation.span, "this is a value, not an equation");
      return;
    }
    TypedEquation* made = make(ir::EquationKind::call, equation.span);
    made->left = leaves.front();
    out.push_back(made);
  }

  Builder& builder_;
  Resolver resolver_;
  bool in_when_ = false;
};

void Builder::add_equations(const Body& body) {
  const Scope scope{body.class_, body.instance};
  for (const ast::Section& section : body.class_->syntax->sections) {
    if (section.kind == ast::Section::Kind::algorithm) {
      Resolver resolver(*this, scope);
      std::vector<ir::Statement*> statements;
      // an input of a component is given its value here as well as by an equation; one of this class is given it
      // outside
      const auto own_input = [&](const ir::Instance& variable) {
        const ir::Instance* owner = variable.parent;
        while (owner != nullptr && owner != body.instance &&
               (owner->is_record || owner->is_connector || owner->is_array))
          owner = owner->parent;
        return variable.causality == ir::Causality::input && owner == body.instance;
      };
      const auto may_assign = [&](const Expression& target) {
        if (target.kind == ExpressionKind::variable && target.variable->variability > ir::Variability::parameter &&
            !own_input(*target.variable))
          return true;
        if (target.kind == ExpressionKind::variable && section.algorithm->initial &&
            target.variable->variability == ir::Variability::parameter)
          return true;
        const bool input =
            target.kind == ExpressionKind::variable && target.variable->causality == ir::Causality::input;
        error(Code::E0204, target.span,
              target.kind == ExpressionKind::variable
                  ? "'" + path_of(*target.variable) + "' is " + (input ? "an input" : "a parameter or constant") +
                        ": it cannot be assigned"
                  : "only variables can be assigned");
        return false;
      };
      StatementBuilder(*this, resolver, may_assign).add(section.algorithm->statements, statements);
      auto& target = section.algorithm->initial ? body.instance->initial_algorithms : body.instance->algorithms;
      target.push_back({arena().copy(statements), section.algorithm->span});
    }
    if (section.kind != ast::Section::Kind::equations) continue;
    auto& target = section.equations->initial ? body.instance->initial_equations : body.instance->equations;
    EquationBuilder builder(*this, scope);
    for (const ast::Equation* equation : section.equations->equations) builder.build(*equation, target.all());
  }
}

}  // namespace sunder::instantiate
