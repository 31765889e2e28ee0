// Newton's method for the implicit part of a step: Y = base + c f(Y), for the unknown states only.
#pragma once

#include <cmath>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "integrate/derivatives.hpp"
#include "integrate/linear_solver.hpp"

namespace sunder::integrate {

struct NewtonOptions {
  double tolerance = 1e-10;  ///< of the last correction, relative to |Y| + nominal
  int iteration_limit = 50;
  int damping_limit = 10;  ///< the correction is halved at most this often
};

/// The unknown states F are the wanted and the varying ones of its evaluator, so an iteration costs |F| only. The
/// Jacobian J_FF is kept from solve to solve and refreshed when convergence is slow; the factors follow c. It is opened
/// (model/opened.hpp) where that is less work, and as long as it is of use.
class ImplicitSolver {
 public:
  ImplicitSolver(const model::Model& model, model::Context& context, const model::StateSet& unknowns,
                 Statistics& statistics, NewtonOptions options = {});

  [[nodiscard]] const model::StateSet& unknowns() const { return derivatives_.wanted(); }

  /// `x` holds the other states at `time` and the guess of the unknowns, and receives their solution. `base` is indexed
  /// by position in `unknowns()`. After a fault x holds the last iterate.
  model::Status solve(double time, double c, std::span<const double> base, std::span<double> x);

  /// Forgets the Jacobian (after an event, when the model is another one).
  void reset() { jacobian_known_ = false; }

  /// f of the unknowns at (time, x), by position; for methods that need the slope at the start of the step.
  model::Status slope(double time, std::span<const double> x, std::span<double> by_position);

 private:
  struct Residual {
    double norm = 0;        ///< largest component relative to |Y| + nominal
    bool rounding = false;  ///< every component is lost in the rounding of its terms
    [[nodiscard]] bool finite() const { return std::isfinite(norm); }
  };
  enum class Move { fast, slow, refused, stuck };

  /// A residual that is not finite is no fault of the model's: `finite` tells.
  model::Status residual(double c, std::span<const double> base, std::span<const double> x, Residual& result);
  void make_linear(const algebra::SparsePattern& pattern);
  /// The Jacobian itself from now on.
  void close();
  model::Status refresh_jacobian(std::span<const double> x);
  model::Status refactor(double c);
  [[nodiscard]] bool every_component_contracted(std::span<const double> x) const;
  double correction(std::span<const double> x);
  Move move(double c, std::span<const double> base, std::span<double> x, Residual& current, model::Status& why);
  /// `why` is what the model said, if anything.
  model::Fault give_up(double time, std::span<const double> x, const model::Status& why);

  const model::Model& model_;
  Statistics& statistics_;
  NewtonOptions options_;
  Derivatives derivatives_;
  bool opened_;
  std::optional<ShiftedSolver> linear_;
  std::vector<double> right_side_;  // opened: with the unknowns of the model's own equations
  std::vector<double> nominal_;
  std::vector<double> jacobian_;
  std::vector<double> slope_;     // full length, only the unknowns' entries are used
  std::vector<double> residual_;  // by position, like the next three
  std::vector<double> correction_;
  std::vector<double> before_;
  std::vector<double> residual_before_;
  bool jacobian_known_ = false;
  bool jacobian_fresh_ = false;    // evaluated at the present iterate
  bool jacobian_trusted_ = false;  // evaluated in this solve, or seen to contract every component
  bool factors_known_ = false;
  double factored_c_ = 0;
};

}  // namespace sunder::integrate
