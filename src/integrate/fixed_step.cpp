#include "integrate/fixed_step.hpp"

#include <algorithm>
#include <cstdint>

#include "base/text.hpp"
#include "integrate/derivatives.hpp"

namespace sunder {

bool FixedStepper::step(double t, double h, std::span<double> x) {
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
      context_.accept(begin + length, x);
      ++statistics_.steps;
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
