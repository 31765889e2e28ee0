#include "laws/random_hybrid/tree.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

namespace sunder::random_hybrid {
namespace {

bool is_held(Kind kind) { return kind == Kind::floor || (kind >= Kind::less && kind <= Kind::greater_equal); }

double held_now(const Node& node, double a, double b) {
  switch (node.kind) {
    case Kind::less: return a < b;
    case Kind::less_equal: return a <= b;
    case Kind::greater: return a > b;
    case Kind::greater_equal: return a >= b;
    default: return std::floor(a);
  }
}

double power(double base, int exponent) {
  double product = 1;
  for (int i = 0; i < exponent; ++i) product *= base;
  return product;
}

double function(Kind kind, double a) {
  switch (kind) {
    case Kind::sin: return std::sin(a);
    case Kind::cos: return std::cos(a);
    case Kind::tanh: return std::tanh(a);
    case Kind::atan: return std::atan(a);
    case Kind::exp: return std::exp(a);
    case Kind::sqrt: return std::sqrt(a);
    case Kind::log: return std::log(a);
    default: return std::fabs(a);
  }
}

const char* name(Kind kind) {
  switch (kind) {
    case Kind::sin: return "sin";
    case Kind::cos: return "cos";
    case Kind::tanh: return "tanh";
    case Kind::atan: return "atan";
    case Kind::exp: return "exp";
    case Kind::sqrt: return "sqrt";
    case Kind::log: return "log";
    case Kind::abs: return "abs";
    case Kind::min: return "min";
    case Kind::max: return "max";
    case Kind::floor: return "floor";
    case Kind::add: return " + ";
    case Kind::subtract: return " - ";
    case Kind::multiply: return "*";
    case Kind::divide: return "/";
    case Kind::less: return " < ";
    case Kind::less_equal: return " <= ";
    case Kind::greater: return " > ";
    case Kind::greater_equal: return " >= ";
    case Kind::both: return " and ";
    case Kind::either: return " or ";
    default: return "?";
  }
}

/// How tightly the text of a node holds together; 9: needs no parentheses anywhere.
int strength(Kind kind) {
  switch (kind) {
    case Kind::choose: return 0;
    case Kind::either: return 1;
    case Kind::both: return 2;
    case Kind::opposite: return 3;
    case Kind::less:
    case Kind::less_equal:
    case Kind::greater:
    case Kind::greater_equal: return 4;
    case Kind::negate: return 5;
    case Kind::add:
    case Kind::subtract: return 5;
    case Kind::multiply:
    case Kind::divide: return 6;
    case Kind::power: return 7;
    default: return 9;
  }
}

/// With parentheses only where the grammar needs them: how operators bind is tested too.
std::string operand(const Node& node, const std::vector<std::string>& names, int at_least) {
  const std::string plain = text(node, names);
  return strength(node.kind) >= at_least ? plain : "(" + plain + ")";
}

}  // namespace

double value(const Node& node, Values& values) {
  const auto part = [&](std::size_t i) { return value(*node.parts[i], values); };
  if (is_held(node.kind)) {
    if (!values.event) return values.held[node.held];
    const double a = part(0);
    return values.held[node.held] = held_now(node, a, node.parts.size() > 1 ? part(1) : 0);
  }
  switch (node.kind) {
    case Kind::number: return node.number;
    case Kind::time: return values.time;
    case Kind::variable: return values.now[node.variable];
    case Kind::before: return values.before[node.variable];
    case Kind::negate: return -part(0);
    case Kind::add: return part(0) + part(1);
    case Kind::subtract: return part(0) - part(1);
    case Kind::multiply: return part(0) * part(1);
    case Kind::divide: return part(0) / part(1);
    case Kind::power: return power(part(0), static_cast<int>(node.number));
    case Kind::min: return std::min(part(0), part(1));
    case Kind::max: return std::max(part(0), part(1));
    // all parts are computed, so that everything held inside is as new as the rest
    case Kind::both: return static_cast<double>((part(0) != 0) & (part(1) != 0));
    case Kind::either: return static_cast<double>((part(0) != 0) | (part(1) != 0));
    case Kind::opposite: return part(0) == 0;
    case Kind::choose: {
      const double yes = part(1), no = part(2);
      return part(0) != 0 ? yes : no;
    }
    default: return function(node.kind, part(0));
  }
}

bool still_holds(const Node& node, Values& values) {
  for (const Tree& part : node.parts)
    if (!still_holds(*part, values)) return false;
  if (!is_held(node.kind)) return true;
  const double a = value(*node.parts[0], values);
  return values.held[node.held] == held_now(node, a, node.parts.size() > 1 ? value(*node.parts[1], values) : 0);
}

std::string text(double number) {
  std::array<char, 40> digits{};
  const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), number).ptr;  // reads back exactly
  const std::string plain(digits.data(), end);
  return number < 0 ? "(" + plain + ")" : plain;
}

std::string text(const Node& node, const std::vector<std::string>& names) {
  const auto part = [&](std::size_t i, int at_least) { return operand(*node.parts[i], names, at_least); };
  switch (node.kind) {
    case Kind::number: return text(node.number);
    case Kind::index: return "i";
    case Kind::time: return "time";
    case Kind::variable: return names[node.variable];
    case Kind::element:
      if (node.offset == 0) return node.array + "[i]";
      return node.array + "[i" + (node.offset > 0 ? " + " : " - ") + std::to_string(std::abs(node.offset)) + "]";
    case Kind::before: return "pre(" + names[node.variable] + ")";
    case Kind::negate: return "(-" + part(0, 6) + ")";
    case Kind::add: return part(0, 5) + name(node.kind) + part(1, 6);
    case Kind::subtract: return part(0, 5) + name(node.kind) + part(1, 6);
    case Kind::multiply:
    case Kind::divide: return part(0, 6) + name(node.kind) + part(1, 7);
    case Kind::power: return part(0, 9) + "^" + text(node.number);
    case Kind::both: return part(0, 3) + name(node.kind) + part(1, 3);
    case Kind::either: return part(0, 2) + name(node.kind) + part(1, 2);
    case Kind::opposite: return "not " + part(0, 4);
    case Kind::choose: return "if " + part(0, 1) + " then " + part(1, 1) + " else " + part(2, 1);
    case Kind::less:
    case Kind::less_equal:
    case Kind::greater:
    case Kind::greater_equal: return part(0, 5) + name(node.kind) + part(1, 5);
    default: {
      std::string list;
      for (const Tree& one : node.parts) list += (list.empty() ? "" : ", ") + text(*one, names);
      return std::string(name(node.kind)) + "(" + list + ")";
    }
  }
}

Tree instantiate(const Tree& tree, int index, std::size_t& held) {
  auto copy = std::make_shared<Node>(*tree);
  if (tree->kind == Kind::index) {
    copy->kind = Kind::number;
    copy->number = index;
  } else if (tree->kind == Kind::element) {
    copy->kind = Kind::variable;
    copy->variable = tree->variable + static_cast<std::size_t>(index - 1 + tree->offset);
  }
  if (is_held(tree->kind)) copy->held = held++;
  for (Tree& part : copy->parts) part = instantiate(part, index, held);
  return copy;
}

}  // namespace sunder::random_hybrid
