#include "integrate/mri_stepper.hpp"

#include <arkode/arkode_arkstep.h>
#include <arkode/arkode_mristep.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/text.hpp"
#include "integrate/sundials_vectors.hpp"

namespace sunder {

struct MriStepper::Memory {
  SUNContext context = nullptr;
  N_Vector state = nullptr;
  N_Vector tolerance = nullptr;
  std::optional<SundialsMatrix> newton;
  void* fast = nullptr;  // ARKStep
  MRIStepInnerStepper inner = nullptr;
  MRIStepCoupling coupling = nullptr;
  void* slow = nullptr;  // MRIStep

  ~Memory() {
    if (slow != nullptr) MRIStepFree(&slow);
    if (coupling != nullptr) MRIStepCoupling_Free(coupling);
    if (inner != nullptr) MRIStepInnerStepper_Free(&inner);
    if (fast != nullptr) ARKStepFree(&fast);
    newton.reset();
    if (tolerance != nullptr) N_VDestroy(tolerance);
    if (state != nullptr) N_VDestroy(state);
    if (context != nullptr) SUNContext_Free(&context);
  }
};

namespace {

constexpr double epsilon = std::numeric_limits<double>::epsilon();
constexpr double newton_step_change = 1e-3;
constexpr double newton_share = 1e-2;
constexpr double fast_share = 0.1;  // of the tolerance
constexpr int order = 3;
constexpr double safety = 0.9;
constexpr double least_factor = 0.2;
constexpr double most_factor = 4;
constexpr double after_failure = 0.25;
constexpr double shortest_step = 1e4 * epsilon;  // relative to the time
constexpr long most_fast_steps = 10'000;         // in a stage of a slow step, which is then too long
constexpr double least_fast_step = 1e-9;         // of the slow one: does not creep towards where the model ends

int slow_callback(realtype t, N_Vector x, N_Vector dx, void* self) {
  return static_cast<MriStepper*>(self)->slopes().slow(t, N_VGetArrayPointer(x), N_VGetArrayPointer(dx));
}

int fast_callback(realtype t, N_Vector x, N_Vector dx, void* self) {
  return static_cast<MriStepper*>(self)->slopes().fast(t, N_VGetArrayPointer(x), N_VGetArrayPointer(dx));
}

int jacobian_callback(realtype t, N_Vector x, N_Vector, SUNMatrix matrix, void* self, N_Vector, N_Vector, N_Vector) {
  return static_cast<MriStepper*>(self)->slopes().jacobian(
      t, N_VGetArrayPointer(x), SUNSparseMatrix_IndexPointers(matrix), SUNSparseMatrix_IndexValues(matrix),
      SUNSparseMatrix_Data(matrix));
}

bool is_same_time(double a, double b) { return std::abs(a - b) <= 8 * epsilon * std::max(std::abs(a), std::abs(b)); }

}  // namespace

MriStepper::MriStepper(const Model& model, Context& context, const StepperOptions& options)
    : Stepper(model, context),
      options_(options),
      slopes_(model, context, options.fast, evaluations_),
      memory_(std::make_unique<Memory>()) {
  for (std::size_t i = 0; i < model.state_count(); ++i) {
    const double nominal = std::abs(model.state_nominal(i));
    nominal_.push_back(nominal > 0 ? nominal : 1.0);
  }
  for (std::vector<double>* vector : {&whole_, &middle_, &halves_, &begin_}) vector->resize(model.state_count());
}

MriStepper::~MriStepper() = default;

bool MriStepper::create(double t, std::span<const double> x) {
  Memory& m = *memory_;
  const std::size_t n = x.size();
  SUNContext_Create(nullptr, &m.context);
  m.state = N_VNew_Serial(static_cast<sunindextype>(n), m.context);
  m.tolerance = N_VNew_Serial(static_cast<sunindextype>(n), m.context);
  std::copy(x.begin(), x.end(), N_VGetArrayPointer(m.state));
  for (std::size_t i = 0; i < n; ++i)
    N_VGetArrayPointer(m.tolerance)[i] = fast_share * options_.tolerance * nominal_[i];
  const bool implicit = slopes_.has_fast();
  m.fast = ARKStepCreate(implicit ? nullptr : fast_callback, implicit ? fast_callback : nullptr, t, m.state, m.context);
  if (m.fast == nullptr) return false;
  bool fine = ARKStepSetErrHandlerFn(m.fast, LibraryMessage::remember, &message_) == ARK_SUCCESS &&
              ARKStepSetUserData(m.fast, this) == ARK_SUCCESS &&
              ARKStepSVtolerances(m.fast, fast_share * options_.tolerance, m.tolerance) == ARK_SUCCESS &&
              ARKStepSetMaxNumSteps(m.fast, most_fast_steps) == ARK_SUCCESS;
  if (fine && implicit) {
    m.newton.emplace(n, slopes_.nonzeros(), m.state, m.context);
    fine = ARKStepSetTableNum(m.fast, ARKODE_ARK324L2SA_DIRK_4_2_3, ARKODE_ERK_NONE) == ARK_SUCCESS &&
           ARKStepSetLinearSolver(m.fast, m.newton->solver, m.newton->matrix) == ARK_SUCCESS &&
           ARKStepSetJacFn(m.fast, jacobian_callback) == ARK_SUCCESS &&
           // for these see ark_stepper.cpp
           ARKStepSetLinearSolutionScaling(m.fast, SUNFALSE) == ARK_SUCCESS &&
           ARKStepSetDeltaGammaMax(m.fast, newton_step_change) == ARK_SUCCESS &&
           ARKStepSetNonlinConvCoef(m.fast, newton_share) == ARK_SUCCESS &&
           ARKStepSetDeduceImplicitRhs(m.fast, SUNTRUE) == ARK_SUCCESS;
  }
  if (!fine || ARKStepCreateMRIStepInnerStepper(m.fast, &m.inner) != ARK_SUCCESS) return false;
  m.slow = MRIStepCreate(slow_callback, nullptr, t, m.state, m.inner, m.context);
  m.coupling = MRIStepCoupling_LoadTable(ARKODE_MIS_KW3);
  return m.slow != nullptr && m.coupling != nullptr &&
         MRIStepSetErrHandlerFn(m.slow, LibraryMessage::remember, &message_) == ARK_SUCCESS &&
         MRIStepSetUserData(m.slow, this) == ARK_SUCCESS && MRIStepSetCoupling(m.slow, m.coupling) == ARK_SUCCESS;
}

bool MriStepper::macro_step(double t, double h, std::span<const double> x, std::span<double> y) {
  Memory& m = *memory_;
  if (m.slow == nullptr && !create(t, x)) return false;
  message_.text.clear();
  double* state = N_VGetArrayPointer(m.state);
  std::copy(x.begin(), x.end(), state);
  double reached = t;
  const bool done = ARKStepSetMinStep(m.fast, least_fast_step * h) == ARK_SUCCESS &&
                    MRIStepReset(m.slow, t, m.state) == ARK_SUCCESS && MRIStepSetFixedStep(m.slow, h) == ARK_SUCCESS &&
                    MRIStepEvolve(m.slow, t + h, m.state, &reached, ARK_ONE_STEP) >= 0;
  std::copy(state, state + y.size(), y.begin());
  return done;
}

bool MriStepper::two_halves(double t, double h, std::span<const double> x, std::span<double> y) {
  return macro_step(t, h / 2, x, middle_) && macro_step(t + h / 2, h - h / 2, middle_, y);
}

/// Of the whole step, in units of the tolerance.
double MriStepper::error_of(std::span<const double> x) const {
  double largest = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    const double unit = options_.tolerance * (std::max(std::abs(x[i]), std::abs(halves_[i])) + nominal_[i]);
    const double error = std::abs(halves_[i] - whole_[i]) / unit;
    if (!std::isfinite(error)) return std::numeric_limits<double>::infinity();
    largest = std::max(largest, error);
  }
  return largest / ((1 << order) - 1);
}

