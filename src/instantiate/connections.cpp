// Connect-equations of the classes: which elements of which connectors meet.
#include <algorithm>
#include <utility>

#include "base/codes.hpp"
#include "instantiate/builder.hpp"
#include "instantiate/equations.hpp"
#include "instantiate/resolve.hpp"

namespace sunder::instantiate {

using ir::BaseType;
using ir::Expression;
using ir::ExpressionKind;

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
    collect_expressions(equation.body, uses);
    const ast::Iterator& iterator = equation.iterators[first];
    const ir::IteratorRange range = resolver_.open_iterator(iterator, uses);
    resolver_.close_iterator();
    if (range.range->type.is_error()) return;
    const auto values = builder_.evaluate(*range.range, "the range of a loop around connections");
    if (!values) return;
    for (const double value : values->numbers) {
      resolver_.open_constant(range, value);
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
    const auto add = [&](Selection& bus, const ast::Expression& written, const Selection& like,
                         const ast::Expression& like_written, const std::vector<Expression*>& like_at) {
      ir::Instance* model = like.items.front();
      const std::string_view name = written.reference.parts.back().name.text;
      Items some;
      std::vector<std::int64_t> sizes(model->dimensions.begin(), model->dimensions.end());
      const bool whole = like_at.empty() && like.dimensions.empty();
      if (!whole && !items(like_written, like, like_at, some, sizes)) return false;
      ir::Instance* made = builder_.add_to_expandable(*bus.items.front(), name, *model, sizes);
      bus = {{made}, {}};
      return true;
    };
    if (missing(*left) && missing(*right)) {
      builder_.error(Code::E0218, equation.span,
                     "neither side is declared: the members of expandable connectors cannot be made of each other");
      return;
    }
    if (missing(*left) && !add(*left, *equation.left, *right, *equation.right, right_at)) return;
    if (missing(*right) && !add(*right, *equation.right, *left, *equation.left, left_at)) return;
    Builder::Connection connection;
    connection.owner = resolver_.scope().instance;
    connection.span = equation.span;
    connection.left_outside = is_outside(*equation.left);
    connection.right_outside = is_outside(*equation.right);
    std::vector<std::int64_t> left_sizes, right_sizes;
    if (!items(*equation.left, *left, left_at, connection.left, left_sizes) ||
        !items(*equation.right, *right, right_at, connection.right, right_sizes))
      return;
    // arrays as wholes, or as parts of each of many components, against many scalars: element by element
    const auto open = [](Items& list, std::vector<std::int64_t>& sizes) {
      const auto whole = [&](const auto& one) {
        return one.first->is_leaf() && !one.first->dimensions.empty() && one.second.empty() &&
               std::ranges::equal(one.first->dimensions, list.front().first->dimensions);
      };
      if (list.empty() || !std::ranges::all_of(list, whole)) return;
      const ir::Instance* leaf = list.front().first;
      const std::int64_t count = ir::element_count(leaf->dimensions);
      for (const auto& [owner, ignored] : std::exchange(list, {}))
        for (std::int64_t n = 0; n < count; ++n) {
          std::vector<std::int64_t> at(leaf->dimensions.size());
          std::int64_t rest = n;
          for (std::size_t d = at.size(); d-- > 0;) {
            at[d] = rest % leaf->dimensions[d] + 1;
            rest /= leaf->dimensions[d];
          }
          list.emplace_back(owner, at);
        }
      sizes.insert(sizes.end(), leaf->dimensions.begin(), leaf->dimensions.end());
    };
    const bool left_whole = connection.left.size() == 1 && connection.left[0].second.empty() && left_sizes.empty();
    const bool right_whole = connection.right.size() == 1 && connection.right[0].second.empty() && right_sizes.empty();
    if (left_whole != right_whole || left_sizes.size() != right_sizes.size()) {
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
      const ir::Instance* around = found[i];
      while (around != nullptr && !around->is_connector) around = around->parent;
      if (around == nullptr) {
        builder_.error(Code::E0218, given[i].value->span,
                       "'" + path_of(*found[i]) + "' is no part of a connector: Connections." + std::string(name) +
                           " does not know it");
        return;
      }
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
