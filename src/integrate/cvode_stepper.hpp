// CVODE behind the Stepper interface: backward differentiation with KLU and the exact Jacobian, opened where that is
// less work.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>

#include "integrate/sundials_jacobian.hpp"
#include "integrate/sundials_stepper.hpp"

namespace sunder::integrate {

class CvodeStepper final : public SundialsStepper {
 public:
  CvodeStepper(const model::Model& model, model::Context& context, const StepperOptions& options);
  ~CvodeStepper() override;

  // called by CVODE through C callbacks
  int right_hand_side(double t, const double* x, double* dx);
  int opened_system(double t, const double* x, bool keep_jacobian, double gamma);
  int jacobian(double t, const double* x, std::int64_t* column_starts, std::int64_t* row_indices, double* values);

 private:
  struct Memory;
  void make_closed();
  [[nodiscard]] bool set_linear_solver();
  [[nodiscard]] bool go_on_closed(double reached);
  bool create(double t) override;
  bool start_again(double t) override;
  int evolve(double end, double& reached, Goal goal) override;
  bool set_stop(double time) override;
  bool dense_output(double time) override;
  [[nodiscard]] SundialsCounts counts() const override;

  Derivatives derivatives_;
  std::optional<SundialsJacobian> jacobian_;  // none where it is opened
  std::unique_ptr<Memory> memory_;
  std::uint64_t evaluations_of_call_ = 0;  // of the library, which makes one step or several
};

}  // namespace sunder::integrate
