#include "decouple/gain.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>

#include "decouple/logarithms.hpp"

namespace sunder::decouple {

namespace {

/// The logarithm of a bound of |c1 z + ... + c4 z^4| for 0 <= z, from the magnitudes of the coefficients.
double log_from_magnitudes(const ProbeWeight& c, double z) {
  return std::log(std::abs(c[0]) + z * (std::abs(c[1]) + z * (std::abs(c[2]) + z * std::abs(c[3])))) + std::log(z);
}

/// The logarithm of a bound of the weight's magnitude in [a, b]: the largest Bernstein coefficient there.
double log_between(const ProbeWeight& c, double a, double b) {
  // powers of u in a + (b - a) u, by repeated synthetic division
  std::array<double, 5> d = {0, c[0], c[1], c[2], c[3]};
  for (std::size_t k = 0; k < 4; ++k) {
    for (std::size_t i = 4; i-- > k;) d[i] += a * d[i + 1];
  }
  double power = 1;
  for (double& coefficient : d) {
    coefficient *= power;
    power *= b - a;
  }
  const double bernstein[] = {d[0], d[0] + d[1] / 4, d[0] + d[1] / 2 + d[2] / 6,
                              d[0] + 3 * d[1] / 4 + d[2] / 2 + d[3] / 4, d[0] + d[1] + d[2] + d[3] + d[4]};
  double largest = 0;
  for (const double value : bernstein) largest = std::max(largest, std::abs(value));
  return std::log(largest);
}

/// Looks for the first excess from left to right, halving what cannot be excluded.
class Excess {
 public:
  Excess(std::span<const ProbeWeight> weights, double alpha) : weights_(weights), allowed_(std::log(alpha)) {}

  double find(double limit) {
    double from = safe_start(limit);
    constexpr int most_doublings = 4000;  // twice the range of a double
    for (int i = 0; i < most_doublings && from < limit; ++i) {
      const double to = std::min(2 * from, limit);
      const double reached = advance(from, to);
      if (reached < to) return reached;
      from = to;
    }
    return from;
  }

 private:
  /// Up to here even the magnitudes of all terms together stay below: bisection on a monotone function.
  double safe_start(double limit) const {
    const auto fits = [&](double log_z) {
      double sum = 0;
      for (const ProbeWeight& weight : weights_) sum += log_from_magnitudes(weight, std::exp(log_z));
      return sum <= allowed_;
    };
    double low = -700;
    double high = std::min(std::log(limit), 700.0);
    if (fits(high)) return std::exp(high) >= limit * (1 - 1e-12) ? limit : std::exp(high);
    for (int i = 0; i < 60; ++i) {
      const double middle = (low + high) / 2;
      (fits(middle) ? low : high) = middle;
    }
    return std::exp(low);
  }

  bool small_between(double a, double b) const {
    double sum = 0;
    for (const ProbeWeight& weight : weights_) sum += log_between(weight, a, b);
    return sum <= allowed_;
  }

  /// The end of what could be shown to be small, starting at `from`: `to`, or the first excess.
  double advance(double from, double to) {
    constexpr int most_looks = 5000;  // reached only where the gain touches alpha: then the answer is a little early
    double width = to - from;
    for (int looks = 0; looks < most_looks && from < to; ++looks) {
      const double end = std::min(from + width, to);
      if (small_between(from, end)) {
        from = end;
        width *= 2;
      } else {
        width /= 2;
        if (width <= 1e-13 * to) return from;
      }
    }
    return from;
  }

  std::span<const ProbeWeight> weights_;
  double allowed_;
};

using Quartic = std::array<double, 5>;  // coefficients of 1, z, ..., z^4

double value_at(const Quartic& p, double z) { return p[0] + z * (p[1] + z * (p[2] + z * (p[3] + z * p[4]))); }

/// The positive places where p changes its sign, ascending: between neighbouring extrema there is at most one.
std::vector<double> sign_changes(const Quartic& p) {
  int degree = 4;
  while (degree > 0 && p[static_cast<std::size_t>(degree)] == 0) --degree;
  if (degree == 0) return {};
  Quartic derivative{};
  for (std::size_t k = 1; k < 5; ++k) derivative[k - 1] = static_cast<double>(k) * p[k];
  std::vector<double> ends = sign_changes(derivative);
  double reach = 0;  // beyond it the leading term wins
  for (int k = 0; k < degree; ++k) {
    reach = std::max(reach, std::abs(p[static_cast<std::size_t>(k)] / p[static_cast<std::size_t>(degree)]));
  }
  ends.push_back(std::max(2 * (1 + reach), ends.empty() ? 0.0 : 2 * ends.back()));
  std::vector<double> roots;
  double left = 0;
  for (const double right : ends) {
    const double at_left = value_at(p, left);
    if ((at_left < 0) != (value_at(p, right) < 0) && at_left != 0) {
      double a = left;
      double b = right;
      for (int i = 0; i < 200 && b - a > 1e-15 * b; ++i) {
        const double middle = a + (b - a) / 2;
        ((value_at(p, middle) < 0) == (at_left < 0) ? a : b) = middle;
      }
      roots.push_back(a + (b - a) / 2);
    }
    left = right;
  }
  return roots;
}

double first_after(const std::vector<double>& places, double from) {
  const auto at = std::upper_bound(places.begin(), places.end(), from);
  return at == places.end() ? infinite : *at;
}

/// The rule for a loop that falls from one.
double falling_bound(const ProbeWeight& c, double alpha) {
  const auto reaches = [&](double level) { return sign_changes({1 - level, c[0], c[1], c[2], c[3]}); };
  // back at one: divided by z, for the root at zero is not meant
  const double back = first_after(sign_changes({c[0], c[1], c[2], c[3], 0}), 0);
  const double leaves = std::min(back, first_after(reaches(-1), 0));
  if (alpha >= 1) return leaves;
  const std::vector<double> upper = reaches(alpha);
  const double enters = first_after(upper, 0);
  if (enters < leaves) return std::min(first_after(upper, enters), first_after(reaches(-alpha), enters));
  double smallest = 1;
  double bound = leaves;
  for (const double z : sign_changes({c[0], 2 * c[1], 3 * c[2], 4 * c[3], 0})) {
    const double value = value_at({1, c[0], c[1], c[2], c[3]}, z);
    if (z >= leaves || value >= smallest) continue;
    smallest = value;
    bound = z;
  }
  return bound;
}

}  // namespace

double first_gain_above(std::span<const ProbeWeight> weights, double alpha, double limit) {
  return limit > 0 ? Excess(weights, alpha).find(limit) : limit;
}

double self_gain_bound(const ProbeWeight& weight, SelfLoop convention, double alpha) {
  assert(convention != SelfLoop::published);
  const auto first = std::find_if(weight.begin(), weight.end(), [](double value) { return value != 0; });
  if (first == weight.end()) return infinite;
  if (convention == SelfLoop::gain && *first < 0) return falling_bound(weight, alpha);
  return first_gain_above({&weight, 1}, alpha, infinite);
}

}  // namespace sunder::decouple
