#include "model/inputs.hpp"

#include <algorithm>
#include <limits>

namespace sunder::model {

namespace {

constexpr double never = std::numeric_limits<double>::infinity();

double interpolated(const SampledSignal& signal, double time) {
  const std::vector<double>& t = signal.times;
  const auto after = std::upper_bound(t.begin(), t.end(), time);
  if (after == t.begin()) return signal.values.front();
  if (after == t.end()) return signal.values.back();
  const auto k = static_cast<std::size_t>(after - t.begin());
  const double share = (time - t[k - 1]) / (t[k] - t[k - 1]);
  return signal.values[k - 1] + share * (signal.values[k] - signal.values[k - 1]);
}

double slope_of(const SampledSignal& signal, double time) {
  const std::vector<double>& t = signal.times;
  const auto after = std::upper_bound(t.begin(), t.end(), time);
  if (after == t.begin() || after == t.end()) return 0;
  const auto k = static_cast<std::size_t>(after - t.begin());
  return (signal.values[k] - signal.values[k - 1]) / (t[k] - t[k - 1]);
}

}  // namespace

void InputCurve::hold(std::span<const double> values) {
  coefficients[0].assign(values.begin(), values.end());
  for (std::size_t d = 1; d < coefficients.size(); ++d) coefficients[d].assign(values.size(), 0.0);
}

void InputSignals::resize(std::size_t count) { sources_.assign(count, Source{0, nullptr, never, false}); }

void InputSignals::set_default(std::size_t input, double value) {
  if (!sources_[input].driven) sources_[input].value = value;
}

void InputSignals::set(std::size_t input, double value) {
  curved_ = false;
  sources_[input] = {value, nullptr, never, true};
}

void InputSignals::set(std::size_t input, std::shared_ptr<const SampledSignal> signal) {
  curved_ = false;
  sources_[input] = {signal->values.front(), std::move(signal), never, true};
  pass(-never);
}

void InputSignals::set(const InputCurve& curve) {
  curved_ = true;
  curve_ = curve;
}

void InputSignals::release() {
  curved_ = false;
  resize(size());
}

double InputSignals::at(std::size_t input, double time) const {
  if (curved_) return curve_.at(input, time);
  const Source& source = sources_[input];
  if (!source.signal || source.signal->between == SampledSignal::Between::held) return source.value;
  return interpolated(*source.signal, time);
}

void InputSignals::at(double time, std::span<double> values) const {
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = at(i, time);
}

double InputSignals::slope(std::size_t input, double time) const {
  if (curved_) return curve_.slope(input, time);
  const Source& source = sources_[input];
  if (!source.signal || source.signal->between == SampledSignal::Between::held) return 0;
  return slope_of(*source.signal, time);
}

bool InputSignals::moving() const {
  if (curved_) return true;
  return std::any_of(sources_.begin(), sources_.end(), [](const Source& source) {
    return source.signal && source.signal->between == SampledSignal::Between::linear;
  });
}

double InputSignals::next_jump() const {
  double next = never;
  if (curved_) return next;
  for (const Source& source : sources_) next = std::min(next, source.next_jump);
  return next;
}

void InputSignals::pass(double time) {
  for (Source& source : sources_) {
    if (!source.signal || source.signal->between != SampledSignal::Between::held) continue;
    const SampledSignal& signal = *source.signal;
    const auto after = std::upper_bound(signal.times.begin(), signal.times.end(), time);
    auto k = static_cast<std::size_t>(after - signal.times.begin());
    source.value = signal.values[k == 0 ? 0 : k - 1];
    while (k < signal.times.size() && signal.values[k] == source.value) ++k;  // no jump
    source.next_jump = k < signal.times.size() ? signal.times[k] : never;
  }
}

}  // namespace sunder::model
