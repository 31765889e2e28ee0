// Results of a run in memory: names, times and one column of numbers per variable.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "model/model.hpp"

namespace sunder::results {

/// What is known about a recorded variable.
struct ResultVariable {
  std::string name;
  std::string unit;
  std::string description;
  model::VariableKind kind = model::VariableKind::algebraic;
  bool constant = false;  ///< one value for the whole run
  double nominal = 0;     ///< 0: unknown
};

/// A constant's column holds one number, every other column one per time.
struct Trajectory {
  std::vector<double> times;
  std::vector<ResultVariable> variables;
  std::vector<std::vector<double>> columns;

  [[nodiscard]] std::optional<std::size_t> find(std::string_view name) const;
  /// The value of a variable at the index of a time.
  [[nodiscard]] double at(std::size_t variable, std::size_t index) const {
    return columns[variable].size() == 1 ? columns[variable][0] : columns[variable][index];
  }
};

/// Takes out der(x) and the like. A discretised solution has no derivatives of its own: what is recorded under their
/// names is the model evaluated at the approximate states, which says nothing about how good these are.
void drop_derivatives(Trajectory& trajectory);

}  // namespace sunder::results
