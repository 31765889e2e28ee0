#include "integrate/sundials_stepper.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>

#include "base/text.hpp"
#include "integrate/rounding.hpp"
#include "integrate/sundials_vectors.hpp"

namespace sunder::integrate {

namespace {

/// The libraries give up for the moment after so many steps: 500 by default, changed by none of us.
constexpr int steps_between_checks = 500;
constexpr int minimum_degree = 0;  // KLU's number of the ordering AMD
constexpr int too_much_work = -1;  // CV_TOO_MUCH_WORK, ARK_TOO_MUCH_WORK

constexpr const char* no_progress = "the steps have become so small that the time no longer advances";

}  // namespace

SundialsMatrix::SundialsMatrix(std::size_t n, std::size_t nonzeros, N_Vector like, SUNContext context) {
  static_assert(sizeof(sunindextype) == sizeof(std::int64_t));
  const auto size = static_cast<sunindextype>(n);
  matrix = SUNSparseMatrix(size, size, static_cast<sunindextype>(std::max<std::size_t>(nonzeros, 1)), CSC_MAT, context);
  solver = SUNLinSol_KLU(like, matrix, context);
  assert(matrix != nullptr && solver != nullptr);
  SUNLinSol_KLUSetOrdering(solver, minimum_degree);
}

SundialsMatrix::~SundialsMatrix() {
  SUNLinSolFree(solver);
  SUNMatDestroy(matrix);
}

SundialsStepper::SundialsStepper(const model::Model& model, model::Context& context, std::string library,
                                 const StepperOptions& options)
    : Stepper(model, context),
      library_(std::move(library)),
      options_(options),
      vectors_(std::make_unique<Vectors>()),
      given_(model.state_count()) {
  Vectors& v = *vectors_;
  const auto n = static_cast<sunindextype>(model.state_count());
  SUNContext_Create(nullptr, &v.context);
  v.state = N_VNew_Serial(n, v.context);
  v.tolerance = N_VNew_Serial(n, v.context);
  v.inside = N_VNew_Serial(n, v.context);
  for (sunindextype i = 0; i < n; ++i) {
    const double nominal = std::abs(model.state_nominal(model::StateIndex(static_cast<std::size_t>(i))));
    N_VGetArrayPointer(v.tolerance)[i] =
        options.absolute_tolerance.value_or(options.tolerance) * (nominal > 0 ? nominal : 1.0);
  }
}

SundialsStepper::~SundialsStepper() = default;

bool SundialsStepper::start(double t, std::span<const double> x) {
  std::copy(x.begin(), x.end(), N_VGetArrayPointer(vectors_->state));
  time_ = t;
  continues_ = true;
  if (created_) {
    before_restart_ = statistics_;
    return start_again(t);
  }
  created_ = true;
  return create(t);
}

model::Status SundialsStepper::step(double t, double h, std::span<double> x) {
  double* state = N_VGetArrayPointer(vectors_->state);
  const double rounding = 4 * epsilon * (std::abs(t) + std::abs(h));
  const bool continues = continues_ && std::abs(t - time_) <= rounding && std::equal(x.begin(), x.end(), state);
  if (!continues && !start(t, x)) return fail(t);
  double end = t + h;
  if (options_.stop && std::abs(end - *options_.stop) <= rounding) end = *options_.stop;
  if (options_.stop && !set_stop(*options_.stop)) return fail(t);
  int result = 0;
  double reached = t;
  for (;;) {
    if (options_.cancel.requested()) return fail(reached);
    said_ = {};
    const double before = reached;
    result = evolve(end, reached, Goal::reach);
    if (result != too_much_work) break;
    // Raised after every so many internal steps, so that we can be stopped. Where the model cannot be evaluated any
    // further the library creeps towards the wall for ever, in steps that no longer change the time.
    if (reached - before <= steps_between_checks * epsilon * std::abs(reached)) {
      message_.text = no_progress;
      return fail(reached);
    }
  }
  collect_statistics();
  if (result < 0) return fail(reached);
  said_ = {};
  time_ = end;
  std::copy(state, state + x.size(), x.begin());
  if (model::Status finite = all_finite(model_, end, x); !finite) return finite;
  context_.accept(end, x);
  return {};
}

model::Status SundialsStepper::take_step(double t, double goal) {
  const double stop = std::min(limit_.value_or(goal), options_.stop.value_or(limit_.value_or(goal)));
  if (stop > internal_time_ && !set_stop(stop)) return fail(t);
  said_ = {};
  const double before = internal_time_;
  const int result = evolve(std::max(stop, goal), internal_time_, Goal::one_step);
  collect_statistics();
  if (result < 0) return fail(internal_time_);
  said_ = {};
  const bool stalls = internal_time_ - before <= 4 * epsilon * std::abs(internal_time_);
  stalled_ = stalls ? stalled_ + 1 : 0;
  if (stalled_ < steps_between_checks) return {};
  message_.text = no_progress;
  return fail(internal_time_);
}

model::Status SundialsStepper::advance(double t, double h, std::span<double> x, double& reached) {
  const bool continues = stepping_ && t == given_time_ && std::equal(x.begin(), x.end(), given_.begin(), given_.end());
  if (!continues) {
    if (!start(t, x)) return fail(t);
    stepping_ = true;
    internal_time_ = t;
  }
  if (internal_time_ <= t)
    if (model::Status taken = take_step(t, t + h); !taken) return taken;
  reached = std::min(t + h, internal_time_);
  if (model::Status found = interpolate(reached, x); !found) return found;
  if (model::Status finite = all_finite(model_, reached, x); !finite) return finite;
  given_time_ = reached;
  given_.assign(x.begin(), x.end());
  context_.accept(reached, x);
  return {};
}

model::Status SundialsStepper::interpolate(double time, std::span<double> x) {
  const bool at_end = time == internal_time_;
  if (!at_end && !dense_output(time)) return fail(time);
  const double* state = N_VGetArrayPointer(at_end ? vectors_->state : vectors_->inside);
  std::copy(state, state + x.size(), x.begin());
  return {};
}

model::Status SundialsStepper::fail(double t) {
  if (created_) collect_statistics();
  continues_ = stepping_ = false;
  return give_up(options_.cancel, t, said_, library_, message_.text);
}

void SundialsStepper::collect_statistics() {
  const SundialsCounts n = counts();
  statistics_ = callbacks_;
  statistics_.steps = before_restart_.steps + n.steps;
  statistics_.rejected = before_restart_.rejected + n.rejected;
  statistics_.newton_iterations = before_restart_.newton_iterations + n.newton_iterations;
  statistics_.newton_failures = before_restart_.newton_failures + n.newton_failures;
  statistics_.factorisations = before_restart_.factorisations + n.factorisations;
}

}  // namespace sunder::integrate
