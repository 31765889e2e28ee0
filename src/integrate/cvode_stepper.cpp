#include "integrate/cvode_stepper.hpp"

#include <cvode/cvode.h>
#include <nvector/nvector_serial.h>
#include <sundials/sundials_context.h>
#include <sunlinsol/sunlinsol_klu.h>
#include <sunmatrix/sunmatrix_sparse.h>
#include <sunnonlinsol/sunnonlinsol_fixedpoint.h>

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>

#include "base/text.hpp"

namespace sunder {

struct CvodeStepper::Memory {
  SUNContext context = nullptr;
  void* cvode = nullptr;
  N_Vector state = nullptr;
  N_Vector tolerance = nullptr;
  N_Vector inside = nullptr;  // a state between two steps
  SUNMatrix matrix = nullptr;
  SUNLinearSolver linear = nullptr;
  SUNNonlinearSolver functional = nullptr;  // Adams: needs no Jacobian

  ~Memory() {
    if (cvode != nullptr) CVodeFree(&cvode);
    if (functional != nullptr) SUNNonlinSolFree(functional);
    if (linear != nullptr) SUNLinSolFree(linear);
    if (matrix != nullptr) SUNMatDestroy(matrix);
    if (tolerance != nullptr) N_VDestroy(tolerance);
    if (inside != nullptr) N_VDestroy(inside);
    if (state != nullptr) N_VDestroy(state);
    if (context != nullptr) SUNContext_Free(&context);
  }
};

namespace {

constexpr long steps_between_checks = 1000;

// CVODE's convention: 0 success, positive recoverable (it tries a smaller step), negative fatal.
int right_hand_side_callback(realtype t, N_Vector x, N_Vector dx, void* self) {
  return static_cast<CvodeStepper*>(self)->right_hand_side(t, N_VGetArrayPointer(x), N_VGetArrayPointer(dx));
}

int jacobian_callback(realtype t, N_Vector x, N_Vector, SUNMatrix matrix, void* self, N_Vector, N_Vector, N_Vector) {
  return static_cast<CvodeStepper*>(self)->jacobian(t, N_VGetArrayPointer(x), SUNSparseMatrix_IndexPointers(matrix),
                                                    SUNSparseMatrix_IndexValues(matrix), SUNSparseMatrix_Data(matrix));
}

void message_callback(int code, const char*, const char*, char* text, void* self) {
  if (code < 0) static_cast<CvodeStepper*>(self)->message(text);
}

}  // namespace

CvodeStepper::CvodeStepper(const Model& model, Context& context, CvodeFamily family, const StepperOptions& options)
    : Stepper(model, context),
      family_(family),
      options_(options),
      derivatives_(model, context, all_states(model.state_count()), all_states(model.state_count()), callbacks_),
      memory_(std::make_unique<Memory>()) {
  static_assert(sizeof(sunindextype) == sizeof(std::int64_t));
  const auto n = static_cast<sunindextype>(model.state_count());
  Memory& m = *memory_;
  SUNContext_Create(nullptr, &m.context);
  m.state = N_VNew_Serial(n, m.context);
  m.tolerance = N_VNew_Serial(n, m.context);
  m.inside = N_VNew_Serial(n, m.context);
  for (sunindextype i = 0; i < n; ++i) {
    const double nominal = std::abs(model.state_nominal(static_cast<std::size_t>(i)));
    N_VGetArrayPointer(m.tolerance)[i] = options.tolerance * (nominal > 0 ? nominal : 1.0);
  }
  if (family == CvodeFamily::adams) {
    m.functional = SUNNonlinSol_FixedPoint(m.state, 0, m.context);
    m.cvode = CVodeCreate(CV_ADAMS, m.context);
    assert(m.cvode != nullptr && m.functional != nullptr);
    return;
  }
  m.matrix = SUNSparseMatrix(
      n, n, static_cast<sunindextype>(std::max<std::size_t>(derivatives_.pattern().nonzeros(), 1)), CSC_MAT, m.context);
  m.linear = SUNLinSol_KLU(m.state, m.matrix, m.context);
  m.cvode = CVodeCreate(CV_BDF, m.context);
  assert(m.cvode != nullptr && m.linear != nullptr && m.matrix != nullptr);
}

CvodeStepper::~CvodeStepper() = default;

int CvodeStepper::right_hand_side(double t, const double* x, double* dx) {
  const std::size_t n = model_.state_count();
  return derivatives_.at(t, {x, n}, {dx, n}) ? 0 : 1;
}

int CvodeStepper::jacobian(double t, const double* x, std::int64_t* column_starts, std::int64_t* row_indices,
                           double* values) {
  const std::span<const double> state(x, model_.state_count());
  const SparsePattern& pattern = derivatives_.pattern();
  std::copy(pattern.column_starts.begin(), pattern.column_starts.end(), column_starts);
  std::copy(pattern.row_indices.begin(), pattern.row_indices.end(), row_indices);
  return derivatives_.freeze(t, state) && derivatives_.jacobian(state, {values, pattern.nonzeros()}) ? 0 : 1;
}

void CvodeStepper::message(const char* text) {
  message_ = text;
  std::replace(message_.begin(), message_.end(), '\n', ' ');
}

bool CvodeStepper::attach_solver() {
  Memory& m = *memory_;
  if (family_ == CvodeFamily::adams) return CVodeSetNonlinearSolver(m.cvode, m.functional) == CV_SUCCESS;
  return CVodeSetLinearSolver(m.cvode, m.linear, m.matrix) == CV_SUCCESS &&
         CVodeSetJacFn(m.cvode, jacobian_callback) == CV_SUCCESS;
}

bool CvodeStepper::start(double t, std::span<const double> x) {
  Memory& m = *memory_;
  std::copy(x.begin(), x.end(), N_VGetArrayPointer(m.state));
  time_ = t;
  continues_ = true;
  if (initialised_) {
    before_restart_ = statistics_;
    return CVodeReInit(m.cvode, t, m.state) == CV_SUCCESS;
  }
  initialised_ = true;
  return CVodeInit(m.cvode, right_hand_side_callback, t, m.state) == CV_SUCCESS &&
         CVodeSetErrHandlerFn(m.cvode, message_callback, this) == CV_SUCCESS &&
         CVodeSetUserData(m.cvode, this) == CV_SUCCESS &&
         CVodeSVtolerances(m.cvode, options_.tolerance, m.tolerance) == CV_SUCCESS && attach_solver() &&
         CVodeSetMaxNumSteps(m.cvode, steps_between_checks) == CV_SUCCESS;
}

bool CvodeStepper::step(double t, double h, std::span<double> x) {
  Memory& m = *memory_;
  double* state = N_VGetArrayPointer(m.state);
  const double rounding = 4 * std::numeric_limits<double>::epsilon() * (std::abs(t) + std::abs(h));
  const bool continues = continues_ && std::abs(t - time_) <= rounding && std::equal(x.begin(), x.end(), state);
  if (!continues && !start(t, x)) return fail(t);
  double end = t + h;
  if (options_.stop && std::abs(end - *options_.stop) <= rounding) end = *options_.stop;
  int result = CV_SUCCESS;
  if (options_.stop && CVodeSetStopTime(m.cvode, *options_.stop) != CV_SUCCESS) return fail(t);
  double reached = t;
  for (;;) {
    if (options_.cancel.requested()) return fail(reached);
    context_.clear_fault();
    const double before = reached;
    result = CVode(m.cvode, end, m.state, &reached, CV_NORMAL);
    if (result != CV_TOO_MUCH_WORK) break;
    // Raised after every so many internal steps, so that we can be stopped. Where the model cannot be evaluated any
    // further CVODE creeps towards the wall for ever, in steps that no longer change the time.
    if (reached - before <= steps_between_checks * std::numeric_limits<double>::epsilon() * std::abs(reached)) {
      message_ = "the steps have become so small that the time no longer advances";
      return fail(reached);
    }
  }
  collect_statistics();
  if (result < 0) return fail(reached);
  context_.clear_fault();
  time_ = end;
  std::copy(state, state + x.size(), x.begin());
  if (!all_finite(model_, context_, end, x)) return false;
  context_.accept(end, x);
  return true;
}

bool CvodeStepper::take_step(double t, double goal) {
  Memory& m = *memory_;
  const double stop = std::min(limit_.value_or(goal), options_.stop.value_or(limit_.value_or(goal)));
  if (stop > internal_time_ && CVodeSetStopTime(m.cvode, stop) != CV_SUCCESS) return fail(t);
  context_.clear_fault();
  const double before = internal_time_;
  const int result = CVode(m.cvode, std::max(stop, goal), m.state, &internal_time_, CV_ONE_STEP);
  collect_statistics();
  if (result < 0) return fail(internal_time_);
  context_.clear_fault();
  // Where the model cannot be evaluated any further CVODE creeps towards the wall for ever.
  const bool stalls = internal_time_ - before <= 4 * std::numeric_limits<double>::epsilon() * std::abs(internal_time_);
  stalled_ = stalls ? stalled_ + 1 : 0;
  if (stalled_ < steps_between_checks) return true;
  message_ = "the steps have become so small that the time no longer advances";
  return fail(internal_time_);
}

bool CvodeStepper::advance(double t, double h, std::span<double> x, double& reached) {
  const bool continues = stepping_ && t == given_time_ && std::equal(x.begin(), x.end(), given_.begin(), given_.end());
  if (!continues) {
    if (!start(t, x)) return fail(t);
    stepping_ = true;
    internal_time_ = t;
  }
  if (internal_time_ <= t && !take_step(t, t + h)) return false;
  reached = std::min(t + h, internal_time_);
  if (!interpolate(reached, x)) return false;
  if (!all_finite(model_, context_, reached, x)) return false;
  given_time_ = reached;
  given_.assign(x.begin(), x.end());
  context_.accept(reached, x);
  return true;
}

bool CvodeStepper::interpolate(double time, std::span<double> x) {
  Memory& m = *memory_;
  if (time == internal_time_) {
    const double* state = N_VGetArrayPointer(m.state);
    std::copy(state, state + x.size(), x.begin());
    return true;
  }
  if (CVodeGetDky(m.cvode, time, 0, m.inside) != CV_SUCCESS) return fail(time);
  const double* state = N_VGetArrayPointer(m.inside);
  std::copy(state, state + x.size(), x.begin());
  return true;
}

bool CvodeStepper::fail(double t) {
  collect_statistics();
  continues_ = stepping_ = false;
  Fault fault;
  if (context_.fault()) {
    fault = *context_.fault();
  } else if (options_.cancel.requested()) {
    fault.code = Code::E0613;
    fault.message = "cancelled at time " + shortest(t);
  } else {
    fault.code = Code::E0609;
    fault.message = "CVODE stopped at time " + shortest(t) + (message_.empty() ? std::string() : ": " + message_);
  }
  fault.time = t;
  context_.set_fault(std::move(fault));
  return false;
}

void CvodeStepper::collect_statistics() {
  void* cvode = memory_->cvode;
  long steps = 0;
  long error_failures = 0;
  long convergence_failures = 0;
  long iterations = 0;
  long setups = 0;
  CVodeGetNumSteps(cvode, &steps);
  CVodeGetNumErrTestFails(cvode, &error_failures);
  CVodeGetNumNonlinSolvIters(cvode, &iterations);
  CVodeGetNumNonlinSolvConvFails(cvode, &convergence_failures);
  CVodeGetNumLinSolvSetups(cvode, &setups);
  statistics_ = callbacks_;
  statistics_.steps = before_restart_.steps + steps;
  statistics_.rejected = before_restart_.rejected + error_failures + convergence_failures;
  if (family_ == CvodeFamily::adams) return;  // its iterations are not Newton's, and cost evaluations only
  statistics_.newton_iterations = before_restart_.newton_iterations + iterations;
  statistics_.newton_failures = before_restart_.newton_failures + convergence_failures;
  statistics_.factorisations = before_restart_.factorisations + setups;
}

}  // namespace sunder
