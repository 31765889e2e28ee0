// Equation sections of the classes, with names resolved and types checked.
#include <algorithm>

#include "base/codes.hpp"
#include "instantiate/builder.hpp"
#include "instantiate/resolve.hpp"

namespace sunder::instantiate {
namespace {

using ir::BaseType;
using ir::TypedEquation;

class EquationBuilder {
 public:
  EquationBuilder(Builder& builder, Place place) : builder_(builder), resolver_(builder, place) {}

  /// Null after a diagnostic.
  TypedEquation* build(const ast::Equation& equation) {
    switch (equation.kind) {
      case ast::EquationKind::equality: return equality(equation);
      case ast::EquationKind::for_: return loop(equation);
      case ast::EquationKind::if_: return conditional(equation);
      case ast::EquationKind::call: return call(equation);
      case ast::EquationKind::connect: return unsupported(equation, "connect is not supported yet");
      case ast::EquationKind::when: return when(equation);
    }
    return nullptr;
  }

 private:
  TypedEquation* make(ir::EquationKind kind, Span span) {
    auto* out = builder_.arena().make<TypedEquation>();
    out->kind = kind;
    out->span = span;
    return out;
  }

  TypedEquation* unsupported(const ast::Equation& equation, std::string message) {
    builder_.error(Code::E0203, equation.span, std::move(message));
    return nullptr;
  }

  TypedEquation* equality(const ast::Equation& equation) {
    TypedEquation* out = make(ir::EquationKind::equality, equation.span);
    out->left = resolver_.resolve(*equation.left);
    out->right = resolver_.resolve(*equation.right);
    const ir::Type& a = out->left->type;
    const ir::Type& b = out->right->type;
    if (a.base == BaseType::error || b.base == BaseType::error) return nullptr;
    const bool numeric = a.is_numeric() && b.is_numeric();
    if (!numeric && a.base != b.base) {
      builder_.error(Code::E0204, equation.span,
                     "the sides of the equation differ in type: " + print(a) + " and " + print(b));
      return nullptr;
    }
    if (a.base == BaseType::string) return unsupported(equation, "equations between strings are not supported yet");
    if (!std::equal(a.dimensions.begin(), a.dimensions.end(), b.dimensions.begin(), b.dimensions.end())) {
      builder_.error(Code::E0205, equation.span,
                     "the sides of the equation differ in size: " + print(a) + " and " + print(b));
      return nullptr;
    }
    return out;
  }

  TypedEquation* loop(const ast::Equation& equation) {
    TypedEquation* out = make(ir::EquationKind::for_, equation.span);
    std::vector<ir::IteratorRange> ranges;
    bool good = true;
    for (const ast::Iterator& iterator : equation.iterators) {
      ranges.push_back(resolver_.open_iterator(iterator));
      good = good && ranges.back().range->type.base != BaseType::error;
    }
    out->iterators = builder_.arena().copy(ranges);
    out->body = body(equation.body);
    for (std::size_t i = 0; i < ranges.size(); ++i) resolver_.close_iterator();
    return good ? out : nullptr;
  }

  std::span<TypedEquation*> body(std::span<ast::Equation* const> equations) {
    std::vector<TypedEquation*> list;
    for (const ast::Equation* equation : equations)
      if (TypedEquation* typed = build(*equation)) list.push_back(typed);
    return builder_.arena().copy(list);
  }

  TypedEquation* conditional(const ast::Equation& equation) {
    TypedEquation* out = make(ir::EquationKind::if_, equation.span);
    std::vector<ir::TypedBranch> branches;
    for (const ast::EquationBranch& branch : equation.branches) {
      ir::TypedBranch typed;
      if (branch.condition != nullptr) {
        typed.condition = resolver_.resolve(*branch.condition);
        const ir::Type& type = typed.condition->type;
        if (type.base != BaseType::error && (type.base != BaseType::boolean || !type.is_scalar()))
          builder_.error(Code::E0204, branch.condition->span, "the condition must be Boolean, not " + print(type));
      }
      typed.body = body(branch.body);
      branches.push_back(typed);
    }
    out->branches = builder_.arena().copy(branches);
    return out;
  }

  TypedEquation* when(const ast::Equation& equation) {
    if (in_when_) {
      builder_.error(Code::E0216, equation.span, "a when-equation cannot stand inside of another one");
      return nullptr;
    }
    in_when_ = true;
    TypedEquation* out = make(ir::EquationKind::when, equation.span);
    std::vector<ir::TypedBranch> branches;
    bool good = true;
    for (const ast::EquationBranch& branch : equation.branches) {
      ir::TypedBranch typed;
      typed.condition = resolver_.resolve(*branch.condition);
      const ir::Type& type = typed.condition->type;
      if (type.base != BaseType::error && (type.base != BaseType::boolean || type.dimensions.size() > 1)) {
        builder_.error(Code::E0204, branch.condition->span,
                       "the condition must be Boolean or a vector of Booleans, not " + print(type));
        good = false;
      }
      good = good && type.base != BaseType::error;
      typed.body = body(branch.body);
      for (const TypedEquation* inner : typed.body) good = assigns(*inner) && good;
      branches.push_back(typed);
    }
    in_when_ = false;
    out->branches = builder_.arena().copy(branches);
    return good ? out : nullptr;
  }

  /// Equations in a when-equation give variables their values: v = …
  bool assigns(const TypedEquation& equation) {
    bool good = true;
    for (const TypedEquation* inner : equation.body) good = assigns(*inner) && good;
    for (const ir::TypedBranch& branch : equation.branches)
      for (const TypedEquation* inner : branch.body) good = assigns(*inner) && good;
    if (equation.kind != ir::EquationKind::equality) return good;
    const ir::Expression& left = *equation.left;
    if (left.kind == ir::ExpressionKind::variable && left.variable->variability > ir::Variability::parameter)
      return good;
    builder_.error(Code::E0216, left.span, "an equation in a when-equation must have a variable on its left side");
    return false;
  }

