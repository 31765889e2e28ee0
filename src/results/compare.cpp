#include "results/compare.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <unordered_map>

#include "base/codes.hpp"
#include "base/text.hpp"

namespace sunder::results {

namespace {

constexpr double infinite = std::numeric_limits<double>::infinity();
/// What moves by no more than this part of its magnitude does not move.
constexpr double rounding = 1e-12;

struct NamedMeasure {
  Measure measure;
  std::string_view name;
};
constexpr NamedMeasure named_measures[] = {{Measure::equivalence, "equivalence"},
                                           {Measure::range, "range"},
                                           {Measure::relative, "relative"},
                                           {Measure::absolute, "absolute"}};

/// Where a time of A lies in B: between `left` and `left + 1`, or exactly at `left` when the fraction is 0.
struct Place {
  std::size_t index_in_a;
  std::size_t left;
  double fraction;
};

/// Times that differ only by rounding are the same time. At a doubled time (an event) the first value of A meets the
/// first of B and later ones the last.
std::vector<Place> align(const std::vector<double>& a, const std::vector<double>& b) {
  std::vector<Place> places;
  if (a.empty() || b.empty()) return places;
  const double tolerance = 1e-12 * std::max({std::abs(b.front()), std::abs(b.back()), b.back() - b.front()});
  const auto same = [&](double s, double t) { return std::abs(s - t) <= tolerance; };
  std::size_t j = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    while (j < b.size() && b[j] < a[i] && !same(b[j], a[i])) ++j;
    if (j == b.size()) break;
    if (same(b[j], a[i])) {
      std::size_t at = j;
      if (i > 0 && same(a[i - 1], a[i])) {
        while (at + 1 < b.size() && same(b[at + 1], a[i])) ++at;
      }
      places.push_back({i, at, 0});
    } else if (j > 0) {
      places.push_back({i, j - 1, (a[i] - b[j - 1]) / (b[j] - b[j - 1])});
    }
  }
  return places;
}

double distance(double x, double y) {
  if (x == y || (std::isnan(x) && std::isnan(y))) return 0;
  const double difference = std::abs(x - y);
  return std::isfinite(difference) ? difference : infinite;
}

/// Equal values are equal on any scale, and an infinite difference is infinite on any.
double quotient(double difference, double scale) {
  if (difference == 0) return 0;
  const double value = difference / scale;
  return std::isnan(value) ? infinite : value;
}

class Comparer {
 public:
  Comparer(const Trajectory& a, const Trajectory& b, Measure measure, double window)
      : a_(a), b_(b), measure_(measure), window_(window), places_(align(a.times, b.times)) {
    result_.measure = measure;
    if (window_ > 0) {
      doubled_in_a_ = doubled(a.times);
      doubled_in_b_ = doubled(b.times);
    }
  }

  Outcome<Comparison> run() {
    Diagnostics diagnostics;
    std::unordered_map<std::string_view, std::size_t> in_b;
    for (std::size_t i = 0; i < b_.variables.size(); ++i) in_b.emplace(b_.variables[i].name, i);
    std::vector<char> met(b_.variables.size(), 0);
    result_.epsilon = -1;
    for (std::size_t i = 0; i < a_.variables.size(); ++i) {
      const auto found = in_b.find(a_.variables[i].name);
      if (found == in_b.end()) {
        result_.only_in_a.push_back(a_.variables[i].name);
        continue;
      }
      met[found->second] = 1;
      if (!places_.empty()) variable(i, found->second);
    }
    for (std::size_t i = 0; i < b_.variables.size(); ++i) {
      if (met[i] == 0) result_.only_in_b.push_back(b_.variables[i].name);
    }
    result_.epsilon = std::max(result_.epsilon, 0.0);
    if (places_.empty()) {
      diagnostics.error(Code::E0702, {}, "the two results have no time in common");
    } else if (result_.variables.empty() && result_.not_compared.empty()) {
      diagnostics.error(Code::E0702, {}, "the two results have no variable in common");
    } else if (result_.variables.empty()) {
      result_.epsilon = result_.epsilon_relative = std::numeric_limits<double>::quiet_NaN();
      diagnostics.warning(Code::W0706, {}, nothing_left());
    }
    return {std::move(result_), std::move(diagnostics)};
  }

 private:
  [[nodiscard]] std::string nothing_left() const {
    if (measure_ == Measure::relative)
      return "no value is left to compare: all of the reference are zero, or lie near jumps";
    return "no value is left to compare: all lie within " + shortest(window_) + " s of a jump";
  }

  [[nodiscard]] double reference(std::size_t variable, const Place& place) const {
    const double left = b_.at(variable, place.left);
    if (place.fraction == 0) return left;
    return left + place.fraction * (b_.at(variable, place.left + 1) - left);
  }

