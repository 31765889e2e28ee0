#include "execute/history.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <utility>

#include "execute/held_values.hpp"

namespace sunder::execute {

void History::append(double time, double value) {
  while (samples_.size() > 1 && samples_.back().time > time) samples_.pop_back();
  if (samples_.back().time >= time)
    samples_.back().value = value;
  else
    samples_.push_back({time, value, 0});
  // Steps are not longer than the delay, and the last one may be taken back to find an event in it.
  while (samples_.size() > 4 && samples_[3].time < time - 2.5 * length_) samples_.pop_front();
}

void History::turn(double time, double value, int sharpness) {
  Sample& last = samples_.back();
  if (last.value == value)
    last.turns = std::max(last.turns, sharpness);
  else
    samples_.push_back({time, value, sharpness});
}

std::size_t History::next_jump() const {
  for (std::size_t k = 1; k < samples_.size(); ++k)
    if (samples_[k].time == samples_[k - 1].time && samples_[k].time > passed_) return k;
  return samples_.size();
}

double History::next_event() const {
  constexpr double looks = 8;  // in the time of the delay, so that the curve between them is known well
  const double more = samples_.back().time + length_ / looks;
  for (const Sample& sample : samples_)
    if (sample.turns > 1 && sample.time > passed_) return std::min(sample.time + length_, more);
  return more;
}

int History::pass(double time) {
  const double before = std::exchange(passed_, instant_after(time) - length_);
  int sharpest_of_these = 0;
  for (const Sample& sample : samples_)
    if (sample.time > before && sample.time <= passed_) sharpest_of_these = std::max(sharpest_of_these, sample.turns);
  return sharpest_of_these;
}

/// The samples around a time that lie on one curve, at most four.
History::Window History::window(double time) const {
  const std::size_t end = next_jump();  // what comes from here on is not to be seen yet
  const auto after = std::upper_bound(samples_.begin(), samples_.begin() + static_cast<std::ptrdiff_t>(end), time,
                                      [](double t, const Sample& sample) { return t < sample.time; });
  auto k = static_cast<std::size_t>(after - samples_.begin());
  // a jump that has arrived lies behind, whatever rounding made of its time
  const double moment = 64 * std::numeric_limits<double>::epsilon() * (std::fabs(time) + length_);
  if (k + 1 < end && samples_[k + 1].time == samples_[k].time && samples_[k].time - time <= moment) k += 2;
  if (k == 0) return {0, 1};
  std::size_t first = k - 1, last = k - 1;
  while (first > 0 && k - first < 2 && samples_[first].turns == 0 && samples_[first - 1].time < samples_[first].time)
    --first;
  while (last + 1 < end && last < first + 3 && samples_[last + 1].time > samples_[last].time) {
    ++last;
    if (samples_[last].turns > 0) break;  // the curve ends here
  }
  while (first > 0 && last - first < 3 && samples_[first].turns == 0 && samples_[first - 1].time < samples_[first].time)
    --first;
  return {first, last - first + 1};
}

/// The polynomial through them, by Newton's differences: value and slope.
std::pair<double, double> History::look(double time) const {
  const double at = time - length_;
  if (at <= samples_.front().time) return {samples_.front().value, 0};
  const Window used = window(at);
  std::array<double, 4> differences{};
  for (std::size_t i = 0; i < used.count; ++i) differences[i] = samples_[used.first + i].value;
  const auto time_of = [&](std::size_t i) { return samples_[used.first + i].time; };
  for (std::size_t order = 1; order < used.count; ++order)
    for (std::size_t i = used.count; i-- > order;)
      differences[i] = (differences[i] - differences[i - 1]) / (time_of(i) - time_of(i - order));
  double value = differences[used.count - 1], slope = 0;
  for (std::size_t i = used.count - 1; i-- > 0;) {
    slope = slope * (at - time_of(i)) + value;
    value = value * (at - time_of(i)) + differences[i];
  }
  return {value, slope};
}

}  // namespace sunder::execute