bool MriStepper::choose_first_length(double t, double way, std::span<const double> x) {
  if (slopes_.slow(t, x.data(), whole_.data()) != 0) return false;
  double rate = 0;
  for (std::size_t i = 0; i < x.size(); ++i)
    rate = std::max(rate, std::abs(whole_[i]) / (std::abs(x[i]) + nominal_[i]));
  next_length_ = rate > 0 ? std::min(way, 0.01 / rate) : way;
  return true;
}

bool MriStepper::advance(double t, double h, std::span<double> x, double& reached) {
  double end = t + h;
  if (options_.stop && is_same_time(end, *options_.stop)) end = *options_.stop;
  if (limit_ && *limit_ > t) end = std::min(end, *limit_);
  context_.clear_fault();
  if (!next_length_ && !choose_first_length(t, end - t, x)) return fail(t);
  std::copy(x.begin(), x.end(), begin_.begin());
  begin_time_ = t;
  for (;;) {
    if (options_.cancel.requested()) return fail(t);
    const bool clipped = t + *next_length_ >= end || is_same_time(t + *next_length_, end);
    const double length = clipped ? end - t : *next_length_;
    context_.clear_fault();
    const bool taken = macro_step(t, length, begin_, whole_) && two_halves(t, length, begin_, halves_);
    const double error = taken ? error_of(begin_) : std::numeric_limits<double>::infinity();
    collect_statistics();
    if (error <= 1) {
      const double factor = std::clamp(safety * std::pow(std::max(error, 1e-10), -1.0 / (order + 1)), 1.0, most_factor);
      // a step cut short by an output point tells nothing against longer ones
      if (!clipped || length * factor > *next_length_) next_length_ = length * factor;
      reached = clipped ? end : t + length;
      break;
    }
    ++rejected_;
    const double factor =
        std::isfinite(error) ? std::max(least_factor, safety * std::pow(error, -1.0 / (order + 1))) : after_failure;
    next_length_ = length * factor;
    if (is_same_time(t + *next_length_, t)) return fail(t);
  }
  context_.clear_fault();
  ++steps_;
  collect_statistics();
  std::copy(halves_.begin(), halves_.end(), x.begin());
  if (!all_finite(model_, context_, reached, x)) return false;
  context_.accept(reached, x);
  return true;
}

