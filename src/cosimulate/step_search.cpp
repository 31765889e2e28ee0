// The search for stable communication steps. Stability is not monotone in the step: all of a range is looked at.
#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "cosimulate/stability.hpp"

namespace sunder::cosimulate {

namespace {

/// p / q near the value, with q as small as possible; nothing when none is near enough.
std::optional<std::pair<std::uint64_t, std::uint64_t>> fraction(double value) {
  double rest = value;
  std::uint64_t p0 = 0, q0 = 1, p1 = 1, q1 = 0;
  for (int i = 0; i < 30; ++i) {
    const double whole = std::floor(rest);
    if (whole > 1e9) return std::nullopt;
    const auto a = static_cast<std::uint64_t>(whole);
    const std::uint64_t p = a * p1 + p0, q = a * q1 + q0;
    if (q > 1'000'000 || p > 1'000'000'000) return std::nullopt;
    if (std::abs(value - static_cast<double>(p) / static_cast<double>(q)) <= 1e-11 * value) return std::pair{p, q};
    p0 = p1, q0 = q1, p1 = p, q1 = q;
    if (rest == whole) return std::nullopt;
    rest = 1 / (rest - whole);
  }
  return std::nullopt;
}

/// The smallest step that is a whole number of every fixed local step; 0: no part has one.
std::optional<double> common_multiple(const std::vector<LocalRule>& rules) {
  std::optional<double> first;
  std::uint64_t count = 1;  // of the first step
  for (const LocalRule& rule : rules) {
    if (!rule.step || !rule.known || rule.method == "exact") continue;
    if (!first) {
      first = rule.step;
      continue;
    }
    const auto ratio = fraction(*rule.step / *first);
    if (!ratio) return std::nullopt;
    count = std::lcm(count, ratio->first);
    if (count > 1'000'000'000) return std::nullopt;
  }
  return first ? *first * static_cast<double>(count) : 0.0;
}

bool is_stable(double radius) { return verdict_of(radius) == Verdict::stable; }

class Search {
 public:
  Search(const StabilityProblem& problem, double around, SearchMode mode) : problem_(problem), around_(around) {
    result_.mode = mode;
  }

  StepSearch run() {
    if (result_.mode == SearchMode::fixed_steps) {
      over_multiples();
    } else {
      over_range();
    }
    return std::move(result_);
  }

 private:
  double radius(double step) const {
    const auto found = spectrum(problem_, step, result_.mode);
    return found ? found->radius : std::numeric_limits<double>::infinity();
  }

  [[nodiscard]] double work_of_one() const {
    double states = 10;
    for (const model::LinearSystem& part : problem_.samples[0]) states += static_cast<double>(part.a.rows());
    states += static_cast<double>(remembered_inputs(problem_.master) * problem_.wiring.inputs());
    return states * states * states * static_cast<double>(problem_.samples.size());
  }

  void over_multiples() {
    const auto unit = common_multiple(problem_.rules);
    if (!unit || *unit == 0) {
      result_.possible = false;
      return;
    }
    result_.unit = result_.scanned_from = *unit;
    const double wanted = std::max(1000.0, 20 * std::ceil(around_ / *unit));
    const auto most = static_cast<std::size_t>(std::clamp(std::min(wanted, 2e9 / work_of_one()), 20.0, 20000.0));
    bool inside = false;
    std::size_t unchanged = 0;
    for (std::size_t k = 1; k <= most; ++k) {
      const double step = static_cast<double>(k) * *unit;
      const double value = radius(step);
      const bool same = k > 1 && std::abs(value - result_.curve.back().radius) <= 1e-13 * value;
      unchanged = same ? unchanged + 1 : 0;
      result_.curve.push_back({step, value});
      result_.scanned_to = step;
      if (is_stable(value)) {
        if (!inside) result_.intervals.push_back({step, step});
        result_.intervals.back().high = step;
      }
      inside = is_stable(value);
      // local transients have died out within a step: longer steps are all alike
      if (unchanged == 50) break;
      if (value > 1e12) break;
    }
    if (inside && unchanged >= 50) result_.intervals.back().high = std::numeric_limits<double>::infinity();
    if (!result_.intervals.empty()) result_.largest = result_.intervals.back().high;
  }

  void over_range() {
    const std::size_t points = static_cast<std::size_t>(std::clamp(1e9 / work_of_one(), 60.0, 800.0));
    result_.scanned_from = around_ * 1e-4;
    result_.scanned_to = around_ * 1e4;
    for (std::size_t i = 0; i <= points; ++i) {
      const double step = result_.scanned_from * std::pow(1e8, static_cast<double>(i) / static_cast<double>(points));
      result_.curve.push_back({step, radius(step)});
    }
    look_at_extrema();
    find_intervals();
  }

  /// Between three points with an extremum the radius may touch the circle unseen.
  void look_at_extrema() {
    std::vector<RadiusPoint> found;
    const auto& c = result_.curve;
    for (std::size_t i = 1; i + 1 < c.size(); ++i) {
      const bool stable = is_stable(c[i].radius);
      if (is_stable(c[i - 1].radius) != stable || is_stable(c[i + 1].radius) != stable) continue;
      if (!std::isfinite(c[i - 1].radius) || !std::isfinite(c[i + 1].radius)) continue;
      const double sign = stable ? 1 : -1;
      if (sign * c[i].radius < sign * c[i - 1].radius || sign * c[i].radius < sign * c[i + 1].radius) continue;
      if (std::abs(c[i].radius - 1) > 0.2) continue;
      found.push_back(extremum(c[i - 1].step, c[i + 1].step, sign));
    }
    result_.curve.insert(result_.curve.end(), found.begin(), found.end());
    std::ranges::sort(result_.curve, {}, &RadiusPoint::step);
  }

  [[nodiscard]] RadiusPoint extremum(double low, double high, double sign) const {
    const double golden = 0.6180339887498949;
    double a = high - golden * (high - low), b = low + golden * (high - low);
    double at_a = radius(a), at_b = radius(b);
    for (int i = 0; i < 30 && high - low > 1e-9 * high; ++i) {
      if (sign * at_a > sign * at_b) {
        high = b, b = a, at_b = at_a;
        a = high - golden * (high - low), at_a = radius(a);
      } else {
        low = a, a = b, at_a = at_b;
        b = low + golden * (high - low), at_b = radius(b);
      }
    }
    return sign * at_a > sign * at_b ? RadiusPoint{a, at_a} : RadiusPoint{b, at_b};
  }

  /// The last stable step between a stable and an unstable one.
  [[nodiscard]] double crossing(double stable, double unstable) const {
    for (int i = 0; i < 60 && std::abs(stable - unstable) > 1e-12 * stable; ++i) {
      const double middle = (stable + unstable) / 2;
      (is_stable(radius(middle)) ? stable : unstable) = middle;
    }
    return stable;
  }

  void find_intervals() {
    const auto& c = result_.curve;
    bool inside = false;
    for (std::size_t i = 0; i < c.size(); ++i) {
      const bool stable = is_stable(c[i].radius);
      if (stable && !inside)
        result_.intervals.push_back({i == 0 ? lower_end(c[0].step) : crossing(c[i].step, c[i - 1].step), c[i].step});
      if (stable) result_.intervals.back().high = c[i].step;
      if (!stable && inside) result_.intervals.back().high = crossing(c[i - 1].step, c[i].step);
      inside = stable;
    }
    if (inside && stays_stable()) result_.intervals.back().high = std::numeric_limits<double>::infinity();
    if (!result_.intervals.empty()) result_.largest = result_.intervals.back().high;
  }

  /// A stable coupled system stays stable for ever smaller steps; seen by the radius nearing one from below.
  [[nodiscard]] double lower_end(double first) const {
    double previous = radius(first);
    for (double factor = 0.5; factor > 0.05; factor /= 2) {
      const double next = radius(first * factor);
      if (!(next > previous) || next > 1) return first;
      previous = next;
    }
    return 0;
  }

  [[nodiscard]] bool stays_stable() const {
    double previous = result_.curve.back().radius;
    for (double factor = 10; factor < 1e5; factor *= 10) {
      const double next = radius(result_.scanned_to * factor);
      if (!is_stable(next)) return false;
      if (factor > 1e3 && std::abs(next - previous) > 1e-3) return false;
      previous = next;
    }
    return true;
  }

  const StabilityProblem& problem_;
  double around_;
  StepSearch result_;
};

}  // namespace

StepSearch search_steps(const StabilityProblem& problem, double around, SearchMode mode) {
  return Search(problem, around, mode).run();
}

}  // namespace sunder::cosimulate
