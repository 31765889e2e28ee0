#include "simulate/averaging.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/codes.hpp"
#include "base/text.hpp"
#include "integrate/derivatives.hpp"
#include "integrate/stepper.hpp"
#include "integrate/stopping.hpp"
#include "simulate/covered_ranges.hpp"
#include "simulate/stretch.hpp"
#include "simulate/subsystem.hpp"

namespace sunder::simulate {

namespace {

constexpr std::uint64_t stages_per_step =
    4;  // phases of the nodes 0, 1/2, 3/4, 1: a step is a multiple of so many periods
constexpr std::uint64_t first_multiple = 4;  // of that, in the first step
constexpr std::uint64_t most_periods_to_settle = 500;
/// Directly integrated, fast states repeat to this part at best: the slow ones move.
constexpr double settled_directly = 1e-3;
/// A fast state repeats when it does to the tolerance, which needs a finer integration.
constexpr double inner_tolerance = 0.1;
/// Ends of periods that differ by errors of integration alone wander, by no more than this times what counts as
/// settled, and get nowhere: so many periods tell.
constexpr double most_noise = 10;
constexpr std::uint64_t periods_that_tell = 8;
constexpr double most_growth = 3;
constexpr double rounding = 1e-9;

}  // namespace

class AveragingRun::Body {
 public:
  Body(const model::Model& model, model::Context& context, const AveragingOptions& options, Recorder& recorder)
      : model_(model),
        context_(context),
        options_(options),
        recorder_(recorder),
        slow_(model::complement(options.fast, model.state_count())),
        part_(model, options.fast),
        part_context_(part_.create_context_on(context)),
        slow_derivatives_(model, context, slow_, options.fast, slow_statistics_),
        ripple_(model, slow_),
        ranges_(model),
        start_(options.outputs.start),
        stop_(options.outputs.stop),
        time_(start_),
        slope_(model.state_count()),
        values_(model.description().variable_count()),
        means_(model.description().variable_count()) {
    result_.summary.period = options.period;
    largest_.resize(model.state_count());
    integrate::StepperOptions stepper;
    stepper.tolerance = inner_tolerance * options.tolerance;
    stepper.cancel = options.cancel;
    whole_runner_.emplace(model, context, integrate::make_stepper("rosenbrock", model, context, stepper).take(),
                          options.cancel);
    if (!options.fast.empty())
      fast_runner_.emplace(part_, *part_context_,
                           integrate::make_stepper("rosenbrock", part_, *part_context_, stepper).take(),
                           options.cancel);
    find_slow_crossings();
    find_recorded_states();
  }

  AveragingResult run(std::vector<double> x) {
    x_ = std::move(x);
    ripple_.passed(x_);
    ranges_.include(model::all_states(x_.size()), x_);
    const bool done = stop_ > start_ ? walk() : fine(recorder_.row(start_, x_));
    if (done) (void)fine(integrate::stop_if_cancelled(options_.cancel, time_));
    result_.status = std::move(status_);
    result_.time = time_;
    result_.summary.swinging = ripple_.swinging();
    add(*whole_runner_);
    if (fast_runner_) {
      add(*fast_runner_);
      const std::uint64_t evaluations = fast_runner_->statistics().full_rhs_evaluations;  // full for the fast part only
      result_.statistics.full_rhs_evaluations -= evaluations;
      result_.statistics.restricted_rhs_evaluations += evaluations;
    }
    result_.statistics += slow_statistics_;
    result_.statistics.slow_steps = result_.summary.slow_steps;
    return std::move(result_);
  }

 private:
  enum class Outcome { periodic, at_stop, failed };

  void add(const StretchRunner& runner) {
    result_.statistics += runner.statistics();
    result_.warnings.insert(result_.warnings.end(), runner.warnings().begin(), runner.warnings().end());
    if (runner.termination()) result_.termination = runner.termination();
  }

  /// What went wrong is kept for the result.
  bool fine(model::Status status) {
    status_ = std::move(status);
    return status_.ok();
  }

