#include "integrate/opened_newton.hpp"

#include <algorithm>
#include <cassert>
#include <utility>

namespace sunder::integrate {

OpenedNewton::OpenedNewton(const model::OpenedJacobian& opened, std::size_t states, Evaluate evaluate,
                           SUNContext context)
    : states_(states),
      evaluate_(std::move(evaluate)),
      linear_(opened.pattern(), 0, states),
      values_(opened.pattern().nonzeros()),
      right_side_(opened.pattern().columns),
      matrix_(SUNMatNewEmpty(context)),
      solver_(SUNLinSolNewEmpty(context)) {
  assert(matrix_ != nullptr && solver_ != nullptr);
  matrix_->ops->getid = [](SUNMatrix) { return SUNMATRIX_CUSTOM; };
  solver_->content = this;
  solver_->ops->gettype = [](SUNLinearSolver) { return SUNLINEARSOLVER_DIRECT; };
  solver_->ops->getid = [](SUNLinearSolver) { return SUNLINEARSOLVER_CUSTOM; };
  solver_->ops->setup = factor;
  solver_->ops->solve = solve;
}

OpenedNewton::~OpenedNewton() {
  SUNLinSolFreeEmpty(solver_);
  SUNMatFreeEmpty(matrix_);
}

int OpenedNewton::set_up(double t, const double* x, bool keep_jacobian, double gamma) {
  gamma_ = gamma;
  if (!keep_jacobian) failed_ = !evaluate_(t, x, values_);
  return failed_ ? 1 : 0;
}

int OpenedNewton::factor(SUNLinearSolver solver, SUNMatrix /*matrix*/) {
  OpenedNewton& own = *static_cast<OpenedNewton*>(solver->content);
  own.failed_ = !own.linear_.factor(own.values_, own.gamma_);
  return own.failed_ ? 1 : 0;
}

int OpenedNewton::solve(SUNLinearSolver solver, SUNMatrix /*matrix*/, N_Vector x, N_Vector b, realtype /*tolerance*/) {
  OpenedNewton& own = *static_cast<OpenedNewton*>(solver->content);
  const double* given = N_VGetArrayPointer(b);
  const auto unknowns = own.right_side_.begin() + static_cast<std::ptrdiff_t>(own.states_);
  std::copy_n(given, own.states_, own.right_side_.begin());
  std::fill(unknowns, own.right_side_.end(), 0.0);
  own.linear_.solve(own.right_side_);
  std::copy(own.right_side_.begin(), unknowns, N_VGetArrayPointer(x));
  return 0;
}

}  // namespace sunder::integrate
