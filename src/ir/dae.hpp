// The scalar hybrid system of equations `0 = F(t, x, x', z, p)`, as shapes and operands.
//
// Is:    what `lower` makes of a flat model, and `causalise` orders.
// Holds: distinct slots of one row hold distinct operands; every operand is valid; parameter assignments stand in
//        evaluation order; literals are finite; every row has an origin.
//        A derivative that occurs in no equation (its declaration covers whole arrays) is no unknown. Which of the
//        differentiated variables are states is decided by `causalise`.
//        What is read through `held` changes at events only; held variables and inputs are no unknowns.
// Never: arrays, records, for-loops (they are gone), addresses (they come with the plan), trees per equation.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "base/diagnostic.hpp"
#include "base/id.hpp"
#include "base/source.hpp"
#include "ir/attributes.hpp"
#include "symbolic/shapes.hpp"
#include "symbolic/texts.hpp"

namespace sunder::symbolic {
class Procedure;
}

namespace sunder::ir {

using VariableId = Id<struct VariableTag>;
using EquationId = Id<struct EquationTag>;
using DeclarationId = Id<struct DeclarationTag>;
using OriginId = Id<struct OriginTag>;
using symbolic::ShapeId;

/// What fills a slot: a variable (of any variability; der(x) is a variable of its own), a pooled literal, or time.
class Operand {
 public:
  enum class Kind : std::uint8_t { variable, literal, time };

  Operand() = default;
  static Operand of(VariableId id) { return Operand(id.value); }
  static Operand literal(std::size_t index) { return Operand(literal_bit | static_cast<std::uint32_t>(index)); }
  static Operand time() { return Operand(time_bits); }

  [[nodiscard]] Kind kind() const {
    if (bits_ == time_bits) return Kind::time;
    return (bits_ & literal_bit) != 0 ? Kind::literal : Kind::variable;
  }
  [[nodiscard]] bool is_variable() const { return kind() == Kind::variable; }
  [[nodiscard]] VariableId variable() const { return VariableId(bits_); }
  [[nodiscard]] std::size_t literal_index() const { return bits_ & ~literal_bit; }
  [[nodiscard]] bool valid() const { return bits_ != invalid_bits; }
  [[nodiscard]] std::uint32_t bits() const { return bits_; }
  friend auto operator<=>(Operand, Operand) = default;

 private:
  static constexpr std::uint32_t literal_bit = 0x80000000U;
  static constexpr std::uint32_t invalid_bits = 0xFFFFFFFFU;
  static constexpr std::uint32_t time_bits = 0xFFFFFFFEU;
  explicit Operand(std::uint32_t bits) : bits_(bits) {}
  std::uint32_t bits_ = invalid_bits;
};

/// An attribute of every element of an array: one operand for all, or one each. Invalid: not given.
struct OperandColumn {
  Operand uniform;
  std::vector<Operand> each;

  [[nodiscard]] Operand at(std::size_t element) const { return each.empty() ? uniform : each[element]; }
  [[nodiscard]] bool given() const { return uniform.valid() || !each.empty(); }
};

/// Names of the values of an enumeration, which are counted from 1.
struct Enumeration {
  std::string name;
  std::vector<std::string> literals;
};

/// One declared variable with all its elements, which have consecutive ids starting at `first` (row-major).
struct Declaration {
  std::string name;                       ///< full path of the instance, without subscripts of the last component
  std::vector<std::uint32_t> dimensions;  ///< empty: scalar
  VariableId first;
  std::uint32_t count = 1;
  Variability variability = Variability::continuous;
  Causality causality = Causality::local;
  bool bound = false;              ///< an input that has a binding: the model determines it, like any other variable
  BaseType base = BaseType::real;  ///< Real, Integer (enumerations too), Boolean or String (numbers of texts)
  std::shared_ptr<const Enumeration> enumeration;  ///< of which the Integer is a value; null: of none
  bool is_protected = false;
  bool is_final = false;
  Span structural_at;           ///< valid: a parameter whose value was read at compile time, and where
  bool generated = false;       ///< not in the user's text (derived parameter, der(x), …)
  DeclarationId derivative_of;  ///< valid: this is der(that), element by element
  DeclarationId derivative;     ///< valid: the declaration of der(this)
  OperandColumn start, nominal, minimum, maximum;
  std::vector<bool> fixed;  ///< empty: all false; one entry: for all; else one each
  StateSelect state_select = StateSelect::automatic;
  StateSelect tearing_select = StateSelect::automatic;  ///< whether to iterate it where equations form a loop
  std::string unit, display_unit, description;
  Span span;

