// Mixed Euler for hard real time: linearly implicit on the fast states F, so that every step costs the same.
//
//   xS+ = xS + h fS(x, t)
//   xF+ = xF + d,  (I - h J) d = h fF(xS+, xF, t + h)
//
// This is one Newton iteration of mixed-euler. J is J_FF as it was when a given number of steps began, and its factors
// are kept as long. The order is one whatever J is; for a linear model J is exact and the step is that of mixed-euler.
//
// A step makes one evaluation of the slow and one of the fast derivatives and one forward and backward substitution; at
// most one evaluation and one factorisation of J, at every refresh, after an event and when the step changes. Nothing
// is iterated or halved, and no step allocates.
#pragma once

#include <memory>
#include <vector>

#include "integrate/derivatives.hpp"
#include "integrate/fixed_step.hpp"
#include "integrate/linear_solver.hpp"

namespace sunder::integrate {

class RealtimeStepper final : public FixedStepper {
 public:
  RealtimeStepper(const model::Model& model, model::Context& context, const model::StateSet& fast,
                  std::size_t steps_per_jacobian);
  void reset() override { jacobian_known_ = false; }

 private:
  Attempt attempt(double t, double h, std::span<const double> x, std::span<double> y) override;
  model::Status prepare_matrix(double t, double h, std::span<const double> y);
  [[nodiscard]] model::Fault singular(double t) const;

  model::StateSet fast_;
  model::StateSet slow_;
  std::size_t steps_per_jacobian_;
  std::unique_ptr<Derivatives> explicit_;  // empty when there is no slow state
  Derivatives implicit_;
  ShiftedSolver linear_;
  std::vector<double> jacobian_;
  std::vector<double> slope_;
  std::vector<double> right_;  // by position in fast_
  bool jacobian_known_ = false;
  bool factors_known_ = false;
  double factored_length_ = 0;
  std::size_t age_ = 0;    // steps begun since the Jacobian was evaluated …
  double last_begin_ = 0;  // … the last of them here: a second try of the same step does not count
};

}  // namespace sunder::integrate
