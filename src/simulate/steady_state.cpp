#include "simulate/steady_state.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

#include "base/codes.hpp"
#include "base/text.hpp"
#include "integrate/derivatives.hpp"
#include "integrate/linear_solver.hpp"

namespace sunder::simulate {

namespace {

constexpr double infinite = std::numeric_limits<double>::infinity();
constexpr double settled = 1e-9;  // a correction this small, relative to the state, is none
constexpr double at_rest = 1e-6;  // of the sum of the effects on a derivative: what may remain of it
constexpr int newton_iterations = 300;
constexpr int transient_steps = 400;

/// The states on whose value some derivative depends, other than derivatives of states that are left out themselves.
model::StateSet states_that_matter(const algebra::SparsePattern& pattern) {
  std::vector<std::vector<std::uint32_t>> depends(pattern.columns);
  std::vector<std::uint32_t> dependents(pattern.columns, 0);
  for (std::uint32_t column = 0; column < pattern.columns; ++column) {
    for (auto k = pattern.column_starts[column]; k < pattern.column_starts[column + 1]; ++k) {
      depends[static_cast<std::size_t>(pattern.row_indices[k])].push_back(column);
      ++dependents[column];
    }
  }
  std::vector<std::uint32_t> unused;
  for (std::uint32_t state = 0; state < pattern.columns; ++state) {
    if (dependents[state] == 0) unused.push_back(state);
  }
  std::vector<char> matters(pattern.columns, 1);
  while (!unused.empty()) {
    const std::uint32_t state = unused.back();
    unused.pop_back();
    matters[state] = 0;
    for (const std::uint32_t other : depends[state]) {
      if (--dependents[other] == 0) unused.push_back(other);
    }
  }
  model::StateSet result;
  for (std::uint32_t state = 0; state < pattern.columns; ++state) {
    if (matters[state] != 0) result.emplace_back(state);
  }
  return result;
}

/// f and its Jacobian for one set of states, in compact vectors.
class Restriction {
 public:
  Restriction(const model::Model& model, model::Context& context, const model::StateSet& set, double time)
      : model_(model),
        context_(context),
        set_(set),
        time_(time),
        derivatives_(model, context, set, set, statistics_),
        full_(model.state_count()),
        slopes_(model.state_count()) {}

  [[nodiscard]] const algebra::SparsePattern& pattern() const { return derivatives_.pattern(); }
  [[nodiscard]] std::size_t size() const { return set_.size(); }

  model::Status freeze(std::span<const double> x) {
    std::copy(x.begin(), x.end(), full_.begin());
    return derivatives_.freeze(time_, full_);
  }
  model::Status evaluate(std::span<const double> x, std::span<double> f) {
    put(x);
    if (model::Status evaluated = derivatives_.evaluate(full_, slopes_); !evaluated) return evaluated;
    model::gather(slopes_, set_, f);
    return {};
  }
  model::Status jacobian(std::span<const double> x, std::span<double> values) {
    put(x);
    return derivatives_.jacobian(full_, values);
  }
  void accept(std::span<const double> x) {
    put(x);
    context_.accept(time_, full_);
  }
  [[nodiscard]] double nominal(std::size_t i) const {
    const double value = std::abs(model_.state_nominal(set_[i]));
    return value > 0 && std::isfinite(value) ? value : 1.0;
  }

 private:
  void put(std::span<const double> x) { model::scatter(x, set_, full_); }

  const model::Model& model_;
  model::Context& context_;
  const model::StateSet& set_;
  double time_;
  integrate::Statistics statistics_;
  integrate::Derivatives derivatives_;
  std::vector<double> full_, slopes_;
};

class Search {
 public:
  Search(Restriction& system, const CancelToken& cancel, std::vector<double> start)
      : system_(system),
        cancel_(cancel),
        solver_(system.pattern()),
        x_(std::move(start)),
        f_(x_.size()),
        step_(x_.size()),
        trial_(x_.size()),
        trial_f_(x_.size()),
        correction_(x_.size()),
        scale_(x_.size()),
        jacobian_(system.pattern().nonzeros()) {}

