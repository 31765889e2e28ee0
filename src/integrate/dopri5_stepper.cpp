#include "integrate/dopri5_stepper.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "integrate/rounding.hpp"
#include "integrate/stopping.hpp"

namespace sunder::integrate {

namespace {

constexpr double nodes[7] = {0, 1.0 / 5, 3.0 / 10, 4.0 / 5, 8.0 / 9, 1, 1};
// The last row holds the weights of the fifth order: the last stage is the end of the step.
constexpr double rows[7][6] = {{},
                               {1.0 / 5},
                               {3.0 / 40, 9.0 / 40},
                               {44.0 / 45, -56.0 / 15, 32.0 / 9},
                               {19372.0 / 6561, -25360.0 / 2187, 64448.0 / 6561, -212.0 / 729},
                               {9017.0 / 3168, -355.0 / 33, 46732.0 / 5247, 49.0 / 176, -5103.0 / 18656},
                               {35.0 / 384, 0, 500.0 / 1113, 125.0 / 192, -2187.0 / 6784, 11.0 / 84}};
// Fifth order minus fourth order.
constexpr double error_weights[7] = {71.0 / 57600,      0,          -71.0 / 16695, 71.0 / 1920,
                                     -17253.0 / 339200, 22.0 / 525, -1.0 / 40};
// What the dense output has beyond the cubic through both ends.
constexpr double dense_weights[7] = {-12715105075.0 / 11282082432,  0,
                                     87487479700.0 / 32700410799,   -10690763975.0 / 1880347072,
                                     701980252875.0 / 199316789632, -1453857185.0 / 822651844,
                                     69997945.0 / 29380423};

// The next step is this part of what would just pass the test, and does not change wildly.
constexpr double safety = 0.9;
constexpr double least_factor = 0.2;
constexpr double most_factor = 5;
constexpr double memory = 0.04;  // exponent of the error before
constexpr double after_failure = 0.25;

}  // namespace

Dopri5Stepper::Dopri5Stepper(const model::Model& model, model::Context& context, const StepperOptions& options)
    : Stepper(model, context),
      options_(options),
      derivatives_(model, context, model::all_states(model.state_count()), model::all_states(model.state_count()),
                   statistics_),
      stage_(model.state_count()),
      state_(model.state_count()),
      given_(model.state_count()) {
  for (const model::StateIndex state : model::all_states(model.state_count())) {
    const double nominal = std::abs(model.state_nominal(state));
    absolute_.push_back(options.absolute_tolerance.value_or(options.tolerance) * (nominal > 0 ? nominal : 1.0));
  }
  for (std::vector<double>& slope : slopes_) slope.resize(model.state_count());
  for (std::vector<double>& coefficient : dense_) coefficient.resize(model.state_count());
}

double Dopri5Stepper::scaled(std::span<const double> values) const {
  double largest = 0;
  for (std::size_t i = 0; i < values.size(); ++i) {
    const double unit = options_.tolerance * std::abs(state_[i]) + absolute_[i];
    largest = std::max(largest, std::abs(values[i]) / unit);
  }
  return largest;
}

/// No stage lies after this time.
double Dopri5Stepper::last_time(double goal) const {
  double last = std::numeric_limits<double>::infinity();
  if (limit_) last = std::min(last, *limit_);
  if (options_.stop) last = std::min(last, *options_.stop);
  return last > time_ ? last : goal;
}

model::Status Dopri5Stepper::start_or_continue(double t, double goal, std::span<const double> x) {
  if (continues_ && std::abs(t - given_time_) <= rounding_of(t) && std::equal(x.begin(), x.end(), given_.begin())) {
    return {};
  }
  std::copy(x.begin(), x.end(), state_.begin());
  time_ = t;
  continues_ = true;
  if (model::Status evaluated = derivatives_.at(t, state_, slopes_[0]); !evaluated) return fail(t, evaluated);
  choose_first_step(std::min(last_time(goal), goal));
  error_before_ = 1e-4;
  rejected_ = false;
  return {};
}

/// From the slope, and from its change over a first small step of Euler's method.
void Dopri5Stepper::choose_first_step(double end) {
  const double way = end - time_;
  const double slope = scaled(slopes_[0]);
  const double size = scaled(state_);
  double length = size < 1e-5 || slope < 1e-5 ? 1e-3 * way : 0.01 * (size / slope);
  length = std::min(length, way);
  for (std::size_t i = 0; i < state_.size(); ++i) stage_[i] = state_[i] + length * slopes_[0][i];
  if (!derivatives_.at(time_ + length, stage_, slopes_[1])) {
    // too far for this model; if it was not that, the step itself will tell
    next_length_ = length * after_failure;
    return;
  }
  for (std::size_t i = 0; i < state_.size(); ++i) stage_[i] = (slopes_[1][i] - slopes_[0][i]) / length;
  const double largest = std::max(slope, scaled(stage_));
  const double guess = largest <= 1e-15 ? 100 * length : std::pow(0.01 / largest, 0.2);
  next_length_ = std::min(100 * length, guess);
}

model::Status Dopri5Stepper::evaluate_stages(double h) {
  for (std::size_t i = 1; i < stage_count; ++i) {
    for (std::size_t s = 0; s < state_.size(); ++s) {
      double sum = 0;
      for (std::size_t j = 0; j < i; ++j) sum += rows[i][j] * slopes_[j][s];
      stage_[s] = state_[s] + h * sum;
    }
    if (model::Status evaluated = derivatives_.at(time_ + nodes[i] * h, stage_, slopes_[i]); !evaluated)
      return evaluated;
  }
  return {};
}

double Dopri5Stepper::error_of(double h) const {
  double largest = 0;
  for (std::size_t s = 0; s < state_.size(); ++s) {
    double sum = 0;
    for (std::size_t j = 0; j < stage_count; ++j) sum += error_weights[j] * slopes_[j][s];
    const double unit = options_.tolerance * std::max(std::abs(state_[s]), std::abs(stage_[s])) + absolute_[s];
    const double error = std::abs(h * sum) / unit;
    if (!(error <= largest)) largest = error;  // what is not a number counts as large
  }
  return largest;
}

void Dopri5Stepper::accept_internally(double h, double end) {
  for (std::size_t s = 0; s < state_.size(); ++s) {
    const double change = stage_[s] - state_[s];
    const double bend = h * slopes_[0][s] - change;
    double rest = 0;
    for (std::size_t j = 0; j < stage_count; ++j) rest += dense_weights[j] * slopes_[j][s];
    dense_[0][s] = state_[s];
    dense_[1][s] = change;
    dense_[2][s] = bend;
    dense_[3][s] = change - h * slopes_[6][s] - bend;
    dense_[4][s] = h * rest;
  }
  begin_ = time_;
  length_ = h;
  time_ = end;
  std::swap(state_, stage_);
  std::swap(slopes_[0], slopes_[6]);
  ++statistics_.steps;
}

/// One accepted step, in as many tries as it needs.
model::Status Dopri5Stepper::take_step(double goal) {
  const double last = last_time(goal);
  model::Status said;
  for (;;) {
    if (options_.cancel.requested()) return fail(time_, said);
    // a last step that would leave next to nothing goes all the way
    const bool whole = next_length_ * 1.01 >= last - time_;
    const double h = whole ? last - time_ : next_length_;
    if (!whole && h <= rounding_of(time_)) return fail(time_, said);
    said = evaluate_stages(h);
    const double error = said ? error_of(h) : std::numeric_limits<double>::quiet_NaN();
    if (error <= 1) {
      double factor = safety * std::pow(error_before_, memory) / std::pow(error, 0.2 - 0.75 * memory);
      factor = error == 0 ? most_factor : std::clamp(factor, least_factor, most_factor);
      // a step cut short by the last time says little about the next one
      next_length_ = std::max(h * (rejected_ ? std::min(factor, 1.0) : factor), whole ? next_length_ : 0.0);
      error_before_ = std::max(error, 1e-4);
      rejected_ = false;
      accept_internally(h, whole ? last : time_ + h);
      return {};
    }
    ++statistics_.rejected;
    rejected_ = true;
    const double factor = std::isfinite(error) ? safety * std::pow(error, -0.2) : after_failure;
    next_length_ = h * std::clamp(factor, least_factor, safety);
  }
}

model::Status Dopri5Stepper::tell(double time, std::span<double> x) {
  if (model::Status found = interpolate(time, x); !found) return found;
  if (model::Status finite = all_finite(model_, time, x); !finite) return finite;
  given_time_ = time;
  std::copy(x.begin(), x.end(), given_.begin());
  context_.accept(time, x);
  return {};
}

model::Status Dopri5Stepper::step(double t, double h, std::span<double> x) {
  double end = t + h;
  if (options_.stop && std::abs(end - *options_.stop) <= rounding_of(end) + rounding_of(t)) end = *options_.stop;
  if (model::Status started = start_or_continue(t, end, x); !started) return started;
  while (time_ < end) {
    model::Status taken = take_step(end);
    if (taken) continue;
    std::copy(state_.begin(), state_.end(), x.begin());
    return taken;
  }
  return tell(end, x);
}

model::Status Dopri5Stepper::advance(double t, double h, std::span<double> x, double& reached) {
  if (model::Status started = start_or_continue(t, t + h, x); !started) return started;
  if (time_ <= t)
    if (model::Status taken = take_step(t + h); !taken) return taken;
  reached = std::min(t + h, time_);
  return tell(reached, x);
}

model::Status Dopri5Stepper::interpolate(double time, std::span<double> x) {
  if (time == time_) {
    std::copy(state_.begin(), state_.end(), x.begin());
    return {};
  }
  const double theta = (time - begin_) / length_;
  const double left = 1 - theta;
  for (std::size_t s = 0; s < x.size(); ++s) {
    const double inner = dense_[3][s] + left * dense_[4][s];
    x[s] = dense_[0][s] + theta * (dense_[1][s] + left * (dense_[2][s] + theta * inner));
  }
  return {};
}

model::Fault Dopri5Stepper::fail(double t, const model::Status& said) {
  continues_ = false;
  return give_up(options_.cancel, t, said, "dopri5", "the steps have become so small that the time no longer advances");
}

}  // namespace sunder::integrate
