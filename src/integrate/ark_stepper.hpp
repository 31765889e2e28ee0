// ARKODE's additive Runge–Kutta methods on a partition, with variable step: ARK3(2)4L[2]SA of Kennedy and Carpenter,
// third order in and across the parts, the slow states in its explicit and the fast ones in its implicit tableau.
#pragma once

#include <memory>

#include "integrate/partitioned_slopes.hpp"
#include "integrate/sundials_stepper.hpp"

namespace sunder {

class ArkStepper final : public SundialsStepper {
 public:
  ArkStepper(const Model& model, Context& context, const StepperOptions& options);
  ~ArkStepper() override;

  [[nodiscard]] PartitionedSlopes& slopes() { return slopes_; }

 private:
  struct Memory;
  bool create(double t) override;
  bool start_again(double t) override;
  int evolve(double end, double& reached, Goal goal) override;
  bool set_stop(double time) override;
  bool dense_output(double time) override;
  [[nodiscard]] SundialsCounts counts() const override;

  PartitionedSlopes slopes_;
  std::unique_ptr<Memory> memory_;
  std::unique_ptr<Memory> inside_;  // takes the last step again, only shorter
  std::vector<double> begin_;       // of the last step
  double begin_time_ = 0;
};

}  // namespace sunder