  [[nodiscard]] const std::vector<double>& x() const { return x_; }
  [[nodiscard]] const std::vector<double>& slopes() const { return f_; }
  [[nodiscard]] std::size_t iterations() const { return iterations_; }

  /// What the model said where it could last not be evaluated.
  [[nodiscard]] const model::Status& obstacle() const { return obstacle_; }

  model::Status evaluate_start() { return system_.evaluate(x_, f_); }

  /// False: no convergence, or a singular Jacobian; x is then where it was.
  bool newton() {
    const std::vector<double> start = x_;
    const std::vector<double> start_f = f_;
    for (int i = 0; i < newton_iterations && !cancel_.requested(); ++i, ++iterations_) {
      update_scale();
      if (!linearise() || !factor_jacobian()) break;
      std::copy(f_.begin(), f_.end(), step_.begin());
      solve(step_);
      const double size = relative(step_);
      if (!(size < 1e25)) break;  // a zero pivot that the shift filled in
      if (!damped_step(size)) break;
      if (size <= settled) return true;
    }
    x_ = start;
    f_ = start_f;
    return false;
  }

  /// False: the transient does not fade, or the model cannot be evaluated on the way.
  bool follow_transient() {
    update_scale();
    if (!linearise()) return false;
    const double fastest = fastest_rate();
    if (fastest == 0) return false;
    // Steps longer than this would turn the rounding of f into a drift of conserved quantities.
    const double longest = 1e-8 / (std::numeric_limits<double>::epsilon() * fastest);
    double length = std::min(1 / fastest, longest);
    double before = speed();
    for (int i = 0; i < transient_steps && !cancel_.requested(); ++i, ++iterations_) {
      update_scale();
      if (!linearise()) return false;
      const std::optional<double> change = implicit_step(length);
      if (!change) return false;
      const double now = speed();
      if (length >= longest && *change <= 1e-7 && remainder().size <= settled) return true;
      double growth = now > 0 ? before / now : 10;
      if (*change <= 0.1) growth = std::max(growth, 2.0);
      length = std::min(length * std::clamp(growth, 0.3, 10.0), longest);
      before = now;
    }
    return false;
  }

  struct Remainder {
    std::size_t row = 0;
    double size = 0;
  };
  /// The derivative that is farthest from rest.
  [[nodiscard]] Remainder remainder() const {
    const std::vector<double> sizes = remainders();
    const auto worst = std::max_element(sizes.begin(), sizes.end());
    return {static_cast<std::size_t>(worst - sizes.begin()), *worst};
  }
  /// Of each derivative, relative to the sum of the effects on it, by the last Jacobian.
  [[nodiscard]] std::vector<double> remainders() const {
    std::vector<double> effects(x_.size(), 0.0);
    const algebra::SparsePattern& pattern = system_.pattern();
    for (std::size_t column = 0; column < pattern.columns; ++column) {
      for (auto k = pattern.column_starts[column]; k < pattern.column_starts[column + 1]; ++k) {
        effects[static_cast<std::size_t>(pattern.row_indices[k])] += std::abs(jacobian_[k]) * scale_[column];
      }
    }
    for (std::size_t i = 0; i < x_.size(); ++i) {
      effects[i] = f_[i] == 0 ? 0 : (effects[i] > 0 ? std::abs(f_[i]) / effects[i] : infinite);
    }
    return effects;
  }

  model::Status refresh() {
    update_scale();
    return system_.jacobian(x_, jacobian_);
  }

 private:
  void update_scale() {
    for (std::size_t i = 0; i < x_.size(); ++i) scale_[i] = std::max(std::abs(x_[i]), system_.nominal(i));
  }
  bool linearise() { return succeeds(system_.jacobian(x_, jacobian_)); }
  bool succeeds(model::Status status) {
    obstacle_ = std::move(status);
    return obstacle_.ok();
  }

