// The interface by which rooms ask for compile-time values.
#pragma once

#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "base/diagnostic.hpp"
#include "ir/typed.hpp"

namespace sunder::ir {

/// A compile-time value: numbers row-major (Booleans 0/1, enumerations by position), or strings.
struct Value {
  BaseType base = BaseType::real;
  std::vector<std::int64_t> dimensions;
  std::vector<double> numbers;
  std::vector<std::string> strings;

  static Value scalar(BaseType base, double number) { return {base, {}, {number}, {}}; }
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
};

/// Answers what a parameter or constant is bound to. Implemented by whoever owns the instances.
class BindingSource {
 public:
  virtual ~BindingSource() = default;
  /// The binding, or null when there is none (then the start value of a parameter counts, if given).
  virtual const Expression* binding_of(const Instance& variable) = 0;
};

class ValueSource {
 public:
  virtual ~ValueSource() = default;
  /// The value, or empty after filling `failure` (not a constant expression, division by zero, …).
  virtual std::optional<Value> value_of(const Expression& expression, const Environment& environment,
                                        EvaluationFailure& failure) = 0;
};

}  // namespace sunder::ir
