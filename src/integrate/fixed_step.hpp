// What all fixed-step methods share: trying a step, halving it when Newton fails, accepting the result.
#pragma once

#include <vector>

#include "integrate/stepper.hpp"

namespace sunder {

enum class Attempt {
  done,
  newton_failed,  ///< worth another try with half the step
  failed,
};

class FixedStepper : public Stepper {
 public:
  FixedStepper(const Model& model, Context& context) : Stepper(model, context), next_(model.state_count()) {}

  [[nodiscard]] bool step(double t, double h, std::span<double> x) final { return run(t, h, x, true); }
  [[nodiscard]] bool advance(double t, double h, std::span<double> x, double& reached) final;
  /// Takes the step again, only shorter.
  [[nodiscard]] bool interpolate(double time, std::span<double> x) final;

 protected:
  /// Computes in `y` (same length as x) the state at t + h. Must not change anything that a second try would notice.
  virtual Attempt attempt(double t, double h, std::span<const double> x, std::span<double> y) = 0;

 private:
  /// `accepted`: the step counts and the model may learn from it.
  bool run(double t, double h, std::span<double> x, bool accepted);

  static constexpr int halving_limit = 12;
  std::vector<double> next_;
  std::vector<double> begin_;  // where the last `advance` began
  double begin_time_ = 0;
};

}  // namespace sunder
