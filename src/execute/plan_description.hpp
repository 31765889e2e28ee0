// What is known of a compiled model without running it.
#pragma once

#include <vector>

#include "execute/variable_list.hpp"
#include "model/description.hpp"

namespace sunder::execute {

class PlanDescription final : public model::ModelDescription {
 public:
  /// `parameters`: the model's own values of parameters and literals, from which start values and bounds follow. Both
  /// must outlive this.
  PlanDescription(const ir::Plan& plan, const std::vector<double>& parameters);

  [[nodiscard]] std::size_t variable_count() const override { return list_.size(); }
  [[nodiscard]] model::Variable variable(model::VariableIndex index) const override;
  [[nodiscard]] std::string variable_name(model::VariableIndex index) const override {
    return plan_.dae.name_of(list_.at(index));
  }
  [[nodiscard]] double nominal(model::VariableIndex index) const override;

  [[nodiscard]] const VariableList& list() const { return list_; }

  std::vector<ir::VariableId> text_variables;  ///< in the order of `texts`

 private:
  [[nodiscard]] double value(const ir::OperandColumn& column, ir::VariableId variable, double otherwise) const;

  const ir::Plan& plan_;
  const std::vector<double>& parameters_;
  VariableList list_;
};

/// The value of a literal or parameter (with aliases followed); 0 for anything else.
double constant_value(const ir::Plan& plan, std::span<const double> parameters, ir::Operand operand);

}  // namespace sunder::execute