  /// -J itself: in I - c J with such a c the one vanishes in the rounding of every entry it is added to, and where J
  /// has no entry it is too small to matter unless J is singular.
  bool factor_jacobian() {
    double largest = 0;
    for (const double value : jacobian_) largest = std::max(largest, std::abs(value));
    if (largest == 0) return false;
    shift_ = std::ldexp(1.0, 200 - std::ilogb(largest));
    return std::isfinite(shift_) && solver_.factor(jacobian_, shift_);
  }
  void solve(std::span<double> right) {
    for (double& value : right) value *= shift_;
    solver_.solve(right);
  }

  [[nodiscard]] double relative(std::span<const double> step) const {
    double largest = 0;
    for (std::size_t i = 0; i < step.size(); ++i) {
      const double size = std::abs(step[i]) / scale_[i];
      if (!(size <= largest)) largest = size;  // not a number stays
      if (std::isnan(size)) return size;
    }
    return largest;
  }
  [[nodiscard]] double speed() const { return relative(f_); }

  bool try_step(double fraction) {
    for (std::size_t i = 0; i < x_.size(); ++i) trial_[i] = x_[i] + fraction * step_[i];
    return succeeds(system_.evaluate(trial_, trial_f_));
  }
  void take_trial() {
    std::swap(x_, trial_);
    std::swap(f_, trial_f_);
    system_.accept(x_);
  }

  bool damped_step(double size) {
    constexpr double smallest = 1.0 / 4096;
    for (double fraction = 1; fraction >= smallest; fraction /= 2) {
      if (!try_step(fraction)) continue;
      correction_ = trial_f_;
      solve(correction_);
      const double next = relative(correction_);
      // at the end rounding decides, and the correction need not become smaller any more
      if (next <= (1 - fraction / 4) * size || (fraction == 1 && next <= settled)) {
        take_trial();
        return true;
      }
    }
    return false;
  }

  /// Returns the relative change; shortens `length` until the step can be taken.
  std::optional<double> implicit_step(double& length) {
    constexpr int most_halvings = 60;
    for (int i = 0; i < most_halvings; ++i, length /= 2) {
      if (!solver_.factor(jacobian_, length)) continue;
      for (std::size_t k = 0; k < f_.size(); ++k) step_[k] = length * f_[k];
      solver_.solve(step_);
      const double change = relative(step_);
      if (!(change <= 1) || !try_step(1)) continue;
      take_trial();
      return change;
    }
    return std::nullopt;
  }

  /// The largest effect on a derivative, in units of the scales: no transient is faster.
  [[nodiscard]] double fastest_rate() const {
    std::vector<double> rates(x_.size(), 0.0);
    const algebra::SparsePattern& pattern = system_.pattern();
    for (std::size_t column = 0; column < pattern.columns; ++column) {
      for (auto k = pattern.column_starts[column]; k < pattern.column_starts[column + 1]; ++k) {
        const auto row = static_cast<std::size_t>(pattern.row_indices[k]);
        rates[row] += std::abs(jacobian_[k]) * scale_[column] / scale_[row];
      }
    }
    return rates.empty() ? 0 : *std::max_element(rates.begin(), rates.end());
  }

  Restriction& system_;
  model::Status obstacle_;
  const CancelToken& cancel_;
  integrate::ShiftedSolver solver_;
  std::vector<double> x_, f_, step_, trial_, trial_f_, correction_, scale_, jacobian_;
  double shift_ = 1;
  std::size_t iterations_ = 0;
};

/// The verb: which states matter, the search for them, and what is to be said about the result.
class SteadyStateSearch {
 public:
  SteadyStateSearch(const model::Model& model, model::Context& context, double time, std::span<const double> start,
                    const CancelToken& cancel)
      : model_(model), context_(context), time_(time), cancel_(cancel), all_(model::all_states(start.size())) {
    result_.x.assign(start.begin(), start.end());
  }

  Outcome<SteadyState> run() {
    Restriction everything(model_, context_, all_, time_);
    const model::StateSet core = states_that_matter(everything.pattern());
    if (!core.empty() && !solve(core)) return failed();
    if (!check(everything, core)) return failed();
    return {std::move(result_), std::move(diagnostics_)};
  }

