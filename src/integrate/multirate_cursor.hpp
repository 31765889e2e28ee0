// How a level walks through an interval: so many equal steps, halved where Newton's method fails.
#pragma once

#include <cstdint>

namespace sunder::integrate {

/// Positions are counted in the smallest part of a step, so that halving never accumulates rounding; whole steps have
/// the same length to the last bit, so that factorisations are kept.
class StepCursor {
 public:
  /// `length` is end - begin, as the caller knows it best.
  void start(double begin, double end, double length, std::uint32_t steps) {
    begin_ = begin;
    end_ = end;
    length_ = length;
    steps_ = steps;
    units_ = steps * whole;
    at_ = 0;
    size_ = whole;
    running_ = false;
  }
  /// There is nothing left to do in the interval, whatever it was.
  void abandon() {
    at_ = units_ = 0;
    running_ = false;
  }

  [[nodiscard]] bool done() const { return at_ == units_; }
  [[nodiscard]] double step_begin() const { return at_ == 0 ? begin_ : time(at_); }
  [[nodiscard]] double step_end() const { return at_ + size_ == units_ ? end_ : time(at_ + size_); }
  [[nodiscard]] double step_length() const {
    return size_ == whole ? length_ / steps_ : length_ * (static_cast<double>(size_) / static_cast<double>(units_));
  }

  /// A step has been taken from step_begin() to step_end(); faster levels may still be inside.
  [[nodiscard]] bool running() const { return running_; }
  void run() { running_ = true; }
  /// Goes on to the next step.
  void settle() {
    at_ += size_;
    if (size_ < whole && at_ % (2 * size_) == 0) size_ *= 2;
    running_ = false;
  }
  /// False: the step is too short to be halved once more.
  [[nodiscard]] bool halve() {
    if (size_ == 1) return false;
    size_ /= 2;
    return true;
  }

  static constexpr int halving_limit = 12;

 private:
  static constexpr std::uint64_t whole = 1U << halving_limit;
  [[nodiscard]] double time(std::uint64_t unit) const {
    return begin_ + length_ * (static_cast<double>(unit) / static_cast<double>(units_));
  }

  double begin_ = 0, end_ = 0, length_ = 0;
  std::uint32_t steps_ = 1;
  std::uint64_t units_ = 0, at_ = 0, size_ = whole;
  bool running_ = false;
};

}  // namespace sunder::integrate
