// The linear systems of CVODE with unknowns of equations beside the states (model/opened.hpp): a matrix and a solver in
// the terms of SUNDIALS. Included by the steppers' sources only.
#pragma once

#include <sundials/sundials_linearsolver.h>
#include <sundials/sundials_matrix.h>

#include <functional>
#include <span>
#include <vector>

#include "integrate/linear_solver.hpp"
#include "model/opened.hpp"

namespace sunder::integrate {

class OpenedNewton {
 public:
  /// Writes the opened Jacobian at (t, x); false: it cannot be had there.
  using Evaluate = std::function<bool(double t, const double* x, std::span<double> values)>;

  OpenedNewton(const model::OpenedJacobian& opened, std::size_t states, Evaluate evaluate, SUNContext context);
  ~OpenedNewton();
  OpenedNewton(const OpenedNewton&) = delete;
  OpenedNewton& operator=(const OpenedNewton&) = delete;

  [[nodiscard]] SUNMatrix matrix() const { return matrix_; }
  [[nodiscard]] SUNLinearSolver solver() const { return solver_; }
  /// I - gamma J, with J of (t, x) or of the last time. 0, or positive: a smaller step may do.
  int set_up(double t, const double* x, bool keep_jacobian, double gamma);
  /// The last attempt to factor, or to evaluate, failed.
  [[nodiscard]] bool failed() const { return failed_; }

 private:
  static int factor(SUNLinearSolver solver, SUNMatrix matrix);
  static int solve(SUNLinearSolver solver, SUNMatrix matrix, N_Vector x, N_Vector b, realtype tolerance);

  std::size_t states_;
  Evaluate evaluate_;
  ShiftedSolver linear_;
  std::vector<double> values_, right_side_;
  double gamma_ = 0;
  bool failed_ = false;
  SUNMatrix matrix_;
  SUNLinearSolver solver_;
};

}  // namespace sunder::integrate