  /// Direct integration and long steps take turns.
  bool walk() {
    double until = start_;
    std::uint64_t patience = stages_per_step;
    while (true) {
      const Outcome outcome = go_directly(until);
      if (outcome != Outcome::periodic) return outcome == Outcome::at_stop;
      const double before = time_;
      if (!step_over()) return false;
      if (terminated()) return true;
      // where no long step succeeds the stretches of direct integration become longer
      patience = time_ > before ? stages_per_step : std::min<std::uint64_t>(2 * patience, 1024);
      until = time_ + static_cast<double>(patience) * options_.period;
    }
  }

  // ---- direct integration

  Outcome go_directly(double until) {
    const double period = options_.period;
    for (std::uint64_t count = 0;; ++count) {
      const double room = stop_ - time_;
      if (room <= rounding * period || terminated()) return Outcome::at_stop;
      // the last period ends at the stop time; what does not fit comes before it
      const bool odd = room < 2 * period && room > period * (1 + rounding);
      const bool last = room <= period * (1 + rounding);
      double end = stop_;
      if (odd) end = stop_ - period;
      if (!odd && !last) end = time_of(periods_done_ + 1);
      y_before_ = fast_of(x_);
      if (!integrate_directly(end, odd)) return Outcome::failed;
      ++periods_done_;
      if (odd || last || terminated()) continue;
      const double limit = std::max(1.0, settled_directly / options_.tolerance);
      const bool same = repeats(y_before_, fast_of(x_), limit);
      if (end >= until && same && has_room(1)) return Outcome::periodic;
      if (end >= until && !same && count >= most_periods_to_settle) {
        not_periodic(fast_of(x_));
        return Outcome::failed;
      }
    }
  }

  /// Up to `end`, with rows for the output times on the way. `odd`: not one period, so its mean tells nothing.
  bool integrate_directly(double end, bool odd) {
    const double begin = time_;
    const bool use = !odd || !means_known_;
    std::vector<double> sums(values_.size(), 0.0);
    std::vector<double> base;
    const StretchRunner::See see = [&](double time, double weight, std::span<const double> x) {
      if (model::Status recorded = model_.record(context_, time, x, values_); !recorded) return recorded;
      if (base.empty()) base = values_;
      for (std::size_t i = 0; i < sums.size(); ++i) sums[i] += weight * (values_[i] - base[i]);
      ranges_.include(options_.fast, x);
      return model::Status();
    };
    std::vector<std::vector<double>> states;  // at output times
    context_.skip_to(time_);
    bool first = true;
    while (time_ < end && !terminated()) {
      const double output = row_ + states.size() <= options_.outputs.count ? options_.outputs.time(row_ + states.size())
                                                                           : std::numeric_limits<double>::infinity();
      if (output <= time_) {
        states.push_back(x_);
        continue;
      }
      const double goal = std::min(output, end);
      if (!fine(first ? whole_runner_->run(time_, goal, x_, see) : whole_runner_->go_on(time_, goal, x_, see)))
        return false;
      first = false;
    }
    if (row_ + states.size() == options_.outputs.count && time_ >= stop_) states.push_back(x_);
    if (use && !base.empty()) finish_means(base, sums, time_ - begin);
    result_.summary.direct_time += time_ - begin;
    ripple_.passed(x_);
    ranges_.include(slow_, x_);
    for (const std::vector<double>& x : states)
      if (!write_row(x, means_)) return false;
    show_progress();
    return true;
  }

  /// Means of what differs from `base`: the mean of what stands still is its value, to the last bit.
  void finish_means(const std::vector<double>& base, const std::vector<double>& sums, double length) {
    for (std::size_t i = 0; i < base.size(); ++i) means_[i] = constant_[i] ? values_[i] : base[i] + sums[i] / length;
    means_known_ = true;
  }

  // ---- long steps

  struct Slope {
    std::vector<double> slow;   // full length, only slow entries are used
    std::vector<double> means;  // of all variables
  };

