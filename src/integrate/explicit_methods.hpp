// Explicit Runge–Kutta methods on all states: euler, heun, midpoint, rk4.
#pragma once

#include <vector>

#include "integrate/derivatives.hpp"
#include "integrate/fixed_step.hpp"

namespace sunder::integrate {

/// Butcher tableau with one non-zero entry per row of A: enough for the four classical methods.
struct ExplicitTableau {
  std::vector<double> nodes;    ///< c_i, which is also the only entry a_{i,i-1}
  std::vector<double> weights;  ///< b_i
};
const ExplicitTableau& explicit_euler();
const ExplicitTableau& heun();
const ExplicitTableau& explicit_midpoint();
const ExplicitTableau& classical_rk4();

class ExplicitStepper final : public FixedStepper {
 public:
  ExplicitStepper(const model::Model& model, model::Context& context, const ExplicitTableau& tableau);
  void reset() override {}

 private:
  Attempt attempt(double t, double h, std::span<const double> x, std::span<double> y) override;

  const ExplicitTableau& tableau_;
  Derivatives derivatives_;
  std::vector<double> stage_;
  std::vector<double> slope_;
};

}  // namespace sunder::integrate
