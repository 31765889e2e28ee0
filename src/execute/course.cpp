#include "execute/course.hpp"

#include <algorithm>

namespace sunder::execute {

void Course::follow() {
  course_.samples = memory_.data();
  course_.capacity = memory_.size();
}

void Course::make_room() {
  if (sunder_course_make_room(&course_) != 0) return;
  memory_.resize(2 * memory_.size());
  follow();
}

void Course::note(double time, double value) {
  make_room();
  sunder_course_note(&course_, time, value);
}

void Course::turn(double value, int sharpness) {
  make_room();
  sunder_course_turn(&course_, value, sharpness);
}

double Course::next_look(double lag) const { return sunder_course_next_look(&course_, lag); }

void Course::begin_flow(std::span<const double> points, std::span<const double> values) {
  memory_.assign(std::max<std::size_t>(8, 2 * points.size()), {});
  follow();
  sunder_course_begin_flow(&course_, points.size(), points.data(), values.data());
}

void Course::note_flow(double time, double way, double in0, double in1, bool forward) {
  make_room();
  sunder_course_note_flow(&course_, time, way, in0, in1, forward ? 1 : 0);
}

void Course::turn_flow(double time, double way, double in0, double in1, bool forward, int sharpness) {
  if (course_.begun == 0) sunder_course_start_flow(&course_, way, time);
  make_room();
  sunder_course_turn_flow(&course_, in0, in1, forward ? 1 : 0, sharpness);
}

int Course::sharpest(double from, double to, bool& jumps) const {
  int found = 0;
  const int all = sunder_course_sharpest(&course_, from, to, &found);
  jumps = jumps || found != 0;
  return all;
}

}  // namespace sunder::execute