  /// Indices i with times[i] == times[i + 1].
  static std::vector<std::size_t> doubled(const std::vector<double>& times) {
    std::vector<std::size_t> found;
    for (std::size_t i = 0; i + 1 < times.size(); ++i)
      if (times[i] == times[i + 1]) found.push_back(i);
    return found;
  }

  static void add_jumps(const Trajectory& t, const std::vector<std::size_t>& doubled, std::size_t variable,
                        double smallest, std::vector<double>& jumps) {
    if (t.columns[variable].size() < 2) return;
    for (const std::size_t i : doubled) {
      if (std::abs(t.at(variable, i + 1) - t.at(variable, i)) > smallest) jumps.push_back(t.times[i]);
    }
  }

  /// When the variable jumps, in either of the two.
  [[nodiscard]] std::vector<double> jumps_of(std::size_t in_a, std::size_t in_b) const {
    std::vector<double> jumps;
    const double smallest = 1e-6 * scale_of_range(in_a, in_b);  // less is the noise of finding the event
    add_jumps(a_, doubled_in_a_, in_a, smallest, jumps);
    add_jumps(b_, doubled_in_b_, in_b, smallest, jumps);
    std::sort(jumps.begin(), jumps.end());
    return jumps;
  }

  [[nodiscard]] bool near(const std::vector<double>& jumps, double time) const {
    const auto next = std::lower_bound(jumps.begin(), jumps.end(), time - window_);
    return next != jumps.end() && *next <= time + window_;
  }

  [[nodiscard]] double scale_of_range(std::size_t in_a, std::size_t in_b) const {
    return range_scale(b_.columns[in_b], std::max(a_.variables[in_a].nominal, b_.variables[in_b].nominal));
  }

  void variable(std::size_t in_a, std::size_t in_b) {
    VariableError error;
    error.name = a_.variables[in_a].name;
    const double range = measure_ == Measure::range ? scale_of_range(in_a, in_b) : 1;
    const std::vector<double> jumps = window_ > 0 ? jumps_of(in_a, in_b) : std::vector<double>();
    double squares = 0;
    std::size_t points = 0;
    for (const Place& place : places_) {
      if (!jumps.empty() && near(jumps, a_.times[place.index_in_a])) {
        ++result_.left_out;
        continue;
      }
      const double x = a_.at(in_a, place.index_in_a);
      const double y = reference(in_b, place);
      const double difference = distance(x, y);
      if (y != 0) {
        result_.epsilon_relative = std::max(result_.epsilon_relative, quotient(difference, std::abs(y)));
      } else if (measure_ == Measure::relative) {
        continue;
      }
      double value = difference;
      if (measure_ == Measure::equivalence) value = quotient(difference, 1 + std::abs(y));
      if (measure_ == Measure::range) value = quotient(difference, range);
      if (measure_ == Measure::relative) value = quotient(difference, std::abs(y));
      ++points;
      squares += value * value;
      error.epsilon = std::max(error.epsilon, value);
      if (value > result_.epsilon) {
        result_.epsilon = value;
        result_.worst_variable = error.name;
        result_.worst_time = a_.times[place.index_in_a];
      }
    }
    if (points == 0) {
      result_.not_compared.push_back(error.name);
      return;
    }
    error.rms = std::sqrt(squares / static_cast<double>(points));
    result_.variables.push_back(std::move(error));
  }

  const Trajectory& a_;
  const Trajectory& b_;
  Measure measure_;
  double window_;
  std::vector<std::size_t> doubled_in_a_, doubled_in_b_;
  std::vector<Place> places_;
  Comparison result_;
};

}  // namespace

Outcome<Measure> measure_named(std::string_view name) {
  std::vector<std::string> names;
  for (const NamedMeasure& entry : named_measures) {
    if (entry.name == name) return entry.measure;
    names.emplace_back(entry.name);
  }
  Diagnostics diagnostics;
  diagnostics.error(Code::E0703, {}, "there is no measure '" + std::string(name) + "'; valid are " + enumerated(names));
  return Outcome<Measure>(std::move(diagnostics));
}

std::string_view name_of(Measure measure) { return named_measures[static_cast<std::size_t>(measure)].name; }

double range_scale(std::span<const double> reference, double nominal) {
  double low = infinite;
  double high = -infinite;
  for (const double value : reference) {
    low = std::min(low, value);
    high = std::max(high, value);
  }
  const double magnitude = std::max(std::abs(low), std::abs(high));
  double scale = high - low;
  if (!(scale > rounding * magnitude)) scale = nominal;
  if (!(scale > 0)) scale = magnitude;
  return scale > 0 && std::isfinite(scale) ? scale : 1.0;
}

Outcome<Comparison> compare(const Trajectory& a, const Trajectory& b, Measure measure, double window) {
  return Comparer(a, b, measure, window).run();
}

}  // namespace sunder::results
