#include "report/curves.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace sunder::report {

namespace {

/// More variables than this are not put into the page; the results file is the place for them.
constexpr std::size_t most_variables = 200;
/// As many values of one run, times and differences not counted.
constexpr std::size_t most_values = 40000;
/// A curve is as wide as a screen, or a third of it where there are many.
constexpr std::size_t most_stretches = 1000;
constexpr std::size_t least_stretches = 50;
constexpr std::size_t points_per_stretch = 4;

/// Nine digits are more than a screen shows, and half as long as all of them.
double shortened(double value) {
  if (value == 0 || !std::isfinite(value)) return value;
  const double unit = std::pow(10.0, 8 - std::floor(std::log10(std::abs(value))));
  const double rounded = std::isfinite(unit) && unit > 0 ? std::round(value * unit) / unit : value;
  return std::isfinite(rounded) ? rounded : value;
}

std::vector<std::size_t> chosen_variables(const results::Trajectory& run, std::size_t& left_out) {
  std::vector<std::size_t> order;
  for (const bool states : {true, false})
    for (std::size_t i = 0; i < run.variables.size(); ++i)
      if (!run.variables[i].constant && (run.variables[i].kind == model::VariableKind::state) == states)
        order.push_back(i);
  left_out = order.size() - std::min(order.size(), most_variables);
  order.resize(order.size() - left_out);
  return order;
}

/// Of the run to the reference, which is read linearly between its points; not a number outside.
std::vector<double> differences(const results::Trajectory& run, std::size_t variable,
                                const results::Trajectory& reference, std::size_t other) {
  std::vector<double> out(run.times.size(), std::numeric_limits<double>::quiet_NaN());
  const std::vector<double>& times = reference.times;
  std::size_t right = 0;
  for (std::size_t i = 0; i < run.times.size() && !times.empty(); ++i) {
    const double t = run.times[i];
    if (t < times.front() || t > times.back()) continue;
    while (right + 1 < times.size() && times[right] < t) ++right;
    double expected = reference.at(other, right);
    if (times[right] > t && right > 0) {
      const double part = (t - times[right - 1]) / (times[right] - times[right - 1]);
      expected = reference.at(other, right - 1) + part * (expected - reference.at(other, right - 1));
    }
    out[i] = run.at(variable, i) - expected;
  }
  return out;
}

}  // namespace

Points thinned(const std::vector<double>& times, const std::vector<double>& values, std::size_t stretches) {
  Points out;
  if (times.empty()) return out;
  const double length = times.back() - times.front();
  const auto stretch_of = [&](std::size_t i) {
    return length > 0 ? std::min(stretches - 1, static_cast<std::size_t>((times[i] - times.front()) / length *
                                                                         static_cast<double>(stretches)))
                      : 0;
  };
  for (std::size_t i = 0; i < times.size();) {
    const std::size_t stretch = stretch_of(i);
    std::size_t picks[points_per_stretch] = {i, i, i, i};  // first, lowest, highest, last
    std::optional<std::size_t> broken;
    for (; i < times.size() && stretch_of(i) == stretch; ++i) {
      picks[3] = i;
      if (!std::isfinite(values[i])) {
        broken = i;
        continue;
      }
      if (!(values[i] >= values[picks[1]])) picks[1] = i;
      if (!(values[i] <= values[picks[2]])) picks[2] = i;
    }
    if (broken && *broken != picks[0]) picks[3] = *broken;
    std::sort(std::begin(picks), std::end(picks));
    for (std::size_t k = 0; k < points_per_stretch; ++k) {
      if (k > 0 && picks[k] == picks[k - 1]) continue;
      out.times.push_back(shortened(times[picks[k]]));
      out.values.push_back(shortened(values[picks[k]]));
    }
  }
  return out;
}

ReportCurves report_curves(const results::Trajectory& run, const results::Trajectory* reference) {
  ReportCurves out;
  out.recorded = run.times.size();
  const std::vector<std::size_t> order = chosen_variables(run, out.left_out);
  const std::size_t each = most_values / std::max<std::size_t>(1, order.size()) / points_per_stretch;
  const std::size_t stretches = std::clamp(each, least_stretches, most_stretches);
  const bool thin = run.times.size() > points_per_stretch * stretches;
  if (thin) {
    out.stretches = stretches;
  } else {
    out.times = run.times;
  }
  for (const std::size_t i : order) {
    ReportCurve curve{run.variables[i].name, run.variables[i].unit, {}, {}};
    if (!thin) {
      curve.points.values = run.columns[i];
    } else {
      curve.points = thinned(run.times, run.columns[i], stretches);
      const auto other = reference != nullptr ? reference->find(curve.name) : std::nullopt;
      if (other) curve.difference = thinned(run.times, differences(run, i, *reference, *other), stretches);
    }
    out.curves.push_back(std::move(curve));
  }
  return out;
}

}  // namespace sunder::report