bool MriStepper::step(double t, double h, std::span<double> x) {
  const double end = t + h;
  double reached = t;
  while (reached < end && !is_same_time(reached, end))
    if (!advance(reached, end - reached, x, reached)) return false;
  return true;
}

bool MriStepper::interpolate(double time, std::span<double> x) {
  if (time <= begin_time_) {
    std::copy(begin_.begin(), begin_.end(), x.begin());
    return true;
  }
  context_.clear_fault();
  const double length = time - begin_time_;
  if (length <= shortest_step * std::abs(time)) return euler(length, x) || fail(begin_time_);
  return two_halves(begin_time_, length, begin_, x) || fail(begin_time_);
}

/// A moment so short that the library's stages would fall together.
bool MriStepper::euler(double length, std::span<double> x) {
  if (slopes_.slow(begin_time_, begin_.data(), whole_.data()) != 0) return false;
  if (slopes_.fast(begin_time_, begin_.data(), halves_.data()) != 0) return false;
  for (std::size_t i = 0; i < x.size(); ++i) x[i] = begin_[i] + length * (whole_[i] + halves_[i]);
  return true;
}

bool MriStepper::fail(double t) {
  collect_statistics();
  return give_up(context_, options_.cancel, t, "ARKODE", message_.text);
}

void MriStepper::collect_statistics() {
  statistics_ = evaluations_;
  statistics_.steps = steps_;
  statistics_.rejected = rejected_;
  if (memory_->fast == nullptr || !slopes_.has_fast()) return;
  long iterations = 0, failures = 0, setups = 0;
  ARKStepGetNumNonlinSolvIters(memory_->fast, &iterations);
  ARKStepGetNumNonlinSolvConvFails(memory_->fast, &failures);
  ARKStepGetNumLinSolvSetups(memory_->fast, &setups);
  statistics_.newton_iterations = static_cast<std::uint64_t>(iterations);
  statistics_.newton_failures = static_cast<std::uint64_t>(failures);
  statistics_.factorisations = static_cast<std::uint64_t>(setups);
}

}  // namespace sunder