  /// Driven from outside.
  [[nodiscard]] bool is_open_input() const { return causality == Causality::input && !bound; }
  [[nodiscard]] bool fixed_at(std::size_t element) const {
    return !fixed.empty() && (fixed.size() == 1 ? fixed.front() : fixed[element]);
  }
};

/// One equation the user wrote (or a rule made), with all scalar rows that came of it.
struct Origin {
  Span span;
  std::string path;  ///< instance path of the component it stands in; empty at the top
  std::string rule;  ///< empty: written by the user; else e.g. "fixed start value"
};

/// A shape and its operands (as many as the shape has slots), found in Dae::operands.
struct Row {
  ShapeId shape;
  std::uint32_t operands_begin = 0;
};

struct Equation : Row {  ///< 0 = shape(operands)
  static constexpr std::uint32_t not_blended = 0xFFFFFFFFU;
  OriginId origin;
  std::uint32_t blended = not_blended;  ///< with homotopy(): the row in Dae::blended that leads to this one
};

struct Assignment : Row {  ///< target := shape(operands)
  VariableId target;
  OriginId origin;
};

/// How a held value follows from the value z of its row.
enum class HeldKind : std::uint8_t {
  less,           ///< z < 0
  less_equal,     ///< z <= 0
  greater,        ///< z > 0
  greater_equal,  ///< z >= 0
  floor,
  ceil,
  truncate,
  memory,      ///< z as it was at the end of the last event: pre(v), and whether a when-condition was true
  left_limit,  ///< z as it was when this event came: pre(v) of a continuous variable
  sample,      ///< true at the instants start + n interval; no row
  initial,     ///< true during initialisation; no row
  terminal,    ///< true at the end of the run; no row
  simplified,  ///< how much of homotopy() is its simplified argument: from 1 to 0 on the way to the start; no row
};
inline bool is_crossing(HeldKind kind) { return kind < HeldKind::memory; }
inline bool has_row(HeldKind kind) { return kind <= HeldKind::left_limit; }

/// A value that changes at events only, whatever its row does in between: equations read it as they read a parameter,
/// so that they are smooth between events. Held value number i is variable number i of the declaration `Dae::held_in`.
struct Held : Row {
  HeldKind kind = HeldKind::memory;
  Operand start, interval;  ///< sample: literals or parameters
  bool of_clock = false;    ///< sample: its first instant belongs to the start of the run
  OriginId origin;
};

/// At an event where `condition` is true the state takes the value.
struct Reinit {
  Row condition;
  Row value;
  VariableId target;
  OriginId origin;
};

/// A value in a message, written as String() would.
struct MessageValue : Row {
  symbolic::TextFormat format;
};

/// Something to be said, or an end of the run. Assertions outside of when are looked at when an event is over, and must
/// hold: `condition` is true. For all others it tells when to act: in the course of an event (in_when), or when it is
/// over.
struct Check {
  /// speech: what a function says that is called here, `speaker` with the values as its arguments.
  enum class Kind : std::uint8_t { error, warning, terminate, print, speech };
  Row condition;
  Kind kind = Kind::error;
  bool in_when = false;
  bool at_start = false;                 ///< at the start only
  bool at_steps = false;                 ///< print, speech: at the end of every step too
  bool asserts = false;                  ///< speech: the run ends where the function fails
  std::vector<std::string> message{{}};  ///< its parts: one more than values between them
  std::vector<MessageValue> values;
  std::string known;                             ///< of a message that is one value: what is known at compile time
  const symbolic::Procedure* speaker = nullptr;  ///< kept by the shapes' pool
  OriginId origin;

  [[nodiscard]] bool speaks() const { return kind == Kind::print || kind == Kind::speech; }

