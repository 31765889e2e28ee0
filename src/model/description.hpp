// What is known of a model without running it: every variable with its name, kind and attributes.
#pragma once

#include <limits>
#include <mutex>
#include <optional>
#include <ranges>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/id.hpp"
#include "base/source.hpp"

namespace sunder::model {

enum class VariableKind { state, derivative, algebraic, parameter, input, output };
enum class VariableType { real, integer, boolean };
enum class VariableCausality { local, input, output };
enum class VariableVariability { constant, parameter, discrete, continuous };

struct Variable {
  std::string name;
  VariableKind kind = VariableKind::algebraic;
  VariableType type = VariableType::real;
  std::string unit;
  std::string display_unit;
  std::string description;
  VariableCausality causality = VariableCausality::local;
  VariableVariability variability = VariableVariability::continuous;
  bool unchanging = false;  ///< does not change during a run: parameters, and what follows from them alone
  /// Parameters: whether the value can be set in a context. Structural ones were read while the model was compiled (for
  /// a size, a condition, …), and `structural_at` says where; others that cannot be set follow from `final` or
  /// constants.
  bool tunable = false;
  bool structural = false;
  Span structural_at;
  double start = 0;  ///< with the model's own parameters, as the bounds and the nominal value are
  double nominal = 1;
  double minimum = -std::numeric_limits<double>::infinity();
  double maximum = std::numeric_limits<double>::infinity();
  Span origin;  ///< the declaration
};

/// A variable whose value is a text: not among the variables, whose values are numbers.
struct TextVariable {
  std::string name;
  Span origin;
};

/// Defaults for a run, from annotation(experiment(...)).
struct Experiment {
  std::optional<double> start;
  std::optional<double> stop;
  std::optional<double> tolerance;
  std::optional<double> interval;
};

/// The place of a variable in a description, and of its value among the values that are recorded.
using VariableIndex = Id<struct VariableTag>;

/// Variables have numbers; states, inputs and outputs are lists of such numbers in the order of the vectors x, u and y.
/// A single variable is described when it is asked for: models may have millions.
class ModelDescription {
 public:
  virtual ~ModelDescription() = default;

  std::string name;
  Experiment experiment;
  bool hybrid = false;  ///< has events of its own
  std::vector<VariableIndex> states, inputs, outputs;
  std::vector<TextVariable> texts;

  [[nodiscard]] virtual std::size_t variable_count() const = 0;
  /// Of all variables.
  [[nodiscard]] auto indices() const {
    return std::views::iota(std::size_t{0}, variable_count()) |
           std::views::transform([](std::size_t i) { return VariableIndex(i); });
  }
  [[nodiscard]] virtual Variable variable(VariableIndex index) const = 0;
  [[nodiscard]] virtual std::string variable_name(VariableIndex index) const = 0;
  [[nodiscard]] virtual double nominal(VariableIndex index) const = 0;

  /// The variable of that name. The first question makes an index of all.
  [[nodiscard]] std::optional<VariableIndex> find(std::string_view variable) const;

 private:
  mutable std::once_flag indexed_;
  mutable std::unordered_map<std::string, VariableIndex> by_name_;
};

/// Of a model with few variables: all are listed.
class ListedDescription final : public ModelDescription {
 public:
  std::vector<Variable> variables;

  [[nodiscard]] std::size_t variable_count() const override { return variables.size(); }
  [[nodiscard]] Variable variable(VariableIndex index) const override { return variables[index.index()]; }
  [[nodiscard]] std::string variable_name(VariableIndex index) const override { return variables[index.index()].name; }
  [[nodiscard]] double nominal(VariableIndex index) const override { return variables[index.index()].nominal; }

  /// Adds the variable, and its number to the list of its kind.
  void add(Variable variable);
  /// Real ones, in this order.
  void add(std::span<const std::string> state_names, std::span<const std::string> input_names,
           std::span<const std::string> output_names);
};

}  // namespace sunder::model