  TypedEquation* reinit(const ast::Equation& equation) {
    const std::span<ast::Argument> given = equation.left->arguments;
    if (given.size() != 2 || !given[0].name.empty() || !given[1].name.empty() || given[0].value == nullptr ||
        given[1].value == nullptr) {
      builder_.error(Code::E0209, equation.span, "reinit takes a state and its new value");
      return nullptr;
    }
    if (!in_when_) {
      builder_.error(Code::E0216, equation.span, "reinit can only stand in a when-equation");
      return nullptr;
    }
    TypedEquation* out = make(ir::EquationKind::reinit, equation.span);
    out->left = resolver_.resolve(*given[0].value);
    out->right = resolver_.resolve(*given[1].value);
    if (out->left->type.base == BaseType::error || out->right->type.base == BaseType::error) return nullptr;
    if (out->left->kind != ir::ExpressionKind::variable || out->left->type.base != BaseType::real) {
      builder_.error(Code::E0204, out->left->span, "reinit takes a state, not " + print(out->left->type));
      return nullptr;
    }
    const auto& a = out->left->type.dimensions;
    const auto& b = out->right->type.dimensions;
    if (out->right->type.is_numeric() && std::equal(a.begin(), a.end(), b.begin(), b.end())) return out;
    builder_.error(
        Code::E0205, equation.span,
        "the state and its new value do not fit: " + print(out->left->type) + " and " + print(out->right->type));
    return nullptr;
  }

  TypedEquation* terminate(const ast::Equation& equation) {
    const std::span<ast::Argument> given = equation.left->arguments;
    TypedEquation* out = make(ir::EquationKind::terminate, equation.span);
    if (given.size() == 1 && given[0].value != nullptr) out->right = resolver_.resolve(*given[0].value);
    if (out->right != nullptr && out->right->type.base == BaseType::error) return nullptr;
    if (out->right == nullptr || out->right->type.base != BaseType::string || !out->right->type.is_scalar()) {
      builder_.error(Code::E0209, equation.span, "terminate takes a String message");
      return nullptr;
    }
    if (in_when_) return out;
    builder_.error(Code::E0216, equation.span, "terminate can only stand in a when-equation");
    return nullptr;
  }

  TypedEquation* call(const ast::Equation& equation) {
    const std::span<ast::ReferencePart> callee = equation.left->reference.parts;
    if (callee.size() == 1 && callee[0].name.text == "reinit") return reinit(equation);
    if (callee.size() == 1 && callee[0].name.text == "terminate") return terminate(equation);
    if (callee.size() != 1 || callee[0].name.text != "assert")
      return unsupported(equation,
                         "'" + std::string(callee.back().name.text) + "' as an equation is not supported yet");
    TypedEquation* out = make(ir::EquationKind::assert_, equation.span);
    static constexpr std::string_view names[] = {"condition", "message", "level"};
    const ast::Expression* given[3] = {};
    std::size_t position = 0;
    for (const ast::Argument& argument : equation.left->arguments) {
      std::size_t slot = position++;
      if (!argument.name.empty())
        slot = static_cast<std::size_t>(std::find(std::begin(names), std::end(names), argument.name.text) -
                                        std::begin(names));
      if (slot >= 3 || given[slot] != nullptr || argument.value == nullptr) return wrong_assert(equation);
      given[slot] = argument.value;
    }
    if (given[0] == nullptr || given[1] == nullptr) return wrong_assert(equation);
    out->left = resolver_.resolve(*given[0]);
    out->right = resolver_.resolve(*given[1]);
    if (out->left->type.base == BaseType::error || out->right->type.base == BaseType::error) return nullptr;
    const bool fits = out->left->type.base == BaseType::boolean && out->left->type.is_scalar() &&
                      out->right->type.base == BaseType::string && out->right->type.is_scalar();
    return fits && set_level(*out, given[2]) ? out : wrong_assert(equation);
  }

  static bool set_level(TypedEquation& out, const ast::Expression* level) {
    if (level == nullptr) return true;
    const std::span<ast::ReferencePart> parts = level->reference.parts;
    if (level->kind != ast::ExpressionKind::reference || parts.size() != 2 || parts[0].name.text != "AssertionLevel")
      return false;
    out.warns = parts[1].name.text == "warning";
    return out.warns || parts[1].name.text == "error";
  }

  TypedEquation* wrong_assert(const ast::Equation& equation) {
    builder_.error(Code::E0209, equation.span,
                   "assert takes a Boolean condition, a String message and, if need be, AssertionLevel.error or "
                   "AssertionLevel.warning");
    return nullptr;
  }

  Builder& builder_;
  Resolver resolver_;
  bool in_when_ = false;
};

}  // namespace

void Builder::add_equations(const Body& body) {
  for (const ast::Section& section : body.scope->class_->sections) {
    if (section.kind == ast::Section::Kind::algorithm) {
      error(Code::E0203, section.algorithm->span, "algorithm sections in models are not supported yet").help =
          "write equations, or a function";
    }
    if (section.kind != ast::Section::Kind::equations) continue;
    auto& target = section.equations->initial ? body.instance->initial_equations : body.instance->equations;
    EquationBuilder builder(*this, {body.instance, body.scope});
    for (const ast::Equation* equation : section.equations->equations)
      if (ir::TypedEquation* typed = builder.build(*equation)) target.push_back(typed);
  }
}

}  // namespace sunder::instantiate
