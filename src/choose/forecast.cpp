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

/// Into how many steps one of the coarse run falls at a smaller tolerance, or where no step may be so long.
double parts_by_error(const CoarseRun& coarse, const integrate::TracedStep& step, double order, double tolerance) {
  return std::max(1.0, std::pow(step.error * coarse.tolerance / (usual_error * tolerance), 1 / order));
}

double parts_by_length(const CoarseRun& coarse, const integrate::TracedStep& step) {
  return coarse.trace.longest > 0 ? step.length / coarse.trace.longest : 0.0;
}

double parts_of(const CoarseRun& coarse, const integrate::TracedStep& step, double order, double tolerance) {
  return std::max(parts_by_error(coarse, step, order, tolerance), parts_by_length(coarse, step));
}

double steps_of(const CoarseRun& coarse, const integrate::TracedStep& step, double order, double tolerance) {
  return std::max(surplus * parts_by_error(coarse, step, order, tolerance), parts_by_length(coarse, step));
}

}  // namespace

double overhead(double states) { return 300 + 30 * states; }

double work_of_run(const simulate::Simulation& run, std::size_t states) {
  const integrate::Statistics& n = run.statistics;
  return static_cast<double>(n.kernel_operations + n.solver_operations) +
         static_cast<double>(n.steps + n.rejected) * overhead(static_cast<double>(states));
}

namespace {

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
    steps += std::max(steps_of(coarse, step, order_of_all, tolerance), surplus * step.stiffness / stability_limit);
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
/// Errors of means add to those of slow steps.
constexpr double averaging_error_factor = 3;
/// Beyond this part more steps than accuracy asks for, states would become implicit on the way.
constexpr double most_explicit_surplus = 1.2;

}  // namespace

double equivalent_tolerance(const Candidate& candidate, double tolerance) {
  double factor = 1;
  if (candidate.method == "cvode") factor = rosenbrock_error_per_tolerance / cvode_error_per_tolerance;
  if (candidate.period) factor = 1 / averaging_error_factor;
  if (candidate.rows && candidate.rows->empty()) factor = 1 / explicit_error_factor;
  return std::max(tolerance * factor, smallest_tolerance);
}

double forecast_steps(const CoarseRun& coarse, bool all_implicit, double tolerance) {
  double steps = 0;
  for (const integrate::TracedStep& step : coarse.trace.steps)
    steps += steps_of(coarse, step, all_implicit ? order_of_all : order_of_some, tolerance);
  return steps;
}

double forecast_local_errors(const CoarseRun& coarse, bool all_implicit, double tolerance) {
  const double order = all_implicit ? order_of_all : order_of_some;
  double sum = 0;
  for (const integrate::TracedStep& step : coarse.trace.steps)
    sum += step.error * std::pow(tolerance < coarse.tolerance ? parts_of(coarse, step, order, tolerance) : 1, -order);
  return sum * coarse.tolerance;
}

double forecast_divided(const CoarseRun& coarse, bool all_implicit, double tolerance) {
  const double order = all_implicit ? order_of_all : order_of_some;
  double divided = 0, all = 0;
  for (const integrate::TracedStep& step : coarse.trace.steps) {
    all += step.error;
    if (parts_of(coarse, step, order, tolerance) > 1) divided += step.error;
  }
  return all > 0 ? divided / all : 1.0;
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
  out.refused = *out.steps > most_explicit_surplus * forecast_steps(coarse, true, out.tolerance);
  if (out.refused) out.why = "stability would limit its steps";
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
  return list;
}

Candidate forecast_rows(const CoarseRun& some, const CoarseRun& all, model::StateSet rows, std::size_t states,
                        double tolerance) {
  Candidate out{.method = "rosenbrock", .rows = std::move(rows)};
  out.what = std::to_string(out.rows->size()) + " of " + std::to_string(states);
  out.tolerance = equivalent_tolerance(out, tolerance);
  out.steps = forecast_steps(some, false, tolerance);
  out.seconds = *out.steps * seconds_per_step(all) * work_of(some, states).step / work_of(all, states).step;
  return out;
}

/// Slow parts are of third order, the fastest of fifth, and events cut the steps of both.
void forecast_parts(const CoarseRun& parts, const CoarseRun& all, std::size_t states, double tolerance,
                    Candidate& candidate) {
  constexpr double cost_exponent = 0.25;
  candidate.tolerance = equivalent_tolerance(candidate, tolerance);
  const double more = std::pow(std::max(1.0, parts.tolerance / candidate.tolerance), cost_exponent);
  const integrate::Statistics& n = parts.run.statistics;
  candidate.steps = more * static_cast<double>(n.steps + n.rejected);
  // a step of the fastest part does nothing around the states of the others
  const double around = static_cast<double>(n.steps) * overhead(static_cast<double>(candidate.rows->size())) +
                        static_cast<double>(n.slow_steps) * overhead(static_cast<double>(states));
  const double work = static_cast<double>(n.kernel_operations + n.solver_operations) + around;
  candidate.seconds = more * all.run.simulate_seconds * work / work_of_run(all.run, states);
}

/// Slow steps are of third order, those inside a period of fifth, and events cut both.
Candidate forecast_averaging(const simulate::AveragingParts& parts, const CoarseRun& direct, std::size_t states,
                             double tolerance) {
  constexpr double cost_exponent = 0.3;
  Candidate out{.method = "averaging", .rows = parts.partition.fast()};
  out.what = std::to_string(out.rows->size()) + " of " + std::to_string(states);
  out.period = parts.period;
  out.tolerance = equivalent_tolerance(out, tolerance);
  const double more = std::pow(std::max(1.0, simulate::pilot_tolerance / out.tolerance), cost_exponent);
  out.steps = more * static_cast<double>(parts.pilot.statistics.steps);
  out.seconds = more * direct.run.simulate_seconds * work_of_run(parts.pilot, states) / work_of_run(direct.run, states);
  return out;
}

void choose_cheapest(std::vector<Candidate>& candidates) {
  // steps of CVODE are forecast by a median: where states swing it takes many times as many
  constexpr double doubt = 1.5;
  const auto cost = [](const Candidate& one) { return one.seconds.value_or(HUGE_VAL); };
  std::stable_sort(candidates.begin(), candidates.end(),
                   [&](const Candidate& a, const Candidate& b) { return cost(a) < cost(b); });
  const auto risk = [&](const Candidate& one) {
    return one.refused ? HUGE_VAL : cost(one) * (one.method == "cvode" ? doubt : 1.0);
  };
  Candidate& best = *std::min_element(candidates.begin(), candidates.end(),
                                      [&](const Candidate& a, const Candidate& b) { return risk(a) < risk(b); });
  best.chosen = true;
  const bool cheapest = std::none_of(candidates.begin(), candidates.end(),
                                     [&](const Candidate& one) { return !one.refused && cost(one) < cost(best); });
  best.why = cheapest ? "cheapest forecast" : "a safer forecast";
  for (Candidate& one : candidates)
    if (!one.chosen && !one.refused)
      one.why = "forecast " + rounded(cost(one) / std::max(cost(best), 1e-12), 2) + " times as dear";
}

model::StateSet fast_states(const CoarseRun& coarse) {
  model::StateSet found;
  for (std::size_t i = 0; i < coarse.trace.pull.size(); ++i)
    if (coarse.trace.pull[i] > 1) found.emplace_back(i);
  return found;
}

}  // namespace sunder::choose
