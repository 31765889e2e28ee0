#include "integrate/fixed_step.hpp"

#include <algorithm>
#include <cstdint>

#include "base/text.hpp"
#include "integrate/derivatives.hpp"

namespace sunder {

bool FixedStepper::advance(double t, double h, std::span<double> x, double& reached) {
  begin_.assign(x.begin(), x.end());
  begin_time_ = t;
  reached = t + h;
  return run(t, h, x, true);
}

bool FixedStepper::interpolate(double time, std::span<double> x) {
  std::copy(begin_.begin(), begin_.end(), x.begin());
  return time <= begin_time_ || run(begin_time_, time - begin_time_, x, false);
}

bool FixedStepper::run(double t, double h, std::span<double> x, bool accepted) {
  // Positions inside the interval are counted in its smallest part, so that halving never accumulates rounding.
  constexpr std::uint32_t whole = 1U << halving_limit;
  std::uint32_t at = 0;
  std::uint32_t size = whole;
  while (at < whole) {
    const double begin = at == 0 ? t : t + h * (static_cast<double>(at) / whole);
    const double length = size == whole ? h : h * (static_cast<double>(size) / whole);
    context_.clear_fault();
    Attempt result = attempt(begin, length, x, next_);
    if (result == Attempt::done && !all_finite(model_, context_, begin + length, next_)) result = Attempt::failed;
    if (result == Attempt::done) {
      std::copy(next_.begin(), next_.end(), x.begin());
      if (accepted) {
        context_.accept(begin + length, x);
        ++statistics_.steps;
      }
      at += size;
      if (size < whole && at % (2 * size) == 0) size *= 2;
      continue;
    }
    if (result == Attempt::failed) return false;
    ++statistics_.rejected;
    if (size == 1) {
      Fault fault = *context_.fault();
      fault.message +=
          ", not even with the step halved " + counted(halving_limit, "time") + " to " + rounded(length, 3);
      context_.set_fault(std::move(fault));
      return false;
    }
    size /= 2;
  }
  return true;
}

}  // namespace sunder
