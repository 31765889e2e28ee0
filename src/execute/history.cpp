#include "execute/history.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "execute/held_values.hpp"

namespace sunder::execute {

void History::append(double time, double value) {
  while (samples_.size() > 1 && samples_.back().time > time) samples_.pop_back();
  if (samples_.back().time >= time)
    samples_.back().value = value;
  else
    samples_.push_back({time, value, false});
  // Steps are not longer than the delay, and the last one may be taken back to find an event in it.
  while (samples_.size() > 4 && samples_[3].time < time - 2.5 * length_) samples_.pop_front();
}

void History::turn(double time, double value) {
  Sample& last = samples_.back();
  if (last.value == value) {
    last.turns = true;
    return;
  }
  samples_.push_back({time, value, true});
}

std::size_t History::next_jump() const {
  for (std::size_t k = 1; k < samples_.size(); ++k)
    if (samples_[k].time == samples_[k - 1].time && samples_[k].time > passed_) return k;
  return samples_.size();
}

double History::next_event() const {
  const std::size_t jump = next_jump();
  const double more = samples_.back().time + length_;
  return jump < samples_.size() ? std::min(samples_[jump].time + length_, more) : more;
}

void History::pass(double time) { passed_ = instant_after(time) - length_; }

/// By the parabola through the neighbours on the same curve.
double History::slope_at(std::size_t k, std::size_t first, std::size_t last) const {
  if (first == last) return 0;
  const auto chord = [&](std::size_t i) {
    return (samples_[i + 1].value - samples_[i].value) / (samples_[i + 1].time - samples_[i].time);
  };
  const auto width = [&](std::size_t i) { return samples_[i + 1].time - samples_[i].time; };
  if (last - first == 1) return chord(first);
  if (k == first) return chord(k) + (chord(k) - chord(k + 1)) * width(k) / (width(k) + width(k + 1));
  if (k == last) return chord(k - 1) + (chord(k - 1) - chord(k - 2)) * width(k - 1) / (width(k - 1) + width(k - 2));
  return (chord(k - 1) * width(k) + chord(k) * width(k - 1)) / (width(k - 1) + width(k));
}

History::Piece History::piece(double time) const {
  const std::size_t end = next_jump();  // what comes from here on is not to be seen yet
  const auto after = std::upper_bound(samples_.begin(), samples_.begin() + static_cast<std::ptrdiff_t>(end), time,
                                      [](double t, const Sample& sample) { return t < sample.time; });
  const auto k = static_cast<std::size_t>(after - samples_.begin());
  if (k == 0) return {time, 1, samples_.front().value, 0, 0, 0};
  // the curve around sample k - 1; a turn ends one and begins the next
  std::size_t first = k - 1, last = k - 1;
  while (first > 0 && !samples_[first].turns && samples_[first - 1].time < samples_[first].time && k - first < 3) --first;
  while (last + 1 < end && samples_[last + 1].time > samples_[last].time && last < k + 1) {
    ++last;
    if (samples_[last].turns) break;
  }
  if (last == k - 1) {  // beyond what is known
    const double slope = slope_at(last, first, last);
    const Sample& known = samples_[last];
    return {known.time, 1, known.value, slope, slope, slope};
  }
  const Sample& a = samples_[k - 1];
  const Sample& b = samples_[k];
  return {a.time, b.time - a.time, a.value, b.value - a.value, slope_at(k - 1, first, last), slope_at(k, first, last)};
}

double History::at(double time) const {
  const Piece p = piece(time - length_);
  const double s = (time - length_ - p.begin) / p.width;
  const double bend = (p.left_slope * p.width - p.rise) * (1 - s) + (p.rise - p.right_slope * p.width) * s;
  return p.value + s * p.rise + s * (1 - s) * bend;
}

double History::slope(double time) const {
  const Piece p = piece(time - length_);
  const double s = (time - length_ - p.begin) / p.width;
  const double left = p.left_slope * p.width - p.rise;
  const double right = p.rise - p.right_slope * p.width;
  const double bend = left * (1 - s) + right * s;
  return (p.rise + (1 - 2 * s) * bend + s * (1 - s) * (right - left)) / p.width;
}

}  // namespace sunder::execute
