// Equation and algorithm sections of the classes, with names resolved and types checked.
#include <algorithm>

#include "base/codes.hpp"
#include "instantiate/builder.hpp"
#include "instantiate/resolve.hpp"
#include "instantiate/statements.hpp"

namespace sunder::instantiate {

using ir::BaseType;
using ir::Expression;
using ir::ExpressionKind;
using ir::TypedEquation;

namespace {

bool is_connection(const ast::Equation& equation) {
  if (equation.kind == ast::EquationKind::connect) return true;
  if (equation.kind != ast::EquationKind::call) return false;
  const auto& parts = equation.left->reference.parts;
  return parts.size() == 2 && parts[0].name.text == "Connections" &&
         (parts[1].name.text == "branch" || parts[1].name.text == "root" || parts[1].name.text == "potentialRoot" ||
          parts[1].name.text == "uniqueRoot");
}

bool has_connection(const ast::Equation& equation) {
  if (is_connection(equation)) return true;
  if (std::ranges::any_of(equation.body, [](const ast::Equation* one) { return has_connection(*one); })) return true;
  return std::ranges::any_of(equation.branches, [](const ast::EquationBranch& branch) {
    return std::ranges::any_of(branch.body, [](const ast::Equation* one) { return has_connection(*one); });
  });
}

void collect(std::span<ast::Equation* const> equations, std::vector<const ast::Expression*>& out) {
  for (const ast::Equation* equation : equations) {
    out.push_back(equation->left);
    out.push_back(equation->right);
    collect(equation->body, out);
    for (const ast::EquationBranch& branch : equation->branches) {
      out.push_back(branch.condition);
      collect(branch.body, out);
    }
  }
}

}  // namespace

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

