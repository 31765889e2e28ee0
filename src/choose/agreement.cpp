#include "choose/agreement.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <unordered_map>
#include <unordered_set>

#include "results/compare.hpp"

namespace sunder::choose {

namespace {

using results::Trajectory;

/// A range below this is what rounding leaves of terms that cancel: of the largest value of the same unit, for example
/// of the currents whose sum flows into the ground. Without a unit: of 1.
constexpr double smallest_range = 1e-12;
constexpr double smallest_range_of_unit = 1e-10;

/// What follows from others and never exceeds this part of the largest value of the same unit (no unit counts as one)
/// is nothing but rounding: how far a pendulum is from its circle.
constexpr double largest_rounding = 1e-12;

double largest_of(const std::vector<double>& values) {
  double largest = 0;
  for (const double value : values)
    if (std::isfinite(value)) largest = std::max(largest, std::abs(value));
  return largest;
}

std::unordered_map<std::string_view, double> largest_by_unit(const Trajectory& run) {
  std::unordered_map<std::string_view, double> found;
  for (std::size_t i = 0; i < run.variables.size(); ++i) {
    double& largest = found.emplace(run.variables[i].unit, 0.0).first->second;
    largest = std::max(largest, largest_of(run.columns[i]));
  }
  return found;
}

/// A variable that follows from others and moves less than a third as far in the finer run as in the coarser one only
/// shows their errors: an energy that is conserved. Its range shrinks with the tolerance and is no measure for them.
constexpr double shrinks_with_tolerance = 3;

double range_of(const std::vector<double>& values) {
  double low = std::numeric_limits<double>::infinity(), high = -low;
  for (const double value : values) {
    low = std::min(low, value);
    high = std::max(high, value);
  }
  return high - low;
}

std::unordered_set<std::string> differentiated_in(const Trajectory& run) {
  std::unordered_set<std::string> found;
  for (const results::ResultVariable& one : run.variables)
    if (one.kind == model::VariableKind::derivative && one.name.starts_with("der("))
      found.insert(one.name.substr(4, one.name.size() - 5));
  return found;
}

/// Which of the candidates is a state at the moment is no result: all of them are compared.
bool is_choice_of_states(const results::ResultVariable& variable) { return variable.name.starts_with("$state"); }

/// Rows of two runs at the same output point.
struct Meeting {
  std::size_t coarse, fine;
  double time;
};

/// At a time that has two rows (an event) first meets first and last meets last. Times that differ by rounding only are
/// the same.
std::vector<Meeting> meetings_of(const std::vector<double>& coarse, const std::vector<double>& fine) {
  std::vector<Meeting> found;
  if (coarse.empty() || fine.empty()) return found;
  const double rounding = 1e-13 * std::max(std::abs(fine.front()), std::abs(fine.back()));
  const auto end_of = [](const std::vector<double>& times, std::size_t i) {
    while (i + 1 < times.size() && times[i + 1] == times[i]) ++i;
    return i;
  };
  std::size_t i = 0, j = 0;
  while (i < coarse.size() && j < fine.size()) {
    const std::size_t last_i = end_of(coarse, i), last_j = end_of(fine, j);
    if (std::abs(coarse[i] - fine[j]) <= rounding) {
      found.push_back({i, j, coarse[i]});
      if (last_i > i || last_j > j) found.push_back({last_i, last_j, coarse[i]});
      i = last_i + 1;
      j = last_j + 1;
    } else if (coarse[i] < fine[j]) {
      i = last_i + 1;
    } else {
      j = last_j + 1;
    }
  }
  return found;
}

/// When the variable takes a new value at once. Times with two rows of the same value are none.
void add_jumps(const Trajectory& run, std::size_t variable, double scale, std::vector<double>& jumps) {
  for (std::size_t i = 0; i + 1 < run.times.size(); ++i)
    if (run.times[i] == run.times[i + 1] && std::abs(run.at(variable, i + 1) - run.at(variable, i)) > 1e-6 * scale)
      jumps.push_back(run.times[i]);
}

bool is_near(const std::vector<double>& jumps, double time, double window) {
  const auto next = std::lower_bound(jumps.begin(), jumps.end(), time - window);
  return next != jumps.end() && *next <= time + window;
}

class Comparer {
 public:
  Comparer(const Trajectory& coarse, const Trajectory& fine, double bound, double window)
      : coarse_(coarse),
        fine_(fine),
        bound_(bound),
        window_(window),
        meetings_(meetings_of(coarse.times, fine.times)),
        largest_(largest_by_unit(fine)),
        differentiated_(differentiated_in(fine)) {
    first_apart_ = meetings_.size();
  }

