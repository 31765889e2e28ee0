#include "cosimulate/picture.hpp"

#include <algorithm>
#include <cmath>
#include <complex>
#include <limits>
#include <numbers>

#include "base/text.hpp"
#include "results/figure.hpp"

namespace sunder::cosimulate {

results::Figure radius_figure(const StepSearch& search, double step) {
  results::Figure out;
  out.title = "Spectral radius over the communication step";
  out.x = {.label = "communication step", .logarithmic = true, .low = search.scanned_from, .high = search.scanned_to};
  if (search.curve.empty()) {
    out.x.low = step / 10;
    out.x.high = step * 10;
  }
  results::Curve curve{.name = "spectral radius"};
  double highest = 1.2;
  for (const RadiusPoint& point : search.curve) {
    curve.x.push_back(point.step);
    curve.y.push_back(point.radius);
    highest = std::max(highest, std::min(point.radius, 2.0));
  }
  // with local steps kept, only whole numbers of them are steps at all
  curve.marks = search.mode == SearchMode::fixed_steps && curve.x.size() < 200;
  out.curves.push_back(std::move(curve));
  out.y = {.label = "spectral radius", .low = 0, .high = highest * 1.05};
  for (const Interval& interval : search.intervals) out.bands.push_back({interval.low, interval.high, "stable"});
  for (const Interval& interval : search.as_one) out.bands.push_back({interval.low, interval.high, "grows by itself"});
  out.horizontal.push_back({1, "limit"});
  out.vertical.push_back({step, "step " + rounded(step, 4)});
  return out;
}

results::Figure eigenvalue_figure(const Spectrum& spectrum) {
  results::Figure out;
  out.title = "Eigenvalues of one communication step";
  out.width = out.height = 320;
  results::Curve circle{.name = "unit circle", .colour = 6};
  constexpr int corners = 180;
  for (int i = 0; i <= corners; ++i) {
    const double angle = 2 * std::numbers::pi * i / corners;
    circle.x.push_back(std::cos(angle));
    circle.y.push_back(std::sin(angle));
  }
  results::Curve values{.name = "eigenvalues", .marks = true, .line = false, .colour = 0};
  for (const std::complex<double>& value : spectrum.eigenvalues) {
    values.x.push_back(value.real());
    values.y.push_back(value.imag());
  }
  out.curves = {std::move(circle), std::move(values)};
  const double reach = 1.1 * std::max(1.0, spectrum.radius);
  out.x = {.label = "real part", .low = -reach, .high = reach};
  out.y = {.label = "imaginary part", .low = -reach, .high = reach};
  return out;
}

results::Figure error_figure(const ErrorTable& table) {
  results::Figure out;
  out.title = "Error over the communication step";
  out.x = {.label = "communication step", .logarithmic = true};
  out.y = {.label = "largest error, of the range", .logarithmic = true};
  results::Curve curve{.name = "error against the system as one model", .marks = true};
  double lowest = std::numeric_limits<double>::infinity();
  for (const ErrorRow& row : table.rows) {
    curve.x.push_back(row.step);
    curve.y.push_back(row.error.value_or(std::numeric_limits<double>::infinity()));
    if (curve.y.back() > 0) lowest = std::min(lowest, curve.y.back());
  }
  if (!table.rows.empty()) {
    out.x.low = table.rows.front().step / 1.1;
    out.x.high = table.rows.back().step * 1.1;
  }
  // an error of a hundred ranges is as good as any larger one
  constexpr double ceiling = 100;
  if (std::ranges::any_of(curve.y, [](double y) { return y > ceiling; }) && lowest < ceiling) {
    out.y.low = lowest / 2;
    out.y.high = ceiling;
  }
  out.curves.push_back(std::move(curve));
  for (const Interval& interval : table.search.intervals) {
    if (interval.high < *out.x.low || interval.low > *out.x.high) continue;
    out.bands.push_back({std::max(interval.low, *out.x.low), std::min(interval.high, *out.x.high), "predicted stable"});
  }
  for (const Interval& interval : table.search.as_one) {
    if (interval.high < *out.x.low || interval.low > *out.x.high) continue;
    out.bands.push_back({std::max(interval.low, *out.x.low), std::min(interval.high, *out.x.high), "grows by itself"});
  }
  const std::optional<double>&predicted = table.limit.predicted, &observed = table.limit.observed;
  if (predicted && observed && std::abs(*predicted - *observed) < 0.02 * *predicted) {
    out.vertical.push_back(
        {*observed, "limit " + rounded(*observed, 5) + " seen, " + rounded(*predicted, 5) + " predicted"});
  } else {
    if (observed) out.vertical.push_back({*observed, "seen limit " + rounded(*observed, 5)});
    if (predicted) out.vertical.push_back({*predicted, "predicted limit " + rounded(*predicted, 5)});
  }
  return out;
}

results::Figure step_figure(const std::vector<TakenStep>& steps) {
  results::Figure out;
  out.title = "Communication steps over time";
  out.x = {.label = "time"};
  out.y = {.label = "communication step", .logarithmic = true};
  results::Curve curve{.name = "step"};
  for (const TakenStep& step : steps) {
    curve.x.insert(curve.x.end(), {step.time, step.time + step.length});
    curve.y.insert(curve.y.end(), {step.length, step.length});
  }
  out.curves.push_back(std::move(curve));
  return out;
}

results::Figure trajectory_figure(const results::Trajectory& run, const results::Trajectory* reference,
                                  const std::vector<std::string>& variables, const std::string& title) {
  results::Figure out;
  out.title = title;
  out.x = {.label = "time"};
  const auto curve_of = [](const results::Trajectory& from, const std::string& name) {
    results::Curve curve;
    const auto found = from.find(name);
    if (!found) return curve;
    constexpr std::size_t most_points = 1000;  // more cannot be seen
    const std::size_t every = from.times.size() / most_points + 1;
    for (std::size_t i = 0; i < from.times.size(); ++i) {
      if (i % every != 0 && i + 1 != from.times.size()) continue;
      curve.x.push_back(from.times[i]);
      curve.y.push_back(from.at(*found, i));
    }
    return curve;
  };
  for (std::size_t v = 0; v < variables.size(); ++v) {
    results::Curve curve = curve_of(run, variables[v]);
    curve.name = variables[v];
    curve.colour = v;
    out.curves.push_back(std::move(curve));
    if (reference == nullptr) continue;
    results::Curve beside = curve_of(*reference, variables[v]);
    beside.name = v == 0 ? "dashed: as one model" : "";
    beside.dashed = true;
    beside.colour = v;
    out.curves.push_back(std::move(beside));
  }
  return out;
}

}  // namespace sunder::cosimulate
