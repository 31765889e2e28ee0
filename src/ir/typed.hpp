// Typed expressions, equations and functions: what was meant, with every name resolved and every dimension known.
//
// Is:    the language between instantiate, evaluate, flatten and lower. Arrays, for-equations and functions are kept.
// Holds: every node has a type; dimensions of model expressions are known numbers (0 and more); references point to
//        declared variables; operands have the types their operation needs (Integer where Real is expected is fine).
// Never: names to look up, modifiers, scalarised arrays.
//
// Nodes live in the arena of their InstanceTree and are trivially destructible.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/source.hpp"
#include "ir/attributes.hpp"
#include "ir/shared_place.hpp"

namespace sunder::ir {

struct Instance;
struct Function;
struct RecordType;

/// An enumeration: its literals in order; values are counted from 1.
struct EnumerationType {
  std::string_view name;
  std::span<const std::string_view> literals;
};

struct Type {
  BaseType base = BaseType::error;
  std::span<const std::int64_t> dimensions;      ///< `open_size`: not known before the run (inside of functions)
  const EnumerationType* enumeration = nullptr;  ///< null: any (StateSelect)
  const RecordType* record = nullptr;

  [[nodiscard]] bool is_scalar() const { return dimensions.empty(); }
  [[nodiscard]] bool is_numeric() const { return base == BaseType::real || base == BaseType::integer; }
  [[nodiscard]] bool is_error() const { return base == BaseType::error; }
  [[nodiscard]] Type with(std::span<const std::int64_t> sizes) const { return {base, sizes, enumeration, record}; }
};
/// Where a range depends on loop variables or a size on inputs of a function, it is not one number.
inline constexpr std::int64_t open_size = -1;

struct RecordField {
  std::string_view name;
  Type type;
};
/// Records are alike when their fields are. `class_`: who made it, for constructors and operators.
struct RecordType {
  std::string_view name;
  std::span<const RecordField> fields;
  const void* class_ = nullptr;
};

std::string print(const Type& type);
/// Number of scalar elements; a number beyond every limit when it does not fit; `open_size` when one is open.
std::int64_t element_count(std::span<const std::int64_t> dimensions);

/// A loop variable of a for-equation, a comprehension or a reduction. Compared by address.
struct IteratorSymbol {
  std::string_view name;
  Span span;
};

struct Expression;

/// An input, output or protected variable of a function; those of records are one for each field. Compared by address.
struct FunctionVariable {
  std::string_view name;
  Type type;
  Span span;
  std::span<Expression* const> sizes;   ///< by dimension; null: open ':'
  Expression* binding = nullptr;        ///< of outputs and protected ones: the value before the first statement
  const Function* interface = nullptr;  ///< of an input that is a function: the partial one it is declared with
};

enum class Operation : std::uint8_t {
  add,
  subtract,
  multiply,
  divide,
  power,  // by the rules of the language for scalars, vectors and matrices
  element_add,
  element_subtract,
  element_multiply,
  element_divide,
  element_power,
  logical_and,
  logical_or,
  less,
  less_equal,
  greater,
  greater_equal,
  equal,
  not_equal,
};

enum class Builtin : std::uint8_t {
  // scalar mathematics, applied element by element to arrays
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
  integer,
  atan2,
  mod,
  rem,
  div,
  // scalar pair or all elements of an array
  min,
  max,
  // arrays
  sum,
  product,
  size,
  ndims,
  zeros,
  ones,
  fill,
  linspace,
  identity,
  diagonal,
  transpose,
  scalar,
  vector,
  cross,
  matrix,
  cat,
  symmetric,
  skew,
  outer_product,
  // other types
  string_of,       ///< String(x), with its format as further operands
  integer_of,      ///< Integer(e) of an enumeration
  enumeration_of,  ///< E(i)
  // marks and operators
  der,
  no_event,
  smooth,
  residue,  ///< residue(x): value 0; its equation is the residual of the tearing variable x
  relax,    ///< Sunder.relax(x): value x, which counts as known there when an order of solution is looked for
  semi_linear,
  homotopy,
  delay,
  spatial_distribution,
  // connections: late constants
  cardinality,
  is_root,
  rooted,
  in_stream,
  actual_stream,
  // events
  pre,
  edge,
  change,
  initial,
  terminal,
  sample,
  // clocks
  clock,
  previous,
  hold,
  sub_sample,
  super_sample,
  shift_sample,
  back_sample,
  no_clock,
  interval,
  first_tick,
  active,  ///< not in the text: a condition of a when-equation has just become true
};
/// The last one users can write.
inline constexpr Builtin last_builtin = Builtin::first_tick;
std::string_view name_of(Builtin builtin);
/// Whether the value is a matter of events, whatever the arguments are.
inline bool speaks_of_events(Builtin builtin) { return builtin >= Builtin::pre; }

enum class ExpressionKind : std::uint8_t {
  number,             ///< number (Real or Integer by type)
  boolean,            ///< number is 0 or 1
  string,             ///< text, unescaped
  enumeration,        ///< text: the literal's name; number: its position, from 1
  variable,           ///< variable, subscripts (as many as dimensions, or none for the whole)
  function_variable,  ///< function_variable, subscripts
  iterator,           ///< iterator
  time,
  negate,         ///< operands[0]
  logical_not,    ///< operands[0]
  chain,          ///< operands[0], then (operations[i], operands[i+1]), left to right
  relation,       ///< operations[0], two operands
  power,          ///< operations[0] (power or element_power), two operands
  if_,            ///< condition, value, condition, value, …, else value
  builtin,        ///< builtin, operands
  call,           ///< function (or function_variable, of type function), operands in the order of its inputs; null: the
                  ///< default of that input; result: which output
  array,          ///< operands of one type
  range,          ///< start, stop or start, step, stop
  comprehension,  ///< {operands[0] for iterators}; outermost dimension = last iterator first
  reduction,      ///< builtin (sum, product, min, max) of operands[0] for iterators
  record,         ///< operands: the fields, each with the dimensions of the record before its own
  index,          ///< operands[0], subscripts (one for each of its dimensions)
  function_reference,  ///< function, operands in the order of its inputs: those that are given already
};

struct Subscript {
  Expression* value = nullptr;  ///< scalar Integer, or a vector of Integers; null: the whole dimension
};

struct IteratorRange {
  const IteratorSymbol* symbol = nullptr;
  Expression* range = nullptr;
};

struct Expression {
  ExpressionKind kind = ExpressionKind::number;
  Builtin builtin = Builtin::sum;
  std::uint32_t result = 0;
  Type type;
  Span span;
  double number = 0;
  union {
    SharedPointer<Instance, 0> variable = {};
    SharedPointer<FunctionVariable, 1> function_variable;
    SharedPointer<IteratorSymbol, 2> iterator;
    SharedPointer<Function, 3> function;
  };
  union {
    SharedList<Subscript, 0> subscripts = {};
    SharedList<Operation, 1> operations;
    SharedList<IteratorRange, 2> iterators;
    SharedText<3> text;
  };
  std::span<Expression*> operands;
};
static_assert(sizeof(Expression) <= 112, "of these there are most of all");

/// Modelica text of a typed expression.
std::string print(const Expression& expression);

/// Calls `visit` for every node the value depends on, subscripts and iterator ranges included. The size of an array
/// does not depend on its elements.
template <class Visit>
void walk(const Expression& e, const Visit& visit) {
  visit(e);
  if (e.kind == ExpressionKind::builtin && (e.builtin == Builtin::size || e.builtin == Builtin::ndims)) {
    if (e.operands.size() > 1) walk(*e.operands[1], visit);
    return;
  }
  for (const Expression* operand : e.operands)
    if (operand != nullptr) walk(*operand, visit);
  for (const Subscript& subscript : e.subscripts)
    if (subscript.value != nullptr) walk(*subscript.value, visit);
  for (const IteratorRange& range : e.iterators) walk(*range.range, visit);
}

// ---------------------------------------------------------------- equations

enum class EquationKind : std::uint8_t { equality, for_, if_, assert_, when, reinit, terminate, call };

struct TypedEquation;
struct TypedBranch {
  Expression* condition = nullptr;  ///< null: else
  std::span<TypedEquation*> body;
};

struct TypedEquation {
  EquationKind kind = EquationKind::equality;
  Span span;
  Expression* left = nullptr;          ///< equality; assert: the condition; reinit: the state; call
  Expression* right = nullptr;         ///< equality; assert, terminate: the message; reinit: the value
  bool warns = false;                  ///< assert: of the level warning
  std::span<IteratorRange> iterators;  ///< for
  std::span<TypedEquation*> body;      ///< for
  std::span<TypedBranch> branches;     ///< if; when: conditions may be vectors, there is no else
};

std::string print(const TypedEquation& equation, int indent);

// ---------------------------------------------------------------- statements and functions

enum class StatementKind : std::uint8_t {
  assign,
  if_,
  for_,
  while_,
  when,
  break_,
  return_,
  assert_,
  terminate,
  reinit,
  call
};

struct Statement;
struct StatementBranch {
  Expression* condition = nullptr;  ///< null: else
  std::span<Statement*> body;
};

struct Statement {
  StatementKind kind = StatementKind::assign;
  Span span;
  /// assign: variables or function variables, with subscripts; all values are taken before the first is assigned.
  /// Null: a result that is not wanted. assert: condition, message. reinit: state, value. terminate: message.
  std::span<Expression*> left;
  std::span<Expression*> right;         ///< assign: as many values; call: the call
  Expression* condition = nullptr;      ///< while
  bool warns = false;                   ///< assert
  std::span<IteratorRange> iterators;   ///< for
  std::span<Statement*> body;           ///< for, while
  std::span<StatementBranch> branches;  ///< if, when
};

std::string print(const Statement& statement, int indent);

/// annotation(derivative = function): its inputs are those of the original, then rates of some of them.
struct FunctionDerivative {
  const Function* function = nullptr;
  std::vector<std::size_t> rates;  ///< by input behind those of the original: the input of the original that changes so
  /// Where the original is a derivative itself, and this one takes no rates of what it repeats (order = 2): by rate,
  /// the input whose rate of a rate it is. Else empty.
  std::vector<std::size_t> origins;
  std::vector<bool> ignored;   ///< by input of the original: noDerivative
  std::vector<bool> constant;  ///< by input: zeroDerivative: not to be used where this one varies
};

/// annotation(inverse(input = function(…))).
struct FunctionInverse {
  const Function* function = nullptr;
  std::size_t input = 0;  ///< what it gives
  std::vector<std::size_t>
      arguments;  ///< by input of `function`: an input of the original; behind the last: its output
};

/// Where the code of an external function is, as its annotation says.
struct ForeignCode {
  std::vector<std::string> libraries, includes;
  std::string library_directory, include_directory;  ///< empty: not given
  Span span;                                         ///< of the external clause
};

/// How values of inputs give outputs: by statements, by one of our own implementations, by code of others.
struct Function {
  std::string name;
  Span span;
  std::vector<const FunctionVariable*> inputs;
  std::vector<Expression*> defaults;  ///< by input; null: must be given
  std::vector<const FunctionVariable*> outputs;
  std::vector<const FunctionVariable*> locals;
  std::vector<Statement*> body;
  std::string external;                         ///< the name of the external function; empty: it has a body
  std::string_view language;                    ///< "C", "builtin", …
  std::vector<Expression*> external_arguments;  ///< as they are written, or as the rules of the language say
  Expression* external_result = nullptr;        ///< likewise: the variable on the left; null: none
  ForeignCode code;
  const Function* destructor = nullptr;  ///< of a constructor of external objects
  std::vector<FunctionDerivative> derivatives;
  std::vector<FunctionInverse> inverses;
  const Function* derived_from = nullptr;  ///< function f = der(g, x, …): the outputs are derivatives of those of g
  std::vector<std::size_t> derived_by;     ///< by these inputs, one after the other
  bool impure = false;
  bool is_complete = false;  ///< false while it is being read: it may call itself
};

}  // namespace sunder::ir