  /// Until no long step fits any more or something happens that must be met at its time.
  bool step_over() {
    std::vector<double> y = fast_of(x_);
    Slope now;
    if (!mean_slope(time_, x_, y, now, true)) return happened_;
    ripple_.end_period(options_.period, now.slow);
    means_ = now.means;
    const double unit = static_cast<double>(stages_per_step) * options_.period;
    if (options_.step) multiple_ = std::max<std::uint64_t>(1, std::llround(*options_.step / unit));
    while (has_room(1) && !terminated()) {
      std::uint64_t multiple = std::min(multiple_, most_multiple());
      if (multiple == 0) break;
      bool shortened = multiple < multiple_;  // for a reason that says nothing about the next step
      bool failed = false;
      Slope next;
      std::vector<double> x = x_, y_end = y;
      double error = 0;
      while (true) {
        y_end = y;
        happened_ = false;
        if (!try_step(multiple, now, next, x, y_end, error) && !happened_) return false;
        if (!happened_ && (options_.step || error <= 1)) break;
        ++result_.summary.slow_rejected;
        if (multiple == 1) {
          remember(y);
          return true;
        }
        shortened = happened_;
        failed = !happened_;
        multiple = happened_ ? multiple / 2 : next_multiple(multiple, error);
      }
      accept(multiple, x);
      ripple_.end_period(options_.period, next.slow);
      if (!write_rows_between(now, next)) return false;
      y = y_end;
      now = std::move(next);
      means_ = now.means;
      if (!options_.step && !shortened) {
        const std::uint64_t wanted = next_multiple(multiple, error);
        multiple_ = failed ? std::min(wanted, multiple) : wanted;
      }
      ++result_.summary.slow_steps;
      if (!fine(integrate::stop_if_cancelled(options_.cancel, time_))) return false;
      show_progress();
    }
    remember(y);
    return true;
  }

  void remember(const std::vector<double>& y) {
    model::scatter(y, options_.fast, x_);
    context_.skip_to(time_);
  }

  static std::uint64_t next_multiple(std::uint64_t multiple, double error) {
    const double factor = error > 0 ? std::clamp(0.8 * std::pow(error, -1.0 / 3), 0.2, most_growth) : most_growth;
    const double wanted = static_cast<double>(multiple) * factor;
    const auto whole = static_cast<std::uint64_t>(std::max(wanted, 1.0));
    return error > 1 ? std::min(multiple - 1, whole) : whole;
  }

  /// One step of the pair 3(2) from (time_, x_); `next` is the slope at its end.
  bool try_step(std::uint64_t multiple, const Slope& k1, Slope& k4, std::vector<double>& x, std::vector<double>& y,
                double& error) {
    const std::uint64_t periods = stages_per_step * multiple;
    const double h = static_cast<double>(periods) * options_.period;
    begin_x_ = x_;
    Slope k2, k3;
    x = x_;
    for (const std::size_t s : model::places(slow_)) x[s] = x_[s] + h / 2 * k1.slow[s];
    if (!mean_slope(time_of(periods_done_ + periods / 2), x, y, k2, false)) return false;
    for (const std::size_t s : model::places(slow_)) x[s] = x_[s] + 0.75 * h * k2.slow[s];
    if (!mean_slope(time_of(periods_done_ + periods / 4 * 3), x, y, k3, false)) return false;
    for (const std::size_t s : model::places(slow_))
      x[s] = x_[s] + h * (2.0 / 9 * k1.slow[s] + 1.0 / 3 * k2.slow[s] + 4.0 / 9 * k3.slow[s]);
    if (!mean_slope(time_of(periods_done_ + periods), x, y, k4, true)) return false;
    error = 0;
    for (const model::StateIndex state : slow_) {
      const std::size_t s = state.index();
      const double difference =
          h * (-5.0 / 72 * k1.slow[s] + 1.0 / 12 * k2.slow[s] + 1.0 / 9 * k3.slow[s] - 1.0 / 8 * k4.slow[s]);
      error = std::max(error, std::abs(difference) / (options_.tolerance * ranges_.scale(s, x[s])));
    }
    return true;
  }