  void loop(const ast::Equation& equation, std::vector<TypedEquation*>& out, std::size_t first = 0) {
    // several loop variables are loops in each other: each can be written out by itself
    std::vector<const ast::Expression*> uses;
    collect(equation.body, uses);
    const ast::Iterator& iterator = equation.iterators[first];
    ir::IteratorRange range = resolver_.open_iterator(iterator, uses);
    const bool good = !range.range->type.is_error();
    resolver_.take_needs_unrolling();
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
    if (!good) return;
    if (resolver_.take_needs_unrolling() || !integer) {
      const auto values = builder_.evaluate(*range.range, "the range of the loop");
      if (!values) return;
      for (const double value : values->numbers) {
        resolver_.open_constant(iterator.name.text, value, range.range->type.with({}));
        fill(out);
        resolver_.close_iterator();
      }
      return;
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
    const std::vector<Expression*> values = resolver_.results(*equation.left);
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
      const auto may_assign = [&](const Expression& target) {
        if (target.kind == ExpressionKind::variable && target.variable->variability > ir::Variability::parameter &&
            target.variable->causality != ir::Causality::input)
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
    for (const ast::Equation* equation : section.equations->equations) builder.build(*equation, target);
  }
}

// ---------------------------------------------------------------- connections

namespace {

class ConnectionCollector {
 public:
  ConnectionCollector(Builder& builder, Scope scope) : builder_(builder), resolver_(builder, scope) {}

  void visit(const ast::Equation& equation) {
    if (!has_connection(equation)) return;
    switch (equation.kind) {
      case ast::EquationKind::connect: connect(equation); break;
      case ast::EquationKind::call: graph_call(equation); break;
      case ast::EquationKind::for_: loop(equation, 0); break;
      case ast::EquationKind::if_:
        for (const ast::EquationBranch& branch : equation.branches) {
          if (branch.condition != nullptr) {
            const Expression* condition = resolver_.resolve(*branch.condition);
            if (condition->type.is_error()) return;
            if (condition->type.base != BaseType::boolean || !condition->type.is_scalar()) return;  // said elsewhere
            const auto taken = builder_.evaluate(*condition, "the condition around connections");
            if (!taken) return;
            if (taken->number() == 0) continue;
          }
          for (const ast::Equation* one : branch.body) visit(*one);
          return;
        }
        break;
      default: break;
    }
  }

 private:
  void loop(const ast::Equation& equation, std::size_t first) {
    if (first == equation.iterators.size()) {
      for (const ast::Equation* one : equation.body) visit(*one);
      return;
    }
    std::vector<const ast::Expression*> uses;
    collect(equation.body, uses);
    const ast::Iterator& iterator = equation.iterators[first];
    const ir::IteratorRange range = resolver_.open_iterator(iterator, uses);
    resolver_.close_iterator();
    if (range.range->type.is_error()) return;
    const auto values = builder_.evaluate(*range.range, "the range of a loop around connections");
    if (!values) return;
    for (const double value : values->numbers) {
      resolver_.open_constant(iterator.name.text, value, range.range->type.with({}));
      loop(equation, first + 1);
      resolver_.close_iterator();
    }
  }

  using Items = std::vector<std::pair<ir::Instance*, std::vector<std::int64_t>>>;

  /// Whether the connector is one of the component itself; a deeper part of one is too.
  bool is_outside(const ast::Expression& e) {
    ir::Instance* first = builder_.child_of(*resolver_.scope().instance, e.reference.parts[0].name.text);
    return first != nullptr && first->is_connector && first->parent == resolver_.scope().instance;
  }

  bool items(const ast::Expression& e, const Selection& selection, const std::vector<Expression*>& subscripts,
             Items& out, std::vector<std::int64_t>& dimensions) {
    dimensions = selection.dimensions;
    for (ir::Instance* one : selection.items) {
      if (!one->is_connector) {
        const ir::Instance* at = one;
        while (at != nullptr && !at->is_connector) at = at->parent;
        if (at == nullptr) {
          builder_.error(Code::E0218, e.span, "'" + path_of(*one) + "' is not a connector")
              .notes.push_back({"declared here", one->span});
          return false;
        }
      }
      if (subscripts.empty()) {
        out.emplace_back(one, std::vector<std::int64_t>());
        continue;
      }
      std::vector<std::vector<std::int64_t>> picks;
      for (std::size_t d = 0; d < one->dimensions.size(); ++d) {
        std::vector<std::int64_t>& pick = picks.emplace_back();
        if (d >= subscripts.size() || subscripts[d] == nullptr) {
          for (std::int64_t i = 1; i <= one->dimensions[d]; ++i) pick.push_back(i);
          dimensions.push_back(one->dimensions[d]);
          continue;
        }
        const auto value = builder_.evaluate(*subscripts[d], "the subscript of a connector");
        if (!value) return false;
        for (const double number : value->numbers) {
          if (number < 1 || number > static_cast<double>(one->dimensions[d])) {
            builder_.error(Code::E0302, subscripts[d]->span,
                           "subscript " + std::to_string(static_cast<long>(number)) +
                               " is outside 1:" + std::to_string(one->dimensions[d]) + " of '" + path_of(*one) + "'");
            return false;
          }
          pick.push_back(static_cast<std::int64_t>(number));
        }
        if (!value->dimensions.empty()) dimensions.push_back(static_cast<std::int64_t>(pick.size()));
      }
      std::vector<std::int64_t> at(picks.size());
      const auto each = [&](std::size_t d, const auto& self) -> void {
        if (d == picks.size()) {
          out.emplace_back(one, at);
          return;
        }
        for (const std::int64_t index : picks[d]) {
          at[d] = index;
          self(d + 1, self);
        }
      };
      each(0, each);
    }
    return true;
  }

  void connect(const ast::Equation& equation) {
    std::vector<Expression*> left_at, right_at;
    auto left = resolver_.components(*equation.left, left_at);
    auto right = resolver_.components(*equation.right, right_at);
    if (!left || !right) return;
    if (left->items.empty() || right->items.empty()) return;  // one of them is not there
    // a member that an expandable connector does not have yet is what it is connected with
    const auto missing = [](const Selection& one) { return one.dimensions.size() == 1 && one.dimensions[0] == -1; };
    const auto add = [&](Selection& bus, const ast::Expression& written, const Selection& like) {
      ir::Instance* model = like.items.front();
      const std::string_view name = written.reference.parts.back().name.text;
      ir::Instance* made = builder_.add_to_expandable(*bus.items.front(), name, *model);
      bus = {{made}, {}};
    };
    if (missing(*left) && missing(*right)) {
      builder_.error(Code::E0218, equation.span,
                     "neither side is declared: the members of expandable connectors cannot be made of each other");
      return;
    }
    if (missing(*left)) add(*left, *equation.left, *right);
    if (missing(*right)) add(*right, *equation.right, *left);
    Builder::Connection connection;
    connection.owner = resolver_.scope().instance;
    connection.span = equation.span;
    connection.left_outside = is_outside(*equation.left);
    connection.right_outside = is_outside(*equation.right);
    std::vector<std::int64_t> left_sizes, right_sizes;
    if (!items(*equation.left, *left, left_at, connection.left, left_sizes) ||
        !items(*equation.right, *right, right_at, connection.right, right_sizes))
      return;
    // a leaf array against many scalars: element by element
    const auto open = [](Items& list, std::vector<std::int64_t>& sizes) {
      if (list.size() != 1 || !list[0].first->is_leaf() || list[0].first->dimensions.empty() || !list[0].second.empty())
        return;
      const ir::Instance* leaf = list[0].first;
      ir::Instance* owner = list[0].first;
      list.clear();
      const std::int64_t count = ir::element_count(leaf->dimensions);
      for (std::int64_t n = 0; n < count; ++n) {
        std::vector<std::int64_t> at(leaf->dimensions.size());
        std::int64_t rest = n;
        for (std::size_t d = at.size(); d-- > 0;) {
          at[d] = rest % leaf->dimensions[d] + 1;
          rest /= leaf->dimensions[d];
        }
        list.emplace_back(owner, at);
      }
      sizes.assign(leaf->dimensions.begin(), leaf->dimensions.end());
    };
    const bool left_whole = connection.left.size() == 1 && connection.left[0].second.empty() && left_sizes.empty();
    const bool right_whole = connection.right.size() == 1 && connection.right[0].second.empty() && right_sizes.empty();
    if (left_whole != right_whole) {
      open(connection.left, left_sizes);
      open(connection.right, right_sizes);
    }
    if (left_sizes != right_sizes || connection.left.size() != connection.right.size()) {
      builder_.error(Code::E0218, equation.span, "the sizes of the two sides differ");
      return;
    }
    builder_.connections.push_back(std::move(connection));
  }

  void graph_call(const ast::Equation& equation) {
    const std::string_view name = equation.left->reference.parts[1].name.text;
    Builder::GraphCall call{};
    call.span = equation.span;
    call.kind = name == "branch"          ? Builder::GraphCall::Kind::branch
                : name == "potentialRoot" ? Builder::GraphCall::Kind::potential_root
                                          : Builder::GraphCall::Kind::root;
    const std::span<ast::Argument> given = equation.left->arguments;
    const std::size_t wanted = call.kind == Builder::GraphCall::Kind::branch ? 2 : 1;
    if (given.size() < wanted || given[0].value == nullptr) {
      builder_.error(Code::E0209, equation.span,
                     "Connections." + std::string(name) + " takes " + std::to_string(wanted) + " connectors");
      return;
    }
    ir::Instance* found[2] = {};
    for (std::size_t i = 0; i < wanted; ++i) {
      std::vector<Expression*> none;
      const auto selection = resolver_.components(*given[i].value, none);
      if (!selection) return;
      if (selection->items.empty()) return;
      found[i] = selection->items.front();
    }
    call.first = found[0];
    call.second = found[1];
    if (call.kind == Builder::GraphCall::Kind::potential_root && given.size() > 1 && given[1].value != nullptr) {
      const Expression* priority = resolver_.resolve(*given[1].value);
      if (priority->type.is_error()) return;
      if (const auto value = builder_.evaluate(*priority, "the priority")) call.priority = value->number();
    }
    builder_.graph_calls.push_back(call);
  }

  Builder& builder_;
  Resolver resolver_;
};

}  // namespace

void Builder::add_connections(const Body& body) {
  ConnectionCollector collector(*this, {body.class_, body.instance});
  for (const ast::Section& section : body.class_->syntax->sections) {
    if (section.kind != ast::Section::Kind::equations) continue;
    for (const ast::Equation* equation : section.equations->equations) {
      if (section.equations->initial && has_connection(*equation)) {
        error(Code::E0221, equation->span, "connect cannot stand in an initial equation section");
        continue;
      }
      collector.visit(*equation);
    }
  }
}

}  // namespace sunder::instantiate
