// Numbers for all variables at which some equations hold: no special point otherwise. What cancels wherever the
// equations hold (a rotation forth and back) cancels there, too, and does not at a point that is merely arbitrary.
#pragma once

#include <span>
#include <vector>

#include "causalise/trial_point.hpp"
#include "ir/dae.hpp"

namespace sunder::causalise {

class ConsistentPoint {
 public:
  /// Newton's method with the shortest steps, from where variables have arbitrary values.
  ConsistentPoint(const ir::Dae& dae, const TrialPoint& trial, std::span<const ir::EquationId> equations);

  [[nodiscard]] bool found() const { return found_; }
  [[nodiscard]] double value(const ir::Row& row, symbolic::NodeId node) const { return trial_.at(row, node, values_); }

 private:
  struct Entry {
    std::uint32_t column = 0;
    double value = 0;
  };
  struct Gradient {
    double residual = 0;
    std::vector<Entry> entries;
  };

  void find_columns(std::span<const ir::EquationId> equations);
  [[nodiscard]] Gradient gradient(ir::EquationId equation) const;
  /// The largest change of a variable; negative: there is no step.
  double step(std::span<const ir::EquationId> equations);

  const ir::Dae& dae_;
  const TrialPoint& trial_;
  std::vector<double> values_;           // by variable
  std::vector<std::uint32_t> column_;    // by variable
  std::vector<ir::VariableId> unknown_;  // by column
  bool found_ = false;
};

}  // namespace sunder::causalise