  /// With "…" where values stand.
  [[nodiscard]] std::string outline() const;
};

/// What a variable was some time ago, or what comes out of a flow: `past` is driven by what is recorded of `now`, as if
/// from outside. Where what is given back depends on more than the time, `past` tells which course of the run is meant,
/// and equations read it (symbolic/courses.hpp).
struct Delay {
  enum class Kind : std::uint8_t {
    fixed,    ///< what `now` was `time` ago
    varying,  ///< the course of `now`; the variable behind it is the delay, no longer than `time`
    flow,     ///< spatialDistribution: in0; the variables behind it are in1, the way, and whether it goes forward
  };
  VariableId now, past;
  Operand time;  ///< a literal or parameter; flow: invalid
  OriginId origin;
  Kind kind = Kind::fixed;
  std::vector<Operand> profile;  ///< flow: the points of the initial profile, then its values there

  /// `now`, and those behind it.
  [[nodiscard]] VariableId part(std::uint32_t number) const { return VariableId(now.value + number); }
  static constexpr std::uint32_t part_count(Kind kind) {
    return kind == Kind::fixed ? 1 : kind == Kind::varying ? 2 : 4;
  }
};

struct Dae {
  std::string name;
  std::shared_ptr<symbolic::ShapeTable> shapes;
  std::vector<Declaration> declarations;  ///< ascending by `first`, without gaps
  std::uint32_t variable_count = 0;
  std::vector<double> literals;
  std::vector<Operand> operands;
  std::vector<Assignment> parameters;  ///< every parameter and constant with its value, in evaluation order
  std::vector<Equation> equations;     ///< continuous ones first …
  std::uint32_t initial_begin = 0;     ///< … then those that hold at the start only
  std::vector<Row> blended;            ///< equations in which homotopy() is a mixture of its arguments
  std::vector<Held> held;
  DeclarationId held_in;  ///< valid iff something is held
  std::vector<Reinit> reinits;
  std::vector<Check> checks;
  std::vector<Delay> delays;
  std::shared_ptr<symbolic::Texts> texts;  ///< by whose numbers String variables are known
  std::vector<Origin> origins;
  Experiment experiment;

  [[nodiscard]] std::span<const Operand> operands_of(const Row& row) const {
    return {operands.data() + row.operands_begin, shapes->slot_count(row.shape)};
  }
  [[nodiscard]] DeclarationId declaration_of(VariableId variable) const;
  [[nodiscard]] const Declaration& declaration(VariableId variable) const {
    return declarations[declaration_of(variable).index()];
  }
  [[nodiscard]] std::size_t element_of(VariableId variable) const {
    return variable.value - declaration(variable).first.value;
  }
  /// "a.b[2,3]", "der(x[4])".
  [[nodiscard]] std::string name_of(VariableId variable) const;
  /// The derivative's variable, or an invalid id.
  [[nodiscard]] VariableId derivative_of(VariableId variable) const;
  /// The variable whose derivative this is, or an invalid id.
  [[nodiscard]] VariableId integral_of(VariableId variable) const;
  [[nodiscard]] bool is_held(VariableId variable) const {
    return held_in.valid() && variable.value - declarations[held_in.index()].first.value < held.size();
  }
  [[nodiscard]] const Held& held_of(VariableId variable) const {
    return held[variable.value - declarations[held_in.index()].first.value];
  }
  [[nodiscard]] VariableId held_variable(std::size_t index) const {
    return VariableId(declarations[held_in.index()].first.value + static_cast<std::uint32_t>(index));
  }
};

std::string name_of(const Dae& dae, Operand operand);
/// The right-hand side of a row as text.
std::string print(const Dae& dae, const Row& row);
/// "x > 1", "pre(v)", "sample(0, 0.1)".
std::string print(const Dae& dae, const Held& held);
/// The equation as text, "0 = …" turned back into "lhs = rhs" where that is natural.
std::string print(const Dae& dae, const Equation& equation);
/// All of it, for --dump=dae.
std::string print(const Dae& dae);
/// Checks everything under "Holds"; returns the violations (empty: sound). For debug builds and tests.
std::vector<std::string> verify(const Dae& dae);

}  // namespace sunder::ir
