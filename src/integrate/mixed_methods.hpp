// Mixed-mode methods: explicit on the slow states S, implicit on the fast states F. With S empty they are the plain
// implicit methods.
//
//   euler          xS+ = xS + h fS(x, t)                                   xF+ = xF + h fF(xS+, xF+, t+h)
//   midpoint       xS+ = xS + h fS(xS + h/2 fS(x, t), xF, t+h/2)           xF+ = xF + h fF((xS+xS+)/2, (xF+xF+)/2,
//   t+h/2) heun-lobatto   xS+ = xS + h/2 (fS(x, t) + fS(xS + h fS(x, t), xF, t+h))
//                  xF+ = xF + h/2 (fF(x, t) + fF(xS+, xF+, t+h))
//
// The explicit stages hold xF over the step: midpoint and heun-lobatto are of second order inside each part and of
// first order in what the slow part takes from the fast one.
#pragma once

#include <memory>
#include <vector>

#include "integrate/derivatives.hpp"
#include "integrate/fixed_step.hpp"
#include "integrate/parallel_blocks.hpp"

namespace sunder::integrate {

enum class MixedPair { euler, midpoint, heun_lobatto };

class MixedStepper final : public FixedStepper {
 public:
  MixedStepper(const model::Model& model, model::Context& context, MixedPair pair, const model::StateSet& fast,
               ExplicitUpdate update, std::size_t threads);
  void reset() override { implicit_.reset(); }

 private:
  Attempt attempt(double t, double h, std::span<const double> x, std::span<double> y) override;
  model::Status advance_slow(double t, double h, std::span<const double> x, std::span<double> y);
  model::Status advance_slow_in_place(double t, double h, std::span<double> y);
  Attempt solve_fast(double t, double h, std::span<const double> x, std::span<double> y);

  MixedPair pair_;
  model::StateSet fast_;
  model::StateSet slow_;
  std::unique_ptr<Derivatives> explicit_;                 // empty when there is no slow state
  std::vector<std::unique_ptr<Derivatives>> one_by_one_;  // in-place update: one per slow state
  std::unique_ptr<ThreadPool> pool_;                      // empty: one thread
  BlockedImplicitSolver implicit_;
  std::vector<double> stage_;
  std::vector<double> slope_;
  std::vector<double> base_;  // by position in fast_
};

}  // namespace sunder::integrate