 private:
  bool solve(const model::StateSet& core) {
    Restriction system(model_, context_, core, time_);
    if (!fine(system.freeze(result_.x))) return false;
    Search search(system, cancel_, model::gather(result_.x, core));
    if (!fine(search.evaluate_start())) return false;
    bool found = search.newton();
    if (!found) {
      result_.followed_transient = true;
      found = search.follow_transient();
      if (found) result_.unique = search.newton();
    }
    result_.iterations = search.iterations();
    model::scatter(search.x(), core, result_.x);
    if (cancel_.requested()) return cancelled();
    return found || not_steady(search, core);
  }

  bool not_steady(const Search& search, const model::StateSet& core) {
    const std::size_t worst = search.remainder().row;
    // the reason is a trial point beyond which the model cannot be evaluated, if there was one
    if (!search.obstacle()) obstacle_ = search.obstacle().fault();
    return blame(core[worst], search.slopes()[worst], result_.iterations);
  }

  /// Every state that matters must be at rest; those left out may move, as long as something is at rest.
  bool check(Restriction& everything, const model::StateSet& core) {
    if (!fine(everything.freeze(result_.x))) return false;
    Search end(everything, cancel_, result_.x);
    if (!fine(end.evaluate_start()) || !fine(end.refresh())) return false;
    const std::vector<double> remains = end.remainders();
    std::vector<char> matters(all_.size(), 0);
    for (const std::size_t state : model::places(core)) matters[state] = 1;
    for (const model::StateIndex state : all_) {
      if (!(remains[state.index()] > at_rest)) continue;
      if (matters[state.index()] != 0 || core.empty())
        return blame(state, end.slopes()[state.index()], result_.iterations);
      result_.moving.push_back(state);
    }
    warn(end.slopes());
    return true;
  }

  void warn(const std::vector<double>& slopes) {
    if (!result_.moving.empty()) {
      const model::StateIndex first = result_.moving.front();
      diagnostics_.warning(Code::W0621, model_.state_origin(first),
                           counted(result_.moving.size(), "state never comes", "states never come") + " to rest: der(" +
                               model_.state_name(first) + ") is " + rounded(slopes[first.index()], 4) +
                               " at the steady state of the others, on which it has no effect");
    }
    if (!result_.unique) {
      diagnostics_.warning(Code::W0622, {},
                           "the steady state is not unique: something is conserved, and the one reached from the "
                           "initial values was taken");
    }
  }

  bool fine(model::Status status) {
    status_ = std::move(status);
    return status_.ok();
  }

  bool blame(model::StateIndex state, double slope, std::size_t iterations) {
    model::Fault fault;
    fault.code = Code::E0620;
    fault.variable = model_.state_name(state);
    fault.message = "no steady state found: der(" + fault.variable + ") stays at " + rounded(slope, 4) +
                    (iterations > 0 ? " after " + counted(iterations, "iteration") : std::string());
    fault.span = model_.state_origin(state);
    fault.time = time_;
    return fine(std::move(fault));
  }

  bool cancelled() {
    model::Fault fault;
    fault.code = Code::E0613;
    fault.message = "cancelled while searching the steady state";
    fault.time = time_;
    return fine(std::move(fault));
  }

  Outcome<SteadyState> failed() {
    Diagnostic& error = model::report(status_.fault(), diagnostics_);
    if (obstacle_) error.notes.push_back({"on the way: " + obstacle_->message, obstacle_->span});
    return Outcome<SteadyState>(std::move(diagnostics_));
  }

  const model::Model& model_;
  model::Context& context_;
  double time_;
  const CancelToken& cancel_;
  model::StateSet all_;
  SteadyState result_;
  model::Status status_;
  std::optional<model::Fault> obstacle_;
  Diagnostics diagnostics_;
};

}  // namespace

Outcome<SteadyState> find_steady_state(const model::Model& model, model::Context& context, double time,
                                       std::span<const double> start, const CancelToken& cancel) {
  return SteadyStateSearch(model, context, time, start, cancel).run();
}

}  // namespace sunder::simulate
