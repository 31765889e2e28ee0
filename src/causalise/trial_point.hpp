// Numbers for all variables, to judge coefficients by: parameters as the model's text gives them, start values, and
// where there is none something that is no special point.
#pragma once

#include <optional>
#include <vector>

#include "causalise/slots_read.hpp"
#include "ir/dae.hpp"

namespace sunder::causalise {

class TrialPoint {
 public:
  explicit TrialPoint(const ir::Dae& dae);

  /// The expression over the slots of the row where variables have their start values …
  [[nodiscard]] double at_start(const ir::Row& row, symbolic::NodeId node) const { return value(row, node, start_); }
  /// … and at a point without special values.
  [[nodiscard]] double elsewhere(const ir::Row& row, symbolic::NodeId node) const { return value(row, node, generic_); }
  /// What an expression reads.
  [[nodiscard]] const std::vector<std::uint32_t>& slots_of(symbolic::NodeId node) const { return slots_read_.of(node); }

 private:
  [[nodiscard]] double value(const ir::Row& row, symbolic::NodeId node, const std::vector<double>& values) const;
  [[nodiscard]] double number(ir::Operand operand, const std::vector<double>& values) const;

  const ir::Dae& dae_;
  std::vector<double> start_, generic_;  // by variable
  mutable SlotsRead slots_read_;
  mutable std::vector<double> slots_;  // of the expression being evaluated
};

}  // namespace sunder::causalise