  void accept(std::uint64_t multiple, const std::vector<double>& x) {
    periods_done_ += stages_per_step * multiple;
    step_begin_ = time_;
    time_ = time_of(periods_done_);
    model::copy_states(x, slow_, x_);
    ripple_.passed(x_);
    ranges_.include(slow_, x_);
  }

  /// The mean of the slow derivatives at `time` with the slow states of x held. y: where the fast states begin, and
  /// where they are a period later (half of one, if both halves are known to be alike and nothing else is asked for).
  bool mean_slope(double time, const std::vector<double>& x, std::vector<double>& y, Slope& slope, bool with_means) {
    // before anything reacts to it: a step that is taken back must leave no trace
    if (!look_for_events(time, x) || happened_) return false;
    part_context_->hold(x);
    double largest_mismatch = 0;
    for (std::uint64_t count = 0;; ++count) {
      if (count % periods_that_tell == 0) {
        y_earlier_ = y;
        largest_mismatch = 0;
      }
      const double length = halves_alike_ && !with_means ? options_.period / 2 : options_.period;
      slope.slow.assign(x.size(), 0.0);
      slope.means.assign(with_means ? values_.size() : 0, 0.0);
      base_.clear();
      y_before_ = y;
      ++result_.summary.periods;
      if (!integrate_fast(time, length, y, slope, with_means)) return false;
      for (const std::size_t s : model::places(slow_)) slope.slow[s] /= length;
      if (base_.empty()) base_ = means_;
      for (std::size_t i = 0; i < slope.means.size(); ++i)
        slope.means[i] = constant_[i] ? means_[i] : base_[i] + slope.means[i] / length;
      const double moved = mismatch(y_before_, y);
      largest_mismatch = std::max(largest_mismatch, moved);
      const bool judged = (count + 1) % periods_that_tell == 0;
      const bool noise = judged && largest_mismatch <= most_noise && mismatch(y_earlier_, y) <= largest_mismatch;
      if (moved <= 1 || noise || fast_runner_->termination()) return true;
      halves_alike_ = false;
      if (count >= most_periods_to_settle) return not_periodic(y);
    }
  }

  /// One period of the fast part; sums up into `slope`.
  bool integrate_fast(double time, double length, std::vector<double>& y, Slope& slope, bool whole_period) {
    double elapsed = 0;
    const StretchRunner::See see = [&](double at, double weight, std::span<const double> fast) {
      const std::span<const double> whole = part_context_->expand(fast);
      ranges_.include_part(options_.fast, fast);
      if (model::Status evaluated = slow_derivatives_.at(at, whole, slope_); !evaluated) return evaluated;
      for (const std::size_t s : model::places(slow_)) slope.slow[s] += weight * slope_[s];
      if (slope.means.empty()) return model::Status();
      elapsed += weight;
      ripple_.moved(elapsed, slope.slow);
      if (model::Status recorded = model_.record(context_, at, whole, values_); !recorded) return recorded;
      if (base_.empty()) base_ = values_;
      for (std::size_t i = 0; i < values_.size(); ++i) slope.means[i] += weight * (values_[i] - base_[i]);
      return model::Status();
    };
    context_.skip_to(time);
    ripple_.begin_period();
    const double end = time + length;
    double at = time;
    if (!whole_period) return fine(fast_runner_->run(at, end, y, see));
    if (!fine(fast_runner_->run(at, time + length / 2, y, see))) return false;
    const std::vector<double> first = slope.slow;
    halves_alike_ = repeats(y_before_, y);
    if (!fast_runner_->termination() && !fine(fast_runner_->go_on(at, end, y, see))) return false;
    for (const std::size_t s : model::places(slow_)) {
      largest_[s] = std::max(largest_[s], std::abs(slope.slow[s]));
      const double difference = std::abs(slope.slow[s] - 2 * first[s]);
      halves_alike_ = halves_alike_ && difference <= options_.tolerance * largest_[s];
    }
    return true;
  }

