// CVODE (backward differentiation, KLU, exact Jacobian) behind the Stepper interface.
#pragma once

#include <memory>

#include "integrate/derivatives.hpp"
#include "integrate/stepper.hpp"

namespace sunder {

class CvodeStepper final : public Stepper {
 public:
  CvodeStepper(const Model& model, Context& context, const StepperOptions& options);
  ~CvodeStepper() override;

  /// Continues the solution when (t, x) is where the last call ended, and starts anew otherwise.
  [[nodiscard]] bool step(double t, double h, std::span<double> x) override;
  void reset() override { continues_ = false; }

  // called by CVODE through C callbacks
  int right_hand_side(double t, const double* x, double* dx);
  int jacobian(double t, const double* x, std::int64_t* column_starts, std::int64_t* row_indices, double* values);
  void message(const char* text);

 private:
  struct Memory;
  bool start(double t, std::span<const double> x);
  bool fail(double t);
  void collect_statistics();

  StepperOptions options_;
  Statistics callbacks_;  // what the evaluators counted; merged with CVODE's own counters
  Derivatives derivatives_;
  std::unique_ptr<Memory> memory_;
  Statistics before_restart_;
  std::string message_;
  bool initialised_ = false;  // CVODE has its vectors
  bool continues_ = false;    // its history ends at time_
  double time_ = 0;
};

}  // namespace sunder
