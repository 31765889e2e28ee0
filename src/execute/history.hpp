// The course of one variable over the time that a delay looks back: runtime/history.h, with memory.
#pragma once

#include <vector>

#include "runtime/history.h"

namespace sunder::execute {

class History {
 public:
  /// How long it takes until a value is given back; `start`: where the run begins.
  History(double length, double start);

  [[nodiscard]] double start_value() const { return samples_.front().value; }
  void set_start_value(double value) { samples_.front().value = value; }

  void append(double time, double value);
  static constexpr int sharpest = SUNDER_SHARPEST;
  void turn(double time, double value, int sharpness);

  [[nodiscard]] double at(double time) const;
  [[nodiscard]] double slope(double time) const;

  [[nodiscard]] double next_event() const;
  int pass(double time);

 private:
  [[nodiscard]] SunderHistory view() const;
  void make_room();

  double length_, passed_ = 0;
  std::size_t count_ = 0;
  std::vector<SunderMoment> samples_;  // with room for more behind them
};

}  // namespace sunder::execute
