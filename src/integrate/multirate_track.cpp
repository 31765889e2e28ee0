#include "integrate/multirate_track.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace sunder::integrate {

namespace {

constexpr double node = 0.387298334620741688518;  // sqrt(15) / 10: the points are at 1/2 and that far from it
constexpr std::array weights{5.0 / 18, 8.0 / 18, 5.0 / 18};

/// Integrals of the three parabolas that are 1 at one point and 0 at the others, from the middle to u behind it.
std::array<double, 3> integrals_from_middle(double u) {
  const double cubic = u * u * u / 3, square = node * u * u / 2, scale = 1 / (2 * node * node);
  return {scale * (cubic - square), u - cubic / (node * node), scale * (cubic + square)};
}

}  // namespace

MultirateTrack::MultirateTrack(const Sizes& sizes) : sizes_(sizes) {
  constexpr std::size_t usual_numbers = 1U << 17U, usual_segments = 1024;  // more are allocated when they come
  const std::size_t segments = std::min(usual_segments, usual_numbers / (stride() + 1) + 2);
  segments_.reserve(segments);
  data_.reserve(segments * stride());
}

void MultirateTrack::clear() { shorten(0); }

void MultirateTrack::shorten(std::size_t count) {
  segments_.resize(count);
  data_.resize(count * stride());
}

void MultirateTrack::append(const Segment& segment) {
  segments_.push_back(segment);
  data_.resize(segments_.size() * stride());
}

std::size_t MultirateTrack::find(double time) const {
  const auto at = std::ranges::lower_bound(segments_, time, {}, &Segment::end);
  return at == segments_.end() ? segments_.size() - 1 : static_cast<std::size_t>(at - segments_.begin());
}

MultirateTrack::Polynomial MultirateTrack::polynomial(std::size_t i) {
  double* begin = data_.data() + i * stride();
  const std::size_t n = sizes_.states;
  return {{begin, n}, {begin + n, n}, {begin + 2 * n, 3 * n}};
}

std::span<double> MultirateTrack::notes(std::size_t i) {
  return {data_.data() + (i + 1) * stride() - sizes_.notes, sizes_.notes};
}
std::span<const double> MultirateTrack::notes(std::size_t i) const {
  return {data_.data() + (i + 1) * stride() - sizes_.notes, sizes_.notes};
}

double MultirateTrack::gauss_time(std::size_t i, std::size_t g) const {
  const Segment& segment = segments_[i];
  return segment.begin + (segment.end - segment.begin) * (0.5 + (static_cast<double>(g) - 1) * node);
}

std::span<double> MultirateTrack::gauss_values(std::size_t g) {
  double* begin = data_.data() + (segments_.size() - 1) * stride() + 5 * sizes_.states;
  return {begin + g * sizes_.values, sizes_.values};
}

void MultirateTrack::summed() {
  const std::size_t last = segments_.size() - 1;
  double* sum = data_.data() + last * stride() + 5 * sizes_.states + gauss_points * sizes_.values;
  for (std::size_t v = 0; v < sizes_.values; ++v) {
    if (last == 0) {
      sum[v] = 0;
      continue;
    }
    const double* before = values(last - 1);
    double mean = 0;
    for (std::size_t g = 0; g < gauss_points; ++g) mean += weights[g] * before[g * sizes_.values + v];
    const Segment& segment = segments_[last - 1];
    sum[v] = before[gauss_points * sizes_.values + v] + mean * (segment.end - segment.begin);
  }
}

void MultirateTrack::states_at(std::size_t i, double time, std::span<double> x) const {
  const Segment& segment = segments_[i];
  const double* at = data(i);
  const std::size_t n = sizes_.states;
  const double theta = std::clamp((time - segment.begin) / segment.length, 0.0, 1.0);
  const double bump = theta * (1 - theta);
  for (std::size_t k = 0; k < n; ++k) {
    const double inner = at[2 * n + k] + theta * (at[3 * n + k] + theta * at[4 * n + k]);
    x[k] = (1 - theta) * at[k] + theta * at[n + k] + bump * inner;
  }
}

double MultirateTrack::state_at(std::size_t i, double time, std::size_t state) const {
  const Segment& segment = segments_[i];
  const double* at = data(i) + state;
  const std::size_t n = sizes_.states;
  const double theta = std::clamp((time - segment.begin) / segment.length, 0.0, 1.0);
  const double inner = at[2 * n] + theta * (at[3 * n] + theta * at[4 * n]);
  return (1 - theta) * at[0] + theta * at[n] + theta * (1 - theta) * inner;
}

double MultirateTrack::integral(double time, std::size_t value) const {
  const std::size_t i = find(time);
  const Segment& segment = segments_[i];
  const double* at = values(i) + value;
  const double length = segment.end - segment.begin;
  const std::array to = integrals_from_middle(std::clamp((time - segment.begin) / length, 0.0, 1.0) - 0.5);
  const std::array from = integrals_from_middle(-0.5);
  double sum = 0;
  for (std::size_t g = 0; g < gauss_points; ++g) sum += at[g * sizes_.values] * (to[g] - from[g]);
  return at[gauss_points * sizes_.values] + length * sum;
}

MultirateTrack::Moments MultirateTrack::moments(double begin, double end, std::size_t value) const {
  Moments found;
  std::size_t i = find(begin);
  if (segments_[i].end <= begin) ++i;
  for (; i < segments_.size() && segments_[i].begin < end; ++i) {
    const double length = segments_[i].end - segments_[i].begin;
    const double* at = values(i) + value;
    for (std::size_t g = 0; g < gauss_points; ++g) {
      const double part = length * weights[g] * at[g * sizes_.values];
      found.integral += part;
      found.first += part * (gauss_time(i, g) - begin);
    }
  }
  return found;
}

}  // namespace sunder::integrate
