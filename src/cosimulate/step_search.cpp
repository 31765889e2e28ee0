// The search for stable communication steps. Stability is not monotone in the step: all of a range is looked at.
#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "cosimulate/stability.hpp"
#include "model/certificate.hpp"

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

bool is_stable(const RadiusPoint& point) { return point.verdict == Verdict::stable; }
bool is_growing(const RadiusPoint& point) { return point.verdict == Verdict::transient_growth; }
bool is_as_one(const RadiusPoint& point) { return point.verdict == Verdict::grows_as_one; }
/// But for rounding.
bool alike(double radius, double other) { return std::abs(radius - other) <= 1e-13 * std::max(radius, other); }
/// By the radius alone.
bool is_inside(const RadiusPoint& point) { return point.radius < 1 - model::certificate_margin; }

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
  /// `products` of matrices may be spent on the growth.
  [[nodiscard]] RadiusPoint look(double step, double products = 40) const {
    constexpr double infinite = std::numeric_limits<double>::infinity();
    const auto found = spectrum(problem_, step, result_.mode, products * cube());
    return found ? RadiusPoint{step, found->radius, found->growth, found->verdict()}
                 : RadiusPoint{step, infinite, infinite, Verdict::unstable};
  }
  [[nodiscard]] double radius(double step) const { return look(step, 0).radius; }

  /// Of the number of states.
  [[nodiscard]] double cube() const {
    double states = 10;
    for (const model::LinearSystem& part : problem_.samples[0]) states += static_cast<double>(part.a.rows());
    states += static_cast<double>(remembered_inputs(problem_.master) * problem_.wiring.inputs());
    return states * states * states;
  }
  [[nodiscard]] double work_of_one() const { return cube() * static_cast<double>(problem_.samples.size()); }

  void over_multiples() {
    const auto unit = common_multiple(problem_.rules);
    if (!unit || *unit == 0) {
      result_.possible = false;
      return;
    }
    result_.unit = result_.scanned_from = *unit;
    const double wanted = std::max(1000.0, 20 * std::ceil(around_ / *unit));
    const auto most = static_cast<std::size_t>(std::clamp(std::min(wanted, 2e9 / work_of_one()), 20.0, 20000.0));
    bool inside = false, growing = false, as_one = false;
    std::size_t unchanged = 0;
    for (std::size_t k = 1; k <= most; ++k) {
      const double step = static_cast<double>(k) * *unit;
      const RadiusPoint point = look(step);
      const double value = point.radius;
      const bool same = k > 1 && alike(value, result_.curve.back().radius);
      unchanged = same ? unchanged + 1 : 0;
      result_.curve.push_back(point);
      result_.scanned_to = step;
      extend(result_.intervals, inside, is_stable(point), step);
      extend(result_.growing, growing, is_growing(point), step);
      extend(result_.as_one, as_one, is_as_one(point), step);
      // local transients have died out within a step: longer steps are all alike
      if (unchanged == 50) break;
      if (value > 1e12) break;
    }
    constexpr double infinite = std::numeric_limits<double>::infinity();
    if (inside && unchanged >= 50) result_.intervals.back().high = infinite;
    if (growing && unchanged >= 50) result_.growing.back().high = infinite;
    if (!result_.intervals.empty()) result_.largest = result_.intervals.back().high;
  }

  static void extend(std::vector<Interval>& intervals, bool& inside, bool holds, double step) {
    if (holds && !inside) intervals.push_back({step, step});
    if (holds) intervals.back().high = step;
    inside = holds;
  }

  void over_range() {
    const std::size_t points = static_cast<std::size_t>(std::clamp(1e9 / work_of_one(), 60.0, 800.0));
    result_.scanned_from = around_ * 1e-4;
    result_.scanned_to = around_ * 1e4;
    for (std::size_t i = 0; i <= points; ++i) {
      const double step = result_.scanned_from * std::pow(1e8, static_cast<double>(i) / static_cast<double>(points));
      result_.curve.push_back(look(step));
    }
    look_at_extrema();
    result_.intervals = find_intervals(is_stable);
    result_.growing = find_intervals(is_growing);
    result_.as_one = find_intervals(is_as_one);
    if (!result_.intervals.empty()) result_.largest = result_.intervals.back().high;
  }

  /// Between three points with an extremum the radius may touch the circle unseen.
  void look_at_extrema() {
    std::vector<RadiusPoint> found;
    const auto& c = result_.curve;
    for (std::size_t i = 1; i + 1 < c.size(); ++i) {
      const bool stable = is_inside(c[i]);
      if (is_inside(c[i - 1]) != stable || is_inside(c[i + 1]) != stable) continue;
      if (!std::isfinite(c[i - 1].radius) || !std::isfinite(c[i + 1].radius)) continue;
      const double sign = stable ? 1 : -1;
      if (sign * c[i].radius < sign * c[i - 1].radius || sign * c[i].radius < sign * c[i + 1].radius) continue;
      if (std::abs(c[i].radius - 1) > 0.2) continue;
      if (alike(c[i - 1].radius, c[i].radius) && alike(c[i + 1].radius, c[i].radius)) continue;
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
    return look(sign * at_a > sign * at_b ? a : b);
  }

  using Property = bool (*)(const RadiusPoint& point);

  /// The last step with the property between one that has it and one that has not.
  [[nodiscard]] double crossing(Property property, double with, double without) const {
    for (int i = 0; i < 60 && std::abs(with - without) > 1e-12 * with; ++i) {
      const double middle = (with + without) / 2;
      (property(look(middle)) ? with : without) = middle;
    }
    return with;
  }

  [[nodiscard]] std::vector<Interval> find_intervals(Property property) const {
    std::vector<Interval> found;
    const auto& c = result_.curve;
    bool inside = false;
    for (std::size_t i = 0; i < c.size(); ++i) {
      const bool holds = property(c[i]);
      if (holds && !inside)
        found.push_back(
            {i == 0 ? lower_end(property, c[0].step) : crossing(property, c[i].step, c[i - 1].step), c[i].step});
      if (holds) found.back().high = c[i].step;
      if (!holds && inside) found.back().high = crossing(property, c[i - 1].step, c[i].step);
      inside = holds;
    }
    if (inside && stays(property)) found.back().high = std::numeric_limits<double>::infinity();
    return found;
  }

  /// A stable coupled system stays stable for ever smaller steps; seen by the radius nearing one from below. Where the
  /// system as one grows, exchanges add the less the more there are.
  [[nodiscard]] double lower_end(Property property, double first) const {
    if (property == is_as_one)
      return look(first / 10).verdict != Verdict::unstable && look(first / 100).verdict != Verdict::unstable ? 0
                                                                                                             : first;
    double previous = radius(first);
    for (double factor = 0.5; factor > 0.05; factor /= 2) {
      const double next = radius(first * factor);
      if (!(next > previous) || next > 1) return first;
      previous = next;
    }
    return 0;
  }

  [[nodiscard]] bool stays(Property property) const {
    double previous = result_.curve.back().radius;
    for (double factor = 10; factor < 1e5; factor *= 10) {
      const RadiusPoint next = look(result_.scanned_to * factor);
      if (!property(next)) return false;
      if (factor > 1e3 && std::abs(next.radius - previous) > 1e-3) return false;
      previous = next.radius;
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
