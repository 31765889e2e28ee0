// The course of one variable over the time that a delay looks back.
#pragma once

#include <deque>

namespace sunder::execute {

/// Values at the ends of accepted steps and at events. Between them a cubic through neighbouring values; never across an
/// event. Jumps of the variable are jumps of what is delayed: until `pass` is called for the time at which one arrives,
/// the value before it is given.
class History {
 public:
  /// How long it takes until a value is given back; `start`: where the run begins.
  History(double length, double start) : length_(length), samples_{{start, 0, false}} {}

  /// The value at and before the start, as long as nothing else is known.
  [[nodiscard]] double start_value() const { return samples_.front().value; }
  void set_start_value(double value) { samples_.front().value = value; }

  /// Nothing is known after `time` from now on; the variable has come to this value there.
  void append(double time, double value);
  /// An event at `time`, after `append`: the variable may go on from another value, in another direction.
  void turn(double time, double value);

  /// What was `length` before this time. Times after the last one known go on in its direction.
  [[nodiscard]] double at(double time) const;
  [[nodiscard]] double slope(double time) const;

  /// When the next jump arrives, or when at the latest more has to be known; infinite: never.
  [[nodiscard]] double next_event() const;
  void pass(double time);

 private:
  struct Sample {
    double time = 0, value = 0;
    bool turns = false;  ///< what comes before belongs to another curve
  };
  struct Piece {
    double begin, width, value, rise, left_slope, right_slope;  ///< a cubic over [begin, begin + width]
  };
  [[nodiscard]] Piece piece(double time) const;
  [[nodiscard]] double slope_at(std::size_t k, std::size_t first, std::size_t last) const;
  /// The first sample of the curve that begins with a jump which has not arrived yet; the number of samples: none.
  [[nodiscard]] std::size_t next_jump() const;

  double length_;
  double passed_ = -1e300;  ///< jumps up to this time have arrived
  std::deque<Sample> samples_;
};

}  // namespace sunder::execute
