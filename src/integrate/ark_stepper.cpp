#include "integrate/ark_stepper.hpp"

#include <arkode/arkode_arkstep.h>

#include <algorithm>
#include <optional>

#include "integrate/sundials_vectors.hpp"

namespace sunder {

struct ArkStepper::Memory {
  void* ark = nullptr;
  std::optional<SundialsMatrix> newton;

  [[nodiscard]] bool create(ArkStepper& self, double t);

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

bool ArkStepper::Memory::create(ArkStepper& self, double t) {
  Vectors& v = self.vectors();
  const bool slow = self.slopes_.has_slow();
  const bool fast = self.slopes_.has_fast();
  ark = ARKStepCreate(slow ? slow_callback : nullptr, fast ? fast_callback : nullptr, t, v.state, v.context);
  if (ark == nullptr) return false;
  const bool configured = ARKStepSetErrHandlerFn(ark, LibraryMessage::remember, &self.message_) == ARK_SUCCESS &&
                          ARKStepSetUserData(ark, &self) == ARK_SUCCESS &&
                          ARKStepSVtolerances(ark, self.options().tolerance, v.tolerance) == ARK_SUCCESS &&
                          ARKStepSetTableNum(ark, fast ? ARKODE_ARK324L2SA_DIRK_4_2_3 : ARKODE_DIRK_NONE,
                                             slow ? ARKODE_ARK324L2SA_ERK_4_2_3 : ARKODE_ERK_NONE) == ARK_SUCCESS &&
                          // Hermite's polynomials would multiply the error of stiff states by their rates
                          ARKStepSetInterpolantType(ark, ARK_INTERP_LAGRANGE) == ARK_SUCCESS &&
                          ARKStepSetInterpolantDegree(ark, 3) == ARK_SUCCESS;
  if (!configured || !fast) return configured;
  newton.emplace(self.slopes_.size(), self.slopes_.nonzeros(), v.state, v.context);
  return ARKStepSetLinearSolver(ark, newton->solver, newton->matrix) == ARK_SUCCESS &&
         ARKStepSetJacFn(ark, jacobian_callback) == ARK_SUCCESS &&
         // slow states have rows of the unit matrix, whatever the step: nothing there is to be scaled for another one
         ARKStepSetLinearSolutionScaling(ark, SUNFALSE) == ARK_SUCCESS &&
         ARKStepSetDeltaGammaMax(ark, newton_step_change) == ARK_SUCCESS &&
         ARKStepSetNonlinConvCoef(ark, newton_share) == ARK_SUCCESS &&
         // an evaluation would multiply what Newton leaves undone by the rates of stiff states
         ARKStepSetDeduceImplicitRhs(ark, SUNTRUE) == ARK_SUCCESS;
}

bool ArkStepper::create(double t) { return memory_->create(*this, t); }

bool ArkStepper::start_again(double t) {
  return ARKStepReInit(memory_->ark, slopes_.has_slow() ? slow_callback : nullptr,
                       slopes_.has_fast() ? fast_callback : nullptr, t, vectors().state) == ARK_SUCCESS;
}

int ArkStepper::evolve(double end, double& reached, Goal goal) {
  if (goal == Goal::one_step) {
    const double* state = N_VGetArrayPointer(vectors().state);
    begin_.assign(state, state + slopes_.size());
    begin_time_ = reached;
  }
  return ARKStepEvolve(memory_->ark, end, vectors().state, &reached, goal == Goal::reach ? ARK_NORMAL : ARK_ONE_STEP);
}

bool ArkStepper::set_stop(double time) { return ARKStepSetStopTime(memory_->ark, time) == ARK_SUCCESS; }

/// The library's own polynomials are of low order in the first steps after a start, that is after every event.
bool ArkStepper::dense_output(double time) {
  N_Vector inside = vectors().inside;
  std::copy(begin_.begin(), begin_.end(), N_VGetArrayPointer(inside));
  if (time <= begin_time_) return true;
  if (!inside_) {
    inside_ = std::make_unique<Memory>();
    if (!inside_->create(*this, begin_time_)) return false;
  }
  double reached = begin_time_;
  return ARKStepReset(inside_->ark, begin_time_, inside) == ARK_SUCCESS &&
         ARKStepSetFixedStep(inside_->ark, time - begin_time_) == ARK_SUCCESS &&
         ARKStepEvolve(inside_->ark, time, inside, &reached, ARK_ONE_STEP) >= 0;
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
