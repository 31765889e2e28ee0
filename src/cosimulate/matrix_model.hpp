// A linear system given by its matrices as a Model.
#pragma once

#include <vector>

#include "model/model.hpp"
#include "model/part.hpp"

namespace sunder {

class MatrixModel final : public Model {
 public:
  MatrixModel(LinearSystem system, const PartInterface& interface, std::vector<double> initial);

  [[nodiscard]] const LinearSystem& system() const { return system_; }

  [[nodiscard]] const ModelDescription& description() const override { return description_; }
  [[nodiscard]] std::unique_ptr<Context> create_context() const override {
    return std::make_unique<PlainContext>(*this);
  }
  Status initialise(Context& context, double time) const override;
  Status resume(Context& /*context*/, double /*time*/, std::span<double> /*x*/,
                std::span<const GivenValue> /*discrete*/) const override {
    return {};
  }
  [[nodiscard]] std::unique_ptr<Evaluator> evaluator(Context& context, const Wanted& wanted,
                                                     const Varying& varying) const override;
  Status record(Context& context, double time, std::span<const double> x, std::span<double> values) const override;
  [[nodiscard]] const Events* events() const override { return nullptr; }
  [[nodiscard]] std::vector<PeriodInfo> periods(Context& /*context*/) const override { return {}; }

 private:
  LinearSystem system_;
  std::vector<double> initial_;
  ListedDescription description_;
};

}  // namespace sunder
