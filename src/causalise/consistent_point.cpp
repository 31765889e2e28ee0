#include "causalise/consistent_point.hpp"

#include <algorithm>
#include <cmath>

#include "graph/matching.hpp"

namespace sunder::causalise {

using namespace ir;

ConsistentPoint::ConsistentPoint(const Dae& dae, const TrialPoint& trial, std::span<const EquationId> equations)
    : dae_(dae), trial_(trial), values_(trial.arbitrary_values()), column_(dae.variable_count, graph::none) {
  constexpr int most_steps = 50;
  constexpr double rounding = 1e-13;
  find_columns(equations);
  for (int k = 0; k < most_steps && !found_; ++k) {
    const double moved = step(equations);
    if (moved < 0) return;
    found_ = moved <= rounding;
  }
}

void ConsistentPoint::find_columns(std::span<const EquationId> equations) {
  for (const EquationId id : equations)
    for (const Operand operand : dae_.operands_of(dae_.equations[id.index()])) {
      if (!operand.is_variable()) continue;
      const VariableId variable = operand.variable();
      if (dae_.declaration(variable).variability != Variability::continuous) continue;
      std::uint32_t& column = column_[variable.index()];
      if (column != graph::none) continue;
      column = static_cast<std::uint32_t>(unknown_.size());
      unknown_.push_back(variable);
    }
}

ConsistentPoint::Gradient ConsistentPoint::gradient(EquationId id) const {
  const Equation& equation = dae_.equations[id.index()];
  const auto operands = dae_.operands_of(equation);
  Gradient made;
  made.residual = trial_.at(equation, dae_.shapes->root(equation.shape), values_);
  for (std::uint32_t slot = 0; slot < operands.size(); ++slot) {
    if (!operands[slot].is_variable()) continue;
    const std::uint32_t column = column_[operands[slot].variable().index()];
    if (column == graph::none) continue;
    const double value = trial_.at(equation, dae_.shapes->partial(equation.shape, slot), values_);
    if (value != 0) made.entries.push_back({column, value});
  }
  return made;
}

// Rows are made orthogonal to those before them: the step is the sum of what each still asks for. A row that says
// nothing new (to rounding) asks for nothing.
double ConsistentPoint::step(std::span<const EquationId> equations) {
  constexpr double dependent = 1e-11;
  const std::size_t n = unknown_.size();
  std::vector<std::vector<double>> directions;
  std::vector<double> change(n, 0.0), row(n);
  for (const EquationId id : equations) {
    const Gradient made = gradient(id);
    std::ranges::fill(row, 0.0);
    double size = 0, wanted = -made.residual;
    for (const Entry& entry : made.entries) {
      row[entry.column] += entry.value;
      wanted -= entry.value * change[entry.column];
    }
    for (const double value : row) size += value * value;
    if (!std::isfinite(size) || !std::isfinite(wanted)) return -1;
    for (int again = 0; again < 2; ++again)
      for (const std::vector<double>& direction : directions) {
        double along = 0;
        for (std::size_t j = 0; j < n; ++j) along += row[j] * direction[j];
        for (std::size_t j = 0; j < n && along != 0; ++j) row[j] -= along * direction[j];
      }
    double left = 0;
    for (const double value : row) left += value * value;
    if (!(left > dependent * dependent * size)) continue;
    for (std::size_t j = 0; j < n; ++j) change[j] += wanted / left * row[j];
    const double length = std::sqrt(left);
    for (double& value : row) value /= length;
    directions.push_back(row);
  }
  double moved = 0;
  for (std::size_t j = 0; j < n; ++j) {
    double& value = values_[unknown_[j].index()];
    moved = std::max(moved, std::fabs(change[j]) / std::max(1.0, std::fabs(value)));
    value += change[j];
  }
  return moved;
}

}  // namespace sunder::causalise
