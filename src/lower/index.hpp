// Integer values that depend on loop variables: subscripts, and the values of loop variables themselves.
//
// A for-equation is compiled once. What differs between its iterations are the numbers an Index gives: almost always
// constant + sum(coefficient * loop variable); anything else is kept as an expression and evaluated per iteration.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <unordered_map>
#include <vector>

#include "ir/evaluation.hpp"
#include "ir/typed.hpp"

namespace sunder::lower {

struct GeneralIndex;

/// Loop variables are numbered by their position in the loop nest.
struct Index {
  std::int64_t constant = 0;
  std::vector<std::int64_t> coefficients;       ///< by loop position; missing ones are 0
  std::shared_ptr<const GeneralIndex> general;  ///< added, if there

  Index() = default;
  Index(std::int64_t value) : constant(value) {}  // NOLINT(google-explicit-constructor): a number is an index
  static Index loop(std::size_t position);

  [[nodiscard]] bool is_constant() const;
  [[nodiscard]] std::int64_t affine_value(const std::vector<std::int64_t>& loop_values) const;
  friend bool operator==(const Index&, const Index&) = default;
};

Index operator+(Index a, const Index& b);
Index operator-(Index a, const Index& b);
Index operator*(std::int64_t factor, Index a);

/// What loop variables and comprehension variables stand for.
using IteratorBindings = std::unordered_map<const ir::IteratorSymbol*, Index>;

/// An Integer expression, or one element of a vector of Integers.
struct GeneralIndex {
  const ir::Expression* expression = nullptr;
  IteratorBindings bindings;
  std::optional<Index> position;                ///< which element of the vector
  std::optional<std::vector<double>> elements;  ///< of the vector, when they are the same in every iteration
};

/// Evaluates and translates indices. `failure` of the last problem is kept for the diagnostic.
class IndexMachine {
 public:
  explicit IndexMachine(ir::ValueSource& values) : values_(values) {}
  [[nodiscard]] ir::ValueSource& values() const { return values_; }

  /// The Integer expression as an index, or empty when it depends on more than loop variables and parameters.
  std::optional<Index> translate(const ir::Expression& expression, const IteratorBindings& bindings);
  /// The element of a vector of Integers, or empty as above.
  std::optional<Index> element(const ir::Expression& vector, const Index& position, const IteratorBindings& bindings);
  std::optional<std::int64_t> value(const Index& index, const std::vector<std::int64_t>& loop_values);
  /// Any expression that depends on loop variables and parameters only.
  std::optional<ir::Value> evaluate(const ir::Expression& expression, const IteratorBindings& bindings,
                                    const std::vector<std::int64_t>& loop_values);
  /// The same with variables of a function that are known.
  std::optional<ir::Value> evaluate(const ir::Expression& expression, ir::Environment environment,
                                    const IteratorBindings& bindings, const std::vector<std::int64_t>& loop_values);
  [[nodiscard]] const ir::EvaluationFailure& failure() const { return failure_; }

 private:
  std::optional<Index> affine(const ir::Expression& expression, const IteratorBindings& bindings);
  std::optional<Index> affine_chain(const ir::Expression& expression, const IteratorBindings& bindings);

  ir::ValueSource& values_;
  ir::EvaluationFailure failure_;
};

/// Whether a loop variable from outside of the expression occurs in it.
bool mentions_iterator(const ir::Expression& expression);

}  // namespace sunder::lower
