// What all fixed-step methods share: trying a step, halving it when Newton fails, accepting the result.
#pragma once

#include <vector>

#include "integrate/stepper.hpp"

namespace sunder::integrate {

/// How a step went.
struct Attempt {
  enum class Kind {
    done,
    newton_failed,  ///< worth another try with half the step
    failed,
  };
  Kind kind = Kind::done;
  model::Status why{};

  static Attempt done() { return {}; }
  static Attempt failed(model::Status why) { return {Kind::failed, std::move(why)}; }
  static Attempt newton_failed(model::Status why) { return {Kind::newton_failed, std::move(why)}; }
  [[nodiscard]] bool ok() const { return kind == Kind::done; }
};

/// What is said when even the shortest step fails.
model::Fault with_halvings(const model::Status& why, int halvings, double length);

class FixedStepper : public Stepper {
 public:
  FixedStepper(const model::Model& model, model::Context& context)
      : Stepper(model, context), next_(model.state_count()) {}

  model::Status step(double t, double h, std::span<double> x) final { return run(t, h, x, true); }
  model::Status advance(double t, double h, std::span<double> x, double& reached) final;
  /// Takes the step again, only shorter.
  model::Status interpolate(double time, std::span<double> x) final;

 protected:
  /// Computes in `y` (same length as x) the state at t + h. Must not change anything that a second try would notice.
  virtual Attempt attempt(double t, double h, std::span<const double> x, std::span<double> y) = 0;

 private:
  /// `accepted`: the step counts and the model may learn from it.
  model::Status run(double t, double h, std::span<double> x, bool accepted);

  static constexpr int halving_limit = 12;
  std::vector<double> next_;
  std::vector<double> begin_;  // where the last `advance` began
  double begin_time_ = 0;
};

}  // namespace sunder::integrate
