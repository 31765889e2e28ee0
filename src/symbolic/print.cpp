#include <algorithm>
#include <string_view>

#include "base/text.hpp"
#include "symbolic/borders.hpp"
#include "symbolic/pool.hpp"
#include "symbolic/routine.hpp"

namespace sunder::symbolic {

namespace {

// How tightly an expression binds, loosest first (Modelica's grammar).
enum class Binding { choice, disjunction, conjunction, negation, relation, sum, product, power, primary };

constexpr std::size_t longest_text = 100'000;

std::string_view function_name(Op op) {
  switch (op) {
    case Op::sin: return "sin";
    case Op::cos: return "cos";
    case Op::tan: return "tan";
    case Op::asin: return "asin";
    case Op::acos: return "acos";
    case Op::atan: return "atan";
    case Op::sinh: return "sinh";
    case Op::cosh: return "cosh";
    case Op::tanh: return "tanh";
    case Op::exp: return "exp";
    case Op::log: return "log";
    case Op::log10: return "log10";
    case Op::sqrt: return "sqrt";
    case Op::abs: return "abs";
    case Op::sign: return "sign";
    case Op::floor: return "floor";
    case Op::ceil: return "ceil";
    case Op::atan2: return "atan2";
    case Op::min: return "min";
    case Op::max: return "max";
    case Op::mod: return "mod";
    case Op::rem: return "rem";
    case Op::div: return "div";
    case Op::no_event: return "noEvent";
    case Op::relax: return "relax";
    case Op::residue: return "residue";
    default: return {};
  }
}

std::string_view infix(Op op) {
  switch (op) {
    case Op::less: return " < ";
    case Op::less_equal: return " <= ";
    case Op::greater: return " > ";
    case Op::greater_equal: return " >= ";
    case Op::equal: return " == ";
    case Op::not_equal: return " <> ";
    case Op::logical_and: return " and ";
    case Op::logical_or: return " or ";
    case Op::divide: return "/";
    case Op::power: return "^";
    default: return {};
  }
}

Binding binding_of(const Node& node) {
  switch (node.op) {
    case Op::constant: return node.value < 0 ? Binding::sum : Binding::primary;
    case Op::add:
    case Op::negate: return Binding::sum;
    case Op::multiply:
    case Op::divide: return Binding::product;
    case Op::integer_power:
    case Op::power: return Binding::power;
    case Op::less:
    case Op::less_equal:
    case Op::greater:
    case Op::greater_equal:
    case Op::equal:
    case Op::not_equal: return Binding::relation;
    case Op::logical_not: return Binding::negation;
    case Op::logical_and: return Binding::conjunction;
    case Op::logical_or: return Binding::disjunction;
    case Op::select:
    case Op::choose: return Binding::choice;
    default: return Binding::primary;
  }
}

Binding tighter(Binding binding) { return static_cast<Binding>(static_cast<int>(binding) + 1); }

// Writes with a stack of what is still to be written instead of recursion.
class Printer {
 public:
  Printer(const Pool& pool, std::span<const std::string> names) : pool_(pool), names_(names) {}

  std::string print(NodeId root) {
    open_.push_back({root, Binding::choice, {}});
    while (!open_.empty()) {
      if (text_.size() > longest_text) return text_ + "…";
      const Piece piece = std::move(open_.back());
      open_.pop_back();
      if (!piece.node.valid()) {
        text_ += piece.text;
        continue;
      }
      pieces_.clear();
      const NodeId node = written(piece.node);
      const bool parenthesised = binding_of(pool_[node]) < piece.least;
      if (parenthesised) word("(");
      expand(node);
      if (parenthesised) word(")");
      open_.insert(open_.end(), pieces_.rbegin(), pieces_.rend());
    }
    return std::move(text_);
  }

 private:
  struct Piece {
    NodeId node;  // invalid: text
    Binding least = Binding::choice;
    std::string text;
  };

  void word(std::string_view text) { pieces_.push_back({{}, Binding::choice, std::string(text)}); }
  void part(NodeId node, Binding least) { pieces_.push_back({node, least, {}}); }

