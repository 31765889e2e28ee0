// The interface by which rooms ask for compile-time values.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "base/diagnostic.hpp"
#include "ir/attributes.hpp"
#include "ir/typed.hpp"

namespace sunder::foreign {
class Function;
}

namespace sunder::ir {

/// A compile-time value: numbers row-major (Booleans 0/1, enumerations by position; of external objects: what they are
/// made of, or the numbers by which foreign ones are known), or strings.
struct Value {
  BaseType base = BaseType::real;
  std::vector<std::int64_t> dimensions;
  std::vector<double> numbers;
  std::vector<std::string> strings;
  const Expression* function = nullptr;  ///< of the type function: what was given, all of it constant

  static Value scalar(BaseType base, double number) { return {base, {}, {number}, {}, nullptr}; }
  [[nodiscard]] std::size_t size() const { return base == BaseType::string ? strings.size() : numbers.size(); }
  [[nodiscard]] double number() const { return numbers.front(); }
};

/// Values of loop variables and function variables while evaluating.
struct Environment {
  std::unordered_map<const IteratorSymbol*, double> iterators;
  std::unordered_map<const FunctionVariable*, Value> function_variables;
};

/// Why a value could not be had: a place and a sentence.
struct EvaluationFailure {
  Span span;
  std::string message;
  bool diagnosed = false;  ///< it comes of something that is wrong and reported already
};

/// Answers what a parameter or constant is bound to while the instances are being built; afterwards they know it
/// themselves.
class BindingSource {
 public:
  virtual ~BindingSource() = default;

  /// The binding, or null when there is none (then the start value of a parameter counts, if given). A binding that is
  /// wrong, and reported, has the type `error`.
  virtual const Expression* binding_of(const Instance& variable) = 0;
  /// Whether the binding is being worked out at this very moment: asking for its value means going in a circle.
  [[nodiscard]] virtual bool is_being_resolved(const Instance&) const { return false; }
  /// The body of a function, which is read when it is first needed. False: it cannot be had (diagnosed).
  virtual bool complete(const Function&) { return true; }
  /// What connections say: cardinality, isRoot, rooted. Empty: not known yet.
  virtual std::optional<double> connection_value(const Expression&) { return std::nullopt; }
};

/// Arrays and ranges that are spelled out, and loops, end here: beyond, the model does not fit into memory anyway.
constexpr std::int64_t largest_count = 100'000'000;

/// The number of elements of first:step:last; empty when the step is zero or there are more than `largest_count`.
std::optional<std::int64_t> range_length(double first, double step, double last);

/// Parameters whose values were read at compile time, and where first: what the model consists of may depend on them,
/// so that they cannot be changed in the compiled model. The one rule for "structural".
using StructuralReads = std::unordered_map<const Instance*, Span>;

/// One for a model, from its first size to its last subscript: what was evaluated is remembered.
class ValueSource {
 public:
  virtual ~ValueSource() = default;
  /// Whom to ask for bindings from now on; null: the instances.
  virtual void ask(BindingSource* bindings) = 0;
  [[nodiscard]] virtual const StructuralReads& reads() const = 0;
  /// The value, or empty after filling `failure` (not a constant expression, division by zero, …).
  virtual std::optional<Value> value_of(const Expression& expression, const Environment& environment,
                                        EvaluationFailure& failure) = 0;
  /// The code of an external function; null after setting `message`: why it cannot be called. Null without one: it is
  /// one of ours.
  virtual std::shared_ptr<const foreign::Function> foreign(const Function&, std::string& message) {
    message = "there is nobody to load it";
    return nullptr;
  }
  /// What functions that were evaluated have set a state to that nobody sees (of random numbers); empty: none has.
  [[nodiscard]] virtual const std::vector<double>& hidden_state() const {
    static const std::vector<double> none;
    return none;
  }
};

}  // namespace sunder::ir
