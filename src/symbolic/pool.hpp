// Scalar expressions as an interned graph: equal expressions are the same node.
//
// Leaves are slots (numbered placeholders, filled by an equation's operands) and the few literals that belong to a
// shape (0, 1, -1, 2 and integer exponents). Everything else that is a number is an operand. Sums and products are
// n-ary. There is no subtract and no divide node: a - b is add(a, negate(b)), a / b is divide(a, b).
#pragma once

#include <cstdint>
#include <functional>
#include <initializer_list>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "base/id.hpp"

namespace sunder::symbolic {

using NodeId = Id<struct NodeTag>;

enum class Op : std::uint8_t {
  slot,      ///< payload: slot number
  constant,  ///< value
  add,       ///< n-ary, at least two children
  multiply,  ///< n-ary, at least two children
  negate,
  divide,
  integer_power,  ///< payload: exponent as int32; evaluated as products everywhere, see apply.hpp for their order
  power,          ///< real exponent
  // functions of one argument
  sin,
  cos,
  tan,
  asin,
  acos,
  atan,
  sinh,
  cosh,
  tanh,
  exp,
  log,
  log10,
  sqrt,
  abs,
  sign,
  floor,
  ceil,
  // functions of two arguments
  atan2,
  min,
  max,
  mod,
  rem,
  div,
  // conditions: value 1 or 0
  less,
  less_equal,
  greater,
  greater_equal,
  equal,
  not_equal,
  logical_and,
  logical_or,
  logical_not,
  select,    ///< (condition, then, else): both branches are total and may be evaluated
  choose,    ///< (condition, then, else): only the taken branch may be evaluated
  no_event,  ///< neutral mark
  smooth,    ///< neutral mark; payload: order
  relax,     ///< neutral mark (spec of relaxing): survives simplification and differentiation
  residue,   ///< value 0; child: the tearing variable, which does not count as an occurrence
  call,      ///< payload: number of a routine; any number of children
};

class Routine;

struct Node {
  Op op = Op::constant;
  bool closed = true;  ///< no slot below: a constant, or something that could not be folded (1/0, log(-1), a call)
  std::uint32_t payload = 0;
  double value = 0;
  std::uint32_t first_child = 0;
  std::uint32_t child_count = 0;
};

/// Hash-consing store. The make-functions simplify with the rules that hold for all finite values
/// (neutral elements, folding of constants, flattening of nested sums and products, collecting of equal terms, double
/// negation). Folding never hides an error: 1/0, log(-1) and the like stay as they are.
///
/// Children are always older than their parents, so ascending ids are an order of evaluation. Terms and factors keep
/// the order in which they were written; numbers in a product come first; signs stand outside of products and
/// quotients and inside of sums. To build a long sum or product, give all children at once.
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

  /// The number that a call of the routine has as its payload.
  std::uint32_t add(std::shared_ptr<const Routine> routine);
  [[nodiscard]] const std::shared_ptr<const Routine>& routine(std::uint32_t number) const { return routines_[number]; }
  /// The routine that is the derivative of another by one of its arguments; `no_routine`: zero.
  std::uint32_t partial_of(std::uint32_t number, std::uint32_t argument);
  static constexpr std::uint32_t no_routine = 0xFFFFFFFFU;

  /// The expression with slot k replaced by replacements[k]; an invalid replacement keeps the slot.
  NodeId substitute(NodeId root, std::span<const NodeId> replacements);
  /// The same where few of many slots are replaced: replacement(k) is asked for the slots that occur.
  NodeId substitute(NodeId root, const std::function<NodeId(std::uint32_t)>& replacement);

 private:
  // One rule each: see the file of the same name.
  NodeId make_add(std::span<const NodeId> children);
  NodeId make_multiply(std::span<const NodeId> children);
  NodeId make_negate(NodeId a);
  NodeId make_divide(NodeId a, NodeId b);
  NodeId make_integer_power(NodeId a, std::int32_t exponent);
  NodeId make_power(NodeId a, NodeId b);
  NodeId make_function(Op op, std::span<const NodeId> children);
  NodeId make_condition(Op op, std::span<const NodeId> children);
  NodeId make_choice(Op op, NodeId condition, NodeId yes, NodeId no);
  /// The value if all children are constants and it is finite; else invalid.
  NodeId fold(Op op, std::span<const NodeId> children, std::uint32_t payload);
  /// A term as number * base.
  struct Term {
    double coefficient;
    NodeId base;
  };
  Term split(NodeId term);

  NodeId intern(Node node, std::span<const NodeId> children);
  NodeId intern(Op op, std::span<const NodeId> children, std::uint32_t payload = 0);
  [[nodiscard]] bool same(NodeId id, const Node& node, std::span<const NodeId> children) const;
  void grow();

  std::vector<Node> nodes_;
  std::vector<NodeId> children_;
  std::vector<std::uint32_t> table_;  ///< open addressing: node ids by hash
  std::vector<std::shared_ptr<const Routine>> routines_;
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> partials_;
};

/// The value of the expression with slot k set to slots[k]: the reference semantics of every operation (apply.hpp).
double evaluate(const Pool& pool, NodeId root, std::span<const double> slots);

/// Modelica-like text with as few parentheses as possible; slot k is written as names[k] (or s<k> without names).
/// Shared sub-expressions are written out each time; a text longer than 100 000 characters ends with "…".
std::string print(const Pool& pool, NodeId root, std::span<const std::string> names = {});

}  // namespace sunder::symbolic
