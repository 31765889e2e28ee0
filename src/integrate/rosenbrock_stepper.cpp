#include "integrate/rosenbrock_stepper.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>

#include "algebra/schur_complement.hpp"
#include "integrate/error_groups.hpp"
#include "integrate/linear_run.hpp"
#include "integrate/opened_rows.hpp"
#include "integrate/rounding.hpp"
#include "integrate/stopping.hpp"

namespace sunder::integrate {

namespace {

RosenbrockStepper& own(void* user) { return *static_cast<RosenbrockStepper*>(user); }

}  // namespace

/// One set of rows: their Jacobian and the run of the runtime.
class RosenbrockStepper::Method {
 public:
  Method(const model::Model& model, model::Context& context, RosenbrockStepper& stepper, model::StateSet rows)
      : rows_(std::move(rows)) {
    const std::size_t states = model.state_count();
    SunderSystem system{};
    system.user = &stepper;
    system.state_count = static_cast<std::uint32_t>(states);
    system.values_checked = 1;  // by Derivatives
    system.derivatives = [](void* user, double t, const double* x, double* dx) {
      return own(user).derivatives(t, x, dx);
    };
    if (!rows_.empty()) {
      rows_derivatives_.emplace(model, context, rows_, model::all_states(states), stepper.statistics_);
      (void)rows_derivatives_->depends_on_time();
      system.jacobian_constant = rows_derivatives_->jacobian_constant() ? 1 : 0;
      system.jacobian = [](void* user, double t, const double* x, double* values) {
        return own(user).jacobian(t, x, values);
      };
    }
    std::vector<std::uint32_t> numbers;
    for (const model::StateIndex state : rows_) numbers.push_back(state.value);
    if (!rows_.empty() && stepper.may_open_ && use_opened(rows_derivatives_->evaluator(), stepper.options_.opened)) {
      opened_ = rows_derivatives_->opened();
      opened_->prepare();
    }
    const algebra::SparsePattern* pattern = nullptr;
    if (!rows_.empty()) pattern = opened_ != nullptr ? &opened_->pattern() : &rows_derivatives_->pattern();
    linear_.emplace(system, std::move(numbers), pattern, stepper.pool_.get(),
                    opened_ != nullptr ? opened_->unknowns() : 0);
  }

  /// What is known when the run begins.
  void prepare(const SunderRunOptions& options) {
    SunderSystem& system = linear_->system();
    if (!rows_.empty() && rows_derivatives_->depends_on_time()) {
      time_slopes_.resize(system.state_count);  // inputs may have begun to move
      system.time_derivatives = [](void* user, double t, const double* x, double* values) {
        return own(user).time_derivatives(t, x, values);
      };
    }
    linear_->prepare(tableau_for(rows_.size(), system.state_count), options);
  }

  [[nodiscard]] const model::StateSet& rows() const { return rows_; }
  [[nodiscard]] SunderRun& run() { return linear_->run(); }
  [[nodiscard]] std::uint64_t solver_operations() const { return linear_->solver_operations(); }
  /// The unknowns beside the states are of no use: a number is missing among their derivatives, or nothing determines
  /// them.
  [[nodiscard]] bool opened_failed() const { return opened_not_finite_ || linear_->opened_failed(); }

  model::Status jacobian(double t, std::span<const double> x, double* values) {
    if (model::Status frozen = rows_derivatives_->freeze(t, x); !frozen) return frozen;
    model::Status computed = opened_ != nullptr ? rows_derivatives_->opened_jacobian(x, linear_->by_columns())
                                                : rows_derivatives_->jacobian(x, linear_->by_columns());
    opened_not_finite_ = opened_ != nullptr && !computed;
    if (computed) linear_->to_rows(values);
    return computed;
  }

  /// The step just accepted. The spectral radius is found by power iteration that goes on from step to step.
  void tell(StepTrace& trace) {
    const SunderRun& run = linear_->run();
    const SunderPattern& pattern = linear_->pattern();
    const double length = run.step.length;
    TracedStep told{sunder_run_time(&run), length, run.last_error, 0};
    const std::size_t states = run.step.system.state_count;
    trace.pull.resize(states);
    const double* jacobian = run.step.jacobian;
    if (opened_ != nullptr) {
      tell_opened(trace, told);
      return;
    }
    for (std::size_t row = 0; row < rows_.size(); ++row)
      for (std::uint32_t k = pattern.row_start[row]; k < pattern.row_start[row + 1]; ++k)
        if (pattern.column[k] == rows_[row].value) note_pull(trace, pattern.column[k], jacobian[k]);
    if (rows_.size() == states && states > 0)
      told.stiffness = length * spectral_radius([&](std::span<const double> v, std::span<double> out) {
                         for (std::size_t row = 0; row < states; ++row) {
                           double sum = 0;
                           for (std::uint32_t k = pattern.row_start[row]; k < pattern.row_start[row + 1]; ++k)
                             sum += jacobian[k] * v[pattern.column[k]];
                           out[row] = sum;
                         }
                       });
    trace.steps.push_back(told);
  }

