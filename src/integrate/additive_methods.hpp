// Additive Runge–Kutta methods on a partition: the slow states S by an explicit tableau, the fast states F by a
// diagonally implicit one, both with the same nodes, so that every stage is a state at one time.
//
//   X_i,S = xS + h sum_{j<i} e_ij fS(X_j, t_j)
//   X_i,F = xF + h sum_{j<i} d_ij fF(X_j, t_j) + h gamma fF(X_i, t_i)
//
// Every stage of the slow part sees the fast part at the same time, and the other way round: the coupling has the full
// order. With S empty they are diagonally implicit Runge–Kutta methods.
#pragma once

#include <memory>
#include <vector>

#include "integrate/derivatives.hpp"
#include "integrate/fixed_step.hpp"
#include "integrate/parallel_blocks.hpp"

namespace sunder::integrate {

/// The first stage is the start of the step; no implicit row reads the fast slope there.
struct AdditiveTableau {
  std::vector<double> nodes;
  std::vector<std::vector<double>> explicit_rows;  ///< row i has i entries
  std::vector<std::vector<double>> implicit_rows;  ///< row i has i entries: those below the diagonal
  std::vector<double> explicit_weights;
  std::vector<double> implicit_weights;
  double diagonal = 0;  ///< gamma, the same in every stage but the first

  [[nodiscard]] std::size_t stages() const { return nodes.size(); }
  /// The last stage is the end of the step for the fast states.
  [[nodiscard]] bool stiffly_accurate() const;
  /// Whether a later stage or the end of the step needs the slow slope of this stage.
  [[nodiscard]] bool slow_slope_needed(std::size_t stage) const;
};

// Ascher, Ruuth, Spiteri 1997; (implicit stages, explicit stages, order). All but (2,3,3) are L-stable on F.
const AdditiveTableau& ars222();
const AdditiveTableau& ars233();
const AdditiveTableau& ars343();  ///< with S empty: Alexander's L-stable method of third order
const AdditiveTableau& ars443();

class AdditiveStepper final : public FixedStepper {
 public:
  AdditiveStepper(const model::Model& model, model::Context& context, const AdditiveTableau& tableau,
                  const model::StateSet& fast, std::size_t threads);
  void reset() override { implicit_.reset(); }

 private:
  Attempt attempt(double t, double h, std::span<const double> x, std::span<double> y) override;
  Attempt solve_stage(std::size_t i, double t, double h, std::span<const double> x);
  void combine(double h, std::span<const double> x, std::span<double> y) const;

  const AdditiveTableau& tableau_;
  model::StateSet fast_;
  model::StateSet slow_;
  std::unique_ptr<Derivatives> explicit_;  // empty when there is no slow state
  std::unique_ptr<ThreadPool> pool_;       // empty: one thread
  BlockedImplicitSolver implicit_;
  std::vector<char> slope_needed_;  // by stage, of the slow states
  std::vector<double> stage_;
  std::vector<double> base_;                 // by position in fast_
  std::vector<std::vector<double>> slopes_;  // by stage, all states
};

}  // namespace sunder::integrate
