#include "choose/forecast.hpp"

#include <algorithm>
#include <cmath>

#include "base/text.hpp"

namespace sunder::choose {

namespace {

// Found by measurement, as the constants of the step control: rejected steps and steps cut short cost two fifths more,
// and a controlled step has a third of the error that it may have.
constexpr double surplus = 1.4;
constexpr double usual_error = 0.35;

/// Of a step as estimated: Rodas5P and Dormand-Prince compare orders 5 and 4, ROS34PW2 3 and 2.
constexpr double order_of_all = 5, order_of_some = 3;
constexpr double stages_of_all = 8;

/// Into how many parts a step of the coarse run falls at a smaller tolerance.
double parts_of(const integrate::TracedStep& step, double order, double tolerance) {
  return std::max(1.0, std::pow(step.error * coarse_tolerance / (usual_error * tolerance), 1 / order));
}

/// Arithmetic around the model and the matrices, in operations of a step.
double overhead(double states) { return 300 + 30 * states; }

/// What one step of the coarse run cost, in operations; and what one evaluation does.
struct Work {
  double step = 0, evaluation = 0, jacobian = 0, linear = 0;
};

Work work_of(const CoarseRun& coarse, std::size_t states) {
  const integrate::Statistics& n = coarse.run.statistics;
  const double attempts = std::max(1.0, static_cast<double>(n.steps + n.rejected));
  Work work;
  const double evaluations = static_cast<double>(n.function_evaluations + n.jacobian_evaluations);
  work.evaluation = static_cast<double>(n.kernel_operations) / std::max(1.0, evaluations);
  work.jacobian = work.evaluation * static_cast<double>(n.jacobian_evaluations) / attempts;
  work.linear = static_cast<double>(n.solver_operations) / attempts;
  work.step = static_cast<double>(n.kernel_operations) / attempts + work.linear + overhead(static_cast<double>(states));
  return work;
}

double seconds_per_step(const CoarseRun& coarse) {
  const integrate::Statistics& n = coarse.run.statistics;
  return coarse.run.simulate_seconds / std::max(1.0, static_cast<double>(n.steps + n.rejected));
}

/// The explicit method is limited by accuracy or by stability, whichever is worse.
double explicit_steps(const CoarseRun& coarse, double tolerance) {
  constexpr double stability_limit = 3.3;
  double steps = 0;
  for (const integrate::TracedStep& step : coarse.trace.steps)
    steps += surplus * std::max(parts_of(step, order_of_all, tolerance), step.stiffness / stability_limit);
  return steps;
}

// Measured on the examples and on the classical initial value problems (`sunder choose --measure`), medians.
constexpr double cvode_steps_per_step = 4;
constexpr double cvode_steps_per_event = 10;
constexpr double cvode_evaluations_per_step = 1.3;
constexpr double cvode_factorisations_per_step = 0.2;
constexpr double cvode_overhead = 2;
/// The explicit method has larger errors at the same tolerance.
constexpr double explicit_error_factor = 8;
/// Beyond this part more steps than accuracy asks for, states would become implicit on the way.
constexpr double most_explicit_surplus = 1.2;

}  // namespace

double equivalent_tolerance(const Candidate& candidate, double tolerance) {
  double factor = 1;
  if (candidate.method == "cvode") factor = rosenbrock_error_per_tolerance / cvode_error_per_tolerance;
  if (candidate.rows && candidate.rows->empty()) factor = 1 / explicit_error_factor;
  return std::max(tolerance * factor, smallest_tolerance);
}

double forecast_steps(const CoarseRun& coarse, bool all_implicit, double tolerance) {
  double steps = 0;
  for (const integrate::TracedStep& step : coarse.trace.steps)
    steps += surplus * parts_of(step, all_implicit ? order_of_all : order_of_some, tolerance);
  return steps;
}

namespace {

Candidate forecast_all(const CoarseRun& coarse, double tolerance) {
  Candidate out{.method = "rosenbrock", .what = "all"};
  out.tolerance = equivalent_tolerance(out, tolerance);
  out.steps = forecast_steps(coarse, true, tolerance);
  out.seconds = *out.steps * seconds_per_step(coarse);
  return out;
}

Candidate forecast_explicit(const CoarseRun& coarse, const Work& work, double states, double tolerance) {
  Candidate out{.method = "rosenbrock", .rows = model::StateSet(), .what = "none"};
  out.tolerance = equivalent_tolerance(out, tolerance);
  out.steps = explicit_steps(coarse, out.tolerance);
  out.seconds = *out.steps * seconds_per_step(coarse) * (6 * work.evaluation + overhead(states)) / work.step;
  if (*out.steps > most_explicit_surplus * forecast_steps(coarse, true, out.tolerance)) out.why = limited_by_stability;
  return out;
}

Candidate forecast_cvode(const CoarseRun& coarse, const Work& work, double states, double tolerance) {
  Candidate out{.method = "cvode", .what = "all"};
  out.tolerance = equivalent_tolerance(out, tolerance);
  out.steps = cvode_steps_per_step * forecast_steps(coarse, true, tolerance) +
              cvode_steps_per_event * static_cast<double>(coarse.run.statistics.events);
  const double step = cvode_evaluations_per_step * (work.evaluation + work.linear / stages_of_all) +
                      cvode_factorisations_per_step * (work.jacobian + work.linear) + cvode_overhead * overhead(states);
  out.seconds = *out.steps * seconds_per_step(coarse) * step / work.step;
  return out;
}

}  // namespace

std::vector<Candidate> forecast_candidates(const CoarseRun& coarse, std::size_t states, double tolerance) {
  const double n = static_cast<double>(states);
  const Work work = work_of(coarse, states);
  std::vector<Candidate> list{forecast_all(coarse, tolerance)};
  if (states > 0) {
    list.push_back(forecast_explicit(coarse, work, n, tolerance));
    list.push_back(forecast_cvode(coarse, work, n, tolerance));
  }
  for (Candidate& one : list) one.error = rosenbrock_error_per_tolerance * tolerance;
  return list;
}

Candidate forecast_rows(const CoarseRun& some, const CoarseRun& all, model::StateSet rows, std::size_t states,
                        double tolerance) {
  Candidate out{.method = "rosenbrock", .rows = std::move(rows)};
  out.what = std::to_string(out.rows->size()) + " of " + std::to_string(states);
  out.tolerance = equivalent_tolerance(out, tolerance);
  out.steps = forecast_steps(some, false, tolerance);
  out.seconds = *out.steps * seconds_per_step(all) * work_of(some, states).step / work_of(all, states).step;
  out.error = rosenbrock_error_per_tolerance * tolerance;
  return out;
}

model::StateSet fast_states(const CoarseRun& coarse) {
  model::StateSet found;
  for (std::size_t i = 0; i < coarse.trace.pull.size(); ++i)
    if (coarse.trace.pull[i] > 1) found.emplace_back(i);
  return found;
}

}  // namespace sunder::choose