  model::Status time_derivatives(double t, std::span<const double> x, double* values) {
    if (model::Status frozen = rows_derivatives_->freeze(t, x); !frozen) return frozen;
    if (model::Status computed = rows_derivatives_->by_time(x, time_slopes_); !computed) return computed;
    model::gather(time_slopes_, rows_, {values, rows_.size()});
    return {};
  }

 private:
  void note_pull(StepTrace& trace, std::size_t state, double diagonal) const {
    trace.pull[state] =
        std::max(trace.pull[state], std::min(linear_->run().step.length, trace.longest) * std::abs(diagonal));
  }

  /// The Jacobian is not at hand, but its products with vectors are, and entries. Those that take a solution each are
  /// looked at in the first steps, and then seldom.
  void tell_opened(StepTrace& trace, TracedStep told) {
    constexpr std::size_t seldom = 16;
    if (!complement_) complement_.emplace(opened_->pattern(), rows_.size(), trace.pull.size());
    const std::size_t number = trace.steps.size();
    const bool all = (number & (number + 1)) == 0 || number % seldom == 0;
    trace.steps.push_back(told);
    if (!complement_->factor(linear_->by_columns())) return;
    for (std::size_t row = 0; row < rows_.size(); ++row) {
      const std::size_t state = rows_[row].index();
      if (!all && !complement_->is_direct(row, state)) continue;
      note_pull(trace, state, complement_->entry(row, state));
    }
    if (rows_.size() < trace.pull.size()) return;
    trace.steps.back().stiffness = told.length * spectral_radius([&](std::span<const double> v, std::span<double> out) {
                                     complement_->multiply(v, out);
                                   });
  }

  /// Two products a call, the square root of what they stretch: pairs of complex eigenvalues turn, but stretch as well.
  template <class Multiply>
  double spectral_radius(const Multiply& multiply) {
    const std::size_t states = linear_->run().step.system.state_count;
    if (direction_.empty()) {
      for (std::size_t i = 0; i < states; ++i) direction_.push_back(i % 2 == 0 ? 1.0 : -0.7);
      image_.resize(states);
    }
    const auto length_of = [](const std::vector<double>& v) {
      double sum = 0;
      for (const double value : v) sum += value * value;
      return std::sqrt(sum);
    };
    const double before = length_of(direction_);
    for (int product = 0; product < 2; ++product) {
      multiply(direction_, image_);
      direction_.swap(image_);
    }
    const double after = length_of(direction_);
    if (!(after > 0) || !std::isfinite(after)) {
      direction_.clear();
      return std::isfinite(after) ? 0 : after;
    }
    for (double& value : direction_) value /= after;
    return std::sqrt(after / before);
  }

  static const SunderTableau& tableau_for(std::size_t rows, std::size_t states) {
    if (rows == 0 && states > 0) return sunder_dormand_prince;
    return rows == states ? sunder_rodas5p : sunder_ros34pw2;
  }

