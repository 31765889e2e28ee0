#include "integrate/rosenbrock_stepper.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <unordered_map>

#include "integrate/stopping.hpp"
#include "runtime/adaptive_run.h"
#include "runtime/implicit_rows.h"

namespace sunder::integrate {

namespace {

constexpr double epsilon = std::numeric_limits<double>::epsilon();
double rounding_of(double t) { return 4 * epsilon * std::abs(t); }

/// Above this part of all states, the full Jacobian with the method of higher order costs less.
constexpr double most_rows = 0.5;

RosenbrockStepper& own(void* user) { return *static_cast<RosenbrockStepper*>(user); }

/// Memory for plain C, aligned for doubles.
std::vector<double> memory_of(std::size_t bytes) { return std::vector<double>((bytes + 7) / 8); }

/// States whose errors are weighed together: of the same unit, or elements of the same array where there is none.
std::uint32_t find_groups(const model::Model& model, std::vector<std::uint32_t>& group) {
  std::unordered_map<std::string, std::uint32_t> known;
  for (std::size_t i = 0; i < model.state_count(); ++i) {
    const model::Variable variable = model.description().variable(model.description().states[i]);
    const std::string name = variable.name.substr(0, variable.name.find('['));
    const std::string key = variable.unit.empty() ? "of " + name : "in " + variable.unit;
    group.push_back(known.try_emplace(key, static_cast<std::uint32_t>(known.size())).first->second);
  }
  return static_cast<std::uint32_t>(known.size());
}

}  // namespace

/// One set of rows: their Jacobian, the order of elimination, and the run of the runtime.
class RosenbrockStepper::Method {
 public:
  Method(const model::Model& model, model::Context& context, RosenbrockStepper& stepper, model::StateSet rows)
      : rows_(std::move(rows)) {
    const std::size_t states = model.state_count();
    system_.user = &stepper;
    system_.state_count = static_cast<std::uint32_t>(states);
    system_.values_checked = 1;  // by Derivatives
    system_.derivatives = [](void* user, double t, const double* x, double* dx) {
      return own(user).derivatives(t, x, dx);
    };
    if (!rows_.empty()) {
      rows_derivatives_.emplace(model, context, rows_, model::all_states(states), stepper.statistics_);
      take_pattern(rows_.size() < states);
      (void)rows_derivatives_->depends_on_time();
      system_.jacobian_constant = rows_derivatives_->jacobian_constant() ? 1 : 0;
      system_.jacobian = [](void* user, double t, const double* x, double* values) {
        return own(user).jacobian(t, x, values);
      };
    } else {
      row_start_.assign(1, 0);
    }
    system_.jacobian_pattern = {static_cast<std::uint32_t>(rows_.size()), row_start_.data(), column_.data()};
    if (!rows_.empty()) make_linear_solver();
  }
  Method(const Method&) = delete;
  Method& operator=(const Method&) = delete;

  /// What is known when the run begins.
  void prepare(const SunderRunOptions& options) {
    if (!rows_.empty() && rows_derivatives_->depends_on_time()) {
      time_slopes_.resize(system_.state_count);  // inputs may have begun to move
      system_.time_derivatives = [](void* user, double t, const double* x, double* values) {
        return own(user).time_derivatives(t, x, values);
      };
    }
    const SunderTableau& tableau = tableau_for(rows_.size(), system_.state_count);
    run_memory_ = memory_of(sunder_run_memory(&system_, &tableau, &options));
    sunder_run_init(&run_, &system_, &tableau, &options, run_memory_.data());
  }

  [[nodiscard]] const model::StateSet& rows() const { return rows_; }
  [[nodiscard]] SunderRun& run() { return run_; }
  [[nodiscard]] const SunderRun& run() const { return run_; }

  model::Status jacobian(double t, std::span<const double> x, double* values) {
    if (model::Status frozen = rows_derivatives_->freeze(t, x); !frozen) return frozen;
    if (model::Status computed = rows_derivatives_->jacobian(x, by_columns_); !computed) return computed;
    for (std::size_t k = 0; k < entry_.size(); ++k) values[k] = by_columns_[entry_[k]];
    return {};
  }

  model::Status time_derivatives(double t, std::span<const double> x, double* values) {
    if (model::Status frozen = rows_derivatives_->freeze(t, x); !frozen) return frozen;
    if (model::Status computed = rows_derivatives_->by_time(x, time_slopes_); !computed) return computed;
    model::gather(time_slopes_, rows_, {values, rows_.size()});
    return {};
  }

