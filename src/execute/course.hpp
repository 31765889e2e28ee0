// What is remembered along the time or the way of a flow: runtime/course.h, with memory.
#pragma once

#include <span>
#include <vector>

#include "runtime/course.h"

namespace sunder::execute {

class Course {
 public:
  Course() : memory_(8) { follow(); }
  Course(const Course& other) : course_(other.course_), memory_(other.memory_) { follow(); }
  Course& operator=(const Course& other) {
    course_ = other.course_;
    memory_ = other.memory_;
    follow();
    return *this;
  }
  ~Course() = default;

  /// A delay that is no longer than this.
  void begin(double length, double start) { sunder_course_begin(&course_, length, start); }
  [[nodiscard]] double start_value() const { return memory_.front().value; }
  void set_start_value(double value) { memory_.front().value = value; }
  void note(double time, double value);
  void turn(double value, int sharpness);
  /// When it has to be looked at again where the delay is this.
  [[nodiscard]] double next_look(double lag) const;

  void begin_flow(std::span<const double> points, std::span<const double> values);
  void note_flow(double time, double way, double in0, double in1, bool forward);
  /// The first time the run begins.
  void turn_flow(double time, double way, double in0, double in1, bool forward, int sharpness);

  /// The sharpest turn between two segments; whether one of them is a jump.
  int sharpest(double from, double to, bool& jumps) const;
  /// What equations know it by, as long as it stays where it is.
  [[nodiscard]] double handle() const { return sunder_course_handle(&course_); }

 private:
  void make_room();
  void follow();

  SunderCourse course_{};
  std::vector<SunderPoint> memory_;
};

}  // namespace sunder::execute
