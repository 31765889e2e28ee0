#include "choose/time_shift.hpp"

#include <algorithm>
#include <cmath>
#include <unordered_map>
#include <unordered_set>

#include "base/text.hpp"
#include "results/compare.hpp"

namespace sunder::choose {

namespace {

using results::Trajectory;

constexpr std::size_t most_states = 64;
constexpr std::size_t points_each_way = 4;  // of the window in which one shift is to explain the difference
constexpr int iterations = 3;
/// A difference that a shift does not make so much smaller is none.
constexpr double worth_telling = 0.2;

struct Column {
  std::size_t in_coarse, value, slope;  // value and slope: in the fine run
  double scale;
};

class Shifter {
 public:
  Shifter(const Trajectory& coarse, const Trajectory& fine, const std::vector<std::string>& only)
      : coarse_(coarse), fine_(fine) {
    std::unordered_map<std::string_view, std::size_t> in_coarse, in_fine;
    for (std::size_t i = 0; i < coarse.variables.size(); ++i) in_coarse.emplace(coarse.variables[i].name, i);
    for (std::size_t i = 0; i < fine.variables.size(); ++i) in_fine.emplace(fine.variables[i].name, i);
    const std::unordered_set<std::string_view> wanted(only.begin(), only.end());
    for (std::size_t i = 0; i < fine.variables.size() && columns_.size() < most_states; ++i) {
      const results::ResultVariable& about = fine.variables[i];
      if (about.name.starts_with("$state")) continue;  // jumps where another candidate becomes the state
      if (about.constant || (!wanted.empty() && !wanted.contains(about.name))) continue;
      const std::string slope = "der(" + about.name + ")";
      const auto in_slope = in_fine.find(slope);
      const auto other = in_coarse.find(about.name);
      if (in_slope == in_fine.end() || other == in_coarse.end()) continue;
      const double scale = results::range_scale(fine.columns[i], about.nominal);
      if (scale > 0) columns_.push_back({other->second, i, in_slope->second, scale});
    }
    for (std::size_t i = 0; i < coarse.times.size(); ++i)
      if (i == 0 || coarse.times[i] > coarse.times[i - 1]) points_.push_back(i);
  }

  std::optional<TimeShift> find(double difference) {
    if (columns_.empty() || points_.size() < 2 * points_each_way || fine_.times.size() < 2) return std::nullopt;
    TimeShift found;
    double shift = 0;
    for (std::size_t k = 0; k < points_.size(); ++k) {
      shift = shift_near(k, shift);
      shifts_.push_back(shift);
      const double time = coarse_.times[points_[k]];
      if (!inside(time + shift)) continue;
      for (const Column& column : columns_) found.shape = std::max(found.shape, std::abs(apart(column, k, shift)));
      if (!(found.shape <= worth_telling * difference)) return std::nullopt;
      if (std::abs(shift) <= std::abs(found.shift)) continue;
      found.shift = shift;
      found.time = time;
    }
    if (found.shift == 0) return std::nullopt;
    found.power = growth();
    return found;
  }

 private:
  [[nodiscard]] bool inside(double time) const { return time >= fine_.times.front() && time <= fine_.times.back(); }

  /// Between two rows of the fine run, by values and slopes.
  void at(const Column& column, double time, double& value, double& slope) const {
    const auto next = std::upper_bound(fine_.times.begin(), fine_.times.end(), time);
    const std::size_t right =
        std::clamp<std::size_t>(static_cast<std::size_t>(next - fine_.times.begin()), 1, fine_.times.size() - 1);
    const double begin = fine_.times[right - 1], length = fine_.times[right] - begin;
    const double a = fine_.at(column.value, right - 1), b = fine_.at(column.value, right);
    const double da = fine_.at(column.slope, right - 1), db = fine_.at(column.slope, right);
    if (!(length > 0)) {
      value = b;
      slope = db;
      return;
    }
    const double s = (time - begin) / length;
    const double change = b - a, left = length * da - change, end = change - length * db;
    value = a + s * change + s * (1 - s) * ((1 - s) * left + s * end);
    slope = (change + (1 - 2 * s) * ((1 - s) * left + s * end) + s * (1 - s) * (end - left)) / length;
  }

  /// Of the range: how far the coarse run at a point is from the fine one a little later.
  [[nodiscard]] double apart(const Column& column, std::size_t point, double shift) const {
    double value = 0, slope = 0;
    at(column, coarse_.times[points_[point]] + shift, value, slope);
    return (coarse_.at(column.in_coarse, points_[point]) - value) / column.scale;
  }

  /// Least squares over a few points, by Gauss and Newton from the shift of the point before.
  [[nodiscard]] double shift_near(std::size_t point, double shift) const {
    const std::size_t first = point > points_each_way ? point - points_each_way : 0;
    const std::size_t last = std::min(point + points_each_way, points_.size() - 1);
    for (int i = 0; i < iterations; ++i) {
      double above = 0, below = 0;
      for (std::size_t k = first; k <= last; ++k) {
        const double time = coarse_.times[points_[k]] + shift;
        if (!inside(time)) continue;
        for (const Column& column : columns_) {
          double value = 0, slope = 0;
          at(column, time, value, slope);
          const double left = (coarse_.at(column.in_coarse, points_[k]) - value) / column.scale;
          above += left * slope / column.scale;
          below += slope / column.scale * slope / column.scale;
        }
      }
      if (!(below > 0) || !std::isfinite(above)) return shift;
      shift += above / below;
    }
    return shift;
  }

  /// The slope of the logarithms over the last three quarters of the run.
  [[nodiscard]] std::optional<int> growth() const {
    const double start = coarse_.times.front(), length = coarse_.times.back() - start;
    double n = 0, x = 0, y = 0, xx = 0, xy = 0;
    for (std::size_t k = 0; k < points_.size(); ++k) {
      const double time = coarse_.times[points_[k]] - start;
      if (time < length / 4 || shifts_[k] == 0) continue;
      const double u = std::log(time), v = std::log(std::abs(shifts_[k]));
      n += 1;
      x += u;
      y += v;
      xx += u * u;
      xy += u * v;
    }
    const double spread = n * xx - x * x;
    if (n < 4 || !(spread > 0)) return std::nullopt;
    const double power = (n * xy - x * y) / spread;
    constexpr double near = 0.4;
    for (const int whole : {0, 1, 2})
      if (std::abs(power - whole) < near) return whole;
    return std::nullopt;
  }

  const Trajectory& coarse_;
  const Trajectory& fine_;
  std::vector<Column> columns_;
  std::vector<std::size_t> points_;  // rows of the coarse run, one for each time
  std::vector<double> shifts_;
};

}  // namespace

std::optional<TimeShift> time_shift(const Trajectory& coarse, const Trajectory& fine, double difference,
                                    const std::vector<std::string>& only) {
  if (!(difference > 0) || !std::isfinite(difference)) return std::nullopt;
  return Shifter(coarse, fine, only).find(difference);
}

std::string to_text(const TimeShift& shift) {
  std::string out =
      "shape " + rounded(shift.shape, 1) + " of the range, time shift " + rounded(std::abs(shift.shift), 2) + " s";
  if (shift.power == 0) out += ", not growing";
  if (shift.power == 1) out += ", growing like T";
  if (shift.power == 2) out += ", growing like T^2";
  return out;
}

}  // namespace sunder::choose
