// Small steps after the start and after events, before a fixed-step method steps over fast states.
//
// There the fast states are off the slow manifold. A step far longer than their time scale brings them back in one go,
// but until then the slow states see the fast ones as they were at its beginning, for the whole of it. Steps that begin
// at the fast time scale and double until they reach the length asked for confine that error to the fast time scale, at
// the price of as many steps as the binary logarithm of the ratio, each with a factorisation of its own.
#pragma once

#include <memory>
#include <vector>

#include "integrate/stepper.hpp"

namespace sunder::simulate {

enum class StartUp {
  plain,   ///< every step as long as asked for
  graded,  ///< the first steps, and those after events, are small ones that grow
};

class GradedStepper final : public integrate::Stepper {
 public:
  /// `fast`: the states whose time scales count.
  GradedStepper(const model::Model& model, model::Context& context, std::unique_ptr<integrate::Stepper> inner,
                const model::StateSet& fast);

  model::Status step(double t, double h, std::span<double> x) override;
  model::Status advance(double t, double h, std::span<double> x, double& reached) override;
  model::Status interpolate(double time, std::span<double> x) override { return inner_->interpolate(time, x); }
  void limit(double time) override { inner_->limit(time); }
  void reset() override;
  void restart(const model::EventOutcome& outcome) override;

 private:
  model::Status measure(double t, std::span<const double> x, double h);

  std::unique_ptr<integrate::Stepper> inner_;
  model::StateSet fast_;
  std::unique_ptr<model::Evaluator> evaluator_;
  std::vector<double> jacobian_;
  std::uint64_t measured_ = 0;  // Jacobians
  bool fresh_ = true;           // the time scale must be looked up
  double next_ = 0;             // length of the next small step; 0: none any more
};

}  // namespace sunder::simulate
