#include "simulate/clock_pulses.hpp"

#include <algorithm>
#include <cmath>
#include <memory>

namespace sunder::simulate {

namespace {

/// Operations that a look may take, and the number of points that follows.
constexpr double most_operations = 1e7, fewest_points = 2000, most_points = 100000;
/// Windows in which pulses are looked for; every second one lies across the border of two others.
constexpr double windows_in_run = 200;
constexpr std::size_t fewest_in_window = 16;
/// A pulse is what differs from the rest of its window by a quarter of the largest difference, in an eighth of it at
/// most.
constexpr double part_of_height = 0.25, part_of_window = 0.125;
/// Pulses whose area is smaller against all that happens are rounding; of others perhaps only an edge was hit.
constexpr double least_area = 1e-12;
constexpr int instants_in_pulse = 8;
constexpr std::size_t most_instants = 200000, most_events = 20000;

struct Pulse {
  std::size_t state = 0;
  double begin = 0, end = 0, area = 0;
};

class PulseSearch {
 public:
  PulseSearch(const model::Model& model, model::Context& context, std::span<const double> x, double start, double stop,
              const CancelToken& cancel)
      : model_(model),
        context_(context),
        evaluator_(model::full_evaluator(model, context)),
        x_(x.begin(), x.end()),
        start_(start),
        cancel_(cancel) {
    const auto operations = static_cast<double>(evaluator_->operations() + evaluator_->frozen_operations());
    if (x_.empty() || !(stop > start) || operations == 0 || !evaluator_->restricted() || !evaluator_->depends_on_time())
      return;
    const double points = std::clamp(most_operations / operations, fewest_points, most_points);
    in_window_ = std::max(fewest_in_window, static_cast<std::size_t>(points / windows_in_run)) / 2 * 2;
    count_ = static_cast<std::size_t>(points) / in_window_ * in_window_;
    distance_ = (stop - start) / static_cast<double>(count_);
    total_.assign(x_.size(), 0.0);
  }

  std::vector<double> run() {
    if (count_ == 0) return {};
    look();
    for (double& one : x_) one += std::max(1.0, std::fabs(one));  // what multiplies a state that begins at zero
    if (model_.initialise(context_, start_)) look();
    return instants();
  }

 private:
  void look() {
    const std::size_t half = in_window_ / 2, states = x_.size();
    std::vector<double> window(in_window_ * states);
    std::vector<double> slopes(states, 0.0);
    by_the_clock_ = model_.events();
    last_event_ = start_;
    events_ = 0;
    for (std::size_t first = 0; first < count_; first += half) {
      if (cancel_.requested()) return;
      std::copy(window.begin() + static_cast<std::ptrdiff_t>(half * states), window.end(), window.begin());
      for (std::size_t k = 0; k < half; ++k) {
        // where it cannot be evaluated nothing is known, and nothing changes
        const double time = start_ + distance_ * (static_cast<double>(first + k) + 0.5);
        happen(time);
        if (evaluator_->freeze(time, x_)) (void)evaluator_->evaluate(x_, slopes).ok();
        for (std::size_t s = 0; s < states; ++s) {
          const double slope = std::isfinite(slopes[s]) ? slopes[s] : 0.0;
          window[(half + k) * states + s] = slope;
          total_[s] += std::fabs(slope) * distance_;
        }
      }
      if (first == 0) continue;
      for (std::size_t s = 0; s < states; ++s) find(window, s, start_ + distance_ * static_cast<double>(first - half));
    }
  }

  /// What the clock makes happen up to then: mod(time, day) begins again every day.
  void happen(double time) {
    while (by_the_clock_ != nullptr && !cancel_.requested()) {
      const double next = by_the_clock_->next_time_event(context_, last_event_);
      if (!(next <= time)) return;
      std::vector<double> x = x_;
      model::EventOutcome outcome;
      const bool fine = by_the_clock_->handle(context_, next, x, model::EventCause::found, outcome).ok();
      if (!fine || outcome.termination || ++events_ > most_events) by_the_clock_ = nullptr;
      last_event_ = next;
    }
  }

  void find(const std::vector<double>& window, std::size_t state, double begin) {
    const std::size_t states = x_.size();
    values_.clear();
    for (std::size_t k = 0; k < in_window_; ++k) values_.push_back(window[k * states + state]);
    const auto [low, high] = std::ranges::minmax(values_);
    if (low == high) return;
    sorted_ = values_;
    const auto middle = sorted_.begin() + static_cast<std::ptrdiff_t>(in_window_ / 2);
    std::ranges::nth_element(sorted_, middle);
    const double usual = *middle;
    const double height = std::max(high - usual, usual - low);
    const auto stands_out = [&](double value) { return std::fabs(value - usual) > part_of_height * height; };
    if (static_cast<double>(std::ranges::count_if(values_, stands_out)) >
        part_of_window * static_cast<double>(in_window_))
      return;
    for (std::size_t k = 0; k < in_window_;) {
      if (!stands_out(values_[k])) {
        ++k;
        continue;
      }
      Pulse pulse{state, begin + distance_ * (static_cast<double>(k) - 0.5), 0, 0};
      const std::size_t first = k;
      for (; k < in_window_ && stands_out(values_[k]); ++k) pulse.area += std::fabs(values_[k] - usual) * distance_;
      pulse.end = begin + distance_ * (static_cast<double>(k) + 0.5);
      // at the border of a window a step looks like a pulse; a pulse there lies inside of the next one
      if (first > 0 && k < in_window_) pulses_.push_back(pulse);
    }
  }

  [[nodiscard]] std::vector<double> instants() const {
    std::vector<double> found;
    for (const Pulse& pulse : pulses_) {
      if (!(pulse.area > least_area * total_[pulse.state]) || found.size() > most_instants) continue;
      const double width = pulse.end - pulse.begin;
      found.push_back(pulse.begin - width / 2);
      for (int k = 0; k <= instants_in_pulse; ++k) found.push_back(pulse.begin + width * k / instants_in_pulse);
      found.push_back(pulse.end + width / 2);
    }
    std::ranges::sort(found);
    const double same = distance_ / 100;
    found.erase(std::unique(found.begin(), found.end(), [&](double a, double b) { return b - a < same; }), found.end());
    return found;
  }

  const model::Model& model_;
  model::Context& context_;
  std::unique_ptr<model::Evaluator> evaluator_;
  const model::Events* by_the_clock_ = nullptr;
  double last_event_ = 0;
  std::size_t events_ = 0;
  std::vector<double> x_;
  double start_;
  const CancelToken& cancel_;
  std::size_t in_window_ = 0, count_ = 0;
  double distance_ = 0;
  std::vector<double> total_;  // by state: what it would move in all
  std::vector<double> values_, sorted_;
  std::vector<Pulse> pulses_;
};

}  // namespace

std::vector<double> instants_of_pulses(const model::Model& model, model::Context& context, std::span<const double> x,
                                       double start, double stop, const CancelToken& cancel) {
  return PulseSearch(model, context, x, start, stop, cancel).run();
}

}  // namespace sunder::simulate