  /// Sets happened_ when something has come that is not part of the fast part's period: no step may go over it.
  bool look_for_events(double time, const std::vector<double>& x) {
    context_.skip_to(time);
    happened_ = next_time_event(time) <= time;
    if (happened_ || slow_crossings_.empty()) return true;
    margins_.resize(model_.events()->indicator_count());
    if (!fine(model_.events()->indicators(context_, time, x, margins_))) return false;
    happened_ = std::ranges::any_of(slow_crossings_, [&](std::uint32_t k) { return margins_[k] < 0; });
    return true;
  }

  /// Rows for the output times of the step that ended at time_: a cubic through both ends for the slow states.
  bool write_rows_between(const Slope& begin, const Slope& end) {
    const double h = time_ - step_begin_;
    std::vector<double> x = x_, means = end.means;
    while (row_ <= options_.outputs.count && options_.outputs.time(row_) <= time_) {
      const double theta = (options_.outputs.time(row_) - step_begin_) / h;
      const double left = 1 - theta;
      for (const std::size_t s : model::places(slow_)) {
        const double change = x_[s] - begin_x_[s];
        const double bend = left * (h * begin.slow[s] - change) - theta * (h * end.slow[s] - change);
        x[s] = begin_x_[s] + theta * (change + left * bend);
      }
      for (std::size_t i = 0; i < means.size(); ++i)
        means[i] = begin.means[i] + theta * (end.means[i] - begin.means[i]);
      if (!write_row(x, means)) return false;
    }
    return true;
  }

  bool write_row(const std::vector<double>& x, const std::vector<double>& means) {
    const double time = options_.outputs.time(row_++);
    values_ = means;
    for (const auto& [variable, state] : recorded_states_) values_[variable.index()] = x[state.index()];
    return fine(recorder_.row_of_values(time, values_));
  }

  // ---- small questions

  [[nodiscard]] double time_of(std::uint64_t periods) const {
    return start_ + static_cast<double>(periods) * options_.period;
  }
  /// A long step, and after it one period up to the stop time.
  [[nodiscard]] bool has_room(std::uint64_t multiple) const {
    return !slow_.empty() && fast_runner_ &&
           stop_ - time_of(periods_done_ + stages_per_step * multiple) >= options_.period;
  }
  /// How long a step may be before the stop time or the next instant of the clock that does not come every period.
  std::uint64_t most_multiple() {
    const double unit = static_cast<double>(stages_per_step) * options_.period;
    context_.skip_to(time_);
    const double next = next_time_event(time_);
    double end = stop_ - options_.period;
    if (next > time_ + options_.period * (1 + rounding)) end = std::min(end, next);
    return static_cast<std::uint64_t>(std::max(0.0, (end - time_) / unit + rounding));
  }
  [[nodiscard]] double next_time_event(double time) {
    return model_.events() != nullptr ? model_.events()->next_time_event(context_, time)
                                      : std::numeric_limits<double>::infinity();
  }
  [[nodiscard]] bool terminated() const {
    return whole_runner_->termination().has_value() || (fast_runner_ && fast_runner_->termination().has_value());
  }
  [[nodiscard]] std::vector<double> fast_of(const std::vector<double>& x) const {
    return model::gather(x, options_.fast);
  }
  [[nodiscard]] double mismatch(std::size_t i, const std::vector<double>& a, const std::vector<double>& b) const {
    return std::abs(a[i] - b[i]) / (options_.tolerance * ranges_.scale(options_.fast[i].index(), b[i]));
  }
  [[nodiscard]] bool repeats(const std::vector<double>& a, const std::vector<double>& b, double limit = 1) const {
    return mismatch(a, b) <= limit;
  }
  /// Of the state that repeats worst; infinite where one is not a number.
  [[nodiscard]] double mismatch(const std::vector<double>& a, const std::vector<double>& b) const {
    double worst = 0;
    for (std::size_t i = 0; i < a.size(); ++i) {
      const double one = mismatch(i, a, b);
      if (!(one <= worst)) worst = std::isnan(one) ? INFINITY : one;
    }
    return worst;
  }

