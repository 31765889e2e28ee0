// Values of parameters: the model's own, what follows from those a run has set, and whether anything can be computed
// with them.
#pragma once

#include <map>
#include <optional>
#include <vector>

#include "emit/assembly.hpp"
#include "emit/schedule.hpp"
#include "ir/plan.hpp"
#include "model/status.hpp"

namespace sunder::execute {

class ParameterCode {
 public:
  ParameterCode(const ir::Plan& plan, emit::ScheduleOptions options);

  /// Parameters, then literals, then room for what is held.
  [[nodiscard]] const std::vector<double>& own_values() const { return own_; }
  [[nodiscard]] const std::optional<model::Fault>& own_fault() const { return own_fault_; }

  /// The values when these are given; what is bound to something else follows. What is held stays.
  void follow(const std::map<ir::VariableId, double>& given, std::vector<double>& parameters) const;
  /// Why nothing can be computed with these values.
  [[nodiscard]] std::optional<model::Fault> examine(std::vector<double>& parameters) const;

 private:
  void compute_own(emit::ScheduleOptions options);
  [[nodiscard]] std::optional<model::Fault> find_not_finite(const std::vector<double>& parameters) const;
  [[nodiscard]] std::optional<model::Fault> find_zero_divisor(const emit::DivisorListing& divisors,
                                                              std::vector<double>& parameters) const;

  const ir::Plan& plan_;
  std::vector<double> own_;
  std::optional<model::Fault> own_fault_;
  emit::DivisorListing continuous_, initial_;
};

}  // namespace sunder::execute
