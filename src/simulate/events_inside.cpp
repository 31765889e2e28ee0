// Crossings inside of steps: what ceases to hold and holds again before a step ends is seen at points inside of it, and
// at the minima of parabolas through three of them.
#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "simulate/events.hpp"

namespace sunder::simulate {

namespace {

/// Where between -1 and 1 the parabola through (-1, a), (0, b), (1, c) has a minimum below zero.
std::optional<double> dip(double a, double b, double c) {
  const double bend = a - 2 * b + c;
  const double slope = (c - a) / 2;
  if (!(bend > 0) || !(std::abs(slope) < bend) || !(b - slope * slope / (2 * bend) < 0)) return std::nullopt;
  return -slope / bend;
}

}  // namespace

/// Whether one of the fast crossings ceased to hold in this small step; `end` moves to where that was seen. It is
/// looked at again, and located, when the whole step has been made.
model::Status EventLoop::look_at_fast_step(double begin, double& end, bool& seen) {
  constexpr std::size_t last = 4;
  fast_looks_.resize(last + 1);
  for (std::vector<double>& look : fast_looks_) look.resize(margins_.size());
  const auto look = [&](double time, std::vector<double>& margins) {
    if (model::Status found = stepper_->interpolate_some(time, watched_, inside_); !found) return found;
    return model_events_->indicators(context_, time, inside_, margins);
  };
  const double length = end - begin;
  if (fast_look_at_ != begin) {
    if (model::Status looked = look(begin, fast_looks_.front()); !looked) return looked;
  } else {
    std::swap(fast_looks_.front(), fast_looks_.back());
  }
  for (std::size_t k = 1; k <= last && !seen; ++k) {
    const double time = k == last ? end : begin + length * static_cast<double>(k) / last;
    if (model::Status looked = look(time, fast_looks_[k]); !looked) return looked;
    for (const std::uint32_t i : fast_crossings_) seen = seen || (fast_looks_.front()[i] >= 0 && fast_looks_[k][i] < 0);
    if (seen) end = time;
  }
  fast_look_at_ = end;
  for (std::size_t k = 1; k < last && !seen; ++k) {
    for (const std::uint32_t i : fast_crossings_) {
      const std::optional<double> at = dip(fast_looks_[k - 1][i], fast_looks_[k][i], fast_looks_[k + 1][i]);
      if (!at) continue;
      const double time = begin + length / last * (static_cast<double>(k) + *at);
      if (!(time > begin) || !(time < end)) continue;
      if (model::Status looked = look(time, margins_later_); !looked) return looked;
      if (!(margins_later_[i] < 0)) continue;
      seen = true;
      end = time;
      break;
    }
  }
  if (seen) fast_look_at_.reset();
  return {};
}

/// Margins at the beginning of the step: those at the end of the step before, unless something happened since.
model::Status EventLoop::know_margins_before(double time) {
  if (knows_margins_before_) return {};
  if (model::Status found = watched_at(time); !found) return found;
  return model_events_->indicators(context_, time, inside_, margins_before_);
}

/// Margins at a point inside the last step, in `margins_`; the state there, as far as it is watched, in `inside_`.
model::Status EventLoop::look_at(double time, bool& violated) {
  if (model::Status found = watched_at(time); !found) return found;
  return is_violated(time, inside_, violated);
}

/// Whether everything that was seen has changed several times just now. The polynomials of a method that begins each
/// time with a low order do not agree to the last digits from step to step: what follows from them just after an event
/// is then their error, and only the ends of steps count.
bool EventLoop::is_error_of_curve(double time) const {
  constexpr std::uint32_t several = 4;
  return stepper_->begins_with_low_order() && std::ranges::all_of(violated_, [&](std::uint32_t k) {
           return bursts_[k].count >= several && is_in_burst(k, time);
         });
}

/// Whether something ceased to hold before `end`; if so, `end` and x move there. What the points do not show is looked
/// for at the minima of parabolas through three of them.
model::Status EventLoop::look_inside(double begin, double& end, std::span<double> x, bool& violated) {
  const auto count = static_cast<std::size_t>(settings_.looks_inside);
  looks_.resize(count + 2);
  looks_.front() = margins_before_;
  looks_.back() = margins_;
  violated_at_end_ = violated_;
  const double length = end - begin;
  bool first = false;
  for (std::size_t k = 1; k <= count; ++k) {
    const double time = begin + length * static_cast<double>(k) / static_cast<double>(count + 1);
    if (model::Status looked = look_at(time, first); !looked) return looked;
    looks_[k] = margins_;
    if (!first || is_error_of_curve(time)) continue;
    end = time;
    violated = true;
    return state_at(time, x);
  }
  violated_ = violated_at_end_;
  margins_ = looks_.back();
  return violated ? model::Status() : look_at_minima(begin, end, x, violated);
}

model::Status EventLoop::look_at_minima(double begin, double& end, std::span<double> x, bool& violated) {
  const double spacing = (end - begin) / static_cast<double>(looks_.size() - 1);
  for (std::size_t k = 1; k + 1 < looks_.size(); ++k) {
    for (std::size_t i = 0; i < margins_.size(); ++i) {
      const double a = looks_[k - 1][i], b = looks_[k][i], c = looks_[k + 1][i];
      const std::optional<double> at = dip(a, b, c);
      if (!at) continue;
      const double time = begin + spacing * (static_cast<double>(k) + *at);
      if (!(time > begin) || !(time < end)) continue;
      bool first = false;
      if (model::Status looked = look_at(time, first); !looked) return looked;
      if (!first || is_error_of_curve(time)) continue;
      end = time;
      violated = true;
      return state_at(time, x);
    }
  }
  violated_.clear();
  margins_ = looks_.back();
  return {};
}

model::Status EventLoop::state_at(double time, std::span<double> x) {
  if (stepper_ == nullptr) return {};
  return stepper_->interpolate(time, x);
}

/// Of the state inside the step only what crossings depend on.
model::Status EventLoop::watched_at(double time) {
  if (stepper_ == nullptr) return {};
  return stepper_->interpolate_some(time, watched_, inside_);
}

}  // namespace sunder::simulate
