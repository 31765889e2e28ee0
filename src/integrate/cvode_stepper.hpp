// CVODE behind the Stepper interface: backward differentiation with KLU and the exact Jacobian.
#pragma once

#include <cstdint>
#include <memory>

#include "integrate/sundials_jacobian.hpp"
#include "integrate/sundials_stepper.hpp"

namespace sunder::integrate {

class CvodeStepper final : public SundialsStepper {
 public:
  CvodeStepper(const model::Model& model, model::Context& context, const StepperOptions& options);
  ~CvodeStepper() override;

  // called by CVODE through C callbacks
  int right_hand_side(double t, const double* x, double* dx);
  int jacobian(double t, const double* x, std::int64_t* column_starts, std::int64_t* row_indices, double* values);

 private:
  struct Memory;
  bool create(double t) override;
  bool start_again(double t) override;
  int evolve(double end, double& reached, Goal goal) override;
  bool set_stop(double time) override;
  bool dense_output(double time) override;
  [[nodiscard]] SundialsCounts counts() const override;

  Derivatives derivatives_;
  SundialsJacobian jacobian_;
  std::unique_ptr<Memory> memory_;
  std::uint64_t evaluations_of_call_ = 0;  // of the library, which makes one step or several
};

}  // namespace sunder::integrate
