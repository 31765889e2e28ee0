#include "integrate/fixed_step.hpp"

#include <algorithm>
#include <cstdint>

#include "base/text.hpp"
#include "integrate/derivatives.hpp"

namespace sunder::integrate {

model::Status FixedStepper::advance(double t, double h, std::span<double> x, double& reached) {
  begin_.assign(x.begin(), x.end());
  begin_time_ = t;
  reached = t + h;
  return run(t, h, x, true);
}

model::Status FixedStepper::interpolate(double time, std::span<double> x) {
  std::copy(begin_.begin(), begin_.end(), x.begin());
  if (time <= begin_time_) return {};
  return run(begin_time_, time - begin_time_, x, false);
}

model::Status FixedStepper::run(double t, double h, std::span<double> x, bool accepted) {
  // Positions inside the interval are counted in its smallest part, so that halving never accumulates rounding.
  constexpr std::uint32_t whole = 1U << halving_limit;
  std::uint32_t at = 0;
  std::uint32_t size = whole;
  while (at < whole) {
    const double begin = at == 0 ? t : t + h * (static_cast<double>(at) / whole);
    const double length = size == whole ? h : h * (static_cast<double>(size) / whole);
    Attempt result = attempt(begin, length, x, next_);
    if (result.ok())
      if (model::Status finite = all_finite(model_, begin + length, next_); !finite)
        result = Attempt::failed(std::move(finite));
    if (result.ok()) {
      std::copy(next_.begin(), next_.end(), x.begin());
      if (accepted) {
        context_.accept(begin + length, x);
        ++statistics_.steps;
      }
      at += size;
      if (size < whole && at % (2 * size) == 0) size *= 2;
      continue;
    }
    if (result.kind == Attempt::Kind::failed) return std::move(result.why);
    ++statistics_.rejected;
    if (size == 1) return with_halvings(result.why, halving_limit, length);
    size /= 2;
  }
  return {};
}

model::Fault with_halvings(const model::Status& why, int halvings, double length) {
  model::Fault fault = why.fault();
  fault.message += ", not even with the step halved " + counted(static_cast<std::size_t>(halvings), "time") + " to " +
                   rounded(length, 3);
  return fault;
}

}  // namespace sunder::integrate
