// A linear system given by its matrices as a Model with ports.
#pragma once

#include <string>
#include <vector>

#include "model/model.hpp"
#include "model/part.hpp"
#include "model/ports.hpp"

namespace sunder {

class MatrixModel final : public Model {
 public:
  MatrixModel(LinearSystem system, PartInterface interface, std::vector<double> initial);

  [[nodiscard]] Ports ports() const;
  /// d(derivative of `row`) / d(`column`), over states, inputs and outputs.
  [[nodiscard]] double entry(std::size_t row, std::size_t column) const;

  [[nodiscard]] std::string_view name() const override { return interface_.name; }
  [[nodiscard]] std::size_t state_count() const override { return total_; }
  [[nodiscard]] std::string state_name(std::size_t state) const override;
  [[nodiscard]] std::size_t variable_count() const override { return total_; }
  [[nodiscard]] VariableInfo variable(std::size_t index) const override;
  [[nodiscard]] std::unique_ptr<Context> create_context() const override { return std::make_unique<Context>(); }
  [[nodiscard]] bool initialise(Context& context, double time, std::span<double> x) const override;
  [[nodiscard]] std::unique_ptr<Evaluator> evaluator(Context& context, const StateSet& wanted,
                                                     const StateSet& varying) const override;
  /// Outputs are recorded under their names, not the integrals of them.
  [[nodiscard]] bool record(Context& context, double time, std::span<const double> x,
                            std::span<double> values) const override;

 private:
  LinearSystem system_;
  PartInterface interface_;
  std::vector<double> initial_;
  std::size_t total_;
};

}  // namespace sunder