  bool not_periodic(const std::vector<double>& y) {
    std::size_t worst = 0;
    for (std::size_t i = 1; i < y.size(); ++i)
      if (mismatch(i, y_before_, y) > mismatch(worst, y_before_, y)) worst = i;
    const model::StateIndex state = options_.fast[worst];
    model::Fault fault;
    fault.code = Code::E0631;
    fault.variable = model_.state_name(state);
    fault.message = "the fast state '" + fault.variable + "' does not repeat with the period " +
                    rounded(options_.period, 9) + " near time " + rounded(time_) + ": after " +
                    std::to_string(most_periods_to_settle) + " periods it is " + rounded(y[worst]) +
                    " one period after " + rounded(y_before_[worst]) +
                    "; either the period is another one, or the state is not fast";
    fault.span = model_.state_origin(state);
    fault.time = time_;
    return fine(std::move(fault));
  }

  void show_progress() {
    if (options_.progress == nullptr || !(stop_ > start_)) return;
    options_.progress->update((time_ - start_) / (stop_ - start_), "t = " + rounded(time_, 4) + " s");
  }

  void find_slow_crossings() {
    std::vector<bool> fast(model_.state_count(), false);
    for (const std::size_t state : model::places(options_.fast)) fast[state] = true;
    const std::size_t indicators = model_.events() != nullptr ? model_.events()->indicator_count() : 0;
    for (std::uint32_t k = 0; k < indicators; ++k) {
      const model::StateSet states = model_.events()->indicator_states(k);
      if (!states.empty() && std::ranges::none_of(states, [&](model::StateIndex s) { return fast[s.index()]; }))
        slow_crossings_.push_back(k);
    }
  }

  /// Slow states are recorded as they are, not as means.
  void find_recorded_states() {
    std::vector<std::pair<std::string, model::StateIndex>> names;
    for (const model::StateIndex state : slow_) names.emplace_back(model_.state_name(state), state);
    std::ranges::sort(names);
    for (const model::VariableIndex variable : model_.description().indices()) {
      const model::Variable info = model_.description().variable(variable);
      constant_.push_back(info.unchanging);
      const auto found = std::ranges::lower_bound(names, info.name, {}, &decltype(names)::value_type::first);
      if (found != names.end() && found->first == info.name) recorded_states_.push_back({variable, found->second});
    }
  }

  const model::Model& model_;
  model::Context& context_;
  AveragingOptions options_;
  Recorder& recorder_;
  model::StateSet slow_;
  Subsystem part_;
  std::unique_ptr<SubsystemContext> part_context_;
  integrate::Statistics slow_statistics_;
  integrate::Derivatives slow_derivatives_;
  RippleMeter ripple_;
  CoveredRanges ranges_;
  std::optional<StretchRunner> whole_runner_, fast_runner_;
  AveragingResult result_;
  model::Status status_;

  std::vector<double> x_;  // at time_, which is start_ plus periods_done_ periods (but for the last, odd stretch)
  double start_, stop_, time_;
  std::uint64_t periods_done_ = 0;
  std::uint64_t multiple_ = first_multiple;  // next step, in units of stages_per_step periods
  std::uint64_t row_ = 0;                    // next output time
  double step_begin_ = 0;                    // of the last long step, and the state there
  std::vector<double> begin_x_;

  std::vector<std::uint32_t> slow_crossings_;  // those that depend on slow states and on no fast one
  struct RecordedState {
    model::VariableIndex variable;
    model::StateIndex state;
  };
  std::vector<RecordedState> recorded_states_;  // slow ones
  std::vector<bool> constant_;
  std::vector<double> slope_, values_, means_, base_, margins_, y_before_, y_earlier_;
  std::vector<double> largest_;  // slopes so far, by state
  bool means_known_ = false;
  bool happened_ = false;      // an event of the slow states stands in the way of a step
  bool halves_alike_ = false;  // two halves of the period have the same means, as those of a rectified wave
};

AveragingRun::AveragingRun(const model::Model& model, model::Context& context, const AveragingOptions& options,
                           Recorder& recorder)
    : body_(std::make_unique<Body>(model, context, options, recorder)) {}

AveragingRun::~AveragingRun() = default;

AveragingResult AveragingRun::run(std::vector<double> x) { return body_->run(std::move(x)); }

}  // namespace sunder::simulate