  model::StateSet rows_;
  std::optional<Derivatives> rows_derivatives_;
  model::OpenedJacobian* opened_ = nullptr;  // null: the Jacobian itself
  bool opened_not_finite_ = false;
  std::vector<double> time_slopes_;  // of all states, the rows alone are written
  std::optional<LinearRun> linear_;
  std::optional<algebra::SchurComplement> complement_;  // of an opened Jacobian, when steps are told
  std::vector<double> direction_, image_;               // of the power iteration, when steps are told
};

RosenbrockStepper::RosenbrockStepper(const model::Model& model, model::Context& context, const StepperOptions& options)
    : Stepper(model, context),
      options_(options),
      derivatives_(model, context, model::all_states(model.state_count()), model::all_states(model.state_count()),
                   statistics_),
      pool_(make_thread_pool(options.threads)),
      given_(model.state_count()) {
  for (std::size_t i = 0; i < model.state_count(); ++i) {
    const double nominal = std::abs(model.state_nominal(model::StateIndex(i)));
    nominal_.push_back(nominal > 0 ? nominal : 1.0);
  }
  group_count_ = find_error_groups(model, group_);
  // code for derivatives by states and by time is compiled now, not inside the first step: a method asks for it
  method_ =
      std::make_unique<Method>(model, context, *this, options.rows.value_or(model::all_states(model.state_count())));
  (void)derivatives_.depends_on_time();
}

RosenbrockStepper::~RosenbrockStepper() = default;

// C calls these: nothing may be thrown through it.
int RosenbrockStepper::derivatives(double t, const double* x, double* dx) {
  if (options_.cancel.requested()) return SUNDER_FATAL;
  const std::size_t n = given_.size();
  said_ = derivatives_.at(t, {x, n}, {dx, n});
  return said_ ? SUNDER_OK : SUNDER_RECOVERABLE;
}

int RosenbrockStepper::jacobian(double t, const double* x, double* values) {
  said_ = method_->jacobian(t, {x, given_.size()}, values);
  if (said_) return SUNDER_OK;
  return options_.cancel.requested() ? SUNDER_FATAL : SUNDER_RECOVERABLE;
}

int RosenbrockStepper::time_derivatives(double t, const double* x, double* values) {
  said_ = method_->time_derivatives(t, {x, given_.size()}, values);
  return said_ ? SUNDER_OK : SUNDER_RECOVERABLE;
}

/// The longest step is a hundredth of the run, so that a short pulse of the clock is not stepped over. Where nothing
/// happens by the clock, states alone decide what happens, and the error of a step sees it.
void RosenbrockStepper::prepare(Method& method) {
  constexpr double longer_without_clock = 10;
  const bool by_clock = derivatives_.depends_on_time() || model_.events() != nullptr;
  SunderRunOptions options{};
  options.tolerance = options_.tolerance;
  options.run_length = by_clock && !options_.long_steps ? run_length_ : longer_without_clock * run_length_;
  if (options_.trace != nullptr)
    options_.trace->longest = SUNDER_LONGEST_PART * run_length_ * (by_clock ? 1 : longer_without_clock);
  options.nominal = nominal_.data();
  options.group = group_.data();
  options.group_count = group_count_;
  method.prepare(options);
}

/// No stage lies after this time.
double RosenbrockStepper::last_time(double goal) const {
  double last = std::numeric_limits<double>::infinity();
  if (limit_) last = std::min(last, *limit_);
  if (options_.stop) last = std::min(last, *options_.stop);
  return last > sunder_run_time(&method_->run()) ? last : goal;
}

void RosenbrockStepper::start_or_continue(double t, double h, std::span<const double> x) {
  const double* given = given_at_end_ ? sunder_run_states(&method_->run()) : given_.data();
  if (continues_ && std::abs(t - given_time_) <= rounding_of(t) && std::equal(x.begin(), x.end(), given)) return;
  continues_ = true;
  if (run_length_ > 0) {
    sunder_run_restart(&method_->run(), t, x.data());
    return;
  }
  // as long as a state has not moved, its size tells more than a nominal value that nobody gave: without it the first
  // step of 1e12 molecules would be lost in the rounding of time
  for (std::size_t i = 0; i < x.size(); ++i) nominal_[i] = std::max(nominal_[i], std::abs(x[i]));
  // without an end nobody says how long the run is: a step may be as long as the first way that is asked for
  run_length_ = options_.stop && *options_.stop > t ? *options_.stop - t : h / SUNDER_LONGEST_PART;
  prepare(*method_);
  sunder_run_begin(&method_->run(), t, x.data());
}

void RosenbrockStepper::add_rows() {
  std::vector<std::uint32_t> limiting(given_.size());
  limiting.resize(sunder_run_states_to_add(&method_->run(), limiting.data()));
  if (limiting.empty()) return;
  model::StateSet rows = method_->rows();
  for (const std::uint32_t state : limiting) rows.emplace_back(state);
  model::make_set(rows);
  if (static_cast<double>(rows.size()) > most_rows * static_cast<double>(given_.size()))
    rows = model::all_states(given_.size());
  collect_statistics();
  before_ = statistics_;
  before_.rows_added += rows.size() - method_->rows().size();
  change_method(std::move(rows));
}

void RosenbrockStepper::change_method(model::StateSet rows) {
  auto other = std::make_unique<Method>(model_, context_, *this, std::move(rows));
  prepare(*other);
  sunder_run_continue(&other->run(), &method_->run());
  method_ = std::move(other);
}

/// One accepted step, in as many tries as it needs.
model::Status RosenbrockStepper::take_step(double goal) {
  if (method_->rows().size() < given_.size()) add_rows();
  const double before = sunder_run_time(&method_->run());
  int status = sunder_run_advance(&method_->run(), last_time(goal));
  if (status != SUNDER_OK && method_->opened_failed() && !options_.cancel.requested()) {
    may_open_ = false;
    collect_statistics();
    before_ = statistics_;
    change_method(method_->rows());
    status = sunder_run_advance(&method_->run(), last_time(goal));
  }
  if (status != SUNDER_OK) return fail(before);
  if (options_.trace != nullptr) method_->tell(*options_.trace);
  return {};
}

model::Status RosenbrockStepper::tell(double time, std::span<double> x) {
  if (model::Status found = interpolate(time, x); !found) return found;
  given_time_ = time;
  given_at_end_ = time == sunder_run_time(&method_->run());
  if (!given_at_end_) std::copy(x.begin(), x.end(), given_.begin());
  context_.accept(time, x);
  collect_statistics();
  return {};
}

model::Status RosenbrockStepper::step(double t, double h, std::span<double> x) {
  double end = t + h;
  if (options_.stop && std::abs(end - *options_.stop) <= rounding_of(end) + rounding_of(t)) end = *options_.stop;
  start_or_continue(t, h, x);
  while (sunder_run_time(&method_->run()) < end) {
    model::Status taken = take_step(end);
    if (taken) continue;
    const double* reached = sunder_run_states(&method_->run());
    std::copy(reached, reached + x.size(), x.begin());
    return taken;
  }
  return tell(end, x);
}

model::Status RosenbrockStepper::advance(double t, double h, std::span<double> x, double& reached) {
  start_or_continue(t, h, x);
  if (sunder_run_time(&method_->run()) <= t)
    if (model::Status taken = take_step(t + h); !taken) return taken;
  reached = std::min(t + h, sunder_run_time(&method_->run()));
  return tell(reached, x);
}

/// The part of the last step that is over at this time.
double RosenbrockStepper::part_at(double time) const {
  SunderRun& run = method_->run();
  const double length = sunder_run_last_step(&run);
  return std::clamp((time - (sunder_run_time(&run) - length)) / length, 0.0, 1.0);
}

model::Status RosenbrockStepper::interpolate(double time, std::span<double> x) {
  SunderRun& run = method_->run();
  if (time == sunder_run_time(&run)) {
    const double* states = sunder_run_states(&run);
    std::copy(states, states + x.size(), x.begin());
    return {};
  }
  const int status = sunder_run_interpolate(&run, part_at(time), 0, nullptr, x.data(), nullptr);
  return status == SUNDER_OK ? model::Status() : fail(time);
}

model::Status RosenbrockStepper::interpolate_some(double time, std::span<const std::uint32_t> states,
                                                  std::span<double> x) {
  some_.resize(states.size());
  const auto count = static_cast<std::uint32_t>(states.size());
  SunderRun& run = method_->run();
  // as many values, or all of them in one sweep
  if (2 * states.size() > x.size() || time == sunder_run_time(&run)) return interpolate(time, x);
  const int status = sunder_run_interpolate(&run, part_at(time), count, states.data(), some_.data(), nullptr);
  if (status != SUNDER_OK) return fail(time);
  for (std::size_t k = 0; k < states.size(); ++k) x[states[k]] = some_[k];
  return {};
}

model::Fault RosenbrockStepper::fail(double t) {
  continues_ = false;
  collect_statistics();
  return give_up(options_.cancel, t, said_, "rosenbrock",
                 "the steps have become so small that the time no longer advances");
}

void RosenbrockStepper::collect_statistics() {
  const SunderRunStatistics& run = method_->run().statistics;
  statistics_.steps = before_.steps + run.steps;
  statistics_.rejected = before_.rejected + run.rejected + run.failed;
  statistics_.factorisations = before_.factorisations + method_->run().step.counts.factorisations;
  statistics_.solver_operations = before_.solver_operations + method_->solver_operations();
  statistics_.rows_added = before_.rows_added;
}

}  // namespace sunder::integrate
