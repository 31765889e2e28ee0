#include "cosimulate/growth.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace sunder::cosimulate {

namespace {

constexpr double distance = 1e-5;  // relative to the size of the values: rounding stays far below
constexpr double out_of_bounds = 1e100;
constexpr std::uint64_t fewest_steps = 40;

class Observation {
 public:
  Observation(const OpenSystem& system, double step)
      : system_(system), step_(step), master_(system.pointers(), system.wiring, system.description.master) {}

  std::optional<Growth> run(const GrowthLook& look, const CancelToken& cancel) {
    if (!master_.can_restore()) return std::nullopt;
    Growth out;
    if (!start()) return out;
    if (states(base_).empty()) return std::nullopt;
    std::vector<double> logarithms;  // of the distance, as it would be had it never been made small again
    double sum = 0, before = distance;
    for (; out.steps < look.steps; ++out.steps) {
      if (cancel.requested()) return std::nullopt;
      if (out.steps >= fewest_steps && seconds() > look.seconds) {
        out.cut_short = true;
        break;
      }
      if (!advance(base_, out.steps) || !advance(moved_, out.steps)) break;
      const double apart = separation();
      const double size = largest(base_);
      if (!(size < out_of_bounds) || !std::isfinite(apart)) break;
      if (apart == 0) {  // forgotten to the last bit
        out.ran_through = true;
        out.per_step = 0;
        return out;
      }
      sum += std::log(apart / before);
      logarithms.push_back(sum);
      before = distance * std::max(1.0, size);  // where the run itself grows, rounding grows with it
      come_close(before / apart);
    }
    out.ran_through = out.cut_short || out.steps == look.steps;
    out.per_step = rate(logarithms);
    return out;
  }

  /// Of the processor, that parts have taken.
  [[nodiscard]] double seconds() const {
    const std::vector<double>& all = master_.statistics().part_seconds;
    return std::accumulate(all.begin(), all.end(), 0.0);
  }

 private:
  struct Run {
    Master::Saved saved;
    std::vector<std::vector<double>> x;  // by part
  };

  bool start() {
    const double time = system_.description.start;
    for (const auto& part : system_.parts)
      if (!part->initialise(time)) return false;
    if (!master_.start(time)) return false;
    base_ = keep();
    for (const double value : master_.inputs()) input_weights_.push_back(1 / (1 + std::abs(value)));
    // every state by another amount: no direction of growth is at right angles to all of it
    std::size_t i = 0;
    for (const auto& part : system_.parts) {
      for (double& value : part->states()) {
        weights_.push_back(1 / (1 + std::abs(value)));
        value += distance / weights_.back() * (0.5 + 0.5 * std::abs(std::sin(1.0 + static_cast<double>(i++))));
      }
    }
    moved_ = keep();
    return true;
  }

  [[nodiscard]] Run keep() const {
    Run run{master_.save(), {}};
    for (const auto& part : system_.parts) run.x.emplace_back(part->states().begin(), part->states().end());
    return run;
  }

  bool advance(Run& run, std::uint64_t index) {
    master_.restore(run.saved);
    for (std::size_t p = 0; p < system_.parts.size(); ++p)
      std::ranges::copy(run.x[p], system_.parts[p]->states().begin());
    const double begin = system_.description.start;
    if (!master_.step(begin + static_cast<double>(index) * step_, begin + static_cast<double>(index + 1) * step_,
                      step_))
      return false;
    run = keep();
    return true;
  }

  static std::vector<double> states(const Run& run) {
    std::vector<double> all;
    for (const auto& x : run.x) all.insert(all.end(), x.begin(), x.end());
    return all;
  }
  [[nodiscard]] double largest(const Run& run) const {
    double most = 0;
    const std::vector<double> all = states(run);
    for (std::size_t i = 0; i < all.size(); ++i) most = std::max(most, std::abs(all[i]) * weights_[i]);
    return most;
  }

  /// Of the states and of what the master remembers of the inputs: both go on into the next step.
  [[nodiscard]] double separation() const {
    const std::vector<double> a = states(base_), b = states(moved_);
    double worst = 0;
    const auto look = [&](double one, double other, double weight) {
      const double apart = std::abs(one - other) * weight;
      if (!(apart <= worst)) worst = apart;  // also when it is not a number
    };
    for (std::size_t i = 0; i < a.size(); ++i) look(a[i], b[i], weights_[i]);
    for (std::size_t k = 0; k < base_.saved.past.size(); ++k)
      for (std::size_t i = 0; i < input_weights_.size(); ++i)
        look(base_.saved.past[k].values[i], moved_.saved.past[k].values[i], input_weights_[i]);
    return worst;
  }

  void come_close(double factor) {
    for (std::size_t p = 0; p < base_.x.size(); ++p)
      for (std::size_t i = 0; i < base_.x[p].size(); ++i)
        moved_.x[p][i] = base_.x[p][i] + factor * (moved_.x[p][i] - base_.x[p][i]);
    for (std::size_t k = 0; k < base_.saved.past.size(); ++k) {
      const std::vector<double>& from = base_.saved.past[k].values;
      std::vector<double>& to = moved_.saved.past[k].values;
      for (std::size_t i = 0; i < from.size(); ++i) to[i] = from[i] + factor * (to[i] - from[i]);
    }
  }

  /// Oscillations make the distance go up and down: from the highest of the quarter before the last to the highest of
  /// the last, over as many steps as lie between the two, so that both are at the same place of an oscillation.
  static double rate(const std::vector<double>& logarithms) {
    const auto quarter = static_cast<std::ptrdiff_t>(logarithms.size() / 4);
    if (quarter == 0)
      return logarithms.empty() ? 0 : std::exp(logarithms.back() / static_cast<double>(logarithms.size()));
    const auto end = logarithms.end();
    const auto last = std::max_element(end - quarter, end);
    const auto before = std::max_element(end - 2 * quarter, end - quarter);
    // what does not grow is highest anywhere: then the steps between say nothing
    const double steps = std::max(static_cast<double>(last - before), static_cast<double>(quarter) / 2);
    return std::exp((*last - *before) / steps);
  }

  const OpenSystem& system_;
  double step_;
  Master master_;
  Run base_, moved_;
  std::vector<double> weights_, input_weights_;  // by state, by input
};

}  // namespace

std::optional<Growth> observe_growth(const OpenSystem& system, double communication_step, const GrowthLook& look,
                                     const CancelToken& cancel) {
  return Observation(system, communication_step).run(look, cancel);
}

std::optional<ObservedLimit> observe_limit(const OpenSystem& system, ObservedLimit between, double unit,
                                           const GrowthLook& look, const CancelToken& cancel,
                                           const std::function<double(double step)>& allowed) {
  constexpr double looks = 20;
  auto& [converging, diverging] = between;
  double spent = 0;
  const auto wide = [&] {
    return unit > 0 ? diverging - converging > 1.5 * unit : diverging - converging > 1e-6 * converging;
  };
  while (wide() && spent < looks * look.seconds) {
    const double middle = (converging + diverging) / 2;
    const double step = unit > 0 ? std::round(middle / unit) * unit : middle;
    Observation observation(system, step);
    const std::optional<Growth> growth = observation.run(look, cancel);
    if (!growth) return std::nullopt;
    spent += observation.seconds();
    (growth->diverges(allowed ? allowed(step) : 1) ? diverging : converging) = step;
  }
  return between;
}

}  // namespace sunder::cosimulate
