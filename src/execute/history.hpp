// The course of one variable over the time that a delay looks back.
#pragma once

#include <cstddef>
#include <deque>
#include <utility>

namespace sunder::execute {

/// Values at the ends of accepted steps and at events. Between them a cubic through the next four; never across an
/// event. Jumps of the variable are jumps of what is delayed: until `pass` is called for the time at which one arrives,
/// the value before it is given.
class History {
 public:
  /// How long it takes until a value is given back; `start`: where the run begins.
  History(double length, double start) : length_(length), samples_{{start, 0, 0}} {}

  /// The value at and before the start, as long as nothing else is known.
  [[nodiscard]] double start_value() const { return samples_.front().value; }
  void set_start_value(double value) { samples_.front().value = value; }

  /// Nothing is known after `time` from now on; the variable has come to this value there.
  void append(double time, double value);
  /// An event at `time`, after `append`: the variable may go on from another value, in another direction. What comes
  /// out of a delay passes on such corners, smoother each time: `sharpness` says how often they still count.
  static constexpr int sharpest = 4;
  void turn(double time, double value, int sharpness);

  /// What was `length` before this time. Times after the last one known go on in its direction.
  [[nodiscard]] double at(double time) const { return look(time).first; }
  [[nodiscard]] double slope(double time) const { return look(time).second; }

  /// When the next jump or corner arrives, or when at the latest the course has to be looked at again.
  [[nodiscard]] double next_event() const;
  /// What was to arrive up to this time has; the sharpest of these corners.
  int pass(double time);

 private:
  struct Sample {
    double time = 0, value = 0;
    int turns = 0;  ///< above 0: what comes before belongs to another curve
  };
  struct Window {
    std::size_t first, count;
  };
  [[nodiscard]] Window window(double time) const;
  [[nodiscard]] std::pair<double, double> look(double time) const;
  /// The first sample of the curve that begins with a jump which has not arrived yet; the number of samples: none.
  [[nodiscard]] std::size_t next_jump() const;

  double length_;
  double passed_ = -1e300;  ///< jumps up to this time have arrived
  std::deque<Sample> samples_;
};

}  // namespace sunder::execute
