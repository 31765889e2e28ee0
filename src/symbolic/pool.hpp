// Scalar expressions as an interned graph: equal expressions are the same node.
//
// Leaves are slots (numbered placeholders, filled by an equation's operands) and the few literals that belong to a
// shape (0, 1, -1, 2 and integer exponents). Everything else that is a number is an operand. Sums and products are
// n-ary. There is no subtract and no divide node: a - b is add(a, negate(b)), a / b is divide(a, b).
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "base/id.hpp"

namespace sunder::symbolic {

using NodeId = Id<struct NodeTag>;
using FunctionId = Id<struct FunctionTag>;  ///< a user or external function that is called, not inlined

enum class Op : std::uint8_t {
  slot,      ///< payload: slot number
  constant,  ///< value
  add,       ///< n-ary, at least two children
  multiply,  ///< n-ary, at least two children
  negate,
  divide,
  integer_power,  ///< payload: exponent as int32; evaluated as products everywhere
  power,          ///< real exponent
  // functions of one argument
  sin, cos, tan, asin, acos, atan, sinh, cosh, tanh, exp, log, log10, sqrt, abs, sign, floor, ceil,
  // functions of two arguments
  atan2, min, max, mod, rem, div,
  // conditions: value 1 or 0
  less, less_equal, greater, greater_equal, equal, not_equal, logical_and, logical_or, logical_not,
  select,     ///< (condition, then, else): both branches are total and may be evaluated
  choose,     ///< (condition, then, else): only the taken branch may be evaluated
  no_event,   ///< neutral mark
  smooth,     ///< neutral mark; payload: order
  relax,      ///< neutral mark (spec of relaxing): survives simplification and differentiation
  residue,    ///< value 0; child: the tearing variable
  call,       ///< payload: FunctionId
};

struct Node {
  Op op = Op::constant;
  std::uint32_t payload = 0;
  double value = 0;
  std::uint32_t first_child = 0;
  std::uint32_t child_count = 0;
};

/// Hash-consing store. The make-functions simplify with the rules that hold for all finite values
/// (neutral elements, folding of constants, flattening of nested sums and products, double negation).
/// Folding never hides an error: 1/0, log(-1) and the like stay as they are.
class Pool {
 public:
  Pool();

  NodeId slot(std::uint32_t number);
  NodeId constant(double value);
  NodeId make(Op op, std::span<const NodeId> children, std::uint32_t payload = 0);
  NodeId make(Op op, std::initializer_list<NodeId> children, std::uint32_t payload = 0);

  NodeId add(NodeId a, NodeId b) { return make(Op::add, {a, b}); }
  NodeId subtract(NodeId a, NodeId b) { return make(Op::add, {a, negate(b)}); }
  NodeId multiply(NodeId a, NodeId b) { return make(Op::multiply, {a, b}); }
  NodeId divide(NodeId a, NodeId b) { return make(Op::divide, {a, b}); }
  NodeId negate(NodeId a) { return make(Op::negate, {a}); }

  [[nodiscard]] const Node& operator[](NodeId id) const { return nodes_[id.index()]; }
  [[nodiscard]] std::span<const NodeId> children(NodeId id) const;
  [[nodiscard]] bool is_constant(NodeId id) const { return (*this)[id].op == Op::constant; }
  [[nodiscard]] bool is_constant(NodeId id, double value) const {
    return is_constant(id) && (*this)[id].value == value;
  }
  [[nodiscard]] std::size_t size() const { return nodes_.size(); }

  /// The expression with slot k replaced by replacements[k]; an invalid replacement keeps the slot.
  NodeId substitute(NodeId root, std::span<const NodeId> replacements);

 private:
  NodeId intern(Node node, std::span<const NodeId> children);

  std::vector<Node> nodes_;
  std::vector<NodeId> children_;
  std::unordered_multimap<std::size_t, NodeId> index_;
};

/// The value of the expression with slot k set to slots[k]: the reference semantics of every operation.
/// (Calls are looked up in `functions`, indexed by FunctionId.)
double evaluate(const Pool& pool, NodeId root, std::span<const double> slots);

/// Modelica-like text; slot k is written as names[k] (or s<k> without names).
std::string print(const Pool& pool, NodeId root, std::span<const std::string> names = {});

}  // namespace sunder::symbolic
