// A linear system given by its matrices as a Model.
#pragma once

#include <vector>

#include "model/linear_system.hpp"
#include "model/model.hpp"
#include "model/part.hpp"

namespace sunder::cosimulate {

class MatrixModel final : public model::Model {
 public:
  MatrixModel(model::LinearSystem system, const model::PartInterface& interface, std::vector<double> initial);

  [[nodiscard]] const model::ModelDescription& description() const override { return description_; }
  [[nodiscard]] std::unique_ptr<model::Context> create_context() const override {
    return std::make_unique<model::PlainContext>(*this);
  }
  model::Status initialise(model::Context& context, double time) const override;
  model::Status resume(model::Context& /*context*/, double /*time*/, std::span<double> /*x*/,
                       std::span<const model::GivenValue> /*discrete*/) const override {
    return {};
  }
  [[nodiscard]] std::unique_ptr<model::Evaluator> evaluator(model::Context& context, const model::Wanted& wanted,
                                                            const model::Varying& varying) const override;
  model::Status record(model::Context& context, double time, std::span<const double> x,
                       std::span<double> values) const override;
  [[nodiscard]] const model::Events* events() const override { return nullptr; }
  [[nodiscard]] std::vector<model::PeriodInfo> periods(model::Context& /*context*/) const override { return {}; }

 private:
  model::LinearSystem system_;
  std::vector<double> initial_;
  model::ListedDescription description_;
};

}  // namespace sunder::cosimulate
