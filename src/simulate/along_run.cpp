#include "simulate/along_run.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>
#include <optional>

#include "base/text.hpp"
#include "integrate/stepper.hpp"
#include "simulate/events.hpp"

namespace sunder::simulate {

namespace {

/// As the planner's first run: it shows where the model goes, not how exactly. Where it fails on its way, finer.
constexpr double coarse_tolerances[] = {0.1, 0.01, 0.001};
constexpr double looks_along_run = 100;
/// The search for cycles takes its time at each of them: large models have fewer.
constexpr std::size_t most_points = 7, least_points = 2;
constexpr std::size_t states_of_all_points = 10'000;

/// Keeps some Jacobians of a run whose length nobody knows: every n-th, with n doubled whenever there are too many, and
/// the one with the largest row sum.
class Sampler {
 public:
  Sampler(model::Evaluator& evaluator, std::size_t most)
      : evaluator_(evaluator), most_(most), values_(evaluator.pattern().nonzeros()) {}

  model::Status look(double time, std::span<const double> x) {
    const bool keeps = step_ % stride_ == 0;
    const bool looks = step_ % std::max<std::size_t>(1, stride_ / 8) == 0;  // short spells of fast states count too
    ++step_;
    if (!keeps && !looks) return {};
    if (model::Status frozen = evaluator_.freeze(time, x); !frozen) return frozen;
    if (model::Status evaluated = evaluator_.jacobian(x, values_); !evaluated) return evaluated;
    if (!std::ranges::all_of(values_, [](double value) { return std::isfinite(value); })) {
      ++left_out_;
      return {};
    }
    const double size = largest_row_sum();
    if (!sharpest_ || size > sharpest_size_) {
      sharpest_ = point(time);
      sharpest_size_ = size;
    }
    if (keeps) keep(point(time));
    return {};
  }

  std::vector<decouple::LinearPoint> take() {
    std::vector<decouple::LinearPoint> points;
    const std::size_t count = std::min(kept_.size(), most_ - 1);
    for (std::size_t i = 0; i < count; ++i)
      points.push_back(std::move(kept_[count == 1 ? kept_.size() - 1 : i * (kept_.size() - 1) / (count - 1)]));
    if (sharpest_) points.push_back(std::move(*sharpest_));
    std::ranges::stable_sort(points, {}, &decouple::LinearPoint::time);
    return points;
  }
  [[nodiscard]] std::size_t left_out() const { return left_out_; }

 private:
  [[nodiscard]] decouple::LinearPoint point(double time) const {
    decouple::LinearPoint made;
    made.jacobian.pattern = evaluator_.pattern();
    made.jacobian.values = values_;
    made.time = time;
    made.kind = "along";
    return made;
  }

  [[nodiscard]] double largest_row_sum() {
    const algebra::SparsePattern& pattern = evaluator_.pattern();
    sums_.assign(pattern.rows, 0.0);
    for (std::size_t k = 0; k < values_.size(); ++k)
      sums_[static_cast<std::size_t>(pattern.row_indices[k])] += std::abs(values_[k]);
    return sums_.empty() ? 0 : *std::ranges::max_element(sums_);
  }

  void keep(decouple::LinearPoint made) {
    kept_.push_back(std::move(made));
    if (kept_.size() < 2 * most_) return;
    for (std::size_t i = 0; 2 * i + 1 < kept_.size(); ++i) kept_[i] = std::move(kept_[2 * i + 1]);
    kept_.resize(kept_.size() / 2);
    stride_ *= 2;
    step_ = 1;
  }

  model::Evaluator& evaluator_;
  std::size_t most_;
  std::vector<double> values_, sums_;
  std::vector<decouple::LinearPoint> kept_;
  std::optional<decouple::LinearPoint> sharpest_;
  double sharpest_size_ = 0;
  std::size_t step_ = 0, stride_ = 1, left_out_ = 0;
};

/// A longer one, in seconds, is as good as none.
constexpr double longest_budget = 1e9;

/// Where the clock makes something repeat, steps must not be longer than that.
double longest_look(const model::Model& model, model::Context& context, double length) {
  constexpr double looks_per_period = 8;
  constexpr double shortest_look = 1e-12;
  const std::vector<model::PeriodInfo> periods = model.periods(context);
  const double look = length / looks_along_run;
  return periods.empty() ? look
                         : std::min(look, std::max(periods.front().period / looks_per_period, shortest_look * length));
}

AlongRun look_along_with(double tolerance, const model::Model& model, model::Context& context,
                         const AlongOptions& options) {
  AlongRun result;
  result.ended = options.start;
  if (model.state_count() == 0 || !(options.stop > options.start)) return result;
  const std::unique_ptr<model::Evaluator> evaluator = model::full_evaluator(model, context);
  if (evaluator->jacobian_constant() && !model.description().hybrid) {
    result.constant = true;
    return result;
  }
  const auto began = CancelToken::Clock::now();
  const CancelToken in_time =
      options.cancel.until(began + std::chrono::duration_cast<CancelToken::Clock::duration>(
                                       std::chrono::duration<double>(std::clamp(options.budget, 0.0, longest_budget))));
  context.listen_to(in_time);
  const auto fail = [&](const model::Status& status) {
    if (status.ok()) return false;
    result.late = in_time.late() && !options.cancel.requested();
    result.failure =
        result.late ? "the budget of " + shortest(options.budget) + " s was used up" : status.fault().message;
    return true;
  };
  if (fail(model.initialise(context, options.start))) return result;
  std::vector<double> x(context.states().begin(), context.states().end());
  Sampler sampler(*evaluator, std::clamp(states_of_all_points / x.size(), least_points, most_points));

  integrate::StepperOptions stepping;
  stepping.tolerance = tolerance;
  stepping.stop = options.stop;
  stepping.cancel = in_time;
  const std::unique_ptr<integrate::Stepper> stepper =
      integrate::make_stepper("rosenbrock", model, context, stepping).take();
  EventLoop::Settings settings{EventMode::locate, options.start, options.stop, in_time,
                               longest_look(model, context, options.stop - options.start)};
  settings.looks_inside = stepper->looks_inside();
  settings.passed = [&](double end) -> model::Status {
    result.ended = end;
    if (model::Status going = model::stop_if_cancelled(in_time, end); !going) return going;
    return sampler.look(end, x);
  };
  EventLoop loop(model, context, stepper.get(), settings,
                 [](double, std::span<const double>, bool) { return model::Status(); });
  double time = options.start;
  model::Status going = loop.start(time, x);
  while (going.ok() && time < options.stop && !loop.termination() && !in_time.requested())
    going = loop.advance(time, options.stop, options.stop - time, x);
  const bool over = time >= options.stop || loop.termination();
  if (going.ok() && !over && !options.cancel.requested()) going = model::stop_if_cancelled(in_time, time);
  if (fail(going)) return result;
  result.points = sampler.take();
  result.left_out = sampler.left_out();
  return result;
}

}  // namespace

AlongRun look_along(const model::Model& model, model::Context& context, const AlongOptions& options) {
  AlongRun result;
  for (const double tolerance : coarse_tolerances) {
    result = look_along_with(tolerance, model, context, options);
    context.listen_to(options.cancel);
    const bool fails_on_its_way = !result.failure.empty() && result.ended > options.start;
    if (!fails_on_its_way || result.late || options.cancel.requested()) break;
  }
  return result;
}

}  // namespace sunder::simulate