  void expand(NodeId id) {
    const Node& node = pool_[id];
    const auto children = pool_.children(id);
    switch (node.op) {
      case Op::slot:
        word(node.payload < names_.size() ? names_[node.payload] : "s" + std::to_string(node.payload));
        return;
      case Op::constant: word(shortest(node.value)); return;
      case Op::add: sum(children); return;
      case Op::negate:
        word("-");
        part(children[0], Binding::product);
        return;
      case Op::multiply: product(children); return;
      case Op::integer_power: {
        part(children[0], Binding::primary);
        const auto exponent = static_cast<std::int32_t>(node.payload);
        word(exponent < 0 ? "^(" + std::to_string(exponent) + ")" : "^" + std::to_string(exponent));
        return;
      }
      case Op::logical_not:
        word("not ");
        part(children[0], Binding::relation);
        return;
      case Op::select:
      case Op::choose: choice(children); return;
      case Op::smooth: call("smooth", std::to_string(node.payload), children); return;
      case Op::call: call(pool_.routine(node.payload)->name(), {}, children); return;
      default: break;
    }
    if (const auto name = function_name(node.op); !name.empty()) {
      call(name, {}, children);
    } else {
      pair(node.op, children);
    }
  }

  /// A sign that continues a function beyond its domain, which nobody wrote.
  [[nodiscard]] bool is_sign(NodeId id) const {
    const auto children = pool_.children(id);
    return pool_[id].op == Op::select && is_beyond(pool_, children[0]) && pool_.is_constant(children[2], 1);
  }

  /// What stands in the text, without such continuations.
  [[nodiscard]] NodeId written(NodeId id) const {
    for (;;) {
      const auto children = pool_.children(id);
      if (pool_[id].op == Op::select && is_beyond(pool_, children[0])) {
        id = children[2];
      } else if (pool_[id].op == Op::multiply &&
                 std::ranges::count_if(children, [&](NodeId c) { return !is_sign(c); }) == 1) {
        id = *std::ranges::find_if(children, [&](NodeId c) { return !is_sign(c); });
      } else {
        return id;
      }
    }
  }

  void product(std::span<const NodeId> factors) {
    bool first = true;
    for (const NodeId factor : factors) {
      if (is_sign(factor)) continue;
      if (!first) word("*");
      const Op op = pool_[written(factor)].op;
      const bool divides = op == Op::divide || op == Op::multiply;
      part(factor, !first && divides ? Binding::power : Binding::product);
      first = false;
    }
  }

  void sum(std::span<const NodeId> terms) {
    for (std::size_t i = 0; i < terms.size(); ++i) {
      const Node& term = pool_[terms[i]];
      if (term.op == Op::negate) {
        word(i == 0 ? "-" : " - ");
        part(pool_.children(terms[i])[0], Binding::product);
      } else if (term.op == Op::constant && term.value < 0) {
        word((i == 0 ? "-" : " - ") + shortest(-term.value));
      } else {
        if (i > 0) word(" + ");
        part(terms[i], i == 0 ? Binding::sum : Binding::product);
      }
    }
  }

  void pair(Op op, std::span<const NodeId> children) {
    Node node;
    node.op = op;
    const Binding own = binding_of(node);
    const bool leans_left = op == Op::divide || op == Op::logical_and || op == Op::logical_or;
    part(children[0], leans_left ? own : tighter(own));
    word(infix(op));
    part(children[1], tighter(own));
  }

  void choice(std::span<const NodeId> children) {
    word("if ");
    part(children[0], Binding::disjunction);
    word(" then ");
    part(children[1], Binding::disjunction);
    word(" else ");
    part(children[2], Binding::choice);
  }

  void call(std::string_view name, std::string_view first, std::span<const NodeId> children) {
    word(name);
    word("(");
    if (!first.empty()) word(first);
    for (std::size_t i = 0; i < children.size(); ++i) {
      if (i > 0 || !first.empty()) word(", ");
      part(children[i], Binding::choice);
    }
    word(")");
  }

  const Pool& pool_;
  std::span<const std::string> names_;
  std::string text_;
  std::vector<Piece> open_;
  std::vector<Piece> pieces_;
};

}  // namespace

std::string print(const Pool& pool, NodeId root, std::span<const std::string> names) {
  return Printer(pool, names).print(root);
}

}  // namespace sunder::symbolic
