#include "integrate/ark_stepper.hpp"

#include <arkode/arkode_arkstep.h>

#include <optional>

#include "integrate/sundials_vectors.hpp"

namespace sunder {

struct ArkStepper::Memory {
  void* ark = nullptr;
  std::optional<SundialsMatrix> newton;

  ~Memory() {
    if (ark != nullptr) ARKStepFree(&ark);
  }
};

namespace {

constexpr double newton_step_change = 1e-3;  // relative; the matrix is factored anew for larger ones
constexpr double newton_share = 1e-2;        // of the tolerance

int slow_callback(realtype t, N_Vector x, N_Vector dx, void* self) {
  return static_cast<ArkStepper*>(self)->slopes().slow(t, N_VGetArrayPointer(x), N_VGetArrayPointer(dx));
}

int fast_callback(realtype t, N_Vector x, N_Vector dx, void* self) {
  return static_cast<ArkStepper*>(self)->slopes().fast(t, N_VGetArrayPointer(x), N_VGetArrayPointer(dx));
}

int jacobian_callback(realtype t, N_Vector x, N_Vector, SUNMatrix matrix, void* self, N_Vector, N_Vector, N_Vector) {
  return static_cast<ArkStepper*>(self)->slopes().jacobian(
      t, N_VGetArrayPointer(x), SUNSparseMatrix_IndexPointers(matrix), SUNSparseMatrix_IndexValues(matrix),
      SUNSparseMatrix_Data(matrix));
}

}  // namespace

ArkStepper::ArkStepper(const Model& model, Context& context, const StepperOptions& options)
    : SundialsStepper(model, context, "ARKODE", options),
      slopes_(model, context, options.fast, callbacks_),
      memory_(std::make_unique<Memory>()) {}

ArkStepper::~ArkStepper() = default;

bool ArkStepper::create(double t) {
  Memory& m = *memory_;
  Vectors& v = vectors();
  const bool slow = slopes_.has_slow();
  const bool fast = slopes_.has_fast();
  m.ark = ARKStepCreate(slow ? slow_callback : nullptr, fast ? fast_callback : nullptr, t, v.state, v.context);
  if (m.ark == nullptr) return false;
  const bool configured =
      ARKStepSetErrHandlerFn(m.ark, remember_message, static_cast<SundialsStepper*>(this)) == ARK_SUCCESS &&
      ARKStepSetUserData(m.ark, this) == ARK_SUCCESS &&
      ARKStepSVtolerances(m.ark, options().tolerance, v.tolerance) == ARK_SUCCESS &&
      ARKStepSetTableNum(m.ark, fast ? ARKODE_ARK324L2SA_DIRK_4_2_3 : ARKODE_DIRK_NONE,
                         slow ? ARKODE_ARK324L2SA_ERK_4_2_3 : ARKODE_ERK_NONE) == ARK_SUCCESS &&
      // Hermite's polynomials would multiply the error of stiff states by their rates
      ARKStepSetInterpolantType(m.ark, ARK_INTERP_LAGRANGE) == ARK_SUCCESS &&
      ARKStepSetInterpolantDegree(m.ark, 3) == ARK_SUCCESS;
  if (!configured || !fast) return configured;
  m.newton.emplace(slopes_.size(), slopes_.nonzeros(), v.state, v.context);
  return ARKStepSetLinearSolver(m.ark, m.newton->solver, m.newton->matrix) == ARK_SUCCESS &&
         ARKStepSetJacFn(m.ark, jacobian_callback) == ARK_SUCCESS &&
         // slow states have rows of the unit matrix, whatever the step: nothing there is to be scaled for another one
         ARKStepSetLinearSolutionScaling(m.ark, SUNFALSE) == ARK_SUCCESS &&
         ARKStepSetDeltaGammaMax(m.ark, newton_step_change) == ARK_SUCCESS &&
         ARKStepSetNonlinConvCoef(m.ark, newton_share) == ARK_SUCCESS &&
         // an evaluation would multiply what Newton leaves undone by the rates of stiff states
         ARKStepSetDeduceImplicitRhs(m.ark, SUNTRUE) == ARK_SUCCESS;
}

bool ArkStepper::start_again(double t) {
  return ARKStepReInit(memory_->ark, slopes_.has_slow() ? slow_callback : nullptr,
                       slopes_.has_fast() ? fast_callback : nullptr, t, vectors().state) == ARK_SUCCESS;
}

int ArkStepper::evolve(double end, double& reached, Goal goal) {
  return ARKStepEvolve(memory_->ark, end, vectors().state, &reached, goal == Goal::reach ? ARK_NORMAL : ARK_ONE_STEP);
}

bool ArkStepper::set_stop(double time) { return ARKStepSetStopTime(memory_->ark, time) == ARK_SUCCESS; }

bool ArkStepper::dense_output(double time) {
  return ARKStepGetDky(memory_->ark, time, 0, vectors().inside) == ARK_SUCCESS;
}

SundialsCounts ArkStepper::counts() const {
  void* ark = memory_->ark;
  SundialsCounts n;
  long error_failures = 0;
  ARKStepGetNumSteps(ark, &n.steps);
  ARKStepGetNumErrTestFails(ark, &error_failures);
  n.rejected = error_failures;
  if (!slopes_.has_fast()) return n;
  ARKStepGetNumNonlinSolvIters(ark, &n.newton_iterations);
  ARKStepGetNumNonlinSolvConvFails(ark, &n.newton_failures);
  ARKStepGetNumLinSolvSetups(ark, &n.factorisations);
  n.rejected += n.newton_failures;
  return n;
}

}  // namespace sunder