  /// Arithmetic of the factorisations and substitutions so far.
  [[nodiscard]] std::uint64_t solver_operations() const {
    if (rows_.empty()) return 0;
    const SunderStepCounts& counts = run_.step.counts;
    return counts.factorisations * (2 * factor_operations_ + linear_.direct.entry_count) +
           counts.solves * 2 * std::uint64_t{linear_.direct.entry_count};
  }

 private:
  static const SunderTableau& tableau_for(std::size_t rows, std::size_t states) {
    if (rows == 0 && states > 0) return sunder_dormand_prince;
    return rows == states ? sunder_rodas5p : sunder_ros34pw2;
  }

  // The evaluator has columns one after the other, the runtime rows.
  void take_pattern(bool some) {
    const algebra::SparsePattern& pattern = rows_derivatives_->pattern();
    row_start_.assign(rows_.size() + 1, 0);
    for (const std::int32_t row : pattern.row_indices) ++row_start_[static_cast<std::size_t>(row) + 1];
    for (std::size_t row = 0; row < rows_.size(); ++row) row_start_[row + 1] += row_start_[row];
    std::vector<std::uint32_t> next(row_start_.begin(), row_start_.end() - 1);
    column_.resize(pattern.nonzeros());
    entry_.resize(pattern.nonzeros());
    by_columns_.resize(pattern.nonzeros());
    for (std::uint32_t column = 0; column < pattern.columns; ++column) {
      for (auto k = pattern.column_starts[column]; k < pattern.column_starts[column + 1]; ++k) {
        const std::uint32_t place = next[static_cast<std::size_t>(pattern.row_indices[k])]++;
        column_[place] = column;
        entry_[place] = static_cast<std::uint32_t>(k);
      }
    }
    if (!some) return;
    for (const model::StateIndex state : rows_) row_numbers_.push_back(state.value);
    system_.rows = row_numbers_.data();
  }

  void make_linear_solver() {
    const std::uint32_t* rows = system_.rows;
    std::vector<double> scratch =
        memory_of(sunder_implicit_plan_memory(&system_.jacobian_pattern, system_.state_count, rows));
    SunderImplicitPlan plan;
    sunder_implicit_plan(&plan, &system_.jacobian_pattern, system_.state_count, rows, nullptr, scratch.data());
    linear_memory_ = memory_of(sunder_implicit_rows_memory(&plan));
    sunder_implicit_rows_init(&linear_, &plan, linear_memory_.data());
    factor_operations_ = plan.lu.update_bound;
    system_.linear = &linear_;
    system_.factor = sunder_implicit_rows_factor;
    system_.solve = sunder_implicit_rows_solve;
  }

  model::StateSet rows_;
  std::optional<Derivatives> rows_derivatives_;
  std::vector<std::uint32_t> row_start_, column_, row_numbers_;
  std::vector<std::uint32_t> entry_;  // by place in the rows: which entry of the evaluator
  std::vector<double> by_columns_;
  std::vector<double> time_slopes_;  // of all states, the rows alone are written
  SunderSystem system_{};
  SunderImplicitRows linear_{};
  SunderRun run_{};
  std::uint64_t factor_operations_ = 0;
  std::vector<double> linear_memory_, run_memory_;
};

RosenbrockStepper::RosenbrockStepper(const model::Model& model, model::Context& context, const StepperOptions& options)
    : Stepper(model, context),
      options_(options),
      derivatives_(model, context, model::all_states(model.state_count()), model::all_states(model.state_count()),
                   statistics_),
      given_(model.state_count()) {
  for (std::size_t i = 0; i < model.state_count(); ++i) {
    const double nominal = std::abs(model.state_nominal(model::StateIndex(i)));
    nominal_.push_back(nominal > 0 ? nominal : 1.0);
  }
  group_count_ = find_groups(model, group_);
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
  return said_ ? SUNDER_OK : SUNDER_RECOVERABLE;
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
  options.run_length = by_clock ? run_length_ : longer_without_clock * run_length_;
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
  auto wider = std::make_unique<Method>(model_, context_, *this, std::move(rows));
  prepare(*wider);
  sunder_run_continue(&wider->run(), &method_->run());
  method_ = std::move(wider);
}

/// One accepted step, in as many tries as it needs.
model::Status RosenbrockStepper::take_step(double goal) {
  if (method_->rows().size() < given_.size()) add_rows();
  const double before = sunder_run_time(&method_->run());
  const int status = sunder_run_advance(&method_->run(), last_time(goal));
  return status == SUNDER_OK ? model::Status() : fail(before);
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
  const SunderRun& run = method_->run();
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