  void variable(std::size_t in_coarse, std::size_t in_fine) {
    const results::ResultVariable& about = fine_.variables[in_fine];
    if (is_rounding(in_coarse, in_fine)) {
      ++result_.compared;
      return;
    }
    const double scale = scale_of(in_coarse, in_fine);
    std::vector<double> jumps;
    add_jumps(coarse_, in_coarse, scale, jumps);
    add_jumps(fine_, in_fine, scale, jumps);
    std::sort(jumps.begin(), jumps.end());
    const double window = window_between(jumps);
    std::size_t points = 0;
    for (std::size_t m = 0; m < meetings_.size(); ++m) {
      if (!jumps.empty() && is_near(jumps, meetings_[m].time, window)) continue;
      ++points;
      const double x = coarse_.at(in_coarse, meetings_[m].coarse), y = fine_.at(in_fine, meetings_[m].fine);
      double apart = x == y ? 0 : std::abs(x - y) / scale;
      if (std::isnan(apart)) apart = std::isnan(x) && std::isnan(y) ? 0 : std::numeric_limits<double>::infinity();
      if (apart > bound_) first_apart_ = std::min(first_apart_, m);
      if (apart <= result_.difference) continue;
      result_.difference = apart;
      result_.variable = about.name;
      result_.time = meetings_[m].time;
    }
    if (points == 0) {
      result_.not_compared.push_back(about.name);
    } else {
      ++result_.compared;
    }
  }

  Agreement take() {
    if (meetings_.empty()) {
      result_.difference = std::numeric_limits<double>::infinity();
    } else {
      result_.until = first_apart_ == meetings_.size() ? meetings_.back().time
                                                       : meetings_[first_apart_ > 0 ? first_apart_ - 1 : 0].time;
    }
    return std::move(result_);
  }

 private:
  [[nodiscard]] bool follows_from_others(const results::ResultVariable& about) const {
    return about.kind != model::VariableKind::state && !differentiated_.contains(about.name);
  }

  [[nodiscard]] bool is_rounding(std::size_t in_coarse, std::size_t in_fine) const {
    const results::ResultVariable& about = fine_.variables[in_fine];
    const double most = largest_rounding * largest_.at(about.unit);
    const auto finite_below = [&](const std::vector<double>& values) {
      return std::ranges::all_of(values, [&](double value) { return std::abs(value) <= most; });
    };
    return follows_from_others(about) && finite_below(coarse_.columns[in_coarse]) &&
           finite_below(fine_.columns[in_fine]);
  }

  [[nodiscard]] double scale_of(std::size_t in_coarse, std::size_t in_fine) const {
    const results::ResultVariable& about = fine_.variables[in_fine];
    double scale = std::max(results::range_scale(fine_.columns[in_fine], about.nominal), smallest_range);
    if (!about.unit.empty()) scale = std::max(scale, smallest_range_of_unit * largest_.at(about.unit));
    if (!follows_from_others(about) ||
        !(shrinks_with_tolerance * range_of(fine_.columns[in_fine]) < range_of(coarse_.columns[in_coarse])))
      return scale;
    return std::max(scale, about.nominal > 0 ? about.nominal : 1.0);
  }

  /// Not more than a tenth of the way from jump to jump: most of what lies between is to be compared.
  [[nodiscard]] double window_between(const std::vector<double>& jumps) const {
    if (jumps.empty()) return 0;
    const double span = fine_.times.back() - fine_.times.front();
    return std::min(window_, 0.2 * span / static_cast<double>(jumps.size()));  // both runs have each jump
  }

  const Trajectory& coarse_;
  const Trajectory& fine_;
  double bound_, window_;
  std::vector<Meeting> meetings_;
  std::unordered_map<std::string_view, double> largest_;  // value, by unit
  std::unordered_set<std::string> differentiated_;        // names
  std::size_t first_apart_;
  Agreement result_;
};

}  // namespace

Agreement agreement(const Trajectory& coarse, const Trajectory& fine, double bound, double window,
                    const std::vector<std::string>& only) {
  const std::unordered_set<std::string_view> wanted(only.begin(), only.end());
  std::unordered_map<std::string_view, std::size_t> in_coarse;
  for (std::size_t i = 0; i < coarse.variables.size(); ++i) in_coarse.emplace(coarse.variables[i].name, i);
  Comparer comparer(coarse, fine, bound, window);
  for (std::size_t i = 0; i < fine.variables.size(); ++i) {
    const results::ResultVariable& about = fine.variables[i];
    if (about.constant || about.kind == model::VariableKind::derivative || is_choice_of_states(about)) continue;
    if (!wanted.empty() && !wanted.contains(about.name)) continue;
    const auto found = in_coarse.find(about.name);
    if (found != in_coarse.end()) comparer.variable(found->second, i);
  }
  return comparer.take();
}

}  // namespace sunder::choose
