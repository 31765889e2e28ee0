#include "integrate/cvode_stepper.hpp"

#include <cvode/cvode.h>

#include <algorithm>
#include <cassert>
#include <optional>

#include "integrate/opened_newton.hpp"
#include "integrate/opened_rows.hpp"
#include "integrate/sundials_vectors.hpp"

namespace sunder::integrate {

struct CvodeStepper::Memory {
  void* cvode = nullptr;
  std::optional<SundialsMatrix> newton;
  std::optional<OpenedNewton> opened;

  ~Memory() {
    if (cvode != nullptr) CVodeFree(&cvode);
  }
};

namespace {

constexpr std::uint64_t most_evaluations_of_call = 100'000;

// CVODE's convention: 0 success, positive recoverable (it tries a smaller step), negative fatal.
int right_hand_side_callback(realtype t, N_Vector x, N_Vector dx, void* self) {
  return static_cast<CvodeStepper*>(self)->right_hand_side(t, N_VGetArrayPointer(x), N_VGetArrayPointer(dx));
}

int jacobian_callback(realtype t, N_Vector x, N_Vector, SUNMatrix matrix, void* self, N_Vector, N_Vector, N_Vector) {
  return static_cast<CvodeStepper*>(self)->jacobian(t, N_VGetArrayPointer(x), SUNSparseMatrix_IndexPointers(matrix),
                                                    SUNSparseMatrix_IndexValues(matrix), SUNSparseMatrix_Data(matrix));
}

int opened_system_callback(realtype t, N_Vector x, N_Vector, SUNMatrix, booleantype keep, booleantype* evaluated,
                           realtype gamma, void* self, N_Vector, N_Vector, N_Vector) {
  *evaluated = keep == SUNTRUE ? SUNFALSE : SUNTRUE;
  return static_cast<CvodeStepper*>(self)->opened_system(t, N_VGetArrayPointer(x), keep == SUNTRUE, gamma);
}

}  // namespace

CvodeStepper::CvodeStepper(const model::Model& model, model::Context& context, const StepperOptions& options)
    : SundialsStepper(model, context, "CVODE", options),
      derivatives_(model, context, model::all_states(model.state_count()), model::all_states(model.state_count()),
                   callbacks_),
      memory_(std::make_unique<Memory>()) {
  Memory& m = *memory_;
  Vectors& v = vectors();
  if (use_opened(derivatives_.evaluator(), options.opened)) {
    const auto evaluate = [this](double t, const double* x, std::span<double> values) {
      const std::span<const double> state(x, model_.state_count());
      model::Status evaluated = derivatives_.freeze(t, state);
      if (evaluated) evaluated = derivatives_.opened_jacobian(state, values);
      const bool fine = evaluated.ok();
      if (!fine) said_ = std::move(evaluated);
      return fine;
    };
    derivatives_.opened()->prepare();
    m.opened.emplace(*derivatives_.opened(), model.state_count(), evaluate, v.context);
  } else {
    make_closed();
  }
  m.cvode = CVodeCreate(CV_BDF, v.context);
  assert(m.cvode != nullptr);
}

void CvodeStepper::make_closed() {
  jacobian_.emplace(derivatives_.pattern());
  memory_->newton.emplace(model_.state_count(), jacobian_->nonzeros(), vectors().state, vectors().context);
}

CvodeStepper::~CvodeStepper() = default;

int CvodeStepper::right_hand_side(double t, const double* x, double* dx) {
  // rates beyond 1e300 make the library try steps for ever inside of one call
  if (options().cancel.requested() || ++evaluations_of_call_ > most_evaluations_of_call) return -1;
  const std::size_t n = model_.state_count();
  model::Status evaluated = derivatives_.at(t, {x, n}, {dx, n});
  if (evaluated) return 0;
  said_ = std::move(evaluated);
  return 1;
}

int CvodeStepper::jacobian(double t, const double* x, std::int64_t* column_starts, std::int64_t* row_indices,
                           double* values) {
  const std::span<const double> state(x, model_.state_count());
  model::Status evaluated = derivatives_.freeze(t, state);
  if (evaluated) evaluated = derivatives_.jacobian(state, jacobian_->values());
  if (!evaluated) {
    said_ = std::move(evaluated);
    return 1;
  }
  jacobian_->give(column_starts, row_indices, values);
  return 0;
}

int CvodeStepper::opened_system(double t, const double* x, bool keep_jacobian, double gamma) {
  return memory_->opened->set_up(t, x, keep_jacobian, gamma);
}

bool CvodeStepper::create(double t) {
  // a corner that makes no event may be a long way down from the step that was right before it: seven refusals in a
  // row, as the library has it, shorten a step by no more than 1e-6
  constexpr int most_refusals = 30;
  void* cvode = memory_->cvode;
  return CVodeInit(cvode, right_hand_side_callback, t, vectors().state) == CV_SUCCESS &&
         CVodeSetErrHandlerFn(cvode, LibraryMessage::remember, &message_) == CV_SUCCESS &&
         CVodeSetUserData(cvode, this) == CV_SUCCESS && CVodeSetMaxErrTestFails(cvode, most_refusals) == CV_SUCCESS &&
         CVodeSVtolerances(cvode, options().tolerance, vectors().tolerance) == CV_SUCCESS && set_linear_solver();
}

bool CvodeStepper::set_linear_solver() {
  void* cvode = memory_->cvode;
  if (const auto& opened = memory_->opened)
    return CVodeSetLinearSolver(cvode, opened->solver(), opened->matrix()) == CV_SUCCESS &&
           CVodeSetLinSysFn(cvode, opened_system_callback) == CV_SUCCESS;
  return CVodeSetLinearSolver(cvode, memory_->newton->solver, memory_->newton->matrix) == CV_SUCCESS &&
         CVodeSetJacFn(cvode, jacobian_callback) == CV_SUCCESS;
}

bool CvodeStepper::start_again(double t) { return CVodeReInit(memory_->cvode, t, vectors().state) == CV_SUCCESS; }

int CvodeStepper::evolve(double end, double& reached, Goal goal) {
  evaluations_of_call_ = 0;
  const auto go_on = [&] {
    return CVode(memory_->cvode, end, vectors().state, &reached, goal == Goal::reach ? CV_NORMAL : CV_ONE_STEP);
  };
  const int result = go_on();
  const bool cannot = result < 0 && memory_->opened && memory_->opened->failed() && !options().cancel.requested();
  return cannot && go_on_closed(reached) ? go_on() : result;
}

/// From where the library has come, without the unknowns beside the states: their equations do not determine them.
bool CvodeStepper::go_on_closed(double reached) {
  before_restart();
  memory_->opened.reset();
  make_closed();
  said_ = {};
  return set_linear_solver() && start_again(reached);
}

bool CvodeStepper::set_stop(double time) { return CVodeSetStopTime(memory_->cvode, time) == CV_SUCCESS; }

bool CvodeStepper::dense_output(double time) {
  return CVodeGetDky(memory_->cvode, time, 0, vectors().inside) == CV_SUCCESS;
}

SundialsCounts CvodeStepper::counts() const {
  void* cvode = memory_->cvode;
  SundialsCounts n;
  long error_failures = 0;
  long convergence_failures = 0;
  CVodeGetNumSteps(cvode, &n.steps);
  CVodeGetNumErrTestFails(cvode, &error_failures);
  CVodeGetNumNonlinSolvConvFails(cvode, &convergence_failures);
  n.rejected = error_failures + convergence_failures;
  CVodeGetNumNonlinSolvIters(cvode, &n.newton_iterations);
  CVodeGetNumLinSolvSetups(cvode, &n.factorisations);
  n.newton_failures = convergence_failures;
  return n;
}

}  // namespace sunder::integrate
