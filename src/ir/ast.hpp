// The syntax tree of Modelica text: what was written, nothing more.
//
// Is:    the output of `syntax`, for the whole Modelica 3.6 grammar; the input of `instantiate` and of the formatter.
// Holds: every node has the span it was parsed from; names are views into the source text (owned by the SourceMap);
//        operators have their operands; nesting is at most `maximum_depth` deep (the parser sees to it), so recursion
//        over the tree is safe.
// Never: types, looked-up names, values.
//
// Nodes live in the Arena of their File and are trivially destructible. Lists are spans.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/arena.hpp"
#include "base/source.hpp"

namespace sunder::ast {

inline constexpr int maximum_depth = 400;

struct Expression;
struct Equation;
struct Class;
struct Modification;
struct Annotation;
template <class T>
using List = std::span<T>;

struct Identifier {
  std::string_view text;  ///< quoted identifiers keep their quotes: 'a b'
  Span span;
  [[nodiscard]] bool empty() const { return text.empty(); }
};

/// A.B.C or .A.B.C
struct Name {
  bool global = false;
  List<Identifier> parts;
  Span span;
};

// ---------------------------------------------------------------- expressions

enum class ExpressionKind : std::uint8_t {
  error,          ///< could not be parsed (a diagnostic was given)
  integer,        ///< text
  real,           ///< text
  string,         ///< text: with quotes and escapes as written
  boolean,        ///< boolean
  reference,      ///< reference
  unary,          ///< operator_, operands[0]
  binary,         ///< operator_, operands[0], operands[1]: relations and powers
  chain,          ///< operands[0] then (operators[i], operands[i+1]): + - .+ .- | * / .* ./ | and | or, left to right
  if_,            ///< operands: condition, value, condition, value, …, else value
  call,           ///< reference (callee: also der, initial, pure), arguments
  array,          ///< {a, b, c} : operands
  matrix,         ///< [a, b; c, d] : operands row by row, row_lengths
  range,          ///< a:b or a:s:b : two or three operands
  comprehension,  ///< {operands[0] for iterators}; as the argument of a call too: boolean tells that it has no braces
  tuple,          ///< (a, , b): output list, operands with null for omitted ones; (a) alone is `parentheses`
  parentheses,    ///< (a)
  end,            ///< `end` inside a subscript
  colon,          ///< `:` as a subscript
  function_argument,  ///< function f(a = 1): reference, arguments
};

enum class Operator : std::uint8_t {
  add,
  subtract,
  multiply,
  divide,
  power,
  element_add,
  element_subtract,
  element_multiply,
  element_divide,
  element_power,
  logical_not,
  logical_and,
  logical_or,
  less,
  less_equal,
  greater,
  greater_equal,
  equal,
  not_equal,
};

struct ReferencePart {
  Identifier name;
  List<Expression*> subscripts;
  Span span;
};

/// a[1].b.c[:, 2]; `global`: starts with a dot.
struct Reference {
  bool global = false;
  List<ReferencePart> parts;
};

struct Argument {
  Identifier name;  ///< empty: positional
  Expression* value = nullptr;
};

struct Iterator {
  Identifier name;
  Expression* range = nullptr;  ///< null: implicit range
};

struct Expression {
  ExpressionKind kind = ExpressionKind::error;
  Operator operator_ = Operator::add;
  bool boolean = false;
  Span span;
  std::string_view text;
  Reference reference;
  List<Expression*> operands;
  List<Operator> operators;
  List<std::uint32_t> row_lengths;
  List<Argument> arguments;
  List<Iterator> iterators;
};

// ---------------------------------------------------------------- modifications and components

/// One argument of a modification: an element modification, a redeclaration or a replaceable element.
struct ModificationArgument {
  bool each = false;
  bool final_ = false;
  Name name;  ///< element modification: which element
  Modification* modification = nullptr;
  struct Element* element = nullptr;  ///< redeclare/replaceable: what (then name is empty)
  List<Expression*> description;      ///< string comment
  Span span;
};

/// (arguments) = value, or := value
struct Modification {
  bool has_arguments = false;
  List<ModificationArgument> arguments;
  bool assign = false;  ///< := instead of =
  bool break_ = false;  ///< = break
  Expression* value = nullptr;
  Span span;
};

struct Annotation {
  List<ModificationArgument> arguments;
  Span span;
};

/// A description string ("a" + "b") and an annotation.
struct Comment {
  List<Expression*> strings;
  Annotation* annotation = nullptr;
};

enum class FlowPrefix : std::uint8_t { none, flow, stream };
enum class VariabilityPrefix : std::uint8_t { none, discrete, parameter, constant };
enum class CausalityPrefix : std::uint8_t { none, input, output };
enum class Visibility : std::uint8_t { public_, protected_ };

struct Component {
  Identifier name;
  List<Expression*> subscripts;
  Modification* modification = nullptr;
  Expression* condition = nullptr;
  Comment comment;
  Span span;
};

/// constrainedby type(modification); the comment is that of the element too
struct Constraint {
  Name type;
  Modification* modification = nullptr;
  Comment comment;
};

enum class ElementKind : std::uint8_t { component_clause, class_definition, extends, import_ };

struct Import {
  Identifier alias;  ///< import A = B.C
  Name name;
  bool wildcard = false;      ///< import A.*
  List<Identifier> selected;  ///< import A.{B, C}
};

struct Element {
  ElementKind kind = ElementKind::component_clause;
  Visibility visibility = Visibility::public_;
  bool redeclare = false, final_ = false, inner = false, outer = false, replaceable = false, each = false;
  // component clause
  FlowPrefix flow = FlowPrefix::none;
  VariabilityPrefix variability = VariabilityPrefix::none;
  CausalityPrefix causality = CausalityPrefix::none;
  Name type;  ///< also: the class an extends clause names
  List<Expression*> type_subscripts;
  List<Component> components;
  // class definition
  Class* class_ = nullptr;
  // extends
  Modification* modification = nullptr;
  List<Name> breaks;                  ///< extends A(break x): deselected components
  List<Equation*> break_connections;  ///< extends A(break connect(a, b)): deselected connections
  Annotation* annotation = nullptr;
  // import
  Import import_;
  Constraint* constraint = nullptr;
  Comment comment;  ///< of constrainedby and import
  Span span;
};

// ---------------------------------------------------------------- equations and statements

struct Statement;

struct EquationBranch {
  Expression* condition = nullptr;  ///< null: else
  List<Equation*> body;
};

enum class EquationKind : std::uint8_t { equality, connect, for_, if_, when, call };

struct Equation {
  EquationKind kind = EquationKind::equality;
  Expression* left = nullptr;     ///< equality, connect; call: the call
  Expression* right = nullptr;    ///< equality, connect
  List<Iterator> iterators;       ///< for
  List<Equation*> body;           ///< for
  List<EquationBranch> branches;  ///< if, when
  Comment comment;
  Span span;
};

struct StatementBranch {
  Expression* condition = nullptr;  ///< null: else
  List<Statement*> body;
};

enum class StatementKind : std::uint8_t {
  assignment,
  multiple_assignment,
  call,
  for_,
  while_,
  if_,
  when,
  break_,
  return_
};

struct Statement {
  StatementKind kind = StatementKind::assignment;
  Expression* left = nullptr;   ///< assignment: reference; multiple: tuple
  Expression* right = nullptr;  ///< assignments: value; call: the call; while: condition
  List<Iterator> iterators;
  List<Statement*> body;
  List<StatementBranch> branches;
  Comment comment;
  Span span;
};

struct EquationSection {
  bool initial = false;
  List<Equation*> equations;
  Span span;
};

struct AlgorithmSection {
  bool initial = false;
  List<Statement*> statements;
  Span span;
};

struct External {
  std::string_view language;     ///< text of the string, with quotes; empty: not given
  Expression* result = nullptr;  ///< reference on the left of =
  Identifier function;
  List<Expression*> arguments;
  Annotation* annotation = nullptr;
  Span span;
};

// ---------------------------------------------------------------- classes

enum class ClassKind : std::uint8_t {
  class_,
  model,
  record,
  operator_record,
  block,
  connector,
  expandable_connector,
  type,
  package,
  function,
  operator_function,
  operator_,
};
enum class Purity : std::uint8_t { none, pure, impure };

enum class ClassForm : std::uint8_t {
  long_,        ///< model A … end A
  extends,      ///< model extends A(…) … end A
  short_,       ///< type A = B[…](…)
  enumeration,  ///< type A = enumeration(…) or enumeration(:)
  derivative,   ///< function A = der(B, x, y)
};

struct EnumerationLiteral {
  Identifier name;
  Comment comment;
};

/// Sections of a class body in the order written (so that the printer keeps it).
struct Section {
  enum class Kind : std::uint8_t { elements, equations, algorithm } kind = Kind::elements;
  Visibility visibility = Visibility::public_;
  bool visibility_written = false;  ///< `public` or `protected` stands before the elements
  List<Element*> elements;
  EquationSection* equations = nullptr;
  AlgorithmSection* algorithm = nullptr;
};

struct Class {
  ClassKind kind = ClassKind::class_;
  ClassForm form = ClassForm::long_;
  bool partial = false, encapsulated = false, final_ = false;
  Purity purity = Purity::none;
  Identifier name;
  Identifier end_name;
  // long, extends
  List<Section> sections;
  External* external = nullptr;
  Annotation* annotation = nullptr;  ///< of the class body, or of the comment (short forms; not in `comment` then)
  // short
  CausalityPrefix base_causality = CausalityPrefix::none;
  Name base;  ///< short: base class; derivative: the function
  List<Expression*> base_subscripts;
  Modification* modification = nullptr;  ///< short, extends
  // enumeration
  List<EnumerationLiteral> literals;
  bool open_enumeration = false;  ///< enumeration(:)
  // derivative
  List<Identifier> derivative_variables;
  Comment comment;
  Span span;
};

/// One source file. Owns the arena of all its nodes.
struct File {
  FileId source;
  std::unique_ptr<Arena> arena;
  bool has_within = false;
  Name within;  ///< may be empty: `within;`
  List<Class*> classes;
};

/// The tree as text, for --dump=ast: one node a line, indented.
/// Everything but the spans is shown, so two trees are the same when their texts are.
std::string print_tree(const File& file);
std::string print_tree(const Expression& expression);
bool same_tree(const File& a, const File& b);
/// Checks everything under "Holds" of a tree that was parsed from this text without errors; returns the violations.
std::vector<std::string> verify(const File& file, std::string_view text);

}  // namespace sunder::ast
